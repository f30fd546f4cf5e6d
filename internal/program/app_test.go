package program_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/app"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/render"
)

// A server that stops can still have its last requests answered: the bot stops after it.
func TestTheBotStopsAfterTheServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.Open(t, storetest.SQLite(t))
		a := app.New(app.Options{
			Bot:   bot.Options{APIURL: &url.URL{Scheme: "unreachable"}, NoGateway: true, Log: slog.New(slog.DiscardHandler)},
			Store: s, Boards: boards, Timing: outbox.StandardTiming(), Now: time.Now,
		})
		answered := func() bool {
			_, _, status := a.Bot.Answer(t.Context(), []byte(`{"id":"1","token":"t","type":2,"channel_id":"5","user":{"id":"6"},"data":{"name":"about"}}`), time.Now())
			return status == http.StatusOK
		}
		ctx, stop := context.WithCancel(t.Context())
		err := a.Run(ctx, func(stopping context.Context) error {
			stop()
			<-stopping.Done()
			synctest.Wait() // until everything has stopped that does not wait for this server
			if !answered() {
				t.Error("the last request of a server gets no answer")
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		if answered() {
			t.Error("the bot has not stopped")
		}
	})
}

// Whoever is forgotten leaves no posts of any kind.
func TestPostsOfEveryKindAreForgotten(t *testing.T) {
	a := app.New(app.Options{
		Bot:    bot.Options{APIURL: &url.URL{Scheme: "unreachable"}, NoGateway: true, Log: slog.New(slog.DiscardHandler)},
		Boards: &render.Renderer{}, Timing: outbox.StandardTiming(), Now: time.Now,
	})
	forgotten := postKinds()
	for _, k := range a.Outbox.Kinds {
		if !slices.Contains(forgotten, k.Name()) {
			t.Errorf("the parts lack %q: ForgetPerson and ForgetServer leave these posts", k.Name())
		}
	}
	if len(forgotten) != len(a.Outbox.Kinds) {
		t.Errorf("the parts have %d kinds, and the outbox %d", len(forgotten), len(a.Outbox.Kinds))
	}
}

// postKinds are the kinds of posts that are forgotten with a person or a server.
func postKinds() (kinds []string) {
	for _, p := range commands.Parts() {
		kinds = append(kinds, p.Kinds...)
	}
	return kinds
}

// Posts of a feature that is switched off wait: nobody plans or sends them.
func TestPostsOfAFeatureThatIsOffWait(t *testing.T) {
	for setting, want := range map[string][]string{
		"all":            nil,
		"core,quiz":      {"begin", "late_results", "round", "round_trouble", "seal", "sealed", "server_event", "server_event_trouble"},
		"core,standings": {"quiz", "race"},
		"core":           {"begin", "late_results", "quiz", "race", "round", "round_trouble", "seal", "sealed", "server_event", "server_event_trouble"},
	} {
		choice, err := app.Choose(setting)
		if err != nil {
			t.Fatal(err)
		}
		a := app.New(app.Options{
			Bot:    bot.Options{APIURL: &url.URL{Scheme: "unreachable"}, NoGateway: true, Log: slog.New(slog.DiscardHandler)},
			Boards: &render.Renderer{}, Timing: outbox.StandardTiming(), Now: time.Now, Choice: choice,
		})
		waiting := slices.DeleteFunc(slices.Sorted(slices.Values(postKinds())), func(kind string) bool {
			return slices.ContainsFunc(a.Outbox.Kinds, func(k outbox.Kind) bool { return k.Name() == kind })
		})
		if !slices.Equal(waiting, want) || len(waiting)+len(a.Outbox.Kinds) != len(postKinds()) {
			t.Errorf("COMMANDS=%s: %q wait, and %d kinds are sent", setting, waiting, len(a.Outbox.Kinds))
		}
	}
}

// waitForMessage returns the message of a channel after the first n, as soon as it is there.
func waitForMessage(t *testing.T, ctx context.Context, discord *discordtest.Server, channel discordtest.Place, n int) *discordtest.Message {
	t.Helper()
	for {
		if all := discord.Messages(channel); len(all) > n {
			return all[n]
		}
		select {
		case <-ctx.Done():
			t.Fatal("no message comes")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// The bots of all tests draw their squares once.
var boards = render.New()
