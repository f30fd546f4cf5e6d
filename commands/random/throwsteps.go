package random

import (
	"context"
	"slices"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// showThrows answers “Step by step” under a position drawn by hand: the rank with the throws
// above its squares, and a sentence about each step.
func (tools Tools) showThrows(_ context.Context, _ *chat.Request, h handDraw) (*chat.Reply, error) {
	if !h.drawing.Done() {
		return nil, chat.Foreign()
	}
	d := h.drawing
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: chat.OwnPage}
	l.Text(voice.Heading(3, voice.Say("random.methodTo", voice.F{"Method": d.Method.Name(), "Position": d.Position()})))
	thrownStrip(&l, d)
	odds := voice.Run{fairness(d.Method, d.Position(), true)}
	if throws, ok := d.Method.Effort(); ok {
		odds = append(odds, throws)
	}
	l.Text(voice.Lines{recordOf(d).steps(), odds})
	l.Buttons([]chat.Component{
		chat.Secondary(voice.Phrase("random.how"), howIsItDone.ID(d.Method)),
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
		if step.Choice.Device == drawing.DigitBox {
			continue // a digit belongs to no square
		}
		for f := range step.Before.Changed(step.After).All() {
			s.Above[f] = step.Outcome.Label
		}
	}
	for _, h := range r.held() {
		if !h.waits {
			s.Above[h.placed] = drawing.PlayingCard(s.Rank[h.placed])
			s.Marked |= chess960.FilesOf(chess960.File(h.placed))
		}
	}
	for _, step := range r.moved {
		s.Marked |= step.Before.Changed(step.After)
	}
	png, err := l.Boards.Strip(s)
	l.Picture(chat.Picture{Name: "throws.png", Alt: thrownAlt(s), PNG: png}, err)
}

// thrownAlt describes the rank, square by square, with the throws.
func thrownAlt(s render.Strip) voice.Sentence {
	var squares voice.And
	for f := range chess960.AllFiles.All() {
		kind := "empty"
		switch {
		case s.Above[f] != "":
			kind = "throw"
		case s.Rank[f] != 0:
			kind = "piece"
		}
		squares = append(squares, voice.Say("random.thrownSquare."+kind, voice.F{
			"Square": chess960.Square(f), "Piece": castling.Piece(s.Rank[f]), "Throw": voice.Raw(s.Above[f]),
		}))
	}
	return voice.Say("random.thrownRank", voice.F{"Squares": squares, "Marked": s.Marked.On(1)})
}

// steps returns a sentence about each step.
func (r record) steps() voice.Steps {
	steps := r.lostRounds()
	if r.laid != nil {
		steps = append(steps, r.throws())
		for _, h := range r.held() {
			steps = append(steps, h.said())
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
func (r record) lostRounds() (steps voice.Steps) {
	const listed = 2
	for i, round := range r.lost {
		if i == listed {
			return append(steps, voice.Say("random.moreRounds", voice.F{"Rounds": voice.Count(len(r.lost) - listed)}))
		}
		var labels drawing.Labels
		for _, s := range round {
			if s.Choice.Device != "" {
				labels = append(labels, s.Outcome.Label)
			}
		}
		steps = append(steps, voice.Say("random.lostRound", voice.F{
			"Throws": labels, "Why": round[len(round)-1].Choice.Rule,
		}))
	}
	return steps
}

// thrownStep is a sentence about a throw, after one about the throws that were repeated.
func (r record) thrownStep(s drawing.Step) voice.Sentence {
	var said voice.Run
	var high []voice.Raw
	for _, a := range r.again {
		if a.Choice.For == s.Choice.For {
			high = append(high, voice.Raw(a.Outcome.Label))
		}
	}
	switch n := voice.Count(len(high)); {
	case n > 3:
		said = append(said, voice.Say("random.manyTooHigh", voice.F{"Throws": n}))
	case n > 0:
		said = append(said, voice.Say("random.tooHigh", voice.F{"Throws": high}))
	}
	if s.Outcome.Means != "" {
		return append(said, meaning(s.Outcome))
	}
	if s.Choice.Device == drawing.DigitBox {
		return append(said, voice.Say("random.digit", voice.F{"Throw": voice.Raw(s.Outcome.Label), "What": s.Choice.For}))
	}
	facts := voice.F{"Throw": voice.Raw(s.Outcome.Label), "What": s.Choice.For, "Squares": s.Before.Changed(s.After).On(1)}
	if n := s.Outcome.Aliases[0]; n != s.Outcome.Label { // the number that the throw means
		facts["Number"] = voice.Raw(n)
	}
	return append(said, voice.Say("random.puts", facts))
}

// movedStep is a sentence about pieces that change places, or about a throw that says which: a pawn
// and a card name the file at the edge to which the bishop is nearer.
func movedStep(s drawing.Step) voice.Sentence {
	outcome := slices.Index(s.Choice.Outcomes, s.Outcome)
	thrown, squares := voice.Raw(s.Outcome.Label), s.Before.Changed(s.After).On(1)
	switch s.Choice.Device {
	case drawing.Pawn:
		return voice.Say("random.moves.pawn", voice.F{"Throw": thrown, "Side": sides[outcome]})
	case drawing.BlackPiece:
		return voice.Say("random.moves.piece", voice.F{"Throw": thrown, "Number": voice.Raw(s.Outcome.Aliases[0]), "Squares": squares})
	case drawing.OneMoreCard:
		return voice.Say("random.moves.card", voice.F{
			"Throw": thrown, "Side": sides[outcome/4], "Number": outcome%4 + 1, "Squares": squares,
		})
	}
	return ruleStep(s)
}

// sides are the files at the edges.
var sides = [2]voice.Raw{"a", "h"}

// ruleStep is a step without chance, with the squares that changed.
func ruleStep(s drawing.Step) voice.Sentence {
	return voice.Say("random.follows", voice.F{
		"Rule": s.Choice.Rule, "Squares": voice.Plural[chess960.Square](s.Before.Changed(s.After).On(1)),
	})
}

// howIsItDone is the button with the instructions of a method: how:method.
var howIsItDone = chat.NewControl("how", func(m **drawing.Method, f *chat.Fields) { chat.OneOf(f, m, methods()) })

// how answers that button with a private text.
func how(_ context.Context, _ *chat.Request, m *drawing.Method) (*chat.Reply, error) {
	return chat.Say(voice.Lines{voice.Heading(3, m.Name()), m.How(), m.Order(), voice.Small(m.Source())}), nil
}
