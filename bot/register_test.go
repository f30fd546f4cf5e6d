package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/discordtest"
	"chess960bot/internal/golden"
)

// overwrites are the routes of the bulk overwrites so far.
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
	w := connect(t, commands.All(tools(t)))
	restart := func(o bot.Options) {
		w.stop()
		o.Token = discordtest.Token
		before, ctx := w.Identifies(), within(t)
		w.start(t, o)
		for w.Identifies() == before || !strings.Contains(w.log.String(), "msg=ready") {
			if !sleep(ctx, 5*time.Millisecond) {
				t.Fatal(w.log)
			}
		}
	}
	restart(bot.Options{Commands: commands.All(tools(t))})
	if got := len(overwrites(w)); got != 1 {
		t.Errorf("%d overwrites after a restart with the same commands, want 1", got)
	}
	changed := commands.All(tools(t))
	changed[0].Def.Options[0].Description = "Another text"
	restart(bot.Options{Commands: changed})
	if got := len(overwrites(w)); got != 2 {
		t.Errorf("%d overwrites after a text changed, want 2", got)
	}
	for range 2 { // the second time they are there
		restart(bot.Options{Commands: changed, GuildID: discordtest.GuildID})
	}
	if got := overwrites(w); len(got) != 3 || !strings.Contains(got[2], "/guilds/") {
		t.Errorf("overwrites after two starts for one server: %v", got)
	}
	holdAgainstOpenAPI(t, w.Requests())
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// What Discord is told of the commands, as people will see it.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
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
