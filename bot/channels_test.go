package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// firstSent is the time of the first attempt at the post.
var firstSent = time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC)

// snowflake returns a message's id from the time at which it was sent.
func snowflake(at time.Time) string { return fmt.Sprint((at.UnixMilli() - 1_420_070_400_000) << 22) }

// channelsOf returns the channels of a bot with the user id 42. Its Discord answers each
// request, such as "GET /channels/5", with a status and a body.
func channelsOf(t *testing.T, answers map[string]string) *Channels {
	t.Helper()
	discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var status int
		answer := answers[r.Method+" "+strings.TrimPrefix(r.URL.Path, "/api/v10")]
		fmt.Sscan(answer, &status)
		w.WriteHeader(status)
		io.WriteString(w, strings.TrimSpace(strings.TrimPrefix(answer, fmt.Sprint(status))))
	}))
	t.Cleanup(discord.Close)
	api, _ := url.Parse(discord.URL)
	b := New(Options{Token: "token", APIURL: api, Log: slog.New(slog.DiscardHandler)})
	b.setIdentity("42", "41")
	return b.Channels()
}

// aPost is a post that was due when it was first sent.
var aPost = outbox.Post{Subject: "5", Number: 20777, Channel: "5", DueAt: firstSent, FirstSent: firstSent}

// messageBy returns a message in Discord's JSON.
func messageBy(author string, at time.Time, file string) string {
	return fmt.Sprintf(`{"id":%q,"author":{"id":%q},"attachments":[{"filename":%q}]}`, snowflake(at), author, file)
}

func TestFind(t *testing.T) {
	t.Parallel()
	const messages, channel = "GET /channels/5/messages", "GET /channels/5"
	const file = "daily-2026-11-20.png"
	old := firstSent.Add(-time.Hour)
	fullPage := func(oldest time.Time) string {
		page := strings.Repeat(messageBy("42", firstSent.Add(time.Minute), "another.png")+",", 99)
		return "200 [" + page + messageBy("42", oldest, "another.png") + "]"
	}
	last := func(at time.Time) string { return fmt.Sprintf(`200 {"last_message_id":%q}`, snowflake(at)) }
	for name, c := range map[string]struct {
		answers map[string]string
		want    outbox.Page
	}{
		"ours":                        {map[string]string{messages: "200 [" + messageBy("42", firstSent, file) + "]"}, outbox.Page{Message: snowflake(firstSent)}},
		"ours, by a button":           {map[string]string{messages: fmt.Sprintf(`200 [{"id":%q,"author":{"id":"42"},"components":[{"components":[{"custom_id":%q}]}]}]`, snowflake(firstSent), file)}, outbox.Page{Message: snowflake(firstSent)}},
		"ours, of another day":        {map[string]string{messages: "200 [" + messageBy("42", firstSent, "daily-2026-11-19.png") + "]"}, outbox.Page{}},
		"ours, by its nonce":          {map[string]string{messages: fmt.Sprintf(`200 [{"id":%q,"author":{"id":"42"},"nonce":%q}]`, snowflake(firstSent), aPost.Nonce("41"))}, outbox.Page{Message: snowflake(firstSent)}},
		"ours, without details":       {map[string]string{messages: "200 [" + strings.Replace(messageBy("42", firstSent, file), "{", `{"interaction_metadata":null,"nonce":5,`, 1) + "]"}, outbox.Page{Message: snowflake(firstSent)}},
		"an answer, like ours":        {map[string]string{messages: "200 [" + strings.Replace(messageBy("42", firstSent, file), "{", `{"interaction_metadata":{"id":"1"},`, 1) + "]"}, outbox.Page{}},
		"an older answer, like ours":  {map[string]string{messages: "200 [" + strings.Replace(messageBy("42", firstSent, file), "{", `{"interaction":{"id":"1"},`, 1) + "]"}, outbox.Page{}},
		"a person with that name":     {map[string]string{messages: fmt.Sprintf(`200 [{"id":%q,"author":{"id":"42"},"content":%[2]q,"attachments":[{"filename":"x.png","description":%[2]q}],"components":[{"content":%[2]q}]}]`, snowflake(firstSent), file)}, outbox.Page{}},
		"a stranger's, like ours":     {map[string]string{messages: "200 [" + messageBy("43", firstSent, file) + "]"}, outbox.Page{}},
		"the application's, no user":  {map[string]string{messages: "200 [" + messageBy("41", firstSent, file) + "]"}, outbox.Page{}},
		"a full page, older before":   {map[string]string{messages: fullPage(firstSent.Add(time.Minute))}, outbox.Page{Next: snowflake(firstSent.Add(time.Minute))}},
		"a full page, clocks differ":  {map[string]string{messages: fullPage(firstSent.Add(-9 * time.Minute))}, outbox.Page{Next: snowflake(firstSent.Add(-9 * time.Minute))}},
		"a full page, old enough":     {map[string]string{messages: fullPage(firstSent.Add(-11 * time.Minute))}, outbox.Page{}},
		"nothing, and nothing before": {map[string]string{messages: "200 []", channel: `200 {"last_message_id":null}`}, outbox.Page{}},
		"nothing, and old before":     {map[string]string{messages: "200 []", channel: last(old)}, outbox.Page{}},
		"nothing, clocks differ":      {map[string]string{messages: "200 []", channel: last(firstSent.Add(-9 * time.Minute))}, outbox.Page{Empty: true}},
		"nothing shown":               {map[string]string{messages: "200 []", channel: last(firstSent)}, outbox.Page{Empty: true}},
		"nothing, and nothing said":   {map[string]string{messages: "200 []", channel: "200 {}"}, outbox.Page{Empty: true}},
		"nothing, then refused":       {map[string]string{messages: "200 []", channel: `403 {"code":50001}`}, outbox.Page{Empty: true}},
		"nothing, then gone":          {map[string]string{messages: "200 []", channel: `404 {"code":10003}`}, outbox.Page{Empty: true}},
	} {
		t.Run(name, func(t *testing.T) {
			page, err := channelsOf(t, c.answers).Find(t.Context(), aPost, file, "")
			if err != nil || page != c.want {
				t.Errorf("%+v, %v, want %+v", page, err, c.want)
			}
		})
	}
	for name, answers := range map[string]map[string]string{
		"refused":            {messages: `403 {"code":50001}`},
		"down":               {messages: "502"},
		"nothing, then down": {messages: "200 []", channel: "502"},
		"nothing, then busy": {messages: "200 []", channel: `429 {"retry_after":1}`},
		"not JSON":           {messages: "200 <html>"},
	} {
		t.Run(name, func(t *testing.T) {
			if page, err := channelsOf(t, answers).Find(t.Context(), aPost, file, ""); err == nil {
				t.Errorf("%+v", page)
			}
		})
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	send := func(answer string) (string, error) {
		return channelsOf(t, map[string]string{"POST /channels/5/messages": answer}).Send(t.Context(), aPost, chat.Say(voice.Raw("the post")))
	}
	if id, err := send(`200 {"id":"77"}`); id != "77" || err != nil {
		t.Errorf("sent: %q, %v", id, err)
	}
	// Discord knows the nonce, but somebody has deleted the message.
	if id, err := send(`404 {"code":10008,"message":"Unknown Message"}`); id != "" || err != nil {
		t.Errorf("sent before and deleted: %q, %v", id, err)
	}
	if _, err := send(`404 {"code":10003}`); kindOf(err) != outbox.Gone {
		t.Errorf("no channel: %v", err)
	}
	if _, err := send("502"); err == nil || kindOf(err) != outbox.NoTrouble {
		t.Errorf("nobody knows: %v", err)
	}
}

// kindOf returns the kind of a refusal, or NoTrouble.
func kindOf(err error) outbox.Trouble {
	if r, ok := errors.AsType[*outbox.Refusal](err); ok {
		return r.Trouble
	}
	return outbox.NoTrouble
}

// Only an answer in which Discord says that it has done nothing is a refusal.
func TestRefusals(t *testing.T) {
	t.Parallel()
	kinds := map[int]outbox.Trouble{401: outbox.Rejected, 403: outbox.Forbidden, 429: outbox.Limited}
	for status := range 600 {
		want := kinds[status]
		if want == outbox.NoTrouble && status >= 400 && status < 500 && status != 408 { // 408: a proxy gave up
			want = outbox.Invalid
		}
		if got := kindOf(refusal(&rest.Error{Status: status})); got != want {
			t.Errorf("status %d is of kind %q, want %q", status, got, want)
		}
	}
	for code, want := range map[int]outbox.Trouble{10003: outbox.Gone, 50001: outbox.Forbidden, 50013: outbox.Forbidden, 50083: outbox.Forbidden} {
		if got := kindOf(refusal(&rest.Error{Status: 400, Code: code})); got != want {
			t.Errorf("code %d is of kind %q, want %q", code, got, want)
		}
	}
	byProxy := &rest.Error{Status: 429, RetryAfter: time.Second, ByProxy: true}
	if err := refusal(byProxy); err != error(byProxy) {
		t.Error("Discord may have carried out what a proxy refuses: ", err)
	}
	if err := refusal(context.DeadlineExceeded); err != context.DeadlineExceeded {
		t.Error(err)
	}
	if refusal(nil) != nil {
		t.Error("no error is refused")
	}
}

// Only Discord's word about the server itself says that the bot is no member of it.
func TestIsMember(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]struct{ member, fails bool }{
		`200 {"id":"9"}`:      {member: true},
		`404 {"code":10004}`:  {},
		`403 {"code":50001}`:  {},
		`404 {"code":0}`:      {fails: true},
		`403 {"code":50013}`:  {fails: true},
		`401 {"code":0}`:      {fails: true},
		`429 {"code":0}`:      {fails: true},
		`500 {"code":10004x}`: {fails: true},
	} {
		member, err := channelsOf(t, map[string]string{"GET /guilds/9": answer}).IsMember(t.Context(), "9")
		if member != want.member || (err != nil) != want.fails {
			t.Errorf("%s: %t, %v", answer, member, err)
		}
	}
}

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
