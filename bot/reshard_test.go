package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
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

// interactionOf returns an interaction with /random in a server.
func interactionOf(guildID uint64) map[string]any {
	return map[string]any{
		"type": 2, "guild_id": fmt.Sprint(guildID), "channel_id": discordtest.ChannelID,
		"member": map[string]any{"user": map[string]any{"id": discordtest.Anna.ID, "username": "anna"}, "permissions": "0"},
		"data":   map[string]any{"id": "1", "name": "random", "type": 1},
	}
}

// guildOfShard returns the id of a server that belongs to a shard, out of count shards.
func guildOfShard(shard, count uint64) uint64 { return (count*960 + shard) << 22 }

// With the recommended number of shards, the bot gets the interactions of all servers.
func TestShards(t *testing.T) {
	t.Parallel()
	const count = 5
	w := connect(t, offer(commands.All(tools(t)), "random"), discordtest.SessionStarts(discordtest.SessionStart{Shards: count, MaxConcurrency: count}))
	w.settle(t, count, 0)
	for shard := range uint64(count) {
		answer, err := w.Interact(within(t), interactionOf(guildOfShard(shard, count)))
		if err != nil || !strings.Contains(answer.Message.Text(), "## SP ") {
			t.Errorf("shard %d: %v", shard, err)
		}
	}
	if n := w.Connections(); n != count {
		t.Errorf("%d connections, want %d", n, count)
	}
}

// If a running bot gets into too many servers, it connects again with the number of shards
// that Discord then recommends.
func TestMoreShards(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		w := connect(t, offer(commands.All(tools(t)), "random"))
		w.SetSessionStarts(discordtest.SessionStart{Shards: 2, MaxConcurrency: 2})
		w.CloseGateway(4011)
		w.settle(t, 3, 0)
		for shard := range uint64(2) {
			if _, err := w.Interact(within(t), interactionOf(guildOfShard(shard, 2))); err != nil {
				t.Errorf("shard %d: %v", shard, err)
			}
		}
	})
}

// A process may connect only some of the shards.
func TestPartOfTheShards(t *testing.T) {
	t.Parallel()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	w := &world{Server: server}
	w.start(t, bot.Options{Token: discordtest.Token, Commands: offer(commands.All(tools(t)), "random"), Shards: 4, ShardIDs: []int{2}})
	t.Cleanup(w.stop)
	if err := w.WaitCommands(within(t), "random"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Interact(within(t), interactionOf(guildOfShard(2, 4))); err != nil {
		t.Error(err)
	}
	if _, err := w.Interact(within(t), interactionOf(guildOfShard(1, 4))); err != discordtest.ErrNoBot {
		t.Errorf("the server of another shard: %v", err)
	}
}

// The bot connects although GET /gateway/bot is unknown, or fails at first.
func TestGatewayInfoFaults(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{"unknown": {Status: 404}, "cut off": {DropBefore: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T) {
				asked := 0
				w := connect(t, offer(commands.All(tools(t)), "random"), discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
					if r.Route != "/gateway/bot" {
						return nil
					}
					if asked++; fault.Status == 404 || asked == 1 {
						return &fault
					}
					return nil
				}))
				slash(t, w, "random")
			})
		})
	}
}
