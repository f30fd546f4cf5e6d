package bot_test

import (
	"strings"
	"testing"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/workshop/discordtest"
)

// studying starts an event at 21:00 with ten minutes of study time, and draws its first round.
func studying(t *testing.T, sealed bool) (n *dailyWorld, drawn *discordtest.Message) {
	t.Helper()
	n = newDailyWorld(t, func(*schedule.Sub) {})
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

const begins = "Round 1 begins. "

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
	if posts := away.posts("I was away at"); len(posts) != 1 || len(away.posts(begins)) != 0 {
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
	if posts := n.posts(begins); len(posts) != 1 || len(n.posts("I was away")) != 0 {
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
