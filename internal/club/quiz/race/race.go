// Package race runs races of the quiz: several people of a channel answer the same
// questions, and the fastest right answers score.
//
// A [Race] has rounds. The post of a round asks its question; the next post shows the
// solution and asks the next question, and the last one shows the standings:
//
//	post 0   question 1
//	post 1   solution 1, question 2
//	…
//	post n   solution n, the standings
//
// [Posts] is the kind of these posts in package outbox, which sends each exactly once. A
// race is a row of its own; [Race.Next] moves it to its next round, before the post is
// sent. The post after that one is planned in the same transaction. So a crash between any
// two steps neither repeats nor skips a round.
//
// An [Answer] is accepted while its round is asked. Answers are compared by the ids of
// their interactions, which have the order in which Discord made them, and by their times
// from the question, which the caller reads from Discord's own clock. So all processes rank
// alike, however late an answer reaches them.
//
// The package knows neither Discord nor SQL nor the questions: a [Store] keeps races and
// answers, and its users say which answers are right.
package race

import (
	"errors"
	"time"

	"chess960bot/internal/outbox"
)

// A Race is a race in a channel. A channel has at most one that runs.
type Race struct {
	ID        string // of the interaction that started the race
	Channel   string // id
	Guild     string // id
	StartedBy string // id of a person; "" if the person was forgotten
	Rules     Rules

	Asked   int       // the last round whose question was asked; 0 before the first
	NextAt  time.Time // when the next post is due
	Stopped bool      // somebody ended the race: no further question is asked
	EndedAt time.Time // zero while the race runs
}

// Rules are what is fixed when a race starts.
type Rules struct {
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
	// StartTime is the time between the start of a race and its first question.
	StartTime = 5 * time.Second
	// Grace is the usual one. It is not announced.
	Grace = 2 * time.Second
	// LateLimit is how late the next question may be. Later, the race ends: nobody waits.
	LateLimit = 10 * time.Minute
	// Pause is how long a channel has no race, after one has ended, unless somebody who
	// manages events starts it.
	Pause = 10 * time.Minute
	// RefusedPause is how long a server has no race, after Discord has refused a post of one:
	// such refusals count against the bot in all servers.
	RefusedPause = 30 * time.Minute
)

// The errors of races.
var (
	ErrNone     = errors.New("no such race")
	ErrRunning  = errors.New("the channel has a race that runs")
	ErrRecent   = errors.New("a race has just ended in the channel")
	ErrOver     = errors.New("the round is over")
	ErrAnswered = errors.New("the person has answered the round")
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
		Kind: Kind, Subject: r.ID, Number: r.Asked, Channel: r.Channel,
		DueAt: r.NextAt, ExpiresAt: expires, State: outbox.Open,
	}, r.Running()
}
