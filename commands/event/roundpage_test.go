package event

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// tell records a result as the organiser.
func (c *club) tell(round, board int, white, black, result string) {
	c.Helper()
	c.event("result", chat.Options{"round": float64(round), "board": float64(board), "white": white, "black": black, "result": result})
}

// A draw asks while boards of the round before have no result, in events that have had one. The press draws
// with the study time that was asked for, and a second press shows that draw.
func TestDrawAsksForResults(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 5.0, "boards": 3.0})
	c.event("draw", nil)
	c.event("draw", nil) // nobody tells results here yet
	c.tell(2, 1, "Anna", "Ben", "1-0")
	asked := c.event("draw", chat.Options{"study": 5.0})
	if said := chattest.Text(asked); asked.Audience != chat.OnlyAsker || said != "Round 2 · Boards 2 and 3 have no result. Draw round 3 anyway?" {
		t.Fatal(said)
	}
	for i, want := range []string{"Thursday, round 3 of 5", "Round 3 has been drawn"} {
		drawn, err := Command(c.tools).Press(t.Context(), c.by(chat.Request{CustomID: chattest.Buttons(asked)["Draw round 3"].CustomID, Message: &chat.Message{ID: "9", Private: true}}))
		if err != nil || !strings.Contains(chattest.Text(drawn), want) || i == 0 && (drawn.Audience != chat.AsAsked || drawn.WasSent(t.Context(), "7", nil) != nil) {
			t.Fatal(drawn, err)
		}
	}
	e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
	if err != nil || len(e.Draws) != 3 || e.Draws[2].Study != 5 {
		t.Errorf("%+v, %v", e.Draws, err)
	}
	for board := range 3 {
		c.tell(3, board+1, fmt.Sprint("White ", board), fmt.Sprint("Black ", board), "½-½")
	}
	if said := chattest.Text(c.event("draw", nil)); !strings.Contains(said, "Thursday, round 4 of 5") {
		t.Error(said)
	}
}

// /round has a line for each game: the position, the players and the result, in pages; and when the next
// round comes.
func TestRoundListsItsGames(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 14.0, "each": true})
	round := func(press string) *chat.Reply {
		t.Helper()
		command, r := Round(c.tools), c.by(chat.Request{})
		var reply *chat.Reply
		var err error
		if press != "" {
			r.CustomID, r.Message = press, &chat.Message{ID: "9", Private: true}
			reply, err = Command(c.tools).Press(t.Context(), r)
		} else {
			reply, err = command.Answer(t.Context(), r)
		}
		if err != nil {
			return chat.Failed(voice.Raw(err.Error()))
		}
		return reply
	}
	c.event("draw", chat.Options{"at": "in 20 minutes"})
	if said := chattest.Text(round("")); !strings.Contains(said, "No round has been drawn yet.\nI will draw round 1 on ") {
		t.Error(said)
	}
	c.event("draw", nil)
	c.event("draw", chat.Options{"at": "in 20 minutes"})
	c.tell(1, 2, "Anna", "Ben", "1-0")
	c.tell(1, 13, "Cleo", "", "bye")
	first := round("")
	said := chattest.Text(first)
	for _, want := range []string{"12 boards have no result.", "I will draw round 2 on ", "\n2 · SP 1 · Anna – Ben · 1-0\n", "\n12 · SP 11"} {
		if !strings.Contains(strings.ReplaceAll(said, "\u00a0", " "), want) {
			t.Errorf("without %q:\n%s", want, said)
		}
	}
	if len(first.Pictures) != 0 || strings.Contains(said, "13 ·") {
		t.Error(said)
	}
	next := round(chattest.Buttons(first)["Next"].CustomID)
	if said := strings.ReplaceAll(chattest.Text(next), "\u00a0", " "); next.Audience != chat.OwnPage || !strings.Contains(said, "13 · SP 12 · Cleo · bye\n14 · SP 13") {
		t.Error(said)
	}
}

// The post of the end has the table whole: 16 players, and the others in pages.
func TestTableInPages(t *testing.T) {
	store, all := thursday(t, 15, 1)
	var results []evening.Result
	for board := range 15 {
		results = append(results, evening.Result{Game: evening.GameRef{Board: board + 1, Game: 1}, White: fmt.Sprint("White ", board+10), Black: fmt.Sprint("Black ", board+10), Outcome: evening.WhiteWins})
	}
	if _, err := store.event.AddResults(evening.Asker{User: "5"}, results); err != nil {
		t.Fatal(err)
	}
	end := chattest.English(endText(&store.event, evening.Standings(&store.event)))
	if !strings.Contains(end, "White 19") || !strings.Contains(end, "… and 20 more players.") || strings.Contains(end, "no result") {
		t.Error(end)
	}
	ask := chattest.Command(t, all, "standings")
	first, err := ask.Press(t.Context(), &chat.Request{Asker: chattest.Ben, ChannelID: "2", CustomID: tableButton(&store.event).CustomID})
	if err != nil {
		t.Fatal(err)
	}
	next, err := ask.Press(t.Context(), &chat.Request{Asker: chattest.Ben, ChannelID: "2", CustomID: chattest.Buttons(first)["Next"].CustomID})
	if err != nil || !strings.Contains(chattest.Text(next), "Black 14") || !strings.Contains(chattest.Text(next), "… and 10 more players") || chattest.Buttons(next)["Previous"].CustomID == "" {
		t.Errorf("%s, %v", chattest.Text(next), err)
	}
}
