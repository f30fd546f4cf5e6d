package discordtest

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"
)

var aside = Place{GuildID, "1042101960960518300"}

// Each field of ChannelState makes some requests fail, and no others.
func TestChannelState(t *testing.T) {
	s := serve(t)
	s.AddChannel(aside, "aside")
	thread := s.AddThread(aside, "talk")
	in, inThread := postTo(t, s, aside, `{"content":"x"}`), postTo(t, s, thread, `{"content":"x"}`)
	at := func(p Place) string { return "/channels/" + p.ChannelID }
	text, edit := `{"content":"x"}`, `{"content":"y"}`
	for _, c := range []struct {
		name    string
		state   ChannelState // of aside
		thread  ChannelState
		attempt attempt
		status  int
		code    float64
	}{
		{"gone: message", ChannelState{Gone: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages", json: text}, 404, 10003},
		{"gone: list", ChannelState{Gone: true}, ChannelState{}, attempt{method: "GET", path: at(aside) + "/messages"}, 404, 10003},
		{"gone: channel", ChannelState{Gone: true}, ChannelState{}, attempt{method: "GET", path: at(aside)}, 404, 10003},
		{"gone: its thread", ChannelState{Gone: true}, ChannelState{}, attempt{method: "POST", path: at(thread) + "/messages", json: text}, 404, 10003},
		{"hidden: message", ChannelState{NoAccess: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages", json: text}, 403, 50001},
		{"hidden: list", ChannelState{NoAccess: true}, ChannelState{}, attempt{method: "GET", path: at(aside) + "/messages"}, 403, 50001},
		{"hidden: edit", ChannelState{NoAccess: true}, ChannelState{}, attempt{method: "PATCH", path: at(aside) + "/messages/" + in, json: edit}, 403, 50001},
		{"hidden: channel", ChannelState{NoAccess: true}, ChannelState{}, attempt{method: "GET", path: at(aside)}, 403, 50001},
		{"hidden: thread", ChannelState{NoAccess: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages/" + in + "/threads", json: `{"name":"x"}`}, 403, 50001},
		{"hidden: its thread", ChannelState{NoAccess: true}, ChannelState{}, attempt{method: "GET", path: at(thread)}, 403, 50001},
		{"mute: message", ChannelState{CannotSend: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages", json: text}, 403, 50013},
		{"mute: edit", ChannelState{CannotSend: true}, ChannelState{}, attempt{method: "PATCH", path: at(aside) + "/messages/" + in, json: edit}, 200, 0},
		{"mute: its thread", ChannelState{CannotSend: true}, ChannelState{}, attempt{method: "POST", path: at(thread) + "/messages", json: text}, 200, 0},
		{"no files: file", ChannelState{CannotAttach: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages", json: text, files: []string{"a.png"}}, 403, 50013},
		{"no files: file in its thread", ChannelState{CannotAttach: true}, ChannelState{}, attempt{method: "POST", path: at(thread) + "/messages", json: text, files: []string{"a.png"}}, 403, 50013},
		{"no files: text", ChannelState{CannotAttach: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages", json: text}, 200, 0},
		{"no threads: thread", ChannelState{CannotThread: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages/" + in + "/threads", json: `{"name":"x"}`}, 403, 50013},
		{"no history: edit", ChannelState{NoHistory: true}, ChannelState{}, attempt{method: "PATCH", path: at(aside) + "/messages/" + in, json: edit}, 200, 0},
		{"archived: message", ChannelState{}, ChannelState{Archived: true}, attempt{method: "POST", path: at(thread) + "/messages", json: text}, 400, 50083},
		{"archived: edit", ChannelState{}, ChannelState{Archived: true}, attempt{method: "PATCH", path: at(thread) + "/messages/" + inThread, json: edit}, 400, 50083},
		{"archived: list", ChannelState{}, ChannelState{Archived: true}, attempt{method: "GET", path: at(thread) + "/messages"}, 200, 0},
		{"archived: no thread", ChannelState{Archived: true}, ChannelState{}, attempt{method: "POST", path: at(aside) + "/messages", json: text}, 200, 0},
		{"nothing any more", ChannelState{}, ChannelState{}, attempt{method: "POST", path: at(thread) + "/messages", json: text}, 200, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.SetChannel(aside, c.state)
			s.SetChannel(thread, c.thread)
			status, answer := c.attempt.send(t, s)
			wantStatus(t, status, answer, c.status, c.code)
			wantUnbroken(t, s) // such a refusal is not a mistake of the bot
		})
	}
}

// Without the permission to read the history a list is empty, with status 200.
func TestNoHistory(t *testing.T) {
	s := serve(t)
	post(t, s, `{"content":"x"}`)
	s.SetChannel(Channel, ChannelState{NoHistory: true})
	if ids := list(t, s, ""); len(ids) != 0 {
		t.Errorf("%v", ids)
	}
	s.SetChannel(Channel, ChannelState{})
	if ids := list(t, s, ""); len(ids) != 1 {
		t.Errorf("%v", ids)
	}
}

// Channels have names, types and permissions, and are listed by server.
func TestChannels(t *testing.T) {
	s := serve(t)
	s.AddChannel(aside, "aside")
	s.AddChannel(Place{"7", "8"}, "elsewhere")
	s.AddChannel(aside, "renamed")
	thread := s.AddThread(aside, "talk")
	var names []string
	for _, ch := range s.Channels(GuildID) {
		names = append(names, ch.Name)
	}
	if !slices.Equal(names, []string{"chess960", "renamed", "talk"}) {
		t.Errorf("%q", names)
	}
	if len(s.Channels("7")) != 1 || len(s.Channels("")) != 3 {
		t.Errorf("%v %v", s.Channels("7"), s.Channels(""))
	}
	get := func(p Place) map[string]any {
		status, answer := attempt{method: "GET", path: "/channels/" + p.ChannelID}.send(t, s)
		wantStatus(t, status, answer, 200, 0)
		return answer
	}
	if o := get(aside); o["type"] != 0.0 || o["name"] != "renamed" || o["guild_id"] != GuildID || o["last_message_id"] != nil || o["position"] == nil {
		t.Errorf("%v", o)
	}
	last := postTo(t, s, aside, `{"content":"x"}`)
	if o := get(aside); o["last_message_id"] != last {
		t.Errorf("%v", o)
	}
	if o := get(thread); o["type"] != 11.0 || o["parent_id"] != aside.ChannelID || o["thread_metadata"].(map[string]any)["archived"] != false {
		t.Errorf("%v", o)
	}
	s.SetChannel(aside, ChannelState{Announcement: true})
	if get(aside)["type"] != 5.0 || get(thread)["type"] != 10.0 {
		t.Errorf("%v %v", get(aside), get(thread))
	}
	if o := get(Anna.DM()); o["type"] != 1.0 || o["recipients"].([]any)[0].(map[string]any)["id"] != Anna.ID {
		t.Errorf("%v", o)
	}
	wantUnbroken(t, s)
}

// The permissions in interactions follow from the state of the channel.
func TestChannelPermissions(t *testing.T) {
	text, thread := ChannelInfo{}, ChannelInfo{ParentID: "1"}
	for _, c := range []struct {
		name        string
		ch          ChannelInfo
		state       ChannelState
		permissions string
	}{
		{"all", text, ChannelState{}, "17901423938560"},
		{"hidden", text, ChannelState{NoAccess: true}, "17901423937536"},
		{"gone", text, ChannelState{Gone: true}, "17901423937536"},
		{"mute", text, ChannelState{CannotSend: true}, "17901423936512"},
		{"mute thread", thread, ChannelState{CannotSend: true}, "17626546031616"},
		{"no files", text, ChannelState{CannotAttach: true}, "17901423905792"},
		{"no threads", text, ChannelState{CannotThread: true}, "17867064200192"},
		{"no mentions", text, ChannelState{CannotMention: true}, "17901423807488"},
		{"no history", text, ChannelState{NoHistory: true}, "17901423873024"},
	} {
		c.ch.State = c.state
		if got := c.ch.permissions(); got != c.permissions {
			t.Errorf("%s: %s, want %s", c.name, got, c.permissions)
		}
	}
}

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
