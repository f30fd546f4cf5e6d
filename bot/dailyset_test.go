package bot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/workshop/discordtest"
)

// After the clock was a year ahead for a moment, /daily-posts set names the right time of
// the next post.
func TestSetAfterTheClockWasAhead(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(*schedule.Sub) {})
	if err := n.WaitCommands(within(t), "daily"); err != nil {
		t.Fatal(err)
	}
	n.now = n.now.AddDate(1, 0, 0)
	if err := n.engine.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	n.now = n.now.AddDate(-1, 0, 0)
	answer, err := n.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily-posts set",
		map[string]any{"channel": discordtest.Channel, "time": "20:00", "timezone": "UTC"}, discordtest.Permissions(discordgo.PermissionManageGuild))
	next := fmt.Sprintf("Next post: <t:%d:F>", time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC).Unix())
	if err != nil || !strings.Contains(answer.Message.Text(), next) {
		t.Errorf("%v, want %s in\n%s", err, next, answer.Message.Text())
	}
	if got := n.at(t, 20, "20:00:00"); len(got) != 2 {
		t.Errorf("%d messages", len(got))
	}
}

// Nobody manages another server's daily posts.
func TestOtherServersPostsAreOutOfReach(t *testing.T) {
	t.Parallel()
	n := newDailyWorld(t, func(s *schedule.Sub) { s.Guild = "1" })
	if err := n.WaitCommands(within(t), "daily"); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"pause", "resume", "remove"} {
		answer, err := n.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily-posts "+command,
			map[string]any{"channel": discordtest.Channel}, discordtest.Permissions(discordgo.PermissionManageGuild))
		if err != nil || !strings.Contains(answer.Message.Text(), "has no daily post") {
			t.Errorf("%s: %v", command, err)
		}
	}
	if s, err := dailyrows.Of(n.tools.Store).Sub(t.Context(), discordtest.ChannelID); err != nil || s.Status != schedule.Active {
		t.Errorf("%+v, %v", s, err)
	}
}

// The answer to /daily-posts set names the permissions that the bot lacks in the channel.
func TestMissingPermissionsAreTold(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "daily-posts"))
	elsewhere := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1042101960960518999"}
	w.AddChannel(elsewhere, "elsewhere")
	thread := w.AddThread(discordtest.Channel, "a thread")
	for _, c := range []struct {
		channel     discordtest.Place
		state       discordtest.ChannelState
		want        string
		wantPrivate bool
	}{
		{discordtest.Channel, discordtest.ChannelState{}, "Saved for <#" + discordtest.ChannelID + ">.", false},
		{elsewhere, discordtest.ChannelState{CannotAttach: true}, "please grant me **Attach Files** in <#" + elsewhere.ChannelID + ">.", true},
		{elsewhere, discordtest.ChannelState{NoHistory: true}, "grant me **Read Message History** in", true},
		{elsewhere, discordtest.ChannelState{CannotSend: true}, "grant me **Send Messages** in", true},
		{thread, discordtest.ChannelState{Archived: true}, "But <#" + thread.ChannelID + "> is locked", true},
	} {
		w.SetChannel(c.channel, c.state)
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily-posts set",
			map[string]any{"channel": c.channel, "time": "19:30", "timezone": "UTC"}, discordtest.Permissions(discordgo.PermissionManageGuild))
		if err != nil {
			t.Fatal(err)
		}
		if m := answer.Message; !strings.Contains(m.Text(), c.want) || m.Private() != c.wantPrivate {
			t.Errorf("private %t, want %q in\n%s", m.Private(), c.want, m.Text())
		}
	}
}

// The answer to /daily-posts set says if the bot may not ping the role, and what to do.
func TestRolesThatCannotBePingedAreTold(t *testing.T) {
	t.Parallel()
	const everyPing, administrator = 1 << 17, 1 << 3
	guests := discordtest.Role{ID: "1042101960960518202", Name: "guests"}
	w := connect(t, offer(commands.All(tools(t)), "daily-posts"))
	for name, c := range map[string]struct {
		role    discordtest.Role
		granted uint64
		told    bool
	}{
		"mentionable":                 {discordtest.Players, botPermissions, false},
		"not mentionable":             {guests, botPermissions, true},
		"not mentionable, but I may":  {guests, botPermissions | everyPing, false},
		"not mentionable, but I rule": {guests, administrator, false},
	} {
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "daily-posts set",
			map[string]any{"channel": discordtest.Channel, "time": "19:30", "timezone": "UTC", "role": c.role, "thread": true},
			discordtest.Permissions(discordgo.PermissionManageGuild), discordtest.AppPermissions(c.granted))
		if err != nil {
			t.Fatal(err)
		}
		want := "But I may not ping <@&" + c.role.ID + ">. Please let anyone mention that role (**Server Settings**, then **Roles**), " +
			"or grant me **Mention @everyone, @here, and All Roles** in <#" + discordtest.ChannelID + ">."
		if text := answer.Message.Text(); strings.Contains(text, want) != c.told || strings.Contains(text, "But I") != c.told || c.granted == administrator && strings.Contains(text, "allow me") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// A bot that was not invited to a server cannot be made to post there.
func TestUninvitedBotCannotBeSet(t *testing.T) {
	t.Parallel()
	tools := tools(t)
	w := connect(t, offer(commands.All(tools), "daily-posts"))
	w.Install(discordtest.Anna)
	const refusal = "I can only post in servers that I have been invited to"
	set := func(who discordtest.User) string {
		t.Helper()
		answer, err := w.Slash(within(t), who, discordtest.Channel, "daily-posts set",
			map[string]any{"channel": discordtest.Channel, "time": "19:30", "timezone": "UTC"}, discordtest.Permissions(discordgo.PermissionManageGuild))
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message.Text()
	}
	w.LeaveGuild(discordtest.GuildID)
	if text := set(discordtest.Anna); !strings.Contains(text, refusal) {
		t.Error(text)
	}
	if _, err := dailyrows.Of(tools.Store).Sub(t.Context(), discordtest.ChannelID); !errors.Is(err, schedule.ErrNotFound) {
		t.Errorf("it was saved: %v", err)
	}
	w.JoinGuild(discordtest.GuildID)
	if text := set(discordtest.Anna); strings.Contains(text, refusal) {
		t.Error(text)
	}
}

// An interaction without the installer of the app is not refused.
func TestInstallerIsUnknown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		owners  string
		refused bool
	}{
		"missing": {"", false}, "null": {`"authorizing_integration_owners":null,`, false}, "no object": {`"authorizing_integration_owners":["1"],`, false},
		"a person": {`"authorizing_integration_owners":{"1":"204255221017214977"},`, true},
		"both":     {`"authorizing_integration_owners":{"0":"1042101960960518144","1":"204255221017214977"},`, false},
	} {
		w := connect(t, offer(commands.All(tools(t)), "daily-posts"))
		answer, err := w.Interact(within(t), `{"type":2,`+c.owners+`"guild_id":"`+discordtest.GuildID+`","channel_id":"`+discordtest.ChannelID+`",
			"member":{"user":{"id":"204255221017214977","username":"Anna"},"permissions":"32"},
			"data":{"id":"1","name":"daily-posts","type":1,"resolved":{"channels":{"`+discordtest.ChannelID+`":{"type":0}}},"options":[{"name":"set","type":1,"options":[
				{"name":"channel","type":7,"value":"`+discordtest.ChannelID+`"},{"name":"time","type":3,"value":"19:30"},{"name":"timezone","type":3,"value":"UTC"}]}]}}`)
		if err != nil {
			t.Fatal(err)
		}
		if text := answer.Message.Text(); strings.Contains(text, "invited") != c.refused {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

func TestZonesAreCompleted(t *testing.T) {
	t.Parallel()
	w := connect(t, offer(commands.All(tools(t)), "daily-posts"))
	choices, err := w.Autocomplete(within(t), discordtest.Anna, discordtest.Channel, "daily-posts set",
		map[string]any{"channel": discordtest.Channel, "time": "19:30", "timezone": "new y"}, "timezone",
		discordtest.Permissions(discordgo.PermissionManageGuild))
	if err != nil || len(choices) == 0 || choices[0].Value != "America/New_York" || !strings.HasPrefix(choices[0].Name, "New York, United States (") {
		t.Errorf("%v, %v", choices, err)
	}
	none, err := w.Autocomplete(within(t), discordtest.Anna, discordtest.Channel, "daily-posts set",
		map[string]any{"channel": discordtest.Channel, "time": "19:30", "timezone": "Atlantis"}, "timezone")
	if err != nil || len(none) != 0 {
		t.Errorf("%v, %v", none, err)
	}
}
