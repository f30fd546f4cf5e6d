package daily

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// noon is the instant at which the tests set daily posts.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A subStore keeps subscriptions in memory, by channel. It has no posts.
type subStore struct {
	schedule.Store
	subs map[string]schedule.Sub
}

func storeOf(subs ...schedule.Sub) subStore {
	s := subStore{subs: map[string]schedule.Sub{}}
	for _, sub := range subs {
		s.subs[sub.Channel] = sub
	}
	return s
}

func (s subStore) Sub(_ context.Context, channel string) (schedule.Sub, error) {
	sub, ok := s.subs[channel]
	if !ok {
		return sub, schedule.ErrNotFound
	}
	return sub, nil
}

func (s subStore) Subs(context.Context, string) ([]schedule.Sub, error) {
	return slices.Collect(maps.Values(s.subs)), nil
}

func (s subStore) Save(_ context.Context, sub schedule.Sub) error {
	s.subs[sub.Channel] = sub
	return nil
}

func (s subStore) Update(_ context.Context, channel string, update func(*schedule.Sub)) error {
	sub := s.subs[channel]
	update(&sub)
	s.subs[channel] = sub
	return nil
}

func (subStore) Posts(context.Context, string, int) ([]schedule.Post, error) { return nil, nil }

// everySetting is a subscription in which nothing has its default.
func everySetting() schedule.Sub {
	return schedule.Sub{
		Channel: "5", Guild: "1", Minute: 19*60 + 30, Zone: "Europe/Berlin", Weekdays: 1<<time.Monday | 1<<time.Thursday,
		Role: "33", Thread: true, Board: schedule.CompactBoard, View: "black", Theme: "green",
		Status: schedule.Active, SetBy: "7", SetAt: noon.Add(-time.Hour),
		Trouble: outbox.Forbidden, Reason: "no", FailingSince: noon.Add(-time.Hour),
	}
}

// ask runs a subcommand of /daily-posts about channel 5 for a manager of server 1.
func ask(t *testing.T, store schedule.Store, subcommand string, options chat.Options) (string, error) {
	t.Helper()
	options = maps.Clone(options)
	options["channel"] = "5"
	tools := Tools{Store: store, Now: func() time.Time { return noon }}
	reply, err := Posts(tools).Answer(t.Context(), &chat.Request{
		Subcommand: subcommand, GuildID: "1", ChannelID: "5", Asker: "8", Channels: map[string]chat.Channel{"5": {}}, Roles: map[string]chat.Role{"44": {}},
		AppPermissions: discordgo.PermissionAdministrator, Permissions: discordgo.PermissionManageGuild, Options: options,
	})
	if err != nil {
		return "", err
	}
	return chattest.Text(reply), nil
}

// Each option of /daily-posts set changes one setting. The others stay, and so does what is
// known about the posts. The answer names the change and every setting.
func TestSetChangesOnlyWhatIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		option string
		value  any
		update func(*schedule.Sub)
		said   string
	}{
		{"time", "8pm", func(s *schedule.Sub) { s.Minute = 20 * 60 }, "time: 19:30 → 20:00"},
		{"timezone", "UTC", func(s *schedule.Sub) { s.Zone = "UTC" }, "time zone: Europe/Berlin → UTC"},
		{"weekdays", "daily", func(s *schedule.Sub) { s.Weekdays = when.EveryDay }, "weekdays: Monday and Thursday → every day"},
		{"clear", "weekdays", func(s *schedule.Sub) { s.Weekdays = when.EveryDay }, "weekdays: Monday and Thursday → every day"},
		{"role", "44", func(s *schedule.Sub) { s.Role = "44" }, "ping: <@&33> → <@&44>"},
		{"clear", "role", func(s *schedule.Sub) { s.Role = "" }, "ping: <@&33> → nobody"},
		{"thread", false, func(s *schedule.Sub) { s.Thread = false }, "thread: yes → no"},
		{"clear", "thread", func(s *schedule.Sub) { s.Thread = false }, "thread: yes → no"},
		{"board", "full", func(s *schedule.Sub) { s.Board = schedule.FullBoard }, "board: compact → full"},
		{"clear", "board", func(s *schedule.Sub) { s.Board = schedule.FullBoard }, "board: compact → full"},
		{"view", "white", func(s *schedule.Sub) { s.View = "white" }, "view: Black → White"},
		{"clear", "view", func(s *schedule.Sub) { s.View = "white" }, "view: Black → White"},
		{"theme", "blue", func(s *schedule.Sub) { s.Theme = "blue" }, "colours: green → blue"},
		{"clear", "theme", func(s *schedule.Sub) { s.Theme = "brown" }, "colours: green → brown"},
		{"", nil, func(s *schedule.Sub) {}, ""},
	} {
		store := storeOf(everySetting())
		said, err := ask(t, store, "set", chat.Options{c.option: c.value})
		if err != nil {
			t.Fatal(c.option, err)
		}
		want := everySetting()
		c.update(&want)
		want.SetBy, want.SetAt, want.NextDate, want.NextAt = "8", noon, store.subs["5"].NextDate, store.subs["5"].NextAt
		if got := store.subs["5"]; got != want {
			t.Errorf("%s:%v gives %+v\nwant %+v", c.option, c.value, got, want)
		}
		first, other := "Nothing changed", "Changed · "
		if c.said != "" {
			first, other = "Changed · "+c.said+".", "Nothing changed"
		}
		if !strings.Contains(said, first) || strings.Contains(said, other) {
			t.Errorf("%s:%v is answered\n%s", c.option, c.value, said)
		}
		for _, o := range newOptions().details() {
			if shown := chattest.English(o.name) + ": " + chattest.English(o.value(want)); !strings.Contains(said, shown) {
				t.Errorf("%s:%v: %q is missing in\n%s", c.option, c.value, shown, said)
			}
		}
	}
}

// After a return to an older release, a theme may be unknown. Until the next
// upgrade, the board has the usual colours. Its side and the theme stay, and other settings can be changed.
func TestThemesOfNewerReleases(t *testing.T) {
	t.Parallel()
	s := everySetting()
	s.Theme = "neon"
	store := storeOf(s)
	said, err := ask(t, store, "set", chat.Options{"time": "8pm"})
	if err != nil || !strings.HasSuffix(said, "view: Black · colours: brown") || !strings.Contains(said, "Changed · time: 19:30 → 20:00.") {
		t.Errorf("%v\n%s", err, said)
	}
	if got := store.subs["5"]; got.Theme != "neon" || got.View != "black" || got.Minute != 20*60 {
		t.Errorf("saved %+v", got)
	}
	s.View, s.Theme = "newer", "green"
	if style := styleOf(s); style.FromBlack || style.Theme.ID != "green" {
		t.Errorf("an unknown view gives %+v", style)
	}
}

// A new daily post has defaults for all but the time, and needs that.
func TestFirstSetHasDefaults(t *testing.T) {
	t.Parallel()
	for _, options := range []chat.Options{{}, {"time": "19:30"}, {"timezone": "UTC"}, {"board": "compact"}} {
		store := storeOf()
		_, err := ask(t, store, "set", options)
		if refused, ok := errors.AsType[*chat.UserError](err); !ok || !strings.Contains(chattest.English(refused.Msg), "no daily post yet") || len(store.subs) > 0 {
			t.Errorf("%v: %v, %v", options, err, store.subs)
		}
	}
	store := storeOf()
	said, err := ask(t, store, "set", chat.Options{"time": "00:00", "timezone": "UTC"})
	if want := "\n-# ping: nobody · thread: no · board: full · view: White · colours: brown"; err != nil || !strings.HasSuffix(said, want) || strings.Contains(said, "Changed") {
		t.Errorf("%v\n%s", err, said)
	}
	if shown, err := ask(t, store, "show", chat.Options{}); err != nil || !strings.Contains(shown, "\n-# ping: nobody · thread: no · board: full · view: White · colours: brown") {
		t.Errorf("%v\n%s", err, shown)
	}
}

// Setting a paused post does not start it. Setting one that was switched off does.
func TestSetKeepsAPause(t *testing.T) {
	t.Parallel()
	for status, c := range map[schedule.Status]struct {
		want schedule.Status
		said string
	}{
		schedule.Paused:   {schedule.Paused, "For now, the posts are **paused**. Resume them with "},
		schedule.Disabled: {schedule.Active, "Changed · time: 19:30 → 07:00 · switched on again."},
	} {
		s := everySetting()
		s.Status = status
		store := storeOf(s)
		said, err := ask(t, store, "set", chat.Options{"time": "7:00"})
		if got := store.subs["5"]; err != nil || got.Status != c.want || !strings.Contains(said, c.said) || (got.Trouble == outbox.NoTrouble) != (status == schedule.Disabled) {
			t.Errorf("%s: %v, %+v\n%s", status, err, got, said)
		}
	}
}

// The line below the heading says that the message is a test. A test shows what the channel's post is like, pings
// nobody, and has another file than the post.
func TestTestIsNoPost(t *testing.T) {
	t.Parallel()
	store := storeOf(everySetting())
	tools := Tools{Store: store, Boards: render.New(), Now: func() time.Time { return noon }}
	reply, err := Posts(tools).Answer(t.Context(), &chat.Request{Subcommand: "test", GuildID: "1", ChannelID: "5", Permissions: discordgo.PermissionManageGuild})
	if err != nil {
		t.Fatal(err)
	}
	said := chattest.Text(reply)
	if !strings.Contains(said, "\n-# <@&33> **Test post** for ") ||
		strings.Count(said, "<@&33>") != 1 || reply.Roles != nil || reply.Audience != chat.OnlyAsker || reply.Thread != nil {
		t.Errorf("%+v\n%s", reply, said)
	}
	post := schedule.Delivery{Post: schedule.Post{Date: when.DateOf(noon)}}
	if name := reply.Pictures[0].Name; name == post.FileName() {
		t.Errorf("the test has the post's file %s", name)
	}
	if store.subs["5"] != everySetting() {
		t.Error("the test has changed the subscription")
	}
}

// A test of another channel has that channel's date: in Kiritimati it is tomorrow already.
func TestTestHasTheDateOfItsChannel(t *testing.T) {
	here, there := everySetting(), everySetting()
	here.Channel, here.Zone = "4", "UTC"
	there.Channel, there.Zone = "5", "Pacific/Kiritimati"
	tools := Tools{Store: storeOf(here, there), Boards: render.New(), Now: func() time.Time { return noon }}
	for channel, want := range map[string]string{"4": "20 November", "5": "21 November"} {
		reply, err := Posts(tools).Answer(t.Context(), &chat.Request{
			Subcommand: "test", GuildID: "1", ChannelID: "4", Permissions: discordgo.PermissionManageGuild,
			Options: chat.Options{"channel": channel}, Channels: map[string]chat.Channel{channel: {}},
		})
		if err != nil || !strings.Contains(chattest.Text(reply), want) {
			t.Errorf("channel %s: %v, %v, want %s", channel, chattest.Text(reply), err, want)
		}
	}
}
