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

// evening starts an event in which Anna has planned round 1 for 21:00.
func (n *dailyWorld) evening(t *testing.T) {
	t.Helper()
	if err := dailyrows.Of(n.tools.Store).Remove(t.Context(), discordtest.ChannelID, n.now); err != nil { // its posts are not the subject
		t.Fatal(err)
	}
	n.event(t, "new", map[string]any{"name": "Thursday", "rounds": 3, "boards": 2})
	if said := n.event(t, "draw", map[string]any{"at": "21:00", "timezone": "UTC"}); !strings.Contains(said, "I will draw round 1") {
		t.Fatal(said)
	}
}

// event answers a subcommand of /event, typed by Anna.
func (n *dailyWorld) event(t *testing.T, sub string, options map[string]any) string {
	t.Helper()
	return n.replyTo(t, "event "+sub, options)
}

func (n *dailyWorld) replyTo(t *testing.T, command string, options map[string]any) string {
	t.Helper()
	answer, err := n.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options, discordtest.Permissions(1<<33|1<<11), discordtest.AppPermissions(botPermissions))
	if err != nil {
		t.Fatal(command, err)
	}
	return answer.Message.Text()
}

// posts are the messages that the bot has posted by itself since 21:00.
func (n *dailyWorld) posts(with string) (texts []string) {
	for _, m := range n.Messages(discordtest.Channel) {
		if m.InteractionUser == (discordtest.User{}) && strings.Contains(m.Text(), with) {
			texts = append(texts, m.Text())
		}
	}
	return texts
}

const roundText = "Thursday, round 1 of 3"

// A round that Discord refuses at its time is tried again, and comes once, with the position
// that was drawn. The person who planned it is told once, and /round says why it has not come.
func TestRoundOnTimeIsRefused(t *testing.T) {
	t.Parallel()
	for name, state := range map[string]discordtest.ChannelState{
		"may not see": {NoAccess: true}, "may not send": {CannotSend: true}, "may not attach": {CannotAttach: true}, "gone": {Gone: true}, "invalid": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var invalid atomic.Bool
			n := newDailyWorld(t, func(*schedule.Sub) {}, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
				if r.Method == "POST" && strings.HasPrefix(r.Route, "/channels/") && strings.Contains(r.Path, discordtest.ChannelID) && invalid.Load() {
					return &discordtest.Fault{Status: 400, Code: 50035, Message: "Invalid Form Body"}
				}
				return nil
			}))
			n.evening(t)
			n.SetChannel(discordtest.Channel, state)
			invalid.Store(name == "invalid")
			for _, clock := range []string{"21:00:00", "21:00:30", "21:01:30", "21:03:30", "21:05:00"} {
				n.at(t, 20, clock)
			}
			told := n.told(discordtest.Anna)
			if len(told) != 1 || !strings.Contains(told[0].Text(), "round 1") || !strings.Contains(told[0].Text(), "I keep trying until <t:1795215600:t>") {
				t.Fatalf("%d direct messages\n%s", len(told), n.log)
			}
			check, _ := told[0].Button("Check again")
			if pressed, err := n.Press(within(t), discordtest.Anna, told[0], check.CustomID); err != nil || !strings.Contains(pressed.Message.Text(), "I keep trying until") {
				t.Error(err, pressed.Message.Text())
			}
			if !state.Gone {
				if said := n.replyTo(t, "round", nil); !strings.Contains(said, "I keep trying until <t:1795215600:t>") {
					t.Errorf("/round says\n%s", said)
				}
			}
			if posts := n.posts(roundText); len(posts) != 0 {
				t.Errorf("posted: %q", posts)
			}
			n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
			invalid.Store(false)
			for _, clock := range []string{"21:08:00", "21:12:00", "21:20:00", "23:30:00"} {
				n.at(t, 20, clock)
			}
			if posts := n.posts(roundText); len(posts) != 1 || !strings.Contains(posts[0], "SP\u00a0303") {
				t.Errorf("posted: %q\n%s", posts, n.log)
			}
			if told := n.told(discordtest.Anna); len(told) != 2 { // and the answer to Check again
				t.Errorf("%d direct messages", len(told))
			}
			if pressed, err := n.Press(within(t), discordtest.Anna, told[0], check.CustomID); err != nil || !strings.Contains(pressed.Message.Text(), "Round 1 is in <#"+discordtest.ChannelID+"> now.") {
				t.Error(err, pressed.Message.Text())
			}
		})
	}
}

// Discord limits a channel for long: the person who planned is told when the post is tried again, and
// so is everybody who asks.
func TestRoundOnTimeIsLimited(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit time.Duration
		want  []string
	}{
		"an hour":     {time.Hour, []string{"Round 1 is not in <#" + discordtest.ChannelID + "> yet: Discord limits", "I try again at <t:1795212000:t>"}},
		"three hours": {3 * time.Hour, []string{"I cannot post round 1: Discord limits", "until after <t:1795215600:t>"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var left atomic.Int64
			n := newDailyWorld(t, func(*schedule.Sub) {}, discordtest.Faults(func(r discordtest.Request) *discordtest.Fault {
				if r.Method == "POST" && strings.HasPrefix(r.Route, "/channels/") && strings.Contains(r.Path, discordtest.ChannelID) && left.Load() > 0 {
					return &discordtest.Fault{Status: 429, RetryAfter: time.Duration(left.Load())}
				}
				return nil
			}))
			n.evening(t)
			left.Store(int64(c.limit))
			n.at(t, 20, "21:00:00")
			n.at(t, 20, "21:00:30")
			told := n.told(discordtest.Anna)
			if len(told) != 1 {
				t.Fatalf("%d direct messages\n%s", len(told), n.log)
			}
			for _, want := range c.want {
				if !strings.Contains(told[0].Text(), want) {
					t.Errorf("told\n%s\nwant %s", told[0].Text(), want)
				}
				if said := n.replyTo(t, "round", nil); !strings.Contains(said, want) {
					t.Errorf("/round says\n%s\nwant %s", said, want)
				}
			}
			left.Store(0)
			n.at(t, 20, "22:00:01")
			n.at(t, 20, "22:00:31")
			if posts := n.posts(roundText); len(posts) != map[string]int{"an hour": 1}[name] {
				t.Errorf("posted: %q", posts)
			}
			n.at(t, 20, "23:00:01")
			if posts, told := n.posts(roundText), n.told(discordtest.Anna); len(posts) != map[string]int{"an hour": 1}[name] || len(told) != 1 {
				t.Errorf("posted: %q, %d direct messages", posts, len(told))
			}
		})
	}
}

// Until the end of the two hours Discord refuses the post. Then /event draw shows the same round.
func TestRoundOnTimeIsRefusedForHours(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(*schedule.Sub) {})
	n.evening(t)
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{CannotSend: true})
	for _, clock := range []string{"21:00:00", "21:30:00", "22:00:00", "22:30:00", "22:58:00", "23:02:00", "23:30:00"} {
		n.at(t, 20, clock)
	}
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
	n.at(t, 20, "23:40:00")
	if posts := n.posts(""); len(posts) != 0 || len(n.told(discordtest.Anna)) != 1 {
		t.Errorf("posted: %q, %d direct messages", posts, len(n.told(discordtest.Anna)))
	}
	if said := n.replyTo(t, "round", nil); !strings.Contains(said, "until <t:1795215600:t>. ") || strings.Contains(said, "I try again") {
		t.Errorf("/round says\n%s", said)
	}
	if said := n.event(t, "draw", nil); !strings.Contains(said, roundText) || !strings.Contains(said, "SP\u00a0303") {
		t.Errorf("/event draw says\n%s", said)
	}
}

// While a round is refused, people draw it by hand, close the event, or void the round: nothing is
// posted afterwards.
func TestRoundOnTimeEndsWhileRefused(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(t *testing.T, n *dailyWorld){
		"drawn": func(t *testing.T, n *dailyWorld) {
			n.event(t, "draw", nil)
			n.replyTo(t, "round", nil) // once everybody has seen the draw
		},
		"void": func(t *testing.T, n *dailyWorld) { n.event(t, "void", map[string]any{"round": 1}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T) {
				n := newDailyWorld(t, func(*schedule.Sub) {})
				n.evening(t)
				n.SetChannel(discordtest.Channel, discordtest.ChannelState{CannotSend: true})
				n.at(t, 20, "21:00:00")
				end(t, n)
				n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
				for _, clock := range []string{"21:10:00", "22:00:00", "23:30:00"} {
					n.at(t, 20, clock)
				}
				if posts := n.posts(""); len(posts) != 0 {
					t.Errorf("posted: %q", posts)
				}
			})
		})
	}
}

// A plan for the next round keeps a round that is refused: it comes first.
func TestNextPlanKeepsARefusedRound(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(*schedule.Sub) {})
	n.evening(t)
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{CannotSend: true})
	n.at(t, 20, "21:00:00")
	n.event(t, "draw", map[string]any{"at": "21:30"})
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
	for _, clock := range []string{"21:05:00", "21:30:00", "21:31:00"} {
		n.at(t, 20, clock)
	}
	if posts := n.posts("Thursday, round "); len(posts) != 2 || !strings.Contains(posts[0], "round 1 of 3") || !strings.Contains(posts[1], "round 2 of 3") {
		t.Errorf("posted: %q", posts)
	}
}

// A clock that ran four hours ahead for 15 seconds ends no plan.
func TestRoundOnTimeAfterAClockAhead(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(*schedule.Sub) {})
	n.evening(t)
	n.at(t, 21, "00:30:00")
	n.at(t, 21, "00:30:15")
	n.at(t, 20, "20:30:16")
	n.at(t, 20, "20:59:59")
	if posts := n.posts(roundText); len(posts) != 0 {
		t.Fatalf("posted too early: %q", posts)
	}
	n.at(t, 20, "21:00:00")
	n.at(t, 20, "23:30:00")
	if posts := n.posts(roundText); len(posts) != 1 || len(n.posts("I was offline")) != 0 {
		t.Errorf("posted: %q\n%s", n.posts(""), n.log)
	}
}
