package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
	"github.com/bwmarrin/discordgo"
	"golang.org/x/sync/errgroup"
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
	const eachTime = 3 // interactions
	times := 0
	load.Go(func() error {
		for ; loaded.Err() == nil; times++ {
			for _, step := range [eachTime]struct {
				subcommand, want string
				options          map[string]any
			}{
				{"set", "I post the position of the day", map[string]any{"channel": discordtest.Channel, "time": "19:30", "timezone": "UTC"}},
				{"pause", "gets no daily posts for now", map[string]any{"channel": discordtest.Channel}},
				{"remove", "will get no more daily posts", map[string]any{"channel": discordtest.Channel}},
			} {
				answer, err := server.Slash(t.Context(), discordtest.Anna, discordtest.Channel, "daily-posts "+step.subcommand, step.options, discordtest.Permissions(discordgo.PermissionManageGuild))
				if err != nil || !strings.Contains(answer.Message.Text(), step.want) {
					return fmt.Errorf("/daily-posts %s, time %d: %v, %w", step.subcommand, times+1, answer, err)
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
	accepted, all := 0, times*eachTime
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
	t.Logf("%d interactions, of which a daily post was set, paused and removed %d times; %d answers", all, times, accepted)
	for _, rule := range server.Broken() {
		t.Error("rule broken: ", rule)
	}
}
