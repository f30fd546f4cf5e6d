package draw

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// A handDraw is a draw by hand, and how to show it. Its whole state is in the custom ids
// of its buttons:
//
//	control:method:code of the throws:view:theme:method of explanation or nothing
type handDraw struct {
	drawing drawing.Drawing
	display card.Display
}

func (h *handDraw) fields(f *chat.Fields) {
	chat.OneOf(f, &h.drawing.Method, methods())
	chat.Parsed(f, &h.drawing, codeOf, func(code string) (drawing.Drawing, error) { return h.drawing.Method.Resume(code) })
	h.display.Fields(f)
}

// codeOf returns the code of the throws for a custom id. If there are many throws, the
// code leaves out those that did not count.
func codeOf(d drawing.Drawing) string {
	const longest = 50 // leaves room for the other fields
	if code := d.Code(); len(code) <= longest {
		return code
	}
	return d.Counting().Code()
}

// The buttons of a draw by hand: a throw, “Undo”, “Show to everyone” and “Step by step”.
var (
	handButton   = chat.NewControl("hand", (*handDraw).fields)
	undoButton   = chat.NewControl("undo", (*handDraw).fields)
	showButton   = chat.NewControl("show", (*handDraw).fields)
	throwsButton = chat.NewControl("throws", (*handDraw).fields)
)

// reply shows the drawn position, its numbers, the throws and the calculation. The last line
// says who threw, and the odds. Beside throws and a calculation there is room for the first
// rank only.
func (h handDraw) reply(tools Tools, audience chat.Audience, last voice.Run, first ...chat.Component) (*chat.Reply, error) {
	c := card.Card{Position: h.drawing.Position(), Style: h.display.Style, Method: explain.Direct}
	own := append(first, chat.Button(discordgo.SecondaryButton, voice.Phrase("draw.steps"), throwsButton.ID(h)))
	return card.Answer{
		Card:     c,
		Audience: audience,
		Record:   recordOf(h.drawing).text(),
		End:      voice.Small(last),
		Explain:  h.display.Explain,
		Compact:  true,
		First:    own,
	}.Reply(tools.Boards)
}

// counts returns, for each square, the number that puts a piece on it; -1 for none.
func counts(c drawing.Choice, rank drawing.Rank) [8]int {
	counts := explain.RankView(rank).Counts
	for _, o := range c.Outcomes {
		changed := slices.Collect(o.Changes(rank).All())
		if len(changed) != 1 || rank[changed[0]] != 0 {
			continue
		}
		if n, err := strconv.Atoi(o.Aliases[0]); err == nil {
			counts[changed[0]] = n
		}
	}
	return counts
}
