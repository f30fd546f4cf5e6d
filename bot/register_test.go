package bot_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/metrics"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/golden"
)

// overwrites returns the routes of all bulk overwrites so far.
func overwrites(w *world) (routes []string) {
	for _, r := range w.Requests() {
		if r.Method == "PUT" {
			routes = append(routes, r.Route)
		}
	}
	return routes
}

// An unchanged overwrite would still give the commands a new version, which
// running clients refuse.
func TestCommandsAreOverwrittenOnlyWhenDifferent(t *testing.T) {
	t.Parallel()
	w := connectTo(t, standIn(t, nil), bot.Options{Commands: commands.All(tools(t)), AnswerTime: patience})
	restart := func(o bot.Options) {
		w.stop()
		o.Token = discordtest.Token
		earlier, ctx := w.Identifies(), within(t)
		w.start(t, o)
		registered := func() bool { return w.Identifies() > earlier && w.log.has("changed=") }
		if !w.log.until(ctx, registered) {
			t.Fatal(w.log)
		}
	}
	restart(bot.Options{Commands: commands.All(tools(t))})
	if invite := `invite="https://discord.com/oauth2/authorize?client_id=` + discordtest.ApplicationID + "&scope=bot+applications.commands&permissions="; !w.log.has(invite) {
		t.Errorf("no %s in\n%s", invite, w.log)
	}
	if got := len(overwrites(w)); got != 1 {
		t.Errorf("%d overwrites after a restart with the same commands, want 1", got)
	}
	changed := commands.All(tools(t))
	changed[0].Options = changed[0].Options[1:]
	restart(bot.Options{Commands: changed})
	if got := len(overwrites(w)); got != 2 {
		t.Errorf("%d overwrites after a definition changed, want 2", got)
	}
	for range 2 { // the second time they are registered already
		restart(bot.Options{Commands: changed, GuildID: discordtest.GuildID})
	}
	if got := overwrites(w); len(got) != 3 || !strings.Contains(got[2], "/guilds/") {
		t.Errorf("overwrites after two starts for one server: %v", got)
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// The registered definitions match the golden file.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	w := connectTo(t, standIn(t, nil), bot.Options{Commands: commands.All(tools(t)), AnswerTime: patience})
	if n := len(overwrites(w)); n != 1 {
		t.Fatalf("%d overwrites, want 1", n)
	}
	for _, r := range w.Requests() {
		if r.Method == "PUT" {
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, r.Body, "", "\t"); err != nil {
				t.Fatal(err)
			}
			golden.Text(t, "testdata/definitions.json", pretty.String()+"\n")
		}
	}
}

// If the commands cannot be registered, the bot is not ready, and the metrics show it.
func TestFailedRegistrationShows(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		server := standIn(t, nil)
		server.SetFaults(func(r discordtest.Request) *discordtest.Fault {
			if r.Method == "PUT" {
				return &discordtest.Fault{Status: 500}
			}
			return nil
		})
		counted := metrics.New("v1", tools(t).Store.(metrics.Database), slog.New(slog.DiscardHandler))
		w := &world{Server: server}
		w.start(t, bot.Options{Token: discordtest.Token, Commands: commands.All(tools(t)), Metrics: counted})
		defer w.stop()
		ready := func() bool { return w.bot.Check(t.Context()) == nil }
		failed := func() bool {
			err := w.bot.Check(t.Context())
			return err != nil && strings.Contains(err.Error(), "the commands are not registered: ")
		}
		if !w.log.until(within(t), failed) {
			t.Fatal("a failed registration does not show")
		}
		wantLines(t, scraped(t, counted), "chess960bot_commands_registered 0")
		server.SetFaults(nil)
		if !w.log.until(within(t), ready) {
			t.Fatal(w.bot.Check(t.Context()))
		}
		waitForLine(within(t), t, w, counted, "chess960bot_commands_registered 1")
	})
}
