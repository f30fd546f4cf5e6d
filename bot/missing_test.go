package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/outbox"
)

// The bot's user id is 42, and its role has the id 7. Each case has what Discord says about
// the channel 5, the server 9, and the bot there.
func TestMissing(t *testing.T) {
	t.Parallel()
	const (
		all   = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionSendMessagesInThreads
		admin = discordgo.PermissionAdministrator
	)
	guild := func(everyone, role int64) string {
		return fmt.Sprintf(`200 {"id":"9","owner_id":"1","roles":[{"id":"9","permissions":"%d"},{"id":"7","permissions":"%d"},{"id":"8","permissions":"8"}]}`, everyone, role)
	}
	channel := func(overwrites string) string {
		return `200 {"id":"5","type":0,"guild_id":"9","permission_overwrites":[` + overwrites + `]}`
	}
	deny := func(kind int, id string, bits int64) string {
		return fmt.Sprintf(`{"id":%q,"type":%d,"allow":"0","deny":"%d"}`, id, kind, bits)
	}
	allow := func(kind int, id string, bits int64) string {
		return fmt.Sprintf(`{"id":%q,"type":%d,"allow":"%d","deny":"0"}`, id, kind, bits)
	}
	const member = `200 {"user":{"id":"42"},"roles":["7"]}`
	const send, attach = discordgo.PermissionSendMessages, discordgo.PermissionAttachFiles
	for name, c := range map[string]struct {
		channel, guild string
		want           int64
		fails          bool
	}{
		"nothing":                      {channel(""), guild(all, 0), 0, false},
		"hidden":                       {`403 {"code":50001}`, "", discordgo.PermissionViewChannel, false},
		"gone":                         {`404 {"code":10003}`, "", 0, true},
		"no answer about the server":   {channel(""), `500 {}`, 0, true},
		"of everyone":                  {channel(""), guild(all&^send, 0), send, false},
		"given by the role":            {channel(""), guild(all&^send, send), 0, false},
		"another role counts not":      {channel(""), guild(0, all&^attach), attach, false},
		"denied to everyone":           {channel(deny(0, "9", attach)), guild(all, 0), attach, false},
		"denied to everyone, allowed":  {channel(deny(0, "9", attach) + "," + allow(0, "7", attach)), guild(all, 0), 0, false},
		"denied to the role":           {channel(deny(0, "7", send|attach)), guild(all, all), send | attach, false},
		"denied to the bot":            {channel(allow(0, "7", send) + "," + deny(1, "42", send)), guild(all, all), send, false},
		"denied to another person":     {channel(deny(1, "43", send)), guild(all, all), 0, false},
		"denied, but the role may all": {channel(deny(0, "9", send)), guild(all, admin), 0, false},
		"in a thread":                  {`200 {"id":"5","type":11,"guild_id":"9","parent_id":"6"}`, guild(all, 0), discordgo.PermissionSendMessagesInThreads, false},
	} {
		requests := 0
		retry := func(ctx context.Context, request func(context.Context) error) error {
			requests++
			err := request(ctx)
			if _, refused := errors.AsType[*outbox.Refusal](err); c.fails && c.channel[0] == '4' && !refused {
				t.Errorf("%s: would be tried again after %v", name, err)
			}
			return err
		}
		missing, err := channelsOf(t, map[string]string{
			"GET /channels/5": c.channel, "GET /guilds/9": c.guild, "GET /guilds/9/members/42": member,
			"GET /channels/6": channel(deny(0, "9", discordgo.PermissionSendMessagesInThreads)),
		}).Missing(t.Context(), "5", retry)
		if missing != c.want || (err != nil) != c.fails {
			t.Errorf("%s: %b, %v; want %b", name, missing, err, c.want)
		}
		if most := map[bool]int{true: 4, false: 3}[name == "in a thread"]; requests > most {
			t.Errorf("%s: made %d requests", name, requests)
		}
	}
}

// A direct message goes to the channel that Discord names. If the bot opens too many of
// them, it waits.
func TestDirectMessages(t *testing.T) {
	t.Parallel()
	p := aPost
	p.Person = "77"
	const open = "POST /users/@me/channels"
	for answer, want := range map[string]outbox.Trouble{
		`403 {"code":40003}`: outbox.Limited, `403 {"code":50007}`: outbox.Forbidden, `400 {"code":50033}`: outbox.Invalid,
	} {
		_, err := channelsOf(t, map[string]string{open: answer}).Find(t.Context(), p, "mark", "")
		if r, ok := errors.AsType[*outbox.Refusal](err); !ok || r.Trouble != want || want == outbox.Limited && r.RetryAfter != directPause {
			t.Errorf("%s: %v, want %s", answer, err, want)
		}
	}
	page, err := channelsOf(t, map[string]string{open: `200 {"id":"6"}`, "GET /channels/6/messages": "200 [" + messageBy("42", firstSent, "mark") + "]"}).Find(t.Context(), p, "mark", "")
	if err != nil || page.Message != snowflake(firstSent) {
		t.Errorf("found %+v, %v", page, err)
	}
}

// The bot's servers are read from Discord's list.
func TestMemberships(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`200 [{"id":"8","name":"x"},{"id":"9"}]`: "8 9", `200 []`: "", `500 {}`: "error", `200 {`: "error",
	} {
		guilds, err := channelsOf(t, map[string]string{"GET /users/@me/guilds": answer}).Memberships(t.Context(), "7")
		if (err != nil) != (want == "error") || err == nil && !slices.Equal(guilds, strings.Fields(want)) {
			t.Errorf("%s: %q, %v", answer, guilds, err)
		}
	}
}
