package discordtest

import (
	"encoding/json"
	"strings"
	"testing"
)

// While the bot is out of a server, it cannot post there, and nobody can use its commands.
func TestLeaveGuild(t *testing.T) {
	s := serve(t)
	s.LeaveGuild(GuildID)
	status, answer := attempt{method: "POST", path: channelMessages, json: `{"content":"x"}`}.send(t, s)
	wantStatus(t, status, answer, 403, 50001)
	server := attempt{method: "GET", path: "/guilds/" + GuildID}
	status, answer = server.send(t, s)
	wantStatus(t, status, answer, 404, 10004)
	postTo(t, s, Anna.DM(), `{"content":"x"}`)
	if _, err := s.Slash(t.Context(), Anna, Channel, "daily", nil); err == nil || !strings.Contains(err.Error(), "not in this server") {
		t.Error(err)
	}
	s.JoinGuild(GuildID)
	post(t, s, `{"content":"x"}`)
	status, answer = server.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	wantUnbroken(t, s)
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
