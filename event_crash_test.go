package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discordtest"
	"chess960bot/internal/events"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
	"chess960bot/internal/testrun"
)

// The bot is killed at random moments of a draw, and continues after each start. No round
// gets two positions, no round is lost, and every draw is shown.
func TestEventsSurviveKills(t *testing.T) {
	testrun.LongOnly(t, "starts the program 600 times")
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
	const kills, rounds = 300, events.MostRounds
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	var evenings []string
	for left := kills; left > 0; left -= rounds - 1 {
		askOnce(t, discord, databaseURL, "new", map[string]any{"name": "Crash", "rounds": rounds})
		evenings = append(evenings, lastEvent(t, databaseURL).ID)
		for range min(left, rounds-1) {
			killDuringDraw(t, discord, databaseURL)
		}
		askOnce(t, discord, databaseURL, "draw", nil) // shows a draw that nobody has seen
		askOnce(t, discord, databaseURL, "close", nil)
	}
	for _, id := range evenings {
		wantWhole(t, discord, databaseURL, id)
	}
}

// running starts the program and waits until it is ready. kill returns when Discord has
// noticed the end of the connection.
func running(t *testing.T, discord *discordtest.Server, databaseURL string) (kill func()) {
	t.Helper()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL="+databaseURL)
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

// killDuringDraw asks for a draw, and kills the program at a random moment afterwards.
func killDuringDraw(t *testing.T, discord *discordtest.Server, databaseURL string) {
	t.Helper()
	kill := running(t, discord, databaseURL)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		ask(ctx, discord, "draw", nil)
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

// wantWhole compares the log of an event with the messages in the channel.
func wantWhole(t *testing.T, discord *discordtest.Server, databaseURL, id string) {
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
	shown, seen := map[int]bool{}, 0
	for _, m := range discord.Messages(discordtest.Channel) {
		for _, found := range drawnRound.FindAllStringSubmatch(m.Text(), -1) {
			round, _ := strconv.Atoi(found[1])
			sp, _ := strconv.Atoi(found[2])
			if d := e.Round(round); d != nil && d.SPs[0] == sp {
				shown[round] = true
				seen++
			}
		}
	}
	drawn := map[int]bool{}
	for i, d := range e.Draws {
		if d.Round != i+1 || len(d.SPs) != 1 || drawn[d.SPs[0]] {
			t.Errorf("draw %d: %+v", i+1, d)
		}
		drawn[d.SPs[0]] = true
		if !shown[d.Round] {
			t.Errorf("nobody has seen round %d", d.Round)
		}
	}
	t.Logf("event %s: %d rounds drawn, shown %d times", id, len(e.Draws), seen)
}
