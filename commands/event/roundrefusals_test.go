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

// A result is refused for a round that is sealed, and for a board that nobody has recorded.
func TestResultOfABoardWithoutPosition(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0, "each": true, "sealed": true})
	result := func(round, board float64) error {
		_, err := c.ask("result", chat.Options{"round": round, "board": board, "result": "1-0"})
		return err
	}
	c.event("set", chat.Options{"round": 2.0, "board": 1.0, "position": "518"})
	chattest.RefusedWith(t, result(2, 2), "This round has no such board or game.")
	if err := result(2, 3); err == nil || err.Error() != "There is no board 3: this event has 2 boards." {
		t.Error(err)
	}
	c.event("draw", nil)
	chattest.RefusedWith(t, result(1, 1), "The sealed draw must be opened first.")
}

// A round that an event does not have is refused as such.
func TestSetBeyondTheRounds(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 3.0})
	c.refused("set", chat.Options{"round": 9.0, "position": "518"}, "There is no round 9: this event has 3 rounds.")
}

// The form of a round that was struck out meanwhile strikes out no later draw of the round.
func TestPanelOfAVoidDraw(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0, "each": true})
	panel, err := c.press(chattest.Buttons(c.event("draw", nil))["Manage"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := c.press(chattest.Buttons(panel)["Void the round"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.event("void", chat.Options{"round": 1.0})
	c.event("draw", nil)
	for _, board := range []string{"", "2"} {
		_, err = c.press(opened.Form.CustomID, chat.Options{"board": board})
		chattest.RefusedWith(t, err, "This round was voided.")
	}
}

// The rounds so far are named in their order, also if one of them was drawn again.
func TestRoundsSoFarAreInOrder(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 4.0})
	for range 3 {
		c.event("draw", nil)
	}
	c.event("void", chat.Options{"round": 2.0})
	c.event("draw", nil)
	_, err := c.ask("void", chat.Options{"round": 4.0})
	if refusal, ok := err.(*chat.UserError); !ok || !strings.Contains(chattest.Text(refusal.Reply()), "Rounds drawn so far: 1, 2 and 3.") {
		t.Errorf("%v", err)
	}
}

// The rounds that are offered are those of the evening that was chosen.
func TestRoundsOfferedAreOfTheEvening(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0})
	c.event("draw", nil)
	c.event("draw", nil)
	c.event("close", nil)
	c.event("new", chat.Options{"name": "Friday", "rounds": 2.0})
	for evening, want := range map[string]int{"": 0, "Friday": 0, "Thursday": 2, "Monday": 0} {
		r := &chat.Request{GuildID: "1", ChannelID: "2", Focused: "round", Options: chat.Options{"evening": evening}}
		if offered := Round(c.tools).Choices(t.Context(), r); len(offered) != want {
			t.Errorf("evening %q: %v", evening, offered)
		}
	}
}

// A board that the bot drew in a recorded round was not drawn elsewhere.
func TestBoardDrawnInARecordedRound(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0, "each": true})
	c.event("set", chat.Options{"round": 1.0, "position": "518, 519"})
	c.event("void", chat.Options{"round": 1.0, "board": 2.0})
	c.event("change", chat.Options{"boards": 3.0})
	for board, elsewhere := range map[float64]bool{1: true, 2: false, 3: false} {
		reply, err := Round(c.tools).Answer(t.Context(), &chat.Request{GuildID: "1", ChannelID: "2", Options: chat.Options{"board": board}})
		if err != nil {
			t.Fatal(err)
		}
		text := chattest.Text(reply)
		if strings.Contains(text, "drawn elsewhere") != elsewhere || strings.Contains(text, " drew ") == elsewhere {
			t.Errorf("board %v:\n%s", board, text)
		}
	}
}

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
