package crashtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
)

func (w *witness) receive(channel string, a training.RaceAnswer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := heardOf[map[string][]training.RaceAnswer](w, "quiz") // by channel
	if *heard == nil {
		*heard = map[string][]training.RaceAnswer{}
	}
	(*heard)[channel] = append((*heard)[channel], a)
}

// raceRounds is how many rounds a race has.
const raceRounds = 3

// raceScenes have a race. People answer, and the scene judges by the order of their answers.
// The second race is ended early, when everybody has answered its second question.
func raceScenes() []scene {
	whole := scene{
		name: "race", channels: 2, plan: startRace,
		final: func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error) {
			if r, err := quizrows.Of(kept).Race(ctx, channel); err != nil || r.Running() {
				return false, err
			}
			return noneOpen(ctx, kept, training.RaceKind, now)
		},
		people: func(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, _ <-chan struct{}, w *witness) {
			var all sync.WaitGroup
			for n := range racers {
				all.Go(func() { compete(ctx, discord, channel, racer(n), w) })
			}
			all.Wait()
		},
		between: answerAll,
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, w *witness) count {
			return judgeRace(t, discord, kept, channel, w, raceRounds)
		},
	}
	early := scene{
		name: "race that is ended early", plan: whole.plan, final: whole.final,
		between: func(ctx context.Context, discord *discordtest.Server, kept *store.Store, now time.Time, channel discordtest.Place, w *witness) (time.Time, error) {
			now, err := answerAll(ctx, discord, kept, now, channel, w)
			if round, _ := askedLast(discord, channel); round == 2 && err == nil {
				_, err = quizrows.Of(kept).UpdateRace(ctx, channel.ChannelID, func(r *training.Race) { r.Stop(now) })
			}
			return now, err
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, w *witness) count {
			return judgeRace(t, discord, kept, channel, w, 2)
		},
	}
	return []scene{whole, early}
}

// startRace starts a race in a channel unless that was done already. Its id and its seed are
// the channel's id.
func startRace(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
	if _, err := quizrows.Of(kept).Race(ctx, channel); !errors.Is(err, training.ErrNoRace) {
		return err
	}
	return quizrows.Of(kept).NewRace(ctx, &training.Race{
		ID: channel, Channel: channel, NextAt: now,
		Rules: training.RaceRules{Level: training.WholeNumber.ID(), Scheme: chess960.Scharnagl.Option, Rounds: raceRounds, Time: 700 * time.Millisecond, Grace: 200 * time.Millisecond, Seed: channel},
	}, time.Time{})
}

// rightIn returns the right answer to a round of a race in a channel.
func rightIn(channel string, round int) int {
	return training.FromSeed(fmt.Sprint(channel, " ", round), training.WholeNumber, chess960.Scharnagl).Number()
}

// compete answers the questions of a channel until the race is over.
func compete(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, who discordtest.User, w *witness) {
	for answered := 0; ctx.Err() == nil; {
		round, m := askedLast(discord, channel)
		if round > raceRounds {
			return
		}
		if round <= answered {
			select {
			case <-ctx.Done():
			case <-time.After(20 * time.Millisecond):
			}
			continue
		}
		time.Sleep(rand.N(150 * time.Millisecond))
		given := rightIn(channel.ChannelID, round)
		if rand.N(3) == 0 {
			given = (given + 1) % chess960.Count
		}
		answer, err := giveNumber(ctx, discord, who, m, "Answer", given)
		if err != nil { // the bot was killed: ask again
			continue
		}
		answered = round
		if strings.Contains(answer.Message.Text(), "The solution appears") {
			id, _ := strconv.ParseInt(answer.ID, 10, 64)
			w.receive(channel.ChannelID, training.RaceAnswer{Round: round, Person: who.ID, Interaction: id, Given: given})
		}
	}
}

var askedQuestion = regexp.MustCompile(`Question (\d+) of`)

// askedLast returns the round of the last question in a channel, and its message. After the
// last round it returns a round more.
func askedLast(discord *discordtest.Server, channel discordtest.Place) (int, *discordtest.Message) {
	for _, m := range slices.Backward(messagesIn(discord, channel)) {
		if found := askedQuestion.FindStringSubmatch(m.Text()); found != nil {
			round, _ := strconv.Atoi(found[1])
			return round, m
		}
		if found := solvedRound.FindStringSubmatch(m.Text()); found != nil && found[1] == fmt.Sprint(raceRounds) {
			return raceRounds + 1, m
		}
	}
	return 0, nil
}

// answerAll lets all racers answer the last question, the last of them wrongly. The time
// goes on to the end of the round.
func answerAll(ctx context.Context, discord *discordtest.Server, kept *store.Store, now time.Time, channel discordtest.Place, w *witness) (time.Time, error) {
	round, _ := askedLast(discord, channel)
	for n := range racers {
		a := training.RaceAnswer{Round: round, Person: racer(n).ID, Interaction: int64(round*10 + n), Given: rightIn(channel.ChannelID, round)}
		if n == racers-1 {
			a.Given = (a.Given + 1) % chess960.Count
		}
		if round > 0 && quizrows.Of(kept).AddAnswer(ctx, channel.ChannelID, a) == nil {
			w.receive(channel.ChannelID, a)
		}
	}
	r, err := quizrows.Of(kept).Race(ctx, channel.ChannelID)
	if err == nil && r.Running() && now.Before(r.NextAt) {
		now = r.NextAt
	}
	return now, err
}

// judgeRace compares the messages of a race that is over with the answers in the store and
// with those that people were told are received.
func judgeRace(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, w *witness, rounds int) (c count) {
	t.Helper()
	id := channel.ChannelID
	answers, err := quizrows.Of(kept).Answers(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, received := range (*heardOf[map[string][]training.RaceAnswer](w, "quiz"))[id] {
		if !slices.ContainsFunc(answers, func(a training.RaceAnswer) bool {
			return a.Round == received.Round && a.Interaction == received.Interaction && a.Person == received.Person && a.Given == received.Given
		}) {
			c.wrong = append(c.wrong, fmt.Sprintf("race %s lost %+v", id, received))
		}
	}
	var got []string
	for _, m := range messagesIn(discord, channel) {
		got = append(got, skeletonOf(m.Text()))
	}
	want := wantedSkeletons(id, answers, rounds)
	for _, skeleton := range want {
		n := 0
		for _, other := range got {
			if other == skeleton {
				n++
			}
		}
		c.add(counted(n, false))
	}
	if !slices.Equal(got, want) {
		c.wrong = append(c.wrong, fmt.Sprintf("race %s: messages\n%q\nwant\n%q\nanswers %+v", id, got, want, answers))
	}
	return c
}

var (
	solvedRound = regexp.MustCompile(`Solution (\d+) of \d+\n.* \*\*(\d+)\*\*\.`)
	firstRight  = regexp.MustCompile(`<@(\d+)> was first`)
	raced       = regexp.MustCompile(`\*\*(\d+)\.\*\* <@(\d+)>: (\d+) points?, (\d+) right`)
)

// skeletonOf keeps of a message what is asked, solved and ranked.
func skeletonOf(text string) string {
	var parts []string
	for _, m := range []*regexp.Regexp{solvedRound, firstRight, askedQuestion, raced} {
		for _, found := range m.FindAllStringSubmatch(text, -1) {
			parts = append(parts, strings.Join(found[1:], "/"))
		}
	}
	return strings.Join(parts, " ")
}

// wantedSkeletons works out the messages of a race from its answers alone, by the order of
// their ids.
func wantedSkeletons(channel string, answers []training.RaceAnswer, rounds int) []string {
	slices.SortFunc(answers, func(a, b training.RaceAnswer) int { return cmp.Compare(a.Interaction, b.Interaction) })
	type score struct{ points, right, millis int }
	scores := map[string]*score{}
	want := []string{"1"}
	for round := 1; round <= rounds; round++ {
		parts := []string{fmt.Sprint(round, "/", rightIn(channel, round))}
		var first *training.RaceAnswer
		seen := map[string]bool{}
		for _, a := range answers {
			if a.Round != round || seen[a.Person] {
				continue
			}
			seen[a.Person] = true
			if scores[a.Person] == nil {
				scores[a.Person] = &score{}
			}
			if a.Given != rightIn(channel, round) {
				continue
			}
			s := scores[a.Person]
			if first == nil {
				first = &a
				parts = append(parts, a.Person)
			}
			s.right++
			s.millis += int(a.After.Milliseconds())
			if a.After-first.After <= 2*time.Second {
				s.points++
			}
		}
		if round < rounds {
			parts = append(parts, fmt.Sprint(round+1))
		} else {
			var people []string
			for person := range scores {
				people = append(people, person)
			}
			better := func(a, b string) int {
				x, y := scores[a], scores[b]
				for _, d := range []int{y.points - x.points, y.right - x.right, x.millis - y.millis} {
					if d != 0 {
						return d
					}
				}
				return 0
			}
			slices.Sort(people)
			slices.SortStableFunc(people, better)
			for i, person := range people {
				if scores[people[0]].points == 0 {
					break // the message says that nobody scored
				}
				rank := i + 1
				for rank > 1 && better(people[rank-2], person) == 0 {
					rank--
				}
				parts = append(parts, fmt.Sprintf("%d/%s/%d/%d", rank, person, scores[person].points, scores[person].right))
			}
		}
		want = append(want, strings.Join(parts, " "))
	}
	return want
}

func (s mortalStore) Race(ctx context.Context, id string) (*training.Race, error) {
	return step(s.killing, func() (*training.Race, error) { return quizrows.Of(s.Store).Race(ctx, id) })
}

func (s mortalStore) UpdateRace(ctx context.Context, id string, update func(*training.Race)) (*training.Race, error) {
	return step(s.killing, func() (*training.Race, error) { return quizrows.Of(s.Store).UpdateRace(ctx, id, update) })
}

func (s mortalStore) Answers(ctx context.Context, id string) ([]training.RaceAnswer, error) {
	return step(s.killing, func() ([]training.RaceAnswer, error) { return quizrows.Of(s.Store).Answers(ctx, id) })
}

func (s mortalStore) EndStuck(ctx context.Context, now time.Time) error {
	return s.do(func() error { return quizrows.Of(s.Store).EndStuck(ctx, now) })
}

func (s mortalStore) Attempt(ctx context.Context, person string, date when.Date) (*training.Attempt, error) {
	return step(s.killing, func() (*training.Attempt, error) { return quizrows.Of(s.Store).Attempt(ctx, person, date) })
}

// sharedScene is the scene of a shared result.
func sharedScene() scene {
	return scene{
		name: "shared result", channels: 2, plan: shareResult,
		final: func(ctx context.Context, kept *store.Store, _ string, now time.Time) (bool, error) {
			return noneOpen(ctx, kept, training.DayKind, now)
		},
		judge: func(_ *testing.T, discord *discordtest.Server, _ *store.Store, channel discordtest.Place, _ *witness) count {
			return counted(len(messagesIn(discord, channel)), false)
		},
	}
}

// shareResult finishes the quiz of the day for the person of a channel, and shares the
// result there.
func shareResult(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
	const date = when.Date(20777)
	person := personOf(channel).ID
	if _, err := quizrows.Of(kept).BeginAttempt(ctx, person, date, now); err != nil {
		return err
	}
	a, err := quizrows.Of(kept).UpdateAttempt(ctx, person, date, func(a *training.Attempt) error {
		for len(a.Marks) < training.DaySteps {
			a.Answer(true, false, now)
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = store.Share(ctx, kept, a.Post(channel, now))
	return err
}

func init() { featureScenes["quiz"] = func() []scene { return append(raceScenes(), sharedScene()) } }
