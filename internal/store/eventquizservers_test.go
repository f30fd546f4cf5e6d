package store_test

import (
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/privacy"
	"chess960bot/internal/workshop/storetest"
)

// Every server with data is known, and whether the bot was a member there.
func TestServers(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for _, channel := range []string{"sub", "removed"} {
				if err := dailyrows.Of(s).Save(ctx, subOf(channel)); err != nil {
					t.Fatal(err)
				}
			}
			if err := dailyrows.Of(s).Remove(ctx, "removed", noon); err != nil {
				t.Fatal(err)
			}
			for id, invited := range map[string]bool{"invited": true, "uninvited": false} {
				e := &evening.Event{ID: id, Channel: id, Guild: "guild of " + id, Invited: invited, OpenedBy: annID, OpenedAt: noon, Rules: evening.Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}}
				if err := eventrows.Of(s).NewEvent(ctx, e); err != nil {
					t.Fatal(err)
				}
			}
			openFilledEvent(t, s, "direct messages", "", evening.Asker{User: annID, At: noon}, evening.Asker{User: annID, At: noon})
			openRace(t, s, "race", "guild of race", annID)
			want := map[string]privacy.KnownServer{}
			for _, name := range []string{"sub", "removed", "invited", "uninvited", "race"} {
				want["guild of "+name] = privacy.KnownServer{Guild: "guild of " + name, Joined: name != "uninvited"}
			}
			wantServers(t, s, want)
			for guild, left := range map[string]time.Time{"guild of race": noon, "guild of invited": noon} {
				if err := s.NoteServer(ctx, guild, left); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.NoteServer(ctx, "guild of invited", time.Time{}); err != nil {
				t.Fatal(err)
			}
			want["guild of race"] = privacy.KnownServer{Guild: "guild of race", Joined: true, LeftAt: noon}
			wantServers(t, s, want)
			for guild := range want {
				if _, err := s.ForgetServer(ctx, guild); err != nil {
					t.Fatal(err)
				}
			}
			wantServers(t, s, nil)
			if left := naming(everything(t, s), "guild of"); len(left) > 0 {
				t.Errorf("after all were forgotten: %q", left)
			}
		})
	}
}
