package program_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/app"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A track is a whole bot with a clock that tests can wind, in which a race runs.
type track struct {
	*discordtest.Server
	kept  *store.Store
	wound atomic.Int64
}

func (tr *track) now() time.Time { return time.Now().Add(time.Duration(tr.wound.Load())) }

func (tr *track) wind(d time.Duration) { tr.wound.Add(int64(d)) }

// startTrack starts a bot with limits of how often each person and each server is answered.
func startTrack(t *testing.T, each, guild bot.Rate, settings ...discordtest.Setting) *track {
	t.Helper()
	tr := &track{}
	discord, err := discordtest.Start(append(settings, discordtest.Clock(tr.now))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(discord.Close)
	tr.Server = discord
	tr.kept = storetest.Open(t, storetest.SQLite(t), commands.Parts()...)
	api, _ := url.Parse(discord.URL())
	timing := outbox.StandardTiming()
	timing.Plan, timing.Idle, timing.Pace = 20*time.Millisecond, 10*time.Millisecond, 1000
	a := app.New(app.Options{
		Bot: bot.Options{
			Token: discordtest.Token, APIURL: api, Log: slog.New(slog.DiscardHandler),
			RateUser: each, RateGuild: guild,
		},
		Store: tr.kept, Boards: boards, Timing: timing, Now: tr.now,
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-ended
		for _, rule := range discord.Broken() {
			t.Error("rule broken: ", rule)
		}
	})
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	if err := discord.WaitReady(within); err != nil {
		t.Fatal(err)
	}
	if err := discord.WaitCommands(within, "quiz"); err != nil {
		t.Fatal(err)
	}
	return tr
}

// startRace starts a race as Anna, who manages events.
func (tr *track) startRace(t *testing.T, options map[string]any) *discordtest.Message {
	t.Helper()
	answer, err := tr.Slash(t.Context(), discordtest.Anna, discordtest.Channel, "quiz race", options,
		discordtest.Permissions(discordgo.PermissionManageEvents|discordgo.PermissionSendMessages), discordtest.AppPermissions(discordgo.PermissionAdministrator))
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message
}

// next winds the clock, and waits for the next message of the channel.
func (tr *track) next(t *testing.T, wind time.Duration) *discordtest.Message {
	t.Helper()
	within, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	earlier := len(tr.Messages(discordtest.Channel))
	tr.wind(wind)
	return waitForMessage(t, within, tr.Server, discordtest.Channel, earlier)
}

// answer answers the question of a message with a number.
func (tr *track) answer(ctx context.Context, who discordtest.User, m *discordtest.Message, number int) (string, error) {
	b, ok := m.Button("Answer")
	if !ok {
		return "", fmt.Errorf("no button in\n%s", m.Text())
	}
	opened, err := tr.Press(ctx, who, m, b.CustomID)
	if err != nil {
		return "", err
	}
	if opened.Modal == nil {
		return opened.Message.Text(), nil
	}
	form, err := opened.Form()
	if err != nil {
		return "", err
	}
	answer, err := tr.Submit(ctx, who, m, form, map[string]string{"number": fmt.Sprint(number)})
	if err != nil {
		return "", err
	}
	if !answer.Message.Private() {
		return "", fmt.Errorf("everybody sees %s", answer.Message.Text())
	}
	return answer.Message.Text(), nil
}

// shownBesideRound returns what a message shows of a question, without the number of the round:
// the answer may be the same number. Behind the first question, the text has the solution of
// the round before.
func shownBesideRound(m *discordtest.Message, round int) string {
	var shown []string
	for _, b := range m.Buttons() {
		shown = append(shown, b.Label, strings.TrimSuffix(b.CustomID, fmt.Sprint(":", round)))
	}
	file := m.Attachments[len(m.Attachments)-1].Filename
	shown = append(shown, strings.TrimSuffix(file, fmt.Sprintf("-%d.png", round-1)))
	if round == 1 {
		shown = append(shown, strings.Replace(m.Text(), "Question 1 of 3", "", 1))
	}
	return strings.Join(shown, "\n")
}

// question returns the question of a round of a race.
func (tr *track) question(t *testing.T, m *discordtest.Message, round int) training.Question {
	t.Helper()
	b, _ := m.Button("Answer")
	id := strings.Split(b.CustomID, ":")[1]
	r, err := quizrows.Of(tr.kept).Race(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return training.FromSeed(fmt.Sprint(r.Rules.Seed, " ", round), training.WholeNumber, chess960.Scharnagl)
}

// A race of three rounds, from its start to its standings. Nothing in a question tells the
// answer.
func TestRace(t *testing.T) {
	t.Parallel()
	commandsOnly := bot.Rate{Times: 5, Per: time.Hour} // the limit of a server does not count answers
	tr := startTrack(t, bot.Rate{}, commandsOnly)      // the clock is wound, but not that of the limits
	started := tr.startRace(t, map[string]any{"rounds": 3, "seconds": 10})
	if !strings.Contains(started.Text(), "A race of 3 questions") || !strings.Contains(started.Text(), "for fun") {
		t.Error(started.Text())
	}
	if m := tr.startRace(t, nil); !m.Private() || !strings.Contains(m.Text(), "A race is running in this channel.") {
		t.Errorf("a second race: %s", m.Text())
	}
	const untilEnd = 12*time.Second + 100*time.Millisecond
	m := tr.next(t, training.RaceStart)
	for round := 1; round <= 3; round++ {
		q := tr.question(t, m, round)
		right := q.Number()
		for _, told := range []string{fmt.Sprint(right), q.Position.String()} {
			shown := shownBesideRound(m, round)
			if regexp.MustCompile(`\b` + told + `\b`).MatchString(shown) {
				t.Errorf("round %d tells %s:\n%s", round, told, shown)
			}
		}
		tr.wind(3 * time.Second)
		for _, given := range []struct {
			who    discordtest.User
			number int
			want   string
		}{
			{discordtest.Ben, right, "The solution appears"},
			{discordtest.Ben, right + 1, "You have answered this question already"},
			{discordtest.Anna, (right + 960 - 1) % 960, "The solution appears"},
			{discordtest.Cleo, right, "The solution appears"},
		} {
			if given.who == discordtest.Cleo {
				tr.wind(3 * time.Second)
			}
			got, err := tr.answer(t.Context(), given.who, m, given.number)
			if err != nil || !strings.Contains(got, given.want) {
				t.Errorf("round %d, %s: %s, %v", round, given.who.Name, got, err)
			}
		}
		earlier := m
		m = tr.next(t, untilEnd)
		for _, want := range []string{fmt.Sprintf("Solution %d of 3\n", round), fmt.Sprintf("has the SP number **%d**.", right), "<@" + discordtest.Ben.ID + "> was first, after 3.", "<@" + discordtest.Cleo.ID + "> answered right too"} {
			if !strings.Contains(m.Text(), want) {
				t.Errorf("round %d: no %q in\n%s", round, want, m.Text())
			}
		}
		late := "The time for this question was up at <t:"
		if round == 3 {
			late = "This race ended at <t:"
		}
		if got, err := tr.answer(t.Context(), discordtest.Cleo, earlier, right); err != nil || !strings.Contains(got, late) {
			t.Errorf("after round %d: %s, %v", round, got, err)
		}
	}
	standings := regexp.MustCompile(`\*\*(\d)\.\*\* <@(\d+)>: (\d points?, \d right)`).FindAllStringSubmatch(m.Text(), -1)
	var got []string
	for _, s := range standings {
		got = append(got, strings.Join(s[1:], " "))
	}
	want := []string{"1 " + discordtest.Ben.ID + " 3 points, 3 right", "2 " + discordtest.Cleo.ID + " 0 points, 3 right", "3 " + discordtest.Anna.ID + " 0 points, 0 right"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("standings %q, want %q in\n%s", got, want, m.Text())
	}
	again, err := tr.Slash(t.Context(), discordtest.Ben, discordtest.Channel, "quiz race", nil, discordtest.AppPermissions(discordgo.PermissionAdministrator))
	if err != nil || !strings.Contains(again.Message.Text(), "A race has just ended in this channel.") {
		t.Errorf("within ten minutes, for anyone: %v, %v", again, err)
	}
}

// 200 people answer a question within two seconds. Discord waits three seconds for each
// answer, and all are received, under the limits of the program.
func TestRaceOfManyPeople(t *testing.T) {
	testrun.LongOnly(t, "answers for two seconds, with 200 people")
	const people = 200
	tr := startTrack(t, bot.Rate{Times: 10, Per: 10 * time.Second}, bot.Rate{Times: 60, Per: 10 * time.Second})
	tr.startRace(t, map[string]any{"rounds": 1, "seconds": 30})
	m := tr.next(t, training.RaceStart)
	right := tr.question(t, m, 1).Number()
	var all sync.WaitGroup
	var received atomic.Int64
	slowest := make(chan time.Duration, people)
	for i := range people {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 2 * time.Second / people)
			begun := time.Now()
			who := discordtest.User{ID: fmt.Sprint(8_000_000_000_000_000 + i), Name: "Racer"}
			got, err := tr.answer(t.Context(), who, m, right)
			if err == nil && strings.Contains(got, "The solution appears") {
				received.Add(1)
			} else {
				t.Errorf("%d: %s, %v", i, got, err)
			}
			slowest <- time.Since(begun)
		})
	}
	all.Wait()
	close(slowest)
	var longest time.Duration
	for took := range slowest {
		longest = max(longest, took)
	}
	t.Logf("%d of %d received, the slowest form and answer together in %v", received.Load(), people, longest)
	m = tr.next(t, 33*time.Second)
	if received.Load() != people || !strings.Contains(m.Text(), "190 other people took part.") {
		t.Errorf("%d of %d received\n%s", received.Load(), people, m.Text())
	}
}
