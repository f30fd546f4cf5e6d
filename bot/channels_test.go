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
	"strings"
	"testing"
	"time"

	"chess960bot/chat"
	"chess960bot/internal/daily"
	"chess960bot/internal/discordapi"
	"chess960bot/internal/when"
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
		answer := answers[r.Method+" "+strings.TrimPrefix(r.URL.Path, "/api/v9")]
		fmt.Sscan(answer, &status)
		w.WriteHeader(status)
		io.WriteString(w, strings.TrimSpace(strings.TrimPrefix(answer, fmt.Sprint(status))))
	}))
	t.Cleanup(discord.Close)
	api, _ := url.Parse(discord.URL)
	b := New(Options{Token: "token", APIURL: api, Log: slog.New(slog.DiscardHandler)})
	b.setIdentity("42", "41")
	return b.Channels(func(daily.Delivery) (*chat.Reply, error) { return chat.Say("the post"), nil }, nil)
}

func delivery() daily.Delivery {
	return daily.Delivery{Post: daily.Post{Channel: "5", Date: when.DateOf(firstSent), FirstSent: firstSent}}
}

// messageBy returns a message in Discord's JSON.
func messageBy(author string, at time.Time, file string) string {
	return fmt.Sprintf(`{"id":%q,"author":{"id":%q},"attachments":[{"filename":%q}]}`, snowflake(at), author, file)
}

func TestFind(t *testing.T) {
	t.Parallel()
	const messages, channel = "GET /channels/5/messages", "GET /channels/5"
	file, old := delivery().FileName(), firstSent.Add(-time.Hour)
	fullPage := func(oldest time.Time) string {
		page := strings.Repeat(messageBy("42", firstSent.Add(time.Minute), "another.png")+",", 99)
		return "200 [" + page + messageBy("42", oldest, "another.png") + "]"
	}
	last := func(at time.Time) string { return fmt.Sprintf(`200 {"last_message_id":%q}`, snowflake(at)) }
	for name, c := range map[string]struct {
		answers map[string]string
		want    daily.Page
	}{
		"ours":                        {map[string]string{messages: "200 [" + messageBy("42", firstSent, file) + "]"}, daily.Page{Message: snowflake(firstSent)}},
		"ours, of another day":        {map[string]string{messages: "200 [" + messageBy("42", firstSent, "daily-2026-11-19.png") + "]"}, daily.Page{}},
		"a stranger's, like ours":     {map[string]string{messages: "200 [" + messageBy("43", firstSent, file) + "]"}, daily.Page{}},
		"the application's, no user":  {map[string]string{messages: "200 [" + messageBy("41", firstSent, file) + "]"}, daily.Page{}},
		"a full page, older before":   {map[string]string{messages: fullPage(firstSent.Add(time.Minute))}, daily.Page{Next: snowflake(firstSent.Add(time.Minute))}},
		"a full page, clocks differ":  {map[string]string{messages: fullPage(firstSent.Add(-9 * time.Minute))}, daily.Page{Next: snowflake(firstSent.Add(-9 * time.Minute))}},
		"a full page, old enough":     {map[string]string{messages: fullPage(firstSent.Add(-11 * time.Minute))}, daily.Page{}},
		"nothing, and nothing before": {map[string]string{messages: "200 []", channel: `200 {"last_message_id":null}`}, daily.Page{}},
		"nothing, and old before":     {map[string]string{messages: "200 []", channel: last(old)}, daily.Page{}},
		"nothing, clocks differ":      {map[string]string{messages: "200 []", channel: last(firstSent.Add(-9 * time.Minute))}, daily.Page{Empty: true}},
		"nothing shown":               {map[string]string{messages: "200 []", channel: last(firstSent)}, daily.Page{Empty: true}},
		"nothing, and nothing said":   {map[string]string{messages: "200 []", channel: "200 {}"}, daily.Page{Empty: true}},
		"nothing, then refused":       {map[string]string{messages: "200 []", channel: `403 {"code":50001}`}, daily.Page{Empty: true}},
		"nothing, then gone":          {map[string]string{messages: "200 []", channel: `404 {"code":10003}`}, daily.Page{Empty: true}},
	} {
		t.Run(name, func(t *testing.T) {
			page, err := channelsOf(t, c.answers).Find(t.Context(), delivery(), "")
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
			if page, err := channelsOf(t, answers).Find(t.Context(), delivery(), ""); err == nil {
				t.Errorf("%+v", page)
			}
		})
	}
}

func TestSend(t *testing.T) {
	t.Parallel()
	send := func(answer string) (string, error) {
		return channelsOf(t, map[string]string{"POST /channels/5/messages": answer}).Send(t.Context(), delivery())
	}
	if id, err := send(`200 {"id":"77"}`); id != "77" || err != nil {
		t.Errorf("sent: %q, %v", id, err)
	}
	// Discord knows the nonce, but somebody has deleted the message.
	if id, err := send(`404 {"code":10008,"message":"Unknown Message"}`); id != "" || err != nil {
		t.Errorf("sent before and deleted: %q, %v", id, err)
	}
	if _, err := send(`404 {"code":10003}`); kindOf(err) != daily.Gone {
		t.Errorf("no channel: %v", err)
	}
	if _, err := send("502"); err == nil || kindOf(err) != daily.NoTrouble {
		t.Errorf("nobody knows: %v", err)
	}
}

// kindOf returns the kind of a refusal, or NoTrouble.
func kindOf(err error) daily.Trouble {
	if r, ok := errors.AsType[*daily.Refusal](err); ok {
		return r.Kind
	}
	return daily.NoTrouble
}

// Only an answer in which Discord says that it has done nothing is a refusal.
func TestRefusals(t *testing.T) {
	t.Parallel()
	kinds := map[int]daily.Trouble{401: daily.Rejected, 403: daily.Forbidden, 429: daily.Limited}
	for status := range 600 {
		want := kinds[status]
		if want == daily.NoTrouble && status >= 400 && status < 500 {
			want = daily.Invalid
		}
		if got := kindOf(refusal(&discordapi.Error{Status: status})); got != want {
			t.Errorf("status %d is of kind %q, want %q", status, got, want)
		}
	}
	for code, want := range map[int]daily.Trouble{10003: daily.Gone, 50001: daily.Forbidden, 50013: daily.Forbidden, 50083: daily.Forbidden} {
		if got := kindOf(refusal(&discordapi.Error{Status: 400, Code: code})); got != want {
			t.Errorf("code %d is of kind %q, want %q", code, got, want)
		}
	}
	if err := refusal(context.DeadlineExceeded); err != context.DeadlineExceeded {
		t.Error(err)
	}
	if refusal(nil) != nil {
		t.Error("no error is refused")
	}
}
