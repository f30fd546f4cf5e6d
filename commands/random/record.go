package random

import (
	"context"
	"slices"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// A record is what people threw, and what came of it. All but lost is about the last round.
type record struct {
	method *drawing.Method
	lost   [][]drawing.Step // rounds that led nowhere
	laid   []drawing.Step   // pieces or cards laid onto a1 to h1, one after the other
	thrown []drawing.Step   // other throws that count
	again  []drawing.Step   // throws that were repeated
	placed []drawing.Step   // rules that place pieces
	moved  []drawing.Step   // rules and throws by which pieces change places
}

func recordOf(d drawing.Drawing) record {
	r := record{method: d.Method}
	begin := 0 // of the last round: each lost one ends with the rule that ended it
	for i, s := range d.Steps {
		if s.Outcome.Over {
			r.lost = append(r.lost, d.Steps[begin:i+1])
			begin = i + 1
		}
	}
	for _, s := range d.Steps[begin:] {
		list := &r.thrown
		switch device := s.Choice.Device; {
		case s.Outcome.Again:
			list = &r.again
		case device == drawing.Bag || device == drawing.Card || device == drawing.PlayingCards || device == drawing.Ring:
			list = &r.laid
		case device == drawing.Pawn || device == drawing.BlackPiece || device == drawing.OneMoreCard:
			list = &r.moved
		case device == "" && s.Before.Changed(s.After)&s.Before.Files(0) == 0:
			list = &r.moved
		case device == "":
			list = &r.placed
		}
		*list = append(*list, s)
	}
	return r
}

// text is the record in a few sentences: the throws, and what was repeated, held or swapped.
func (r record) text() voice.Run {
	var said voice.Run
	if r.laid != nil || r.thrown != nil {
		said = append(said, r.throws())
	}
	for _, s := range r.thrown {
		if s.Outcome.Means != "" {
			said = append(said, meaning(s.Outcome))
		}
	}
	if n := len(r.again); n > 0 {
		said = append(said, voice.Say("random.repeated", voice.F{"Throws": voice.Count(n)}))
	}
	for _, h := range r.held() {
		said = append(said, h.said())
	}
	said = append(said, r.corrections()...)
	if n := len(r.lost); n > 0 {
		said = append(said, voice.Say("random.earlierRounds", voice.F{"Rounds": voice.Count(n)}))
	}
	return said
}

// throws lists the throws as people type them: "Rolled: **1 3 2 2 4**."
func (r record) throws() voice.Sentence {
	var labels drawing.Labels
	for _, s := range slices.Concat(r.laid, r.thrown) {
		if s.Outcome.Means == "" {
			labels = append(labels, s.Outcome.Label)
		}
	}
	return r.method.Thrown(labels)
}

// meaning says what a throw means if it places no piece.
func meaning(o drawing.Outcome) voice.Sentence {
	return voice.Say("random.meant."+string(o.Means), voice.F{"Throw": voice.Raw(o.Label)})
}

// A heldCard is a playing card that was held because its piece was illegal on its square.
type heldCard struct {
	card   string          // what people type for it: "10"
	waits  bool            // for a square
	placed chess960.Square // where the card came to stand, unless it waits
}

func (h heldCard) said() voice.Sentence {
	if h.waits {
		return voice.Say("random.heldCard.waits", voice.F{"Card": voice.Raw(h.card)})
	}
	return voice.Say("random.heldCard.waited", voice.F{"Card": voice.Raw(h.card), "Placed": h.placed})
}

// held returns the cards that were held.
func (r record) held() []heldCard {
	var held []heldCard
	for _, s := range r.laid {
		if s.Before == s.After {
			held = append(held, heldCard{card: s.Outcome.Label, waits: true})
		}
	}
	for _, s := range r.placed {
		for f := range s.Before.Changed(s.After).All() {
			i := slices.IndexFunc(held, func(h heldCard) bool {
				return h.waits && h.card == drawing.PlayingCard(s.After[f])
			})
			if i >= 0 {
				held[i].waits, held[i].placed = false, chess960.Square(f)
			}
		}
	}
	return held
}

// corrections says which squares changed places, and by which throws.
func (r record) corrections() (said []voice.Sentence) {
	var by drawing.Labels
	for _, s := range r.moved {
		if s.Choice.Device != "" {
			by = append(by, s.Outcome.Label)
		}
		if changed := s.Before.Changed(s.After); changed != 0 {
			said = append(said, voice.Say("random.swapped", voice.F{"Squares": changed.On(1), "By": by}))
			by = nil
		}
	}
	if by != nil { // the square is still to be drawn
		said = append(said, voice.Say("random.thenDrawn", voice.F{"Throw": voice.Raw(by[0])}))
	}
	return said
}

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
	l.Text(voice.Lines{recordOf(d).steps(), voice.Run{fairness(d.Method, d.Position(), true), d.Method.Effort()}})
	l.Buttons([]chat.Component{
		chat.Secondary(voice.Phrase("random.how"), howIsItDone.ID(d.Method)),
		card.Card{Position: d.Position(), Style: h.display.Style, Method: explain.Direct}.Button(card.StepsPage, voice.Phrase("card.findPosition")),
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
