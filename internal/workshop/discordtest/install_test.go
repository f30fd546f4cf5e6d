package discordtest

import (
	"encoding/json"
	"strings"
	"testing"
)

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
