package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/workshop/discordtest"
)

// Anna draws for two boards, and forty minutes later Ben lets a third one join. The record
// says for each board who drew, when, and from how many positions.
func TestALateBoardKeepsItsOwnRecord(t *testing.T) {
	t.Parallel()
	for _, sealed := range []bool{false, true} {
		all := tools(t)
		now := clockAt(drawnAt)
		all.Now = now.Now
		w := connect(t, offerEvents(all))
		w.event(t, "new", map[string]any{"name": "Late", "rounds": 2, "boards": 2, "each": true, "sealed": sealed})
		drawn := w.event(t, "draw", nil)
		if sealed {
			w.pressLabel(t, discordtest.Anna, drawn, "Open the draw")
		}
		waitShown(t, eventrows.Of(all.Store))
		now.advance(40 * time.Minute)
		if _, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, "event change", map[string]any{"boards": 3}, eventAsker); err != nil {
			t.Fatal(err)
		}
		first := fmt.Sprintf("Drawn by Anna at <t:%d:T> from 960 positions.", drawnAt.Unix())
		late := fmt.Sprintf("Added later: board 3, drawn by Ben at <t:%d:T> from 958 positions.", now.Now().Unix())
		alone := fmt.Sprintf("Drawn by Ben at <t:%d:T> from 958 positions. SP 303 and SP 7 were drawn before.", now.Now().Unix())
		pool := 958
		if sealed {
			first = fmt.Sprintf("Anna started the draw at <t:%d:T>, from 960 positions.", drawnAt.Unix())
			late = fmt.Sprintf("Added later by Ben at <t:%d:T>: board 3, with the next position of the locked list.", now.Now().Unix())
			alone, pool = late, 960
		}
		board2 := map[bool]string{false: first, true: "board 2: SP"}[sealed] // the record is behind “How to check”
		round := func(options map[string]any) string { return w.slashText(t, "round", options) }
		for what, c := range map[string]struct{ text, want string }{
			"/round":         {round(nil), first + "\n" + late},
			"/round board:2": {round(map[string]any{"board": 2}), board2},
			"/round board:3": {round(map[string]any{"board": 3}), alone},
			"/event show": {w.event(t, "show", nil).Text(),
				strings.NewReplacer("by Anna", "by <@"+discordtest.Anna.ID+">", "Anna started", "<@"+discordtest.Anna.ID+"> started", "by Ben", "by <@"+discordtest.Ben.ID+">").Replace(first + "\n" + late)},
		} {
			if !strings.Contains(c.text, c.want) {
				t.Errorf("sealed %t, %s: want %q in\n%s", sealed, what, c.want, c.text)
			}
			if strings.HasSuffix(what, ":2") && strings.Contains(c.text, "Ben") {
				t.Errorf("sealed %t, %s names the late board:\n%s", sealed, what, c.text)
			}
		}
		rows := strings.Split(w.download(t, w.event(t, "close", nil), "event.csv"), "\n")
		for board, want := range map[int]string{
			2: fmt.Sprintf(",960,%s,%s,Anna,", drawnAt.UTC().Format(time.RFC3339), discordtest.Anna.ID),
			3: fmt.Sprintf(",%d,%s,%s,Ben,", pool, now.Now().UTC().Format(time.RFC3339), discordtest.Ben.ID),
		} {
			if row := rows[board]; !strings.HasPrefix(row, fmt.Sprintf("Late,1,%d,", board)) || !strings.Contains(row, want) {
				t.Errorf("sealed %t, board %d: want %s in %s", sealed, board, want, row)
			}
		}
	}
}

// slashText returns Anna's answer to a command.
func (w *world) slashText(t *testing.T, command string, options map[string]any) string {
	t.Helper()
	answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options)
	if err != nil {
		t.Fatal(err)
	}
	return answer.Message.Text()
}
