package draw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/render"
	"chess960bot/voice"
)

// showThrows answers “Step by step” under a position drawn by hand: the rank with the throws
// above its squares, and a sentence about each step.
func (tools Tools) showThrows(_ context.Context, _ *chat.Request, h handDraw) (*chat.Reply, error) {
	if !h.drawing.Done() {
		return nil, chat.Foreign()
	}
	d := h.drawing
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: chat.OwnPage}
	l.Text(voice.Raw(fmt.Sprintf("### %s → %v", voice.In("en").Say(d.Method.Name()), d.Position())))
	thrownStrip(&l, d)
	text := ""
	for i, sentence := range recordOf(d).steps() {
		text += fmt.Sprintf("%d. %s\n", i+1, sentence)
	}
	l.Text(voice.Raw(text + fairness(d.Method, d.Position()) + effort(d.Method)))
	l.Buttons([]chat.Component{
		chat.Button(discordgo.SecondaryButton, voice.Raw("How it is done"), howIsItDone.ID(d.Method)),
		compareButton(d.Position()),
	})
	return l.Reply()
}

// thrownStrip shows the rank with the throw that filled each square above the square. Squares
// that changed places afterwards, and those of cards that were held, are marked.
func thrownStrip(l *card.Layout, d drawing.Drawing) {
	r := recordOf(d)
	s := render.Strip{Rank: d.Rank(), Theme: l.Style.Theme}
	for _, step := range slices.Concat(r.laid, r.thrown) {
		for f := range step.Before.Changed(step.After).All() {
			s.Above[f] = step.Outcome.Label
		}
	}
	for _, h := range r.held() {
		if h.Kind == waited {
			s.Above[h.Placed] = string(h.Card)
			s.Marked |= chess960.FilesOf(chess960.File(h.Placed))
		}
	}
	for _, step := range r.moved {
		s.Marked |= step.Before.Changed(step.After)
	}
	png, err := l.Boards.Strip(s)
	l.Picture(chat.Picture{Name: "throws.png", Alt: voice.Raw(thrownAlt(s)), PNG: png}, err)
}

// thrownAlt describes the rank, square by square, with the throws.
func thrownAlt(s render.Strip) string {
	var squares []string
	for f := range chess960.AllFiles.All() {
		square := f.Square() + " empty"
		if s.Rank[f] != 0 {
			square = f.Square() + " " + s.Rank[f].Name()
		}
		if s.Above[f] != "" {
			square += " with throw " + s.Above[f]
		}
		squares = append(squares, square)
	}
	alt := "White's first rank: " + strings.Join(squares, ", ") + "."
	if s.Marked != 0 {
		alt += " Marked: " + s.Marked.Squares() + "."
	}
	return alt
}

// steps returns a sentence about each step.
func (r record) steps() []string {
	steps := r.lostRounds()
	if r.laid != nil {
		steps = append(steps, r.throws())
		for _, h := range r.held() {
			steps = append(steps, voice.In("en").Say(h))
		}
	}
	for _, s := range r.thrown {
		steps = append(steps, r.thrownStep(s))
	}
	for _, s := range r.placed {
		if r.laid == nil { // the others are held cards
			steps = append(steps, ruleStep(s))
		}
	}
	for _, s := range r.moved {
		steps = append(steps, movedStep(s))
	}
	return steps
}

// lostRounds returns a sentence about each of the first rounds that led nowhere, and about
// the number of the others.
func (r record) lostRounds() []string {
	const listed = 2
	var steps []string
	for i, round := range r.lost {
		if i == listed {
			return append(steps, chat.Capitalise(chat.Count(len(r.lost)-listed, "more round"))+" led nowhere.")
		}
		var labels []string
		for _, s := range round {
			if s.Choice.Device != "" {
				labels = append(labels, s.Outcome.Label)
			}
		}
		steps = append(steps, fmt.Sprintf("**%s** led nowhere. %s", strings.Join(labels, " "), voice.In("en").Say(round[len(round)-1].Choice.Rule)))
	}
	return steps
}

// thrownStep is a sentence about a throw, with the throws that were repeated for it.
func (r record) thrownStep(s drawing.Step) string {
	var again []string
	for _, a := range r.again {
		if a.Before == s.Before {
			again = append(again, a.Outcome.Label)
		}
	}
	repeated := ""
	switch n := len(again); {
	case n == 1:
		repeated = again[0] + " is too high, then "
	case n > 3:
		repeated = fmt.Sprintf("%d throws are too high, then ", n)
	case n > 1:
		repeated = chat.Both(again) + " are too high, then "
	}
	effect := s.Before.Changed(s.After).Squares()
	if s.Outcome.Means != "" {
		effect = s.Outcome.Means
	}
	label := "**" + s.Outcome.Label + "**"
	if n := s.Outcome.Aliases[0]; n != "" && n != s.Outcome.Label {
		label += " (" + n + ")"
	}
	return fmt.Sprintf("%s: %s%s on the %s is %s.", chat.Capitalise(s.Choice.For), repeated, label, s.Choice.Device, effect)
}

// movedStep is a sentence about pieces that change places, or about a throw that says which.
func movedStep(s drawing.Step) string {
	squares, outcome := s.Before.Changed(s.After).Squares(), slices.Index(s.Choice.Outcomes, s.Outcome)
	sides := []string{"a", "h"}
	switch s.Choice.Device {
	case "pawn":
		return fmt.Sprintf("%sThe pawn **%s** moves the one nearer to %s.", clash, s.Outcome.Label, sides[outcome])
	case "black piece":
		return fmt.Sprintf("The piece **%s** moves it to square %s of the other colour: %s change places.", s.Outcome.Label, s.Outcome.Aliases[0], squares)
	case "one more card":
		return fmt.Sprintf("%sThe card **%s** moves the one nearer to %s to square %d of the other colour: %s change places.", clash, s.Outcome.Label, sides[outcome/4], outcome%4+1, squares)
	}
	return ruleStep(s)
}

// ruleStep is a sentence about a step without chance, with the squares that changed.
func ruleStep(s drawing.Step) string {
	return fmt.Sprintf("%s Squares: %s.", voice.In("en").Say(s.Choice.Rule), s.Before.Changed(s.After).Squares())
}

// howIsItDone is the button with the instructions of a method: how:method.
var howIsItDone = chat.NewControl("how", func(m **drawing.Method, f *chat.Fields) { chat.OneOf(f, m, methods()) })

// how answers that button with a private text.
func how(_ context.Context, _ *chat.Request, m *drawing.Method) (*chat.Reply, error) {
	return chat.Say(voice.Lines{
		voice.Heading(3, m.Name()), m.How(), m.Order(), voice.Small(m.Source()),
	}), nil
}
