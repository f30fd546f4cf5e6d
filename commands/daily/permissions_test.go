package daily

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// Only people with the permission Manage Server or Administrator may manage daily posts.
func TestWhoMayManageDailyPosts(t *testing.T) {
	t.Parallel()
	may := func(r *chat.Request) bool {
		_, err := forManagers(func(context.Context, *chat.Request) (*chat.Reply, error) { return nil, nil })(t.Context(), r)
		return err == nil
	}
	for bit := range 63 {
		granted := int64(1) << bit
		want := granted == discordgo.PermissionManageGuild || granted == discordgo.PermissionAdministrator
		if got := may(&chat.Request{GuildID: "1", Permissions: granted}); got != want {
			t.Errorf("permission 1<<%d: %t", bit, got)
		}
	}
	for _, r := range []*chat.Request{{GuildID: "1"}, {Permissions: discordgo.PermissionManageGuild}} {
		if may(r) {
			t.Errorf("%+v may", r)
		}
	}
}

// kept is a store with one subscription, of channel 5 in server 1. It fails the test if
// a method would change something.
type kept struct {
	schedule.Store
	t *testing.T
}

func (k kept) Sub(_ context.Context, channel string) (schedule.Sub, error) {
	if channel != "5" {
		return schedule.Sub{}, schedule.ErrNotFound
	}
	return schedule.Sub{Channel: "5", Guild: "1", Zone: "UTC", Status: schedule.Active}, nil
}

func (k kept) Posts(context.Context, string, int) ([]schedule.Post, error) { return nil, nil }

func (k kept) Save(context.Context, schedule.Sub) error { k.t.Error("saved"); return nil }

func (k kept) Update(context.Context, string, func(*schedule.Sub)) error {
	k.t.Error("changed")
	return nil
}

func (k kept) Remove(context.Context, string, time.Time) error { k.t.Error("removed"); return nil }

// refusalOf runs a subcommand of /daily-posts for a manager of server 2, and returns the
// refusal.
func refusalOf(t *testing.T, subcommand string, options chat.Options) string {
	t.Helper()
	d := Tools{Store: kept{t: t}, Now: func() time.Time { return time.Unix(1_790_000_000, 0) }}
	_, err := Posts(d).Answer(t.Context(), &chat.Request{Subcommand: subcommand, GuildID: "2", ChannelID: "6", Channels: map[string]chat.Channel{"5": {}, "0005": {}, "6": {}}, Permissions: discordgo.PermissionManageGuild, Options: options})
	refused, ok := errors.AsType[*chat.UserError](err)
	if !ok {
		t.Fatalf("%s: %v", subcommand, err)
	}
	return chattest.English(refused.Msg)
}

// A channel of another server cannot be set, paused, resumed or removed.
func TestChannelsOfOtherServers(t *testing.T) {
	t.Parallel()
	for subcommand, want := range map[string]string{
		"set": "That channel belongs to another server.", "pause": "has no daily post", "resume": "has no daily post", "remove": "has no daily post",
	} {
		options := chat.Options{"channel": "5", "time": "19:30", "timezone": "UTC"}
		if got := refusalOf(t, subcommand, options); !strings.Contains(got, want) {
			t.Errorf("%s: %s", subcommand, got)
		}
	}
}

// A channel that Discord did not resolve, or in another spelling, is refused.
func TestChannelsAreResolved(t *testing.T) {
	t.Parallel()
	for _, forged := range []string{"7", "0005", "+5", "0"} {
		for _, subcommand := range []string{"set", "pause", "resume", "remove"} {
			if forged == "7" && subcommand != "set" {
				continue // a channel that was deleted can still be removed
			}
			options := chat.Options{"channel": forged, "time": "19:30", "timezone": "UTC"}
			if got := refusalOf(t, subcommand, options); got != "`channel` must be a channel of this server." {
				t.Errorf("%s: %s", subcommand, got)
			}
		}
	}
	if got, want := refusalOf(t, "set", chat.Options{"channel": "6", "role": "0033", "time": "19:30", "timezone": "UTC"}), "`role` must be a role of this server."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A forged channel option is quoted, not repeated unchanged.
func TestForgedChannels(t *testing.T) {
	t.Parallel()
	for _, forged := range []string{strings.Repeat("9", 6000), strings.Repeat("\u202e", 6000), "5> @everyone <@&1", "", "5\u202e", "0005"} {
		for _, subcommand := range []string{"set", "pause", "resume", "remove"} {
			got := refusalOf(t, subcommand, chat.Options{"channel": forged, "time": "19:30", "timezone": "UTC"})
			if len(got) > 500 || strings.Contains(got, "\u202e") || strings.Contains(strings.ReplaceAll(got, "`5> @everyone <@&1`", ""), "@everyone") {
				t.Errorf("%s of %.20q: %s", subcommand, forged, fmt.Sprintf("%.600q", got))
			}
		}
	}
}

// Whoever looks at the daily posts of a channel there, or tries one, learns before the first post
// that a permission is missing, and where to grant it.
func TestLackingPermissionsAreSaid(t *testing.T) {
	t.Parallel()
	sub := schedule.Sub{Channel: "5", Guild: "1", Zone: "UTC", Status: schedule.Active}
	tools := Tools{Store: failed{storeOf(sub)}, Boards: render.New(), Now: time.Now}
	for granted, want := range map[int64]bool{^discordgo.PermissionAdministrator: false, discordgo.PermissionViewChannel: true} {
		for _, subcommand := range []string{"show", "test"} {
			reply, err := Posts(tools).Answer(t.Context(), &chat.Request{Subcommand: subcommand, GuildID: "1", ChannelID: "5", Permissions: discordgo.PermissionManageGuild, AppPermissions: granted})
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
			if strings.Contains(said, "grant me **Send Messages**") != want || strings.Contains(said, "**Edit Channel**") != want {
				t.Errorf("%s with the permissions %b: %s", subcommand, granted, said)
			}
		}
	}
}

// In a thread, another permission is needed to write. It is granted in the thread's channel.
func TestLackingPermissionsInAThread(t *testing.T) {
	t.Parallel()
	const all = ^discordgo.PermissionAdministrator
	sub := schedule.Sub{Channel: "5", Guild: "1", Zone: "UTC", Status: schedule.Active}
	tools := Tools{Store: failed{storeOf(sub)}, Boards: render.New(), Now: time.Now}
	for granted, want := range map[int64]bool{all &^ discordgo.PermissionSendMessages: false, all &^ discordgo.PermissionSendMessagesInThreads: true} {
		for _, subcommand := range []string{"show", "test"} {
			reply, err := Posts(tools).Answer(t.Context(), &chat.Request{Subcommand: subcommand, GuildID: "1", ChannelID: "5", Thread: true, Permissions: discordgo.PermissionManageGuild, AppPermissions: granted})
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
			if strings.Contains(said, "grant me **") != want || strings.Contains(said, "grant me **Send Messages in Threads**") != want || strings.Contains(said, "the thread's channel") != want {
				t.Errorf("%s with the permissions %b: %s", subcommand, granted, said)
			}
		}
	}
}

// Permissions that are granted again are no longer missing, in the channel that Discord tells them of.
func TestPermissionsGrantedAgain(t *testing.T) {
	t.Parallel()
	sub := schedule.Sub{
		Channel: "5", Guild: "1", Zone: "UTC", Status: schedule.Active, Trouble: outbox.Forbidden, Missing: discordgo.PermissionSendMessages, FailingSince: time.Unix(1_800_000_000, 0),
	}
	tools := Tools{Store: failed{storeOf(sub)}, Boards: render.New(), Now: time.Now}
	for channel, want := range map[string]bool{"5": false, "6": true} {
		reply, err := Posts(tools).Answer(t.Context(), &chat.Request{
			Subcommand: "show", GuildID: "1", ChannelID: channel, Permissions: discordgo.PermissionManageGuild, AppPermissions: ^discordgo.PermissionAdministrator,
		})
		if err != nil || strings.Contains(chattest.Text(reply), "I need **Send Messages**") != want {
			t.Errorf("asked in channel %s: %v, %v", channel, chattest.Text(reply), err)
		}
	}
}

// What /daily-posts set learned of a channel is told by show in every other channel too, until a post arrives
// or the permissions are there. In the channel itself Discord tells what is missing now.
func TestPermissionsMissingWhenSetAreKept(t *testing.T) {
	t.Parallel()
	tools := Tools{Store: failed{storeOf()}, Boards: render.New(), Now: time.Now}
	ask := func(subcommand, in string, told chat.Channel) string {
		t.Helper()
		reply, err := Posts(tools).Answer(t.Context(), &chat.Request{
			Subcommand: subcommand, GuildID: "1", ChannelID: in, Asker: "8", Permissions: discordgo.PermissionManageGuild,
			AppPermissions: ^(discordgo.PermissionAdministrator | discordgo.PermissionAttachFiles), // here, and not in channel 5
			Options:        chat.Options{"channel": "5", "time": "19:30", "timezone": "UTC"}, Channels: map[string]chat.Channel{"5": told},
		})
		if err != nil {
			t.Fatal(err)
		}
		return chattest.Text(reply)
	}
	everything := ^int64(discordgo.PermissionAdministrator)
	silent := everything &^ discordgo.PermissionSendMessages
	const kept, now = "When this was set, I did not have **Send Messages** there.", "grant me **Attach Files**"
	ask("set", "6", chat.Channel{AppPermissions: &silent})
	if said := ask("show", "6", chat.Channel{}); !strings.Contains(said, kept) || !strings.Contains(said, "**Edit Channel**") {
		t.Errorf("elsewhere: %s", said)
	}
	if said := ask("show", "5", chat.Channel{}); strings.Contains(said, "When this was set") || !strings.Contains(said, now) {
		t.Errorf("in the channel: %s", said)
	}
	ask("set", "6", chat.Channel{AppPermissions: &everything})
	if said := ask("show", "6", chat.Channel{}); strings.Contains(said, "missing") {
		t.Errorf("set again with every permission: %s", said)
	}
}
