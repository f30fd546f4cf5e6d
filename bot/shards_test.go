package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
)

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
