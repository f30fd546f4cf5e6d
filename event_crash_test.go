package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discordtest"
	"chess960bot/internal/events"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/internal/testrun"
)

// The bot is killed at random moments of a draw, of an addition to a sealed draw, of the
// press that opens one, of a change of the rules, and of showing a round that a kill may
// have lost. It continues after each start. No round gets two positions, no round and no
// acknowledged number is lost, every draw and every board that joins is shown, and no
// change is made twice.
func TestEventsSurviveKills(t *testing.T) {
	testrun.LongOnly(t, "starts the program 900 times")
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killDraws(t, "sqlite:"+filepath.Join(t.TempDir(), "crash.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		killDraws(t, storetest.Postgres(t))
	})
}

func killDraws(t *testing.T, databaseURL string) {
	const kills, rounds = 150, events.MostRounds // kills of each kind of event
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	var evenings []string
	added := map[string][]events.Added{} // numbers that the bot has acknowledged, by the SHA-256 sum of their seal
	for _, rules := range []map[string]any{{}, {"sealed": true}, {"each": true, "boards": 2}} {
		rules["name"], rules["rounds"] = "Crash", rounds
		for left := kills; left > 0; left -= rounds - 1 {
			askOnce(t, discord, databaseURL, "new", rules)
			evenings = append(evenings, lastEvent(t, databaseURL).ID)
			for range min(left, rounds-1) {
				killDuring(t, discord, databaseURL, nextStep(t, discord, databaseURL, added))
			}
			finish(t, discord, databaseURL)
			askOnce(t, discord, databaseURL, "close", nil)
		}
	}
	for _, id := range evenings {
		wantWhole(t, discord, databaseURL, id, added)
	}
}

// A step is what a person does before the program is killed.
type step func(ctx context.Context)

var sealSum = regexp.MustCompile("[0-9a-f]{64}")

// nextStep returns what comes next in the event: a draw, the showing of a draw that nobody
// may have seen, a number of a person, or the opening of the seal.
func nextStep(t *testing.T, discord *discordtest.Server, databaseURL string, added map[string][]events.Added) step {
	t.Helper()
	e := lastEvent(t, databaseURL)
	draw := func(ctx context.Context) { ask(ctx, discord, "draw", nil) }
	if last := e.Last(); last != nil && !last.Sealed() && !last.Shown && rand.N(2) == 0 {
		return func(ctx context.Context) { ask(ctx, discord, "show", nil) }
	}
	if e.Rules.Each && len(e.Draws) > len(e.Changes) {
		changed := map[string]any{"games": 3 - e.Rules.Games}
		if len(e.Changes)%8 == 0 {
			changed = map[string]any{"boards": e.Rules.Boards + 1}
		}
		return func(ctx context.Context) { ask(ctx, discord, "change", changed) }
	}
	d := e.Sealed()
	if d == nil {
		return draw
	}
	m := sealMessage(discord, e.Sum(d))
	if m == nil { // the seal was not shown
		return draw
	}
	adders := []discordtest.User{discordtest.Ben, discordtest.Cleo}
	if len(d.Seal.Added) == len(adders) {
		return func(ctx context.Context) { press(ctx, discord, discordtest.Anna, m, "Open") }
	}
	adder, number := adders[len(d.Seal.Added)], rand.N(events.MostAdded)
	return func(ctx context.Context) {
		answer, err := press(ctx, discord, adder, m, "Add a number")
		if err != nil {
			return
		}
		form, err := answer.Form()
		if err != nil {
			return
		}
		answer, err = discord.Submit(ctx, adder, m, form, map[string]string{"number": strconv.Itoa(number)})
		if err == nil && strings.Contains(answer.Message.Text(), "is added") {
			sum := e.Sum(d)
			added[sum] = append(added[sum], events.Added{User: adder.ID, Name: adder.Name, Number: number})
		}
	}
}

// sealMessage returns the message that shows a sealed draw, or nil.
func sealMessage(discord *discordtest.Server, sum string) *discordtest.Message {
	for _, m := range discord.Messages(discordtest.Channel) {
		if _, ok := m.Button("Open"); ok && sealSum.FindString(m.Text()) == sum {
			return m
		}
	}
	return nil
}

func press(ctx context.Context, discord *discordtest.Server, who discordtest.User, m *discordtest.Message, label string) (*discordtest.Answer, error) {
	b, _ := m.Button(label)
	return discord.Press(ctx, who, m, b.CustomID)
}

// finish opens a seal that is left, and draws until everything is shown.
func finish(t *testing.T, discord *discordtest.Server, databaseURL string) {
	t.Helper()
	defer running(t, discord, databaseURL)()
	<-time.After(3 * time.Second) // until no answer of the killed program can arrive
	if _, err := ask(t.Context(), discord, "change", map[string]any{"name": "Crash"}); err != nil {
		t.Fatal(err) // shows the changes that nobody may have seen, or refuses
	}
	for {
		answer, err := ask(t.Context(), discord, "draw", nil)
		if err != nil {
			t.Fatal(err)
		}
		if sealSum.MatchString(answer.Message.Text()) {
			if _, ok := answer.Message.Button("Open"); ok {
				press(t.Context(), discord, discordtest.Anna, answer.Message, "Open")
			}
			return
		}
		if !strings.Contains(answer.Message.Text(), "Shown again") {
			return
		}
	}
}

// running starts the program and waits until it is ready. kill returns when Discord has
// noticed the end of the connection.
func running(t *testing.T, discord *discordtest.Server, databaseURL string) (kill func()) {
	t.Helper()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL="+databaseURL)
	storetest.FreeSlots(t, databaseURL) // so that each start identifies at once
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := errors.Join(discord.WaitReady(ctx), discord.WaitCommands(ctx, "event")); err != nil {
		t.Fatal(err, stderr)
	}
	return func() {
		cmd.Process.Kill()
		cmd.Wait()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 30*time.Second)
		defer cancel()
		if err := discord.WaitGone(ctx); err != nil { // else the next start would seem to be ready at once
			t.Error(err)
		}
	}
}

// ask uses /event as Anna, who may manage events.
func ask(ctx context.Context, discord *discordtest.Server, subcommand string, options map[string]any) (*discordtest.Answer, error) {
	return discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "event "+subcommand, options, discordtest.Permissions(discordgo.PermissionManageEvents))
}

// askOnce starts the program, uses /event once, and kills the program.
func askOnce(t *testing.T, discord *discordtest.Server, databaseURL, subcommand string, options map[string]any) {
	t.Helper()
	defer running(t, discord, databaseURL)()
	answer, err := ask(t.Context(), discord, subcommand, options)
	if err != nil || answer.Message.Private() {
		t.Fatal(subcommand, answer, err)
	}
}

// killDuring takes a step, and kills the program at a random moment afterwards.
func killDuring(t *testing.T, discord *discordtest.Server, databaseURL string, act step) {
	t.Helper()
	kill := running(t, discord, databaseURL)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		act(ctx)
	}()
	<-time.After(time.Duration(rand.N(80_000)) * time.Microsecond)
	kill()
	cancel()
	<-answered
}

func lastEvent(t *testing.T, databaseURL string) *events.Event {
	t.Helper()
	kept, err := store.Open(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	e, err := kept.Event(t.Context(), events.Ref{Channel: discordtest.ChannelID})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var drawnRound = regexp.MustCompile(`round (\d+) of \d+: SP-(\d+) `)

// wantWhole compares the log of an event with the messages in the channel, and with the
// numbers that people were told are added.
func wantWhole(t *testing.T, discord *discordtest.Server, databaseURL, id string, added map[string][]events.Added) {
	t.Helper()
	kept, err := store.Open(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	e, err := kept.Event(t.Context(), events.Ref{Channel: discordtest.ChannelID, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	shown := shownBoards(discord)
	drawn, numbers, boards := map[int]bool{}, 0, 0
	for i, d := range e.Draws {
		if d.Seal != nil {
			numbers += len(d.Seal.Added)
			for _, a := range added[e.Sum(&d)] {
				if !slices.ContainsFunc(d.Seal.Added, func(kept events.Added) bool { return kept.User == a.User && kept.Number == a.Number }) {
					t.Errorf("round %d lost %+v", d.Round, a)
				}
			}
			if want := d.Seal.Order[d.Seal.Index()]; len(d.SPs) != 1 || d.SPs[0] != want {
				t.Errorf("round %d: opened to %v, the numbers give %d", d.Round, d.SPs, want)
			}
		}
		if d.Round != i+1 || e.Rules.Each && len(d.SPs) != e.RulesOf(&d).Boards || d.By != discordtest.Anna.ID || d.ByName != discordtest.Anna.Name {
			t.Errorf("draw %d: %+v", i+1, d)
		}
		if d.Message != "" && !e.Rules.Each && !strings.Contains(discord.Message(&discordtest.Message{ID: d.Message, ChannelID: discordtest.ChannelID}).Text(), fmt.Sprintf("SP-%d ", d.SPs[0])) {
			t.Errorf("round %d: message %s does not show it", d.Round, d.Message)
		}
		for index, sp := range d.SPs {
			if drawn[sp] {
				t.Errorf("SP-%d was drawn twice", sp)
			}
			drawn[sp] = true
			if !shown[shownBoard{d.Round, index + 1, sp}] {
				t.Errorf("nobody has seen round %d, board %d: SP-%d", d.Round, index+1, sp)
			}
			boards++
		}
	}
	for i, c := range e.Changes {
		if rules := e.After(&c); rules.Games == c.Was.Games && rules.Boards == c.Was.Boards {
			t.Errorf("change %d was made twice", i)
		}
	}
	t.Logf("event %s: %d rounds drawn, %d positions, %d changes, %d numbers added", id, len(e.Draws), boards, len(e.Changes), numbers)
}

// A shownBoard is a position that people have seen.
type shownBoard struct{ round, board, sp int }

var (
	eachBoard   = regexp.MustCompile(`Board (\d+): SP (\d+),`)
	joinedBoard = regexp.MustCompile(`Board (\d+) joined round (\d+): SP-(\d+) `)
	eachRound   = regexp.MustCompile(`round (\d+) of \d+: \d+ boards, each its own`)
)

// shownBoards returns the positions in the messages of the channel.
func shownBoards(discord *discordtest.Server) map[shownBoard]bool {
	shown := map[shownBoard]bool{}
	for _, m := range discord.Messages(discordtest.Channel) {
		for _, found := range drawnRound.FindAllStringSubmatch(m.Text(), -1) {
			shown[shownBoard{number(found[1]), 1, number(found[2])}] = true
		}
		for _, found := range joinedBoard.FindAllStringSubmatch(m.Text(), -1) {
			shown[shownBoard{number(found[2]), number(found[1]), number(found[3])}] = true
		}
		if round := eachRound.FindStringSubmatch(m.Text()); round != nil {
			for _, found := range eachBoard.FindAllStringSubmatch(m.Pictures()[0].Alt, -1) {
				shown[shownBoard{number(round[1]), number(found[1]), number(found[2])}] = true
			}
		}
	}
	return shown
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
