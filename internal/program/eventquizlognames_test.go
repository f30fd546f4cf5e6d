package program

import (
	"context"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/metrics"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
)

// The log names no person, whatever becomes of posts and answers: people have posts of all
// kinds, and Discord refuses some of them, and an answer.
func TestLogNamesNobody(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, p *inside) {
		refused := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518777"}
		p.AddChannel(refused, "refused")
		p.SetChannel(refused, discordtest.ChannelState{CannotSend: true})
		p.Install(discordtest.Anna)                                                               // so that the bot can write to her
		if _, err := p.Write(discordtest.Anna, discordtest.Channel, "Good evening"); err != nil { // an empty channel proves nothing to a bot that looks for its posts
			t.Fatal(err)
		}
		planPosts(t, p.database, discordtest.ChannelID, refused.ChannelID)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		program := p.open(t)
		go func() { ended <- program.Run(ctx) }()
		if err := p.WaitCommands(ctx, "quiz"); err != nil {
			t.Fatal(err)
		}
		for _, post := range []string{
			`kind="daily",state="posted"`, `kind="quiz",state="posted"`, `kind="quiz",state="failed"`, `kind="race",state="posted"`,
			`kind="seal",state="posted"`, `kind="trouble",state="posted"`,
		} {
			for seconds := 0; !strings.Contains(scraped(p.counted), "\nchess960bot_posts{"+post+"} 1\n"); seconds++ {
				if time.Sleep(time.Second); seconds > 60 {
					t.Fatalf("no post with %s:\n%s", post, scraped(p.counted))
				}
			}
		}
		p.SetFaults(func(discordtest.Request) *discordtest.Fault { return &discordtest.Fault{Status: 400} })
		if _, err := p.Slash(ctx, discordtest.Ben, discordtest.Channel, "quiz progress", nil); err == nil {
			t.Error("the answer arrived")
		}
		p.SetFaults(nil)
		stop()
		if err := <-ended; err != nil {
			t.Errorf("ended with %v", err)
		}
		for _, line := range []string{
			"daily post sent", "daily post not sent", "quiz post sent", "quiz post not sent", "race post sent",
			"seal post sent", "trouble post sent", "cannot send the answer",
		} {
			if !strings.Contains(p.log.String(), line) {
				t.Errorf("%q is not in the log:\n%s", line, &p.log)
			}
		}
	})
}

func scraped(counted *metrics.Metrics) string {
	answer := httptest.NewRecorder()
	counted.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	return answer.Body.String()
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
	s, err := dailyrows.Of(kept).Sub(t.Context(), channel)
	must(err)
	s.Channel = refused
	must(dailyrows.Of(kept).Save(t.Context(), s))
	for person, channel := range map[discordtest.User]string{discordtest.Ben: channel, discordtest.Cleo: refused} {
		_, err := quizrows.Of(kept).BeginAttempt(t.Context(), person.ID, when.DateOf(now), now)
		must(err)
		a, err := quizrows.Of(kept).UpdateAttempt(t.Context(), person.ID, when.DateOf(now), func(a *training.Attempt) error {
			for range training.DaySteps {
				a.Answer(true, false, now)
			}
			return nil
		})
		must(err)
		_, err = store.Share(t.Context(), kept, a.Post(channel, now))
		must(err)
	}
	must(quizrows.Of(kept).NewRace(t.Context(), &training.Race{
		ID: "race", Channel: channel, Guild: discordtest.GuildID, StartedBy: discordtest.Anna.ID, NextAt: now,
		Rules: training.RaceRules{
			Level: training.WholeNumber.ID(), Scheme: chess960.Scharnagl.Option, Rounds: 3, Time: time.Minute, Seed: "race",
		},
	}, time.Time{}))
	e := &evening.Event{
		ID: "event", Channel: channel, OpenedBy: discordtest.Anna.ID, OpenedByName: discordtest.Anna.Name, OpenedAt: now,
		Rules: evening.Rules{Name: "Club", Rounds: 1, Boards: 1, Games: 1, Sealed: true},
	}
	anna := evening.Asker{User: discordtest.Anna.ID, At: now.Add(-evening.SealTime)}
	draw := func(n int) (int, error) { return rand.N(n), nil }
	_, err = e.Seal(anna, draw, func() [16]byte { return [16]byte{} })
	must(err)
	must(eventrows.Of(kept).NewEvent(t.Context(), e))
}
