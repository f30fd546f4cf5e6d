package discordtest

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const dailyCommand = `[{"name":"daily","description":"x","options":[{"type":1,"name":"set","description":"x","options":[
	{"type":7,"name":"channel","description":"x","channel_types":[0,5]},{"type":7,"name":"place","description":"x"},
	{"type":8,"name":"role","description":"x"},{"type":6,"name":"user","description":"x"}]}]}]`

// heard has the fields of an interaction that these tests check.
type heard struct {
	AppPermissions string `json:"app_permissions"`
	Channel        map[string]any
	Member         struct{ Permissions string }
	Data           struct {
		Options  []struct{ Options []optionJSON }
		Resolved map[string]map[string]map[string]any
	}
}

// dailySet types the command and returns what the bot got.
func dailySet(t *testing.T, s *Server, p *peer, options map[string]any, details ...Detail) heard {
	t.Helper()
	if _, err := s.Slash(t.Context(), Anna, Channel, "daily set", options, details...); err == nil || !strings.Contains(err.Error(), ErrNoAnswer.Error()) {
		t.Fatal(err)
	}
	var h heard
	if e := p.next(); e.T != "INTERACTION_CREATE" || json.Unmarshal(e.D, &h) != nil {
		t.Fatalf("%+v %s", e, e.D)
	}
	return h
}

// listening starts a server with the command, and a bot that does not answer.
func listening(t *testing.T) (*Server, *peer) {
	t.Helper()
	s := serve(t, Deadline(time.Millisecond))
	attempt{method: "PUT", path: globalCommands, json: dailyCommand}.send(t, s)
	p := dial(t, s, ten)
	p.identified()
	s.AddChannel(aside, "aside")
	return s, p
}

// Channels, roles and people arrive as ids, and the resolved data describes them.
func TestResolved(t *testing.T) {
	s, p := listening(t)
	thread := s.AddThread(aside, "talk")
	s.SetChannel(aside, ChannelState{CannotSend: true})
	guest := Role{ID: "1042101960960518202", Name: "guests"}
	h := dailySet(t, s, p, map[string]any{"channel": aside, "place": thread.ChannelID, "role": guest, "user": Ben}, Permissions(32))
	want := map[string]string{"channel": aside.ChannelID, "place": thread.ChannelID, "role": guest.ID, "user": Ben.ID}
	for _, o := range h.Data.Options[0].Options {
		if o.Value != want[o.Name] {
			t.Errorf("option %s is %v", o.Name, o.Value)
		}
	}
	r := h.Data.Resolved
	ch := r["channels"][aside.ChannelID]
	if ch["name"] != "aside" || ch["type"] != 0.0 || ch["id"] != aside.ChannelID || ch["permissions"] != "32" || ch["app_permissions"] != "17901423936512" || ch["thread_metadata"] != nil {
		t.Errorf("%v", ch)
	}
	if _, given := ch["parent_id"]; !given {
		t.Errorf("no parent_id in %v", ch)
	}
	in := r["channels"][thread.ChannelID]
	if meta, _ := in["thread_metadata"].(map[string]any); in["type"] != 11.0 || in["parent_id"] != aside.ChannelID || meta["archived"] != false {
		t.Errorf("%v", in)
	}
	for _, name := range []string{"permission_overwrites", "owner_id", "message_count"} {
		if ch[name] != nil || in[name] != nil {
			t.Errorf("a resolved channel has no %s: %v %v", name, ch, in)
		}
	}
	if role := r["roles"][guest.ID]; role["name"] != "guests" || role["mentionable"] != false || len(r["roles"]) != 1 {
		t.Errorf("%v", r["roles"])
	}
	if r["users"][Ben.ID]["username"] != "Ben" || r["members"][Ben.ID]["joined_at"] == nil || r["members"][Ben.ID]["user"] != nil {
		t.Errorf("%v %v", r["users"], r["members"])
	}
	if h := dailySet(t, s, p, nil); h.Data.Resolved != nil {
		t.Errorf("%v", h.Data.Resolved)
	}
}

// The bot's permissions are those of the channel, unless the test says otherwise.
func TestAppPermissions(t *testing.T) {
	s, p := listening(t)
	h := dailySet(t, s, p, map[string]any{"channel": Channel})
	if h.AppPermissions != "17901423938560" || h.Channel["app_permissions"] != h.AppPermissions || h.Member.Permissions != "2248473465835073" || h.Channel["permissions"] != h.Member.Permissions {
		t.Errorf("%+v", h)
	}
	s.SetChannel(Channel, ChannelState{CannotAttach: true})
	if h := dailySet(t, s, p, nil); h.AppPermissions != "17901423905792" {
		t.Errorf("%+v", h)
	}
	h = dailySet(t, s, p, map[string]any{"channel": Channel, "place": aside}, Permissions(8), AppPermissions(16))
	here, there := h.Data.Resolved["channels"][ChannelID], h.Data.Resolved["channels"][aside.ChannelID]
	if h.AppPermissions != "16" || h.Member.Permissions != "8" || h.Channel["permissions"] != "8" || here["app_permissions"] != "16" || there["app_permissions"] != "17901423938560" {
		t.Errorf("%+v", h)
	}
}

// A person can choose only the channels, roles and people that Discord's client offers.
func TestEntitiesRefused(t *testing.T) {
	s, _ := listening(t)
	thread := s.AddThread(aside, "talk")
	gone, foreign := Place{GuildID, "3"}, Place{"7", "8"}
	s.SetChannel(gone, ChannelState{Gone: true})
	s.AddChannel(foreign, "foreign")
	for _, c := range []struct {
		option string
		value  any
		words  string
	}{
		{"channel", thread, "is of type 11, not one of [0 5]"},
		{"channel", gone, "is no channel"},
		{"channel", "12345", "is no channel"},
		{"channel", 5, "is no channel"},
		{"place", foreign, "another server"},
		{"place", Anna.DM(), "another server"},
		{"role", "12345", "is no role"},
		{"role", Anna, "is no role"},
		{"user", "12345", "is no user"},
		{"user", Players, "is no user"},
	} {
		if _, err := s.Slash(t.Context(), Anna, Channel, "daily set", map[string]any{c.option: c.value}); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s %v: want %q, got %v", c.option, c.value, c.words, err)
		}
	}
	for option, value := range map[string]any{"channel": aside, "role": Players} {
		if _, err := s.Slash(t.Context(), Anna, Place{}, "daily set", map[string]any{option: value}); err == nil || !strings.Contains(err.Error(), "option "+option) {
			t.Errorf("%s in direct messages: %v", option, err)
		}
	}
	s.SetChannel(aside, ChannelState{Gone: true})
	if _, err := s.Slash(t.Context(), Anna, aside, "daily set", nil); err == nil || !strings.Contains(err.Error(), "the channel is gone") {
		t.Error(err)
	}
	status, answer := attempt{method: "PUT", path: globalCommands, json: "[" + option("7", `,"channel_types":[99]`) + "]"}.send(t, s)
	wantFault(t, s, status, answer, "0.options.0.channel_types.0", "BASE_TYPE_CHOICES")
}
