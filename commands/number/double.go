package number

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// answerDouble shows a position of double Chess960: the option "number" is White's
// position, and the option "black" is Black's.
func (n numbering) answerDouble(boards *render.Renderer, r *chat.Request) (*chat.Reply, error) {
	example := chat.Slash("sp") + " `number:594 black:29`"
	for _, name := range []string{"path", "explain"} {
		if _, given := r.Options[name]; given {
			return nil, chat.Refuse(fmt.Sprintf("`%s` is about one position, and with `black` there are two.", name), "Leave out one of the two options.")
		}
	}
	white, notes, err := n.read(r.Options, "number", example)
	if err != nil {
		return nil, err
	}
	black, blackNotes, err := n.read(r.Options, "black", example)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(notes, blackNotes) {
		notes = append(notes, blackNotes...)
	}
	display, err := card.DisplayOf(r.Options)
	if err != nil {
		return nil, err
	}
	return card.Pair{Double: chess960.Double{White: white, Black: black}, Style: display.Style}.Reply(boards, strings.Join(notes, "\n"))
}
