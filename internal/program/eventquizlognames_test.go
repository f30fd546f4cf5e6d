package program

import (
	"context"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/when"
	"chess960bot/internal/service/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// The log names no person, whatever becomes of posts and answers: people have posts of all
// kinds, and Discord refuses some of them, and an answer.
func TestLogNamesNobody(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	refused := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518777"}
	discord.AddChannel(refused, "refused")
	discord.SetChannel(refused, discordtest.ChannelState{CannotSend: true})
	discord.Install(discordtest.Anna)                                                               // so that the bot can write to her
	if _, err := discord.Write(discordtest.Anna, discordtest.Channel, "Good evening"); err != nil { // an empty channel proves nothing to a bot that looks for its posts
		t.Fatal(err)
	}
	addr := testrun.UnusedAddress()
	database := storetest.SQLite(t)
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "HTTP_ADDR="+addr, "DATABASE_URL="+database)
	planPosts(t, database, discordtest.ChannelID, refused.ChannelID)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := discord.WaitCommands(ctx, "quiz"); err != nil {
		t.Fatal(err)
	}
	for _, post := range []string{
		`kind="daily",state="posted"`, `kind="quiz",state="posted"`, `kind="quiz",state="failed"`, `kind="race",state="posted"`,
		`kind="seal",state="posted"`, `kind="trouble",state="posted"`,
	} {
		waitForMetric(t, addr, "chess960bot_posts{"+post+"} 1")
	}
	discord.SetFaults(func(discordtest.Request) *discordtest.Fault { return &discordtest.Fault{Status: 400} })
	if _, err := discord.Slash(ctx, discordtest.Ben, discordtest.Channel, "quiz progress", nil); err == nil {
		t.Error("the answer arrived")
	}
	discord.SetFaults(nil)
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	for _, line := range []string{
		"daily post sent", "daily post not sent", "quiz post sent", "quiz post not sent", "race post sent",
		"seal post sent", "trouble post sent", "cannot send the answer",
	} {
		if !strings.Contains(stderr.String(), line) {
			t.Errorf("%q is not in the log:\n%s", line, stderr)
		}
	}
}

// planPosts makes posts of all kinds due in a database. The posts of a channel
// are also due in one that refuses them.
func planPosts(t *testing.T, database, channel, refused string) {
	t.Helper()
	subscribe(t, database)
	kept, err := store.OpenUnsynced(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	s, err := kept.Sub(t.Context(), channel)
	must(err)
	s.Channel = refused
	must(kept.Save(t.Context(), s))
	for person, channel := range map[discordtest.User]string{discordtest.Ben: channel, discordtest.Cleo: refused} {
		_, err := kept.BeginAttempt(t.Context(), person.ID, when.DateOf(now), now)
		must(err)
		a, err := kept.UpdateAttempt(t.Context(), person.ID, when.DateOf(now), func(a *quiz.Attempt) error {
			for range quiz.DaySteps {
				a.Answer(true, false, now)
			}
			return nil
		})
		must(err)
		_, err = kept.Share(t.Context(), a.Post(channel, now))
		must(err)
	}
	must(kept.NewRace(t.Context(), &quiz.Race{
		ID: "race", Channel: channel, Guild: discordtest.GuildID, StartedBy: discordtest.Anna.ID, NextAt: now,
		Rules: quiz.RaceRules{
			Level: quiz.WholeNumber.ID(), Scheme: chess960.Scharnagl.Option, Rounds: 3, Time: time.Minute, Seed: "race",
		},
	}, time.Time{}))
	e := &events.Event{
		ID: "event", Channel: channel, OpenedBy: discordtest.Anna.ID, OpenedByName: discordtest.Anna.Name, OpenedAt: now,
		Rules: events.Rules{Name: "Club", Rounds: 1, Boards: 1, Games: 1, Sealed: true},
	}
	anna := events.Asker{User: discordtest.Anna.ID, At: now.Add(-events.SealTime)}
	draw := func(n int) (int, error) { return rand.N(n), nil }
	_, err = e.Seal(anna, draw, func() [16]byte { return [16]byte{} })
	must(err)
	must(kept.NewEvent(t.Context(), e))
}
