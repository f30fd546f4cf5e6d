package discordtest

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"
)

// found has the fields of a message that tests of a channel's messages use.
type found struct{ ID, Content string }

// fetch requests messages of a channel.
func fetch(t *testing.T, s *Server, where Place, query string) []found {
	t.Helper()
	r, _ := http.NewRequest("GET", s.URL()+"/api/v10/channels/"+where.ChannelID+"/messages"+query, nil)
	r.Header.Set("Authorization", "Bot "+Token)
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var messages []found
	if err := json.Unmarshal(text, &messages); err != nil || response.StatusCode != 200 || messages == nil {
		t.Fatalf("%d %s", response.StatusCode, text)
	}
	return messages
}

// list requests messages of the default channel and returns their ids.
func list(t *testing.T, s *Server, query string) []string {
	t.Helper()
	var ids []string
	for _, m := range fetch(t, s, Channel, query) {
		ids = append(ids, m.ID)
	}
	return ids
}

// A page has the newest messages, or the newest before another one. The newest comes first.
func TestPages(t *testing.T) {
	s := serve(t)
	it := pending(s, kindCommand)
	var ids []string // oldest first
	for range 120 {
		ids = append(ids, post(t, s, `{"content":"x"}`))
	}
	it.answers(t, s, `{"type":4,"data":{"content":"x","flags":64}}`)
	pages := func(low, high int) []string {
		out := slices.Clone(ids[low:high])
		slices.Reverse(out)
		return out
	}
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"", pages(70, 120)},
		{"?limit=3", pages(117, 120)},
		{"?limit=100", pages(20, 120)},
		{"?limit=3&before=" + ids[10], pages(7, 10)},
		{"?before=" + ids[2], pages(0, 2)},
		{"?before=" + ids[0], nil},
	} {
		if got := list(t, s, c.query); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.query, got, c.want)
		}
	}
	wantUnbroken(t, s)
	list(t, s, "?after="+ids[10])
	wantBroken(t, s, "the query has after")
}

// Without the intent for the content of messages, the bot reads only its own messages in
// servers. In direct messages it reads all.
func TestForeignContentIsLeftOut(t *testing.T) {
	s := serve(t)
	post(t, s, `{"content":"mine"}`)
	for where, want := range map[Place]string{Channel: "", Anna.DM(): "hers"} {
		if _, err := s.Write(Anna, where, "hers"); err != nil {
			t.Fatal(err)
		}
		if got := fetch(t, s, where, "?limit=1")[0].Content; got != want {
			t.Errorf("%v: %q, want %q", where, got, want)
		}
	}
	if got := fetch(t, s, Channel, "")[1].Content; got != "mine" {
		t.Errorf("the bot's own message: %q", got)
	}
}
