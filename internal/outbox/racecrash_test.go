package outbox_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/quiz"
	"chess960bot/internal/quiz/race"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/internal/testrun"
)

// A race of the crash tests has raceRounds rounds.
const (
	raceRounds  = 4
	racesATime  = 4
	racersARace = 3
)

// raceNow starts a race in a channel unless that was done already. Its id and its seed are
// the channel's id.
func raceNow(ctx context.Context, kept *store.Store, channel string) error {
	if _, err := kept.Race(ctx, channel); !errors.Is(err, race.ErrNone) {
		return err
	}
	return kept.NewRace(ctx, &race.Race{
		ID: channel, Channel: channel, NextAt: time.Now(),
		Rules: race.Rules{Level: quiz.WholeNumber.ID(), Scheme: quiz.SchemeID(chess960.Scharnagl), Rounds: raceRounds, Time: 700 * time.Millisecond, Grace: 200 * time.Millisecond, Seed: channel},
	}, time.Time{})
}

// rightIn returns the right answer to a round of a race in a channel.
func rightIn(channel string, round int) int {
	return quiz.FromSeed(fmt.Sprint(channel, " ", round), quiz.WholeNumber, quiz.ToNumber, chess960.Scharnagl).Number()
}

// A raceTally counts what the crash tests of races have done.
type raceTally struct{ kills, races, rounds, received, unanswered int }

func (t raceTally) String() string {
	return fmt.Sprintf("%d processes killed, %d races with %d rounds, %d answers received, %d requests of people without an answer", t.kills, t.races, t.rounds, t.received, t.unanswered)
}

// The racers are the people who answer the questions of all races.
type racers struct {
	discord *discordtest.Server
	mu      sync.Mutex
	got     map[string][]race.Answer // the answers that the bot has acknowledged, by channel
	tally   raceTally
}

// race answers the questions of a channel, until the context ends.
func (rs *racers) race(ctx context.Context, channel discordtest.Place, who discordtest.User) {
	for answered := 0; ctx.Err() == nil; {
		round, m := askedLast(rs.discord, channel)
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
		answer, err := rs.answer(ctx, channel, who, m, given)
		rs.mu.Lock()
		if err != nil { // the bot was killed: ask again
			rs.tally.unanswered++
		} else {
			answered = round
		}
		if err == nil && strings.Contains(answer.Message.Text(), "Received") {
			id, _ := strconv.ParseInt(answer.ID, 10, 64)
			rs.got[channel.ChannelID] = append(rs.got[channel.ChannelID], race.Answer{Round: round, Person: who.ID, Interaction: id, Given: given})
			rs.tally.received++
		}
		rs.mu.Unlock()
	}
}

// answer presses "Answer" and submits the form. A bot that is killed does not answer.
func (rs *racers) answer(ctx context.Context, channel discordtest.Place, who discordtest.User, m *discordtest.Message, given int) (*discordtest.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	b, _ := m.Button("Answer")
	answer, err := rs.discord.Press(ctx, who, m, b.CustomID)
	if err != nil || answer.Modal == nil {
		return answer, err
	}
	form, err := answer.Form()
	if err != nil {
		return nil, err
	}
	return rs.discord.Submit(ctx, who, m, form, map[string]string{"number": fmt.Sprint(given)})
}

var askedQuestion = regexp.MustCompile(`Question (\d+) of`)

// askedLast returns the round of the last question in a channel, and its message.
func askedLast(discord *discordtest.Server, channel discordtest.Place) (int, *discordtest.Message) {
	for _, m := range slices.Backward(discord.Messages(channel)) {
		if found := askedQuestion.FindStringSubmatch(m.Text()); found != nil {
			round, _ := strconv.Atoi(found[1])
			return round, m
		}
	}
	return 0, nil
}

// Processes are killed while races run, two of them at a time on PostgreSQL. Requests and
// answers are lost. No round is asked twice or out of order, no answer that was received is
// lost, and each message ranks as the ids of the answers say.
func TestRacesSurviveKills(t *testing.T) {
	t.Parallel()
	rounds := *crashRounds
	if rounds == 0 {
		testrun.LongOnly(t, "kills the program again and again")
		rounds = 20 // more than 150 kills; 60 are more than 500, and take five minutes
	}
	const parts = 2
	for name, c := range map[string]struct {
		address   func(testing.TB) string
		processes int
	}{"SQLite": {crashDatabases["SQLite"], 1}, "PostgreSQL": {storetest.Postgres, 2}} {
		for part := range parts {
			t.Run(fmt.Sprint(name, " ", part), func(t *testing.T) {
				t.Parallel()
				crashRaces(t, rounds/parts, c.processes, c.address(t))
			})
		}
	}
}

func crashRaces(t *testing.T, rounds, processes int, database string) {
	discord, chaos := startDiscord(t, crashNonces)
	o := orders{API: discord.URL(), Database: database}
	rs := &racers{discord: discord, got: map[string][]race.Answer{}}
	for round := range rounds {
		o.Races = nil
		people, leave := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range racesATime {
			channel := channelOf(round, i)
			discord.AddChannel(channel, "race")
			greet(t, discord, channel)
			o.Races = append(o.Races, channel.ChannelID)
			for n := range racersARace {
				all.Go(func() {
					rs.race(people, channel, discordtest.User{ID: fmt.Sprint(700_000_000_000_000_000 + n), Name: fmt.Sprint("Racer ", n)})
				})
			}
		}
		chaos.set(false)
		for kills := 2 + chaos.intN(3); kills > 0; kills-- {
			rs.tally.kills += killSome(t, o, processes, time.Duration(200+chaos.intN(1200))*time.Millisecond)
		}
		chaos.set(true)
		runWorker(t, o, time.Minute)
		leave()
		all.Wait()
		judgeRaces(t, rs, o)
	}
	t.Log(rs.tally)
	for _, rule := range discord.Broken() {
		if !strings.Contains(rule, "was not answered within") { // by a process that was killed
			t.Error("rule broken: ", rule)
		}
	}
}

// killSome runs processes at the same time, and kills each after about the given time. It
// returns how many were killed.
func killSome(t *testing.T, o orders, processes int, life time.Duration) (killed int) {
	t.Helper()
	var running []*exec.Cmd
	for range processes {
		w := worker(t.Context(), t, o)
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, w)
	}
	for _, w := range running {
		time.Sleep(life / time.Duration(processes))
		if w.Process.Kill() == nil {
			killed++
		}
	}
	for _, w := range running {
		w.Wait()
	}
	return killed
}

// judgeRaces compares the messages of races that are over with the answers in the database
// and with those that people were told are received.
func judgeRaces(t *testing.T, rs *racers, o orders) {
	t.Helper()
	kept, err := store.Open(t.Context(), o.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	for _, id := range o.Races {
		rs.tally.races++
		answers, err := kept.Answers(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, received := range rs.got[id] {
			if !slices.ContainsFunc(answers, func(a race.Answer) bool {
				return a.Round == received.Round && a.Interaction == received.Interaction && a.Person == received.Person && a.Given == received.Given
			}) {
				t.Errorf("race %s lost %+v", id, received)
			}
		}
		var got []string
		for _, m := range rs.discord.Messages(discordtest.Place{GuildID: discordtest.GuildID, ChannelID: id})[1:] {
			if !m.Private() {
				got = append(got, skeletonOf(m.Text()))
			}
		}
		if want := wantedSkeletons(id, answers); !slices.Equal(got, want) {
			t.Errorf("race %s: messages\n%q\nwant\n%q\nanswers %+v", id, got, want, answers)
		}
		rs.tally.rounds += raceRounds
	}
}

var (
	solvedRound = regexp.MustCompile(`Round (\d+) of \d+: \*\*(\d+)\*\*`)
	firstRight  = regexp.MustCompile(`First: <@(\d+)>`)
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
func wantedSkeletons(channel string, answers []race.Answer) []string {
	slices.SortFunc(answers, func(a, b race.Answer) int { return cmp.Compare(a.Interaction, b.Interaction) })
	type score struct{ points, right, millis int }
	scores := map[string]*score{}
	want := []string{"1"}
	for round := 1; round <= raceRounds; round++ {
		parts := []string{fmt.Sprint(round, "/", rightIn(channel, round))}
		var first time.Time
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
			s, at := scores[a.Person], race.At(a.Interaction)
			if first.IsZero() {
				first = at
				parts = append(parts, a.Person)
			}
			s.right++
			s.millis += int(a.After.Milliseconds())
			if at.Sub(first) <= 2*time.Second {
				s.points++
			}
		}
		if round < raceRounds {
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
