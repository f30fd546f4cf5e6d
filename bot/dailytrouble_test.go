package bot_test

import (
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
)

// told returns the direct messages of a person.
func (n *dailyWorld) told(who discordtest.User) []*discordtest.Message { return n.Messages(who.DM()) }

// followUps asks for /daily, and returns the private messages that follow the answer.
func (n *dailyWorld) followUps(t *testing.T, who discordtest.User, permissions uint64) []string {
	t.Helper()
	if err := n.WaitCommands(within(t), "daily"); err != nil {
		t.Fatal(err)
	}
	answer, err := n.Slash(within(t), who, discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518999"}, "daily", nil, discordtest.Permissions(permissions))
	if err != nil {
		t.Fatal(err)
	}
	n.log.until(within(t), func() bool { return strings.Contains(n.log.String(), "interaction="+answer.ID) })
	var all []string
	for _, m := range n.Messages(discordtest.Place{GuildID: discordtest.GuildID, ChannelID: answer.Message.ChannelID}) {
		if m.ID > answer.Message.ID {
			if !m.Private() || m.For != who {
				t.Errorf("everyone sees\n%s", m.Text())
			}
			all = append(all, m.Text())
		}
	}
	return all
}

// If the bot lacks a permission, the person who set the daily post is told which, and where
// to grant it: in private, and once. /daily tells those who may mend that. All ends with the
// next post.
func TestMissingPermissionsOfPostsAreTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		state discordtest.ChannelState
		why   string
	}{
		"may not see":    {discordtest.ChannelState{NoAccess: true}, "I need **View Channel** there."},
		"may not send":   {discordtest.ChannelState{CannotSend: true}, "I need **Send Messages** there."},
		"may not attach": {discordtest.ChannelState{CannotAttach: true}, "I need **Attach Files** there."},
		"may do neither": {discordtest.ChannelState{CannotAttach: true, CannotSend: true}, "I need **Send Messages** and **Attach Files** there."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := newDailyWorld(t, func(*schedule.Sub) {})
			n.SetChannel(discordtest.Channel, c.state)
			for _, clock := range []string{"19:30:00", "20:30:00", "22:30:00"} {
				n.at(t, 20, clock)
			}
			const where = "Grant it to me in the channel's settings (**Edit Channel**, then **Permissions**), or to my role in the server (**Server Settings**, then **Roles**)."
			told := n.told(discordtest.Anna)
			if len(told) != 1 || !strings.HasPrefix(told[0].Text(), "The position of the day for <#"+discordtest.ChannelID+"> could not be posted. "+c.why+" "+where+"\nI keep trying.") {
				t.Fatalf("%d messages, want %q in\n%s", len(told), c.why, n.log)
			}
			const rights = discordgo.PermissionManageGuild
			if said := n.followUps(t, discordtest.Ben, rights); len(said) != 1 || said[0] != "The daily post of <#"+discordtest.ChannelID+"> fails. "+c.why+" "+where {
				t.Errorf("/daily adds %q", said)
			}
			if said := n.followUps(t, discordtest.Ben, discordgo.PermissionSendMessages); said != nil {
				t.Errorf("a member is told %q", said)
			}
			check, _ := told[0].Button("Check again")
			pressed, err := n.Press(within(t), discordtest.Anna, told[0], check.CustomID)
			if err != nil || !strings.Contains(pressed.Message.Text(), "The posts have failed since <t:1795203000:D>. "+c.why) {
				t.Errorf("%v: Check again shows\n%s", err, pressed.Message.Text())
			}

			n.SetChannel(discordtest.Channel, discordtest.ChannelState{})
			n.at(t, 20, "23:45:00")
			if said := n.followUps(t, discordtest.Anna, rights); said != nil {
				t.Errorf("when it is mended, /daily adds %q", said)
			}
			if pressed, err = n.Press(within(t), discordtest.Anna, told[0], check.CustomID); err != nil || strings.Contains(pressed.Message.Text(), "fail") {
				t.Errorf("%v: when it is mended, Check again shows\n%s", err, pressed.Message.Text())
			}
			if _, err := n.Press(within(t), discordtest.Ben, told[0], check.CustomID); err != nil {
				t.Error(err)
			}
			for _, rule := range n.Broken() {
				t.Error("rule broken: ", rule)
			}
			holdAgainstOpenAPI(t, n.Requests())
		})
	}
}

// The permissions of a thread are those of its channel.
func TestMissingPermissionsOfThreads(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(s *schedule.Sub) { s.Thread = true })
	m := n.at(t, 20, "19:30:00")[0]
	thread := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: m.ID} // a thread has the id of its message
	n.subscribe(t, func(s *schedule.Sub) { s.Channel = thread.ChannelID })
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{MuteThreads: true})
	n.at(t, 21, "19:30:00")
	told := n.told(discordtest.Anna)
	if len(told) != 1 || !strings.Contains(told[0].Text(), "I need **Send Messages in Threads** there. Grant it to me in the settings of the thread's channel (") {
		t.Errorf("%d messages\n%s", len(told), n.log)
	}
}

// When its channel is deleted, a daily post is switched off, and the person who set it is
// told.
func TestDeletedChannelIsTold(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(s *schedule.Sub) { s.SetBy = discordtest.Ben.ID })
	n.SetChannel(discordtest.Channel, discordtest.ChannelState{Gone: true})
	n.at(t, 20, "19:30:00")
	if told := n.told(discordtest.Ben); told != nil {
		t.Errorf("told before a second look: %s", told[0].Text())
	}
	n.at(t, 20, "20:00:00")
	n.at(t, 20, "22:00:00")
	told := n.told(discordtest.Ben)
	if len(told) != 1 || !strings.Contains(told[0].Text(), "The channel does not exist.\nI have switched the daily post off. In the server, start a daily post in another channel with ") {
		t.Errorf("%d messages\n%s", len(told), n.log)
	}
}

// The second answer to /daily comes after the first, over the gateway and over HTTP.
func TestSecondAnswers(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, []chat.Command) *world{
		"gateway": func(t *testing.T, cmds []chat.Command) *world { return connect(t, cmds) }, "HTTP": connectOverHTTP,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := tools(t)
			s := schedule.Sub{Channel: discordtest.ChannelID, Guild: discordtest.GuildID, Zone: "UTC", Status: schedule.Active, Trouble: outbox.Gone, FailingSince: given.Now()}
			if err := dailyrows.Of(given.Store).Save(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			w := start(t, commands.All(given))
			answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily", nil, discordtest.Permissions(discordgo.PermissionManageRoles))
			if err != nil || answer.Message.Private() || strings.Contains(answer.Message.Text(), "fails") {
				t.Fatalf("%v\n%s", err, answer.Message.Text())
			}
			all, ctx := w.Messages(discordtest.Channel), within(t)
			for ; len(all) < 2 && ctx.Err() == nil; time.Sleep(time.Millisecond) {
				all = w.Messages(discordtest.Channel)
			}
			if m := all[len(all)-1]; !m.Private() || m.Text() != "The daily post of <#"+discordtest.ChannelID+"> fails. The channel does not exist." {
				t.Errorf("private %t:\n%s", m.Private(), m.Text())
			}
		})
	}
}

// A post that arrives shows that nothing is missing any more of what /daily-posts set found missing.
func TestPostClearsWhatWasMissing(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(s *schedule.Sub) { s.Missing = discordgo.PermissionSendMessages })
	n.at(t, 20, "19:30:05")
	if s, err := dailyrows.Of(n.tools.Store).Sub(t.Context(), discordtest.ChannelID); err != nil || s.Missing != 0 {
		t.Errorf("%+v, %v", s, err)
	}
}
