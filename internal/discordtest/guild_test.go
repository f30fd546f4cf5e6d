package discordtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// identifies begins a session and returns the servers that READY lists.
func (p *peer) identifies(intents, shard, shards int) string {
	p.t.Helper()
	return string(p.begin(intents, shard, shards).Guilds)
}

// guild expects an event about the default server.
func (p *peer) guild(event string) map[string]any {
	p.t.Helper()
	e := p.next()
	var g map[string]any
	if json.Unmarshal(e.D, &g); e.T != event || g["id"] != GuildID {
		p.t.Errorf("want %s, got %+v %s", event, e, e.D)
	}
	return g
}

// quietly checks that there is no event: the next packet is the answer to a heartbeat.
func (p *peer) quietly() {
	p.t.Helper()
	p.send(`{"op":1,"d":null}`)
	if e := p.next(); e.Op != opAck {
		p.t.Errorf("%+v %s", e, e.D)
	}
}

// Only sessions with the intent GUILDS get events about servers.
func TestGuildEvents(t *testing.T) {
	s := serve(t)
	s.AddChannel(aside, "aside")
	s.SetChannel(aside, ChannelState{NoAccess: true})
	deaf, p := dial(t, s, nine), dial(t, s, nine)
	if guilds := deaf.identifies(1<<9, 0, 1); guilds != "[]" {
		t.Errorf("READY lists %s", guilds)
	}
	if guilds := p.identifies(intentGuilds, 0, 1); guilds != `[{"id":"`+GuildID+`","unavailable":true}]` {
		t.Errorf("READY lists %s", guilds)
	}
	g := p.guild("GUILD_CREATE")
	if g["unavailable"] != false || len(g["channels"].([]any)) != 1 || len(g["roles"].([]any)) != 2 || g["joined_at"] == nil {
		t.Errorf("%v", g)
	}
	s.LeaveGuild(GuildID)
	g = p.guild("GUILD_DELETE")
	if _, given := g["unavailable"]; given {
		t.Errorf("%v", g)
	}
	status, answer := attempt{method: "POST", path: channelMessages, json: `{"content":"x"}`}.send(t, s)
	wantStatus(t, status, answer, 403, 50001)
	postTo(t, s, Anna.DM(), `{"content":"x"}`)
	if _, err := s.Slash(t.Context(), Anna, Channel, "daily", nil); err == nil || !strings.Contains(err.Error(), "not in this server") {
		t.Error(err)
	}
	after := dial(t, s, nine)
	if guilds := after.identifies(intentGuilds, 0, 1); guilds != "[]" {
		t.Errorf("READY lists %s", guilds)
	}
	s.JoinGuild(GuildID)
	p.guild("GUILD_CREATE")
	post(t, s, `{"content":"x"}`)
	deaf.quietly()
	wantUnbroken(t, s)
}

// Events about a server go to one shard.
func TestGuildShard(t *testing.T) {
	s := serve(t)
	var mine int
	fmt.Sscan(GuildID, &mine)
	mine = mine >> 22 % 2
	p, other := dial(t, s, nine), dial(t, s, nine)
	p.identifies(intentGuilds, mine, 2)
	p.guild("GUILD_CREATE")
	if guilds := other.identifies(intentGuilds, 1-mine, 2); guilds != "[]" {
		t.Errorf("READY lists %s", guilds)
	}
	s.LeaveGuild(GuildID)
	p.guild("GUILD_DELETE")
	other.quietly()
}

// A disconnected session gets the events about servers when it resumes.
func TestGuildReplay(t *testing.T) {
	s := serve(t)
	p := dial(t, s, nine)
	r := p.begin(intentGuilds, 0, 1)
	p.guild("GUILD_CREATE")
	p.conn.UnderlyingConn().Close()
	s.LeaveGuild(GuildID)
	p = dialURL(t, r.ResumeURL+nine)
	p.next()
	p.send(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":2}}`, Token, r.SessionID)
	p.guild("GUILD_DELETE")
}

// With BareAttachments messages list no files. The components still name and show them.
func TestBareAttachments(t *testing.T) {
	for _, bare := range []bool{false, true} {
		s := serve(t)
		if bare {
			s = serve(t, BareAttachments())
		}
		status, answer := attempt{method: "POST", path: channelMessages, json: v2(okGallery), files: []string{"a.png"}}.send(t, s)
		wantStatus(t, status, answer, 200, 0)
		if listed, _ := answer["attachments"].([]any); listed == nil || len(listed) != map[bool]int{false: 1, true: 0}[bare] {
			t.Errorf("bare %v: %v", bare, answer["attachments"])
		}
		text, _ := json.Marshal(answer["components"])
		if !strings.Contains(string(text), "/a.png") {
			t.Errorf("%s", text)
		}
		m := s.Messages(Channel)[0]
		if len(m.Attachments) != 1 || m.Pictures()[0].Name != "a.png" || !strings.HasSuffix(m.Tree()[0].Items[0].Media.URL, "/a.png") {
			t.Errorf("%+v", m)
		}
		_, answer = attempt{method: "POST", path: channelMessages, json: `{"content":"x"}`, files: []string{"b.png"}}.send(t, s)
		if listed, _ := answer["attachments"].([]any); len(listed) != 1 {
			t.Errorf("bare %v: a message of text lists %v", bare, answer["attachments"])
		}
		wantUnbroken(t, s)
	}
}
