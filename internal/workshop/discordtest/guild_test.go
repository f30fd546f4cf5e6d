package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
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

// The list of the bot's servers has pages, and none that it has left.
func TestListGuilds(t *testing.T) {
	s := serve(t)
	for _, id := range []string{"300", "200", "1000", "400"} {
		s.AddChannel(Place{GuildID: id, ChannelID: "7" + id}, "x")
	}
	s.LeaveGuild("400")
	var got []string
	for after := ""; ; {
		path := "/users/@me/guilds?limit=2"
		if after != "" {
			path += "&after=" + after
		}
		r, err := http.NewRequest("GET", s.URL()+"/api/v10"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Authorization": {"Bot " + Token}, "User-Agent": {"DiscordBot (https://example.com, 1)"}}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var page []struct{ ID string }
		err = json.NewDecoder(response.Body).Decode(&page)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, guild := range page {
			got = append(got, guild.ID)
		}
		after = page[len(page)-1].ID
	}
	if want := []string{"200", "300", "1000", GuildID}; !slices.Equal(got, want) {
		t.Errorf("listed %q, want %q", got, want)
	}
	status, answer := attempt{method: "GET", path: "/users/@me/guilds?limit=201"}.send(t, s)
	wantStatus(t, status, answer, 400, 50035)
}

// The bot can read members of a server that it is in.
func TestGetMember(t *testing.T) {
	s := serve(t)
	status, answer := attempt{method: "GET", path: "/guilds/" + GuildID + "/members/" + Bot.ID}.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	status, answer = attempt{method: "GET", path: "/guilds/" + GuildID + "/members/42"}.send(t, s)
	wantStatus(t, status, answer, 404, 10007)
	s.LeaveGuild(GuildID)
	status, answer = attempt{method: "GET", path: "/guilds/" + GuildID + "/members/" + Bot.ID}.send(t, s)
	wantStatus(t, status, answer, 404, 10004)
}

// After its answer an interaction can have more messages. A private one is for its person.
func TestFollowUp(t *testing.T) {
	s := serve(t)
	it := pending(s, kindCommand)
	more := attempt{method: "POST", path: it.webhookPath(), json: `{"flags":64,"content":"more"}`}
	status, answer := more.send(t, s)
	wantStatus(t, status, answer, 404, 10015) // there is no answer yet
	s.TakeBroken()
	it.answers(t, s, `{"type":4,"data":{"content":"x"}}`)
	status, answer = more.send(t, s)
	wantStatus(t, status, answer, 200, 0)
	all := s.Messages(it.place)
	if last := all[len(all)-1]; len(all) != 2 || !last.Private() || last.For != it.who || last.Content != "more" {
		t.Errorf("%d messages, the last is %+v", len(all), last)
	}
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

// An interaction says who installed the app: the server, the person, or both.
func TestInstallations(t *testing.T) {
	s, p := listening(t)
	wantOwners := func(want string) {
		t.Helper()
		if _, err := s.Slash(t.Context(), Anna, Channel, "daily set", nil); err == nil || !strings.Contains(err.Error(), ErrNoAnswer.Error()) {
			t.Fatal(err)
		}
		var h struct {
			Owners json.RawMessage `json:"authorizing_integration_owners"`
		}
		if err := json.Unmarshal(p.next().D, &h); err != nil || string(h.Owners) != want {
			t.Errorf("got %s, %v; want %s", h.Owners, err, want)
		}
	}
	wantRefused := func(who User, words string) {
		t.Helper()
		if _, err := s.Slash(t.Context(), who, Channel, "daily set", nil); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("got %v, want %q", err, words)
		}
	}
	wantOwners(`{"0":"` + GuildID + `"}`)
	s.Install(Anna)
	wantOwners(`{"0":"` + GuildID + `"}`) // the command is only for servers
	s.LeaveGuild(GuildID)
	wantRefused(Anna, "is not installed here: integration types [0]")
	wantRefused(Ben, "not in this server")

	everywhere := strings.Replace(dailyCommand, `{"name"`, `{"integration_types":[0,1],"name"`, 1)
	attempt{method: "PUT", path: globalCommands, json: everywhere}.send(t, s)
	wantOwners(`{"1":"` + Anna.ID + `"}`)
	wantRefused(Ben, "not in this server")
	s.JoinGuild(GuildID)
	wantOwners(`{"0":"` + GuildID + `","1":"` + Anna.ID + `"}`)
}
