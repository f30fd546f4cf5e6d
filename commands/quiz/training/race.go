package training

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// A Race is a race in a channel. A channel has at most one that runs.
type Race struct {
	ID        string // of the interaction that started the race
	Channel   string // id
	Guild     string // id
	StartedBy string // id of a person; "" if the person was forgotten
	Rules     RaceRules

	Asked   int       // the last round whose question was asked; 0 before the first
	NextAt  time.Time // when the next post is due
	Stopped bool      // somebody ended the race: no further question is asked
	EndedAt time.Time // zero while the race runs
}

// RaceRules are what is fixed when a race starts.
type RaceRules struct {
	Level  string // id of the questions' level
	Scheme string // id of their numbering
	Rounds int
	Time   time.Duration // for each answer
	Grace  time.Duration // how long a round stays open after its time, for answers on the way
	Seed   string        // the questions follow from it; nobody can guess it
}

// Limits of the rules.
const (
	MostRounds    = 20
	FewestSeconds = 10
	MostSeconds   = 120
)

const (
	// RaceStart is the time between the start of a race and its first question.
	RaceStart = 5 * time.Second
	// RaceGrace is the usual one. It is not announced.
	RaceGrace = 2 * time.Second
	// LateLimit is how late the next question may be. Later, the race ends: nobody waits.
	LateLimit = 10 * time.Minute
	// RacePause is how long a channel has no race, after one has ended, unless somebody who
	// manages events starts it.
	RacePause = 10 * time.Minute
	// RefusedPause is how long a server has no race, after Discord has refused a post of one:
	// such refusals count against the bot in all servers.
	RefusedPause = 30 * time.Minute
)

// The errors of races.
var (
	ErrNoRace     = errors.New("no such race")
	ErrRaceRuns   = errors.New("the channel has a race that runs")
	ErrRecentRace = errors.New("a race has just ended in the channel")
	ErrRoundOver  = errors.New("the round is over")
	ErrAnswered   = errors.New("the person has answered the round")
)

// A RefusedError says until when a server has no race, because Discord refused a post of one.
type RefusedError struct{ Until time.Time }

// Error implements error.
func (e *RefusedError) Error() string {
	return "refused until " + e.Until.String()
}

// Running reports whether the race goes on.
func (r *Race) Running() bool { return r.EndedAt.IsZero() }

// Next moves the race on for the post with a number: it closes the round of that number,
// and asks the next one or ends the race. It changes nothing if an earlier attempt at the
// post has done so. After LateLimit no further question is asked.
func (r *Race) Next(number int, now time.Time) {
	switch late := now.Sub(r.NextAt) > LateLimit; {
	case !r.Running():
		return
	case number < r.Asked && r.Stopped:
		return
	case number < r.Asked: // by an earlier attempt
	case number == r.Rules.Rounds || late || r.Stopped:
		r.EndedAt = now
		return
	default:
		r.Asked = number + 1
	}
	r.NextAt = now.Add(r.Rules.Time + r.Rules.Grace)
}

// AskedAt moves the end of the round that was asked last: its question was posted at the
// given instant. It does nothing for an earlier round.
func (r *Race) AskedAt(round int, at time.Time) {
	if r.Running() && round == r.Asked && !r.Stopped {
		r.NextAt = at.Add(r.Rules.Time + r.Rules.Grace)
	}
}

// Stop ends the race early: no further question is asked. The next post is due at once, and
// shows the solution of the open round and the ranking.
func (r *Race) Stop(now time.Time) {
	if r.Running() && !r.Stopped {
		r.Stopped, r.NextAt = true, now
	}
}

// End ends the race early, without a post.
func (r *Race) End(now time.Time) {
	if r.Running() {
		r.EndedAt = now
	}
}

// Post returns the next post of the race. ok is false if the race is over. A Store keeps
// the outbox in step with this. The first question can be as late as any other; a
// solution is shown up to a day late.
func (r *Race) Post() (p outbox.Post, ok bool) {
	expires := r.NextAt.Add(24 * time.Hour)
	if r.Asked == 0 {
		expires = r.NextAt.Add(LateLimit)
	}
	return outbox.Post{
		Kind: RaceKind, Subject: r.ID, Number: r.Asked, Channel: r.Channel,
		DueAt: r.NextAt, ExpiresAt: expires, State: outbox.Open,
	}, r.Running()
}

// RaceKind is the name of the posts of races in the outbox. The subject of a post is its
// race, and the number is that of the round with the solution that it shows.
const RaceKind = "race"

// raceKept is how long races are kept after their end.
const raceKept = 2 * 365 * 24 * time.Hour

// A RaceTurn is what the message of a post is made from.
type RaceTurn struct {
	Race    *Race
	Number  int          // of the post: the round that was closed, 0 for none
	Answers []RaceAnswer // of all rounds
}

// Asks returns the round that the post begins, or 0 for the last post.
func (t RaceTurn) Asks() int {
	if t.Number < t.Race.Asked {
		return t.Number + 1
	}
	return 0
}

// FileName returns the name of the picture of the solution. It tells the post from all
// others.
func (t RaceTurn) FileName() string { return fmt.Sprintf("race-%s-%d.png", t.Race.ID, t.Number) }

// RacePosts are the posts of races. It implements [outbox.Kind].
type RacePosts struct {
	Store   Store
	Compose func(RaceTurn) (outbox.Message, error)
	// AnswerID returns the custom id of a button that answers a round of a race. The
	// first post is found by it, and every other by its FileName.
	AnswerID func(r *Race, round int) string
	// SentAt returns when Discord made the message with an id, by Discord's clock.
	SentAt func(message string) (time.Time, error)
}

// Name implements [outbox.Kind].
func (k *RacePosts) Name() string { return RaceKind }

// Plan implements [outbox.Planner]. The posts are planned together with the rounds; Plan ends
// races that cannot go on, and deletes old ones.
func (k *RacePosts) Plan(ctx context.Context, now time.Time) error {
	if err := k.Store.EndStuck(ctx, now); err != nil {
		return err
	}
	return k.Store.PruneRaces(ctx, now.Add(-raceKept))
}

// Prepare implements [outbox.Kind]. A race does not wait for permissions.
func (k *RacePosts) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	r, err := k.Store.Race(ctx, p.Subject)
	if errors.Is(err, ErrNoRace) {
		r, err = &Race{ID: p.Subject, Asked: -1}, nil // it was deleted
	}
	if err != nil {
		return nil, err
	}
	mark := RaceTurn{Race: r, Number: p.Number}.FileName()
	if p.Number == 0 {
		mark = k.AnswerID(r, 1)
	}
	return &outbox.Delivery{
		Server:   r.Guild,
		Unwanted: p.Number > r.Asked, // the race has ended before the round
		Mark:     mark,
		Compose:  func(ctx context.Context) (outbox.Message, error) { return k.compose(ctx, r.ID, p.Number, now) },
		Ended:    func(ctx context.Context, p outbox.Post) error { return k.ended(ctx, r.ID, p, now) },
	}, nil
}

// compose moves the race on, and only then reads the answers: no other answer can be added to the
// closed round.
func (k *RacePosts) compose(ctx context.Context, id string, number int, now time.Time) (outbox.Message, error) {
	r, err := k.Store.UpdateRace(ctx, id, func(r *Race) { r.Next(number, now) })
	if err != nil {
		return nil, err
	}
	answers, err := k.Store.Answers(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return outbox.Composed(k.Compose(RaceTurn{r, number, answers}))
}

// ended starts the next round. The time for an answer runs from the instant at
// which the question was posted. Without its question a race ends; if nobody knows whether
// people see the question, the race goes on.
func (k *RacePosts) ended(ctx context.Context, id string, p outbox.Post, now time.Time) error {
	_, err := k.Store.UpdateRace(ctx, id, func(r *Race) {
		switch p.State {
		case outbox.Posted:
			r.AskedAt(p.Number+1, k.postedAt(p, now))
		case outbox.Missed, outbox.Failed:
			r.End(now)
		}
	})
	if errors.Is(err, ErrNoRace) {
		return nil
	}
	return err
}

// longestSend is how long after its claim a post may be sent, at most.
const longestSend = time.Minute

// postedAt returns when a post arrived, by the engine's clock. The id of its message has
// the instant by Discord's clock, which is trusted if it lies within the attempts.
func (k *RacePosts) postedAt(p outbox.Post, now time.Time) time.Time {
	at, err := k.SentAt(p.MessageID)
	if err == nil && !at.Before(p.FirstSent) && at.Before(now.Add(longestSend)) {
		return at
	}
	return now
}

// A RaceAnswer is what a person answered in a round. Only the first answer of a person
// counts.
type RaceAnswer struct {
	Round       int // from 1
	Person      string
	Interaction int64         // id
	After       time.Duration // from the question to the answer, by Discord's clock
	Given       int           // a number, the SP number of a position, or castlings
}

// Together is how long after the first right answer others still score.
const Together = 2 * time.Second

// A RoundResult is the outcome of a round. Each person is in it once, in the order of the
// interactions' ids.
type RoundResult struct {
	Scored []RaceAnswer // the first right answer, and those within Together of it
	Late   []RaceAnswer // right, but too late to score
	Wrong  []RaceAnswer
}

// JudgeRound returns the result of a round. The answers may be of several rounds, in any
// order.
func JudgeRound(round int, answers []RaceAnswer, right func(RaceAnswer) bool) RoundResult {
	var result RoundResult
	for _, a := range firstAnswers(round, answers) {
		switch {
		case !right(a):
			result.Wrong = append(result.Wrong, a)
		case result.Scored == nil || a.After-result.Scored[0].After <= Together:
			result.Scored = append(result.Scored, a)
		default:
			result.Late = append(result.Late, a)
		}
	}
	return result
}

// firstAnswers returns the first answer of each person in a round, in the order of the
// interactions' ids.
func firstAnswers(round int, answers []RaceAnswer) []RaceAnswer {
	var of []RaceAnswer
	for _, a := range answers {
		if a.Round == round {
			of = append(of, a)
		}
	}
	slices.SortFunc(of, func(a, b RaceAnswer) int { return cmp.Compare(a.Interaction, b.Interaction) })
	seen := map[string]bool{}
	return slices.DeleteFunc(of, func(a RaceAnswer) bool {
		had := seen[a.Person]
		seen[a.Person] = true
		return had
	})
}

// A Standing is what a person has reached in a race.
type Standing struct {
	Rank   int // from 1; equal standings share one
	Person string
	Points int           // rounds that scored
	Right  int           // right answers
	Time   time.Duration // of all right answers
}

// Standings returns everybody who answered, the best first: by points, then by right
// answers, then by the time of the right answers.
func Standings(results []RoundResult) []Standing {
	by := map[string]*Standing{}
	of := func(a RaceAnswer) *Standing {
		if by[a.Person] == nil {
			by[a.Person] = &Standing{Person: a.Person}
		}
		return by[a.Person]
	}
	for _, result := range results {
		for _, a := range result.Scored {
			of(a).Points++
		}
		for _, a := range slices.Concat(result.Scored, result.Late) {
			of(a).Right++
			of(a).Time += a.After
		}
		for _, a := range result.Wrong {
			of(a)
		}
	}
	var all []Standing
	for _, s := range by {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Standing) int { return cmp.Or(a.compare(b), cmp.Compare(a.Person, b.Person)) })
	for i := range all {
		if all[i].Rank = i + 1; i > 0 && all[i-1].compare(all[i]) == 0 {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// compare returns a negative number if a standing is better than another, and 0 if they
// share a rank.
func (s Standing) compare(other Standing) int {
	return cmp.Or(cmp.Compare(other.Points, s.Points), cmp.Compare(other.Right, s.Right), cmp.Compare(s.Time, other.Time))
}
