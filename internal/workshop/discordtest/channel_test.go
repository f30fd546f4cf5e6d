package discordtest

import (
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
		{"all", text, ChannelState{}, "309237894144"},
		{"hidden", text, ChannelState{NoAccess: true}, "309237893120"},
		{"gone", text, ChannelState{Gone: true}, "309237893120"},
		{"mute", text, ChannelState{CannotSend: true}, "309237892096"},
		{"mute thread", thread, ChannelState{CannotSend: true}, "34359987200"},
		{"no files", text, ChannelState{CannotAttach: true}, "309237861376"},
		{"no threads", text, ChannelState{CannotThread: true}, "274878155776"},
		{"no mentions", text, ChannelState{CannotMention: true}, "309237763072"},
		{"no history", text, ChannelState{NoHistory: true}, "309237828608"},
	} {
		c.ch.State = c.state
		if got := c.ch.permissions(); got != c.permissions {
			t.Errorf("%s: %s, want %s", c.name, got, c.permissions)
		}
	}
}
