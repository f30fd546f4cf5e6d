package crashtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
)

// startDiscord starts a stand-in that remembers nonces for the given time. Its chaos is
// still calm.
func startDiscord(t *testing.T, nonces time.Duration, settings ...discordtest.Setting) (*discordtest.Server, *chaos) {
	t.Helper()
	c := &chaos{calm: true}
	discord, err := discordtest.Start(append(settings, discordtest.NonceWindow(nonces), discordtest.History(20_000),
		discordtest.Faults(func(q discordtest.Request) *discordtest.Fault { return c.fault(q.Route) }))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(discord.Close)
	return discord, c
}

// addChannel adds a channel to the stand-in. The number is different for each channel.
func addChannel(t *testing.T, discord *discordtest.Server, s scene, number int) discordtest.Place {
	t.Helper()
	channel := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: fmt.Sprint(1_100_000_000_000_000_000 + number)}
	discord.AddChannel(channel, s.name)
	greet(t, discord, channel)
	if s.stage != nil {
		s.stage(discord, channel)
	}
	return channel
}

// greet puts a message into a channel. Without any message the engine could not tell
// whether it may read the channel.
func greet(t *testing.T, discord *discordtest.Server, channel discordtest.Place) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", discord.URL()+"/api/v10/channels/"+channel.ChannelID+"/messages",
		strings.NewReader(`{"content": "Hello.", "allowed_mentions": {"parse": []}}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = http.Header{"Authorization": {"Bot " + discordtest.Token}, "Content-Type": {"application/json"}, "User-Agent": {"DiscordBot (https://example.com, 1)"}}
	response, err := http.DefaultClient.Do(r)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(response, err)
	}
	response.Body.Close()
}

// messagesIn returns what everyone sees in a channel after the greeting.
func messagesIn(discord *discordtest.Server, channel discordtest.Place) (seen []*discordtest.Message) {
	for _, m := range discord.Messages(channel)[1:] {
		if !m.Private() {
			seen = append(seen, m)
		}
	}
	return seen
}

// chaos disturbs requests unless it is calm.
type chaos struct {
	mu   sync.Mutex
	calm bool
}

func (c *chaos) set(calm bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calm = calm
}

// fault returns the fault of a request: for most requests none.
func (c *chaos) fault(route string) *discordtest.Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calm || !strings.HasPrefix(route, "/channels/") && !strings.HasPrefix(route, "/guilds/{guild_id}/scheduled-events") && route != "/users/@me/channels" {
		return nil
	}
	switch rand.IntN(12) {
	case 0:
		return &discordtest.Fault{Status: 502}
	case 1:
		return &discordtest.Fault{StatusAfter: 502}
	case 2:
		return &discordtest.Fault{DropBefore: true}
	case 3:
		return &discordtest.Fault{DropAfter: true}
	case 4:
		return &discordtest.Fault{RetryAfter: 100 * time.Millisecond}
	case 5:
		return &discordtest.Fault{Delay: 300 * time.Millisecond} // longer than the engine waits
	}
	return nil
}
