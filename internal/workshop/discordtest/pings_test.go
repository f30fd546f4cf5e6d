package discordtest

import (
	"slices"
	"strings"
	"testing"
)

// quiet is a role that only those with a permission may mention.
var quiet = Role{ID: "1042101960960518201", Name: "quiet"}

// A message to a channel notifies the people and roles that it mentions, if they exist and
// if the mention is allowed.
func TestPings(t *testing.T) {
	const (
		player = "<@&1042101960960518200>"
		hushed = "<@&1042101960960518201>"
		anna   = "<@204255221017214977>"
		all    = "hello @everyone " + player + hushed + anna
	)
	everybody := Pings{true, []string{Anna.ID}, []string{Players.ID, quiet.ID}}
	for _, c := range []struct {
		name, text, mentions string
		where                Place
		state                ChannelState
		want                 Pings
	}{
		{"nothing said about it", all, "", Channel, ChannelState{}, everybody},
		{"null", all, "null", Channel, ChannelState{}, everybody},
		{"nobody", all, `{"parse":[]}`, Channel, ChannelState{}, Pings{}},
		{"an empty object", all, `{}`, Channel, ChannelState{}, Pings{}},
		{"one role", all, `{"parse":[],"roles":["` + Players.ID + `"]}`, Channel, ChannelState{}, Pings{Roles: []string{Players.ID}}},
		{"a role that is not mentioned", "hello", `{"roles":["` + Players.ID + `"]}`, Channel, ChannelState{}, Pings{}},
		{"a role that does not exist", "<@&5>", `{"roles":["5"]}`, Channel, ChannelState{}, Pings{}},
		{"a role twice", player + player, `{"parse":["roles"]}`, Channel, ChannelState{}, Pings{Roles: []string{Players.ID}}},
		{"all roles", all, `{"parse":["roles"]}`, Channel, ChannelState{}, Pings{Roles: []string{Players.ID, quiet.ID}}},
		{"all roles, none listed", all, `{"parse":["roles"],"roles":[]}`, Channel, ChannelState{}, Pings{Roles: []string{Players.ID, quiet.ID}}},
		{"roles without the permission", all, `{"parse":["roles","everyone"]}`, Channel, ChannelState{CannotMention: true}, Pings{Roles: []string{Players.ID}}},
		{"users", all, `{"parse":["users"]}`, Channel, ChannelState{}, Pings{Users: []string{Anna.ID}}},
		{"one user", "<@!204255221017214977> <@305032189173080064>", `{"users":["204255221017214977"]}`, Channel, ChannelState{}, Pings{Users: []string{Anna.ID}}},
		{"everyone and a user", all, `{"parse":["everyone"],"users":["204255221017214977"]}`, Channel, ChannelState{}, Pings{Everyone: true, Users: []string{Anna.ID}}},
		{"here", "@here", `{"parse":["everyone"]}`, Channel, ChannelState{}, Pings{Everyone: true}},
		{"a user is no role", "<@" + Players.ID + ">", `{"roles":["` + Players.ID + `"]}`, Channel, ChannelState{}, Pings{}},
		{"direct messages", all, "", Anna.DM(), ChannelState{}, Pings{Users: []string{Anna.ID}}},
	} {
		for form, body := range map[string]string{"content": `{"content":"` + c.text + `"`, "text display": strings.TrimSuffix(v2(`{"type":10,"content":"`+c.text+`"}`), "}")} {
			t.Run(c.name+" in "+form, func(t *testing.T) {
				s := serve(t)
				s.AddRole(quiet)
				s.SetChannel(c.where, c.state)
				if c.mentions != "" {
					body += `,"allowed_mentions":` + c.mentions
				}
				id := postTo(t, s, c.where, body+"}")
				m := s.Messages(c.where)[0]
				wantPings(t, m.Pings, c.want)
				j := m.json()
				if j.ID != id || j.MentionEveryone != c.want.Everyone || !slices.Equal(j.MentionRoles, c.want.Roles) || len(j.Mentions) != len(c.want.Users) {
					t.Errorf("%+v", j)
				}
				if c.mentions != "" && c.mentions != "null" {
					wantUnbroken(t, s)
				}
			})
		}
	}
}

func wantPings(t *testing.T, got, want Pings) {
	t.Helper()
	if got.Everyone != want.Everyone || !slices.Equal(got.Users, want.Users) || !slices.Equal(got.Roles, want.Roles) {
		t.Errorf("pings %+v, want %+v", got, want)
	}
}

// By default an answer notifies only users, and an ephemeral answer notifies nobody.
// An edit notifies nobody new.
func TestAnswerPings(t *testing.T) {
	s := serve(t)
	const text = "@everyone <@&1042101960960518200> <@204255221017214977>"
	users := Pings{Users: []string{Anna.ID}}
	last := func() *Message { return s.Messages(Channel)[len(s.Messages(Channel))-1] }

	it := pending(s, kindCommand)
	it.answers(t, s, `{"type":4,"data":{"content":"`+text+`"}}`)
	wantPings(t, last().Pings, users)
	it.edits(t, s, `{"content":"x","allowed_mentions":{"parse":["everyone"]}}`)
	wantPings(t, last().Pings, users)
	it.edits(t, s, `{"content":"`+text+`","allowed_mentions":{"parse":["everyone"]}}`)
	wantPings(t, last().Pings, users)
	if last().json().Mentions[0].Username != "Anna" {
		t.Errorf("%+v", last().json().Mentions)
	}

	pending(s, kindCommand).answers(t, s, `{"type":4,"data":{"content":"`+text+`","flags":64}}`)
	wantPings(t, last().Pings, Pings{})
}
