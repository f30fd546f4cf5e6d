package event

import (
	"errors"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// Every refusal says something to everyone, and names /event only to people who see it.
func TestRefusalsNameOnlyWhatTheAskerSees(t *testing.T) {
	sealed := &evening.Event{ID: "ABC", Rules: evening.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1, Sealed: true}}
	if _, err := sealed.Seal(evening.Asker{User: chattest.Anna}, func(int) (int, error) { return 0, nil }, secretBits); err != nil {
		t.Fatal(err)
	}
	all := []error{
		evening.ErrNone, evening.ErrClosed, evening.ErrComplete, evening.ErrSealed, evening.ErrManySealed, evening.ErrNotSealed,
		evening.ErrNotDrawn, evening.ErrAdded, evening.ErrVoids, evening.ErrTooLarge, &evening.TooFewError{Needed: 2, Available: 1},
	}
	named := 0
	for _, err := range all {
		for _, ref := range []evening.Ref{{Channel: "2"}, {Channel: "2", ID: "ABC"}} {
			for _, permissions := range []int64{0, discordgo.PermissionManageEvents} {
				r := &chat.Request{GuildID: "1", ChannelID: "2", Permissions: permissions}
				refusal, ok := errors.AsType[*chat.UserError](refusalOf(r, ref, sealed, err))
				if !ok {
					t.Errorf("%v is not refused", err)
					continue
				}
				if !strings.Contains(chattest.English(refusal.Msg)+chattest.English(refusal.Hint), strings.TrimSuffix(chat.Slash("event"), "\ue961")) {
					continue
				}
				if named++; permissions == 0 {
					t.Errorf("a member reads: %s %s", refusal.Msg, refusal.Hint)
				}
			}
		}
	}
	if named == 0 {
		t.Error("nobody reads of /event")
	}
}
