package bot_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/workshop/discordtest"
)

// studying starts an event at 21:00 with ten minutes of study time, and draws its first round.
func studying(t *testing.T, sealed bool, settings ...discordtest.Setting) (n *dailyWorld, drawn *discordtest.Message) {
	t.Helper()
	n = newDailyWorld(t, func(*schedule.Sub) {}, settings...)
	if err := dailyrows.Of(n.tools.Store).Remove(t.Context(), discordtest.ChannelID, n.now); err != nil { // its posts are not the subject
		t.Fatal(err)
	}
	n.at(t, 20, "21:00:00")
	if said := n.event(t, "new", map[string]any{"name": "Thursday", "rounds": 3, "study": 10, "sealed": sealed}); !strings.Contains(said, "The players study each position for 10 minutes before the games.") {
		t.Fatal(said)
	}
	n.event(t, "draw", nil)
	messages := n.Messages(discordtest.Channel)
	return n, messages[len(messages)-1]
}

const begins = "Round 1 begins: "

// button returns the custom id of a button of a message.
func button(t *testing.T, m *discordtest.Message, label string) string {
	t.Helper()
	b, ok := m.Button(label)
	if !ok {
		t.Fatalf("no button %s under\n%s", label, m.Text())
	}
	return b.CustomID
}

// Discord refuses the post: the person who drew is told once, and the post comes once when it can.
// If the bot was away, the channel is told once.
func TestBeginsThatCannotCome(t *testing.T) {
	t.Parallel()
	n, _ := studying(t, false)
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{CannotSend: true})
	for _, clock := range []string{"21:10:00", "21:11:10", "21:12:00"} {
		n.at(t, 20, clock)
	}
	told := n.told(discordtest.Anna)
	if len(told) != 1 || !strings.Contains(told[0].Text(), "Nobody was told that round 1 begins") {
		t.Fatalf("%d direct messages\n%s", len(told), n.log)
	}
	if pressed, err := n.Press(within(t), discordtest.Anna, told[0], button(t, told[0], "Check again")); err != nil || !strings.Contains(pressed.Message.Text(), "I keep trying until") {
		t.Error(err, pressed.Message.Text())
	}
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
	for _, clock := range []string{"21:15:00", "21:20:00", "21:50:00"} {
		n.at(t, 20, clock)
	}
	if posts := n.posts(begins); len(posts) != 1 {
		t.Errorf("posted: %q\n%s", posts, n.log)
	}
	if pressed, err := n.Press(within(t), discordtest.Anna, told[0], button(t, told[0], "Check again")); err != nil || !strings.Contains(pressed.Message.Text(), "is in <#") {
		t.Error(err, pressed.Message.Text())
	}

	away, _ := studying(t, false)
	for _, clock := range []string{"21:45:00", "21:46:00", "22:30:00"} {
		away.at(t, 20, clock)
	}
	if posts := away.posts("I was offline at"); len(posts) != 1 || len(away.posts(begins)) != 0 {
		t.Errorf("told: %q, posted: %q\n%s", posts, away.posts(begins), away.log)
	}
}

// A clock that runs ahead for a moment takes no post away.
func TestBeginsWithAClockAhead(t *testing.T) {
	t.Parallel()
	n, _ := studying(t, false)
	n.at(t, 21, "03:00:00")
	n.at(t, 21, "03:00:15")
	for _, clock := range []string{"21:05:00", "21:10:00", "21:11:00", "22:30:00"} {
		n.at(t, 20, clock)
	}
	if posts := n.posts(begins); len(posts) != 1 || len(n.posts("I was offline")) != 0 {
		t.Errorf("posted: %q\n%s", posts, n.log)
	}
}

// The study time of a sealed draw begins when the seal is opened.
func TestStudyTimeOfASeal(t *testing.T) {
	t.Parallel()
	n, seal := studying(t, true)
	n.at(t, 20, "21:01:00")
	if _, err := n.Press(within(t), discordtest.Anna, seal, seal.Buttons()[1].CustomID, discordtest.Permissions(1<<33)); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		clock string
		posts int
	}{{"21:10:00", 0}, {"21:10:59", 0}, {"21:11:00", 1}, {"21:30:00", 1}} {
		n.at(t, 20, c.clock)
		if posts := n.posts(begins); len(posts) != c.posts {
			t.Errorf("at %s: %q\n%s", c.clock, posts, n.log)
		}
	}
}

// Discord refuses or limits the post, and the message about that comes when it is too late for the post:
// the person who drew is told that nobody was told.
func TestBeginsThatCouldNotCome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		post       *discordtest.Fault
		first, end string
	}{
		"refused":           {&discordtest.Fault{Status: 403, Code: 50013, Message: "Missing Permissions"}, "Allow me to see that channel", "I have stopped trying."},
		"limited":           {&discordtest.Fault{Status: 429, RetryAfter: 10 * time.Minute}, "I try again at <t:1795209600:t>", "I have stopped trying."},
		"limited for hours": {&discordtest.Fault{Status: 429, RetryAfter: 2 * time.Hour}, "until after <t:1795210800:t>. I have stopped trying.", "I have stopped trying."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, late := range []bool{false, true} {
				var refusing, deaf atomic.Bool
				n, _ := studying(t, false, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
					switch {
					case r.Method != "POST" || !strings.HasPrefix(r.Route, "/channels/"):
					case strings.Contains(r.Path, discordtest.ChannelID):
						if refusing.Load() {
							return c.post
						}
					case deaf.Load():
						return &discordtest.Fault{Status: 429, RetryAfter: 40 * time.Minute}
					}
					return nil
				}))
				refusing.Store(true)
				deaf.Store(late)
				for _, clock := range []string{"21:10:00", "21:10:30", "21:12:00", "21:20:00", "21:30:00", "21:38:00", "21:42:00"} {
					n.at(t, 20, clock)
				}
				deaf.Store(false)
				for _, clock := range []string{"21:51:00", "22:10:00"} {
					n.at(t, 20, clock)
				}
				told, want := n.told(discordtest.Anna), c.first
				if late {
					want = c.end
				}
				if len(told) != 1 || !strings.Contains(told[0].Text(), want) || !strings.Contains(told[0].Text(), "round 1 begins") {
					t.Fatalf("late %t: %d direct messages %v\n%s", late, len(told), told, n.log)
				}
				if pressed, err := n.Press(within(t), discordtest.Anna, told[0], button(t, told[0], "Check again")); err != nil || !strings.Contains(pressed.Message.Text(), c.end) {
					t.Error(err, pressed.Message.Text())
				}
			}
		})
	}
}
