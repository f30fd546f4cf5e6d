package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// While two shards are replaced by four, both sets of sessions get each interaction for a
// while. One process runs each command and answers, so events open, are drawn and close as
// if nothing happened.
func TestResharding(t *testing.T) {
	testrun.LongOnly(t, "waits until shards may identify, under load")
	t.Parallel()
	server, err := discordtest.Start(discordtest.EverySession(), discordtest.History(20_000), discordtest.SessionStarts(discordtest.SessionStart{MaxConcurrency: 4}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	tools := tools(t)
	cmds := commands.All(tools)
	start := func(shards int, ids ...int) *world {
		w := &world{Server: server}
		w.start(t, bot.Options{Token: discordtest.Token, Commands: cmds, Shards: shards, ShardIDs: ids, Slots: tools.Store.(*store.Store)})
		t.Cleanup(w.stop)
		return w
	}
	old := []*world{start(2, 0), start(2, 1)}
	old[0].settle(t, 2, 0)
	old[0].waitRegistered(t, cmds)

	loaded, stop := context.WithCancel(within(t))
	var load errgroup.Group
	const people = 8
	answered := [people]int{}
	for person := range people {
		load.Go(func() error {
			for ; loaded.Err() == nil; answered[person]++ {
				answer, err := server.Interact(t.Context(), interactionOf(guildOfShard(uint64(person), people)))
				if err != nil || !strings.Contains(answer.Message.Text(), "## SP ") {
					return fmt.Errorf("after %d answers to person %d: %w", answered[person], person, err)
				}
				time.Sleep(10 * time.Millisecond)
			}
			return nil
		})
	}
	const eachEvening = 3 // interactions
	evenings := 0
	load.Go(func() error {
		for ; loaded.Err() == nil; evenings++ {
			for _, step := range [eachEvening]struct {
				subcommand, want string
				options          map[string]any
			}{
				{"new", "one of 960 positions", map[string]any{"name": "Reshard", "rounds": 1}},
				{"draw", "round 1 of 1: SP ", nil},
				{"close", "Reshard is over", nil},
			} {
				answer, err := server.Slash(t.Context(), discordtest.Anna, discordtest.Channel, "event "+step.subcommand, step.options, eventAsker)
				if err != nil || !strings.Contains(answer.Message.Text(), step.want) {
					return fmt.Errorf("/event %s of evening %d: %v, %w", step.subcommand, evenings+1, answer, err)
				}
			}
		}
		return nil
	})
	const pause = 2 * time.Second
	time.Sleep(pause) // under load, as in each step
	added := []*world{start(4, 0, 1), start(4, 2, 3)}
	added[0].settle(t, 6, 0)
	time.Sleep(pause)
	for _, w := range old {
		w.stop()
	}
	time.Sleep(pause)
	stop()
	if err := load.Wait(); err != nil {
		t.Error(err)
	}
	accepted, all := 0, evenings*eachEvening
	for _, r := range server.Requests() {
		if strings.HasPrefix(r.Route, "/interactions/") {
			accepted++
			if r.Status != 200 && r.Status != 204 { // such as 400 for a second answer
				t.Errorf("an answer has status %d", r.Status)
			}
		}
	}
	for _, n := range answered {
		all += n
	}
	if accepted != all {
		t.Errorf("%d interactions, %d answers", all, accepted)
	}
	t.Logf("%d interactions, of which %d evenings of an event; %d answers", all, evenings, accepted)
	for _, rule := range server.Broken() {
		t.Error("rule broken: ", rule)
	}
}
