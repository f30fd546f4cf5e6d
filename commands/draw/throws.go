package draw

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/drawing"
	"chess960bot/internal/explain"
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

func (h handDraw) customID(control string) string { return chat.WriteID(control, h.fields) }

// reply shows the drawn position, each throw with its effect, and the odds. The note
// says who threw.
func (h handDraw) reply(tools Tools, audience chat.Audience, note string, first ...chat.Component) (*chat.Reply, error) {
	p := h.drawing.Position()
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: audience}
	l.Text(card.Heading(p, []string{note}))
	l.Board(p, "")
	l.Text(throwList(h.drawing) + "\n" + oddsOf(h.drawing.Method, p))
	if m := h.display.Explain; m != nil {
		l.Explanation(m.Explain(m.Scheme.Derive(p), explain.ToPosition))
	}
	c := card.Card{Position: p, Style: h.display.Style, Method: explain.Direct}
	own := append(first, chat.Button(discordgo.SecondaryButton, "Step by step", h.customID("throws")))
	if len(first) == 0 {
		own = append(own, c.Button("fen", "FEN and PGN"))
	}
	l.Buttons(c.AnswerButtons(own...))
	return l.Reply()
}

// throwList lists the throws of the last round in one paragraph, and counts the rounds
// that led nowhere.
func throwList(d drawing.Drawing) string {
	lost, last := rounds(d.Steps)
	var done []string
	switch n := len(lost); {
	case n == 1:
		done = append(done, "one round led nowhere")
	case n > 1:
		done = append(done, fmt.Sprintf("%d rounds led nowhere", n))
	}
	var again []string // labels of the throws that are repeated, since the last one that counts
	for _, s := range last {
		if s.Outcome.Again {
			again = append(again, "**"+s.Outcome.Label+"**")
			continue
		}
		if again != nil {
			done = append(done, repeated(again))
			again = nil
		}
		text := effect(s)
		if s.Choice.Device != "" {
			// "**R** a1" needs no "rook".
			text = "**" + s.Outcome.Label + "** " + strings.TrimPrefix(text, chess960.Piece(s.Outcome.Label[0]).Name()+" ")
		}
		done = append(done, text)
	}
	return strings.Join(done, " · ")
}

// repeated lists throws that had to be repeated: "**6**, **5** again". Of many throws it
// gives the number.
func repeated(labels []string) string {
	const listed = 3
	if more := len(labels) - listed; more > 0 {
		return fmt.Sprintf("%s and %d more again", strings.Join(labels[:listed], ", "), more)
	}
	return strings.Join(labels, ", ") + " again"
}

// effect describes the effect of a step: "queen d1", "a1 and h1 swap".
func effect(s drawing.Step) string {
	changed := s.Before.Changed(s.After)
	switch {
	case s.Outcome.Means != "":
		return s.Outcome.Means
	case s.Choice.Device == "playing card" && changed == 0:
		return "held"
	case s.Choice.Device == "pawn" && s.Outcome.Label == "W":
		return "the bishop nearer to a moves"
	case s.Choice.Device == "pawn":
		return "the bishop nearer to h moves"
	case s.Before.Files(0)&changed == 0:
		return changed.Squares() + " swap"
	}
	var placed []string
	for f := range changed.All() {
		placed = append(placed, s.After[f].Name()+" "+f.Square())
	}
	if len(placed) == 2 && s.After.Files(chess960.Knight)&changed == changed {
		return "knights " + strings.ReplaceAll(changed.Squares(), " and ", ", ")
	}
	return strings.Join(placed, ", ")
}

// showThrows answers “Step by step” under a position drawn by hand. It lists every
// throw, and shows the first rank after each change.
func showThrows(tools Tools) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		h, err := pressedHandDraw(r)
		if err != nil {
			return nil, err
		}
		if !h.drawing.Done() {
			return nil, chat.Foreign()
		}
		return h.steps(tools)
	}
}

func pressedHandDraw(r *chat.Request) (h handDraw, err error) {
	err = chat.ReadID(r.CustomID, h.fields)
	return h, err
}

// mostPictures is the largest number of files in a message.
const mostPictures = 10

func (h handDraw) steps(tools Tools) (*chat.Reply, error) {
	d := h.drawing
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: chat.OwnPage}
	text := fmt.Sprintf("## %s → %v\n%s\n-# %s.\n", d.Method.Name, d.Position(), d.Method.How, d.Method.Source)
	lost, last := rounds(d.Steps)
	for i, round := range lost {
		var labels []string
		for _, s := range round {
			labels = append(labels, s.Outcome.Label)
		}
		text += fmt.Sprintf("Round %d: %s. %s.\n", i+1, strings.TrimSpace(strings.Join(labels, " ")), chat.Capitalise(round[len(round)-1].Choice.For))
	}
	firstPictured := firstOfLast(mostPictures, last)
	for i, s := range last {
		text += fmt.Sprintf("%d. %s\n", i+1, stepText(s))
		if i < firstPictured || s.Before == s.After {
			continue
		}
		l.Text(text)
		l.Strip(i+1, viewOf(s))
		text = ""
	}
	l.Text(text + oddsOf(d.Method, d.Position()))
	l.Buttons([]chat.Component{compareButton(d.Position())})
	return l.Reply()
}

// firstOfLast returns the index of the first of the last n steps that change the rank.
func firstOfLast(n int, steps []drawing.Step) int {
	for i, s := range slices.Backward(steps) {
		if s.Before != s.After {
			if n--; n == 0 {
				return i
			}
		}
	}
	return 0
}

// rounds divides steps into the rounds that led nowhere and the last round. Each lost
// round ends with the rule that ended it.
func rounds(steps []drawing.Step) (lost [][]drawing.Step, last []drawing.Step) {
	begin := 0
	for i, s := range steps {
		if s.Outcome.Over {
			lost = append(lost, steps[begin:i+1])
			begin = i + 1
		}
	}
	return lost, steps[begin:]
}

// stepText returns a sentence about a step.
func stepText(s drawing.Step) string {
	what := chat.Capitalise(s.Choice.For)
	switch {
	case s.Choice.Device == "":
		return fmt.Sprintf("%s: %s.", what, effect(s))
	case s.Outcome.Again:
		return fmt.Sprintf("%s (%s): **%s** is too high, again.", what, s.Choice.Device, s.Outcome.Label)
	}
	return fmt.Sprintf("%s (%s): **%s**. %s.", what, s.Choice.Device, s.Outcome.Label, chat.Capitalise(effect(s)))
}

// viewOf returns the rank after a step, with the numbers by which the throw counted
// the squares.
func viewOf(s drawing.Step) explain.View {
	v := explain.View{Rank: s.After, New: s.Before.Changed(s.After), Counts: counts(s.Choice, s.Before)}
	for f, count := range v.Counts {
		if count > 9 {
			v.Counts[f] = -1
		}
	}
	return v
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
