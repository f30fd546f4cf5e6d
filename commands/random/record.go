package random

import (
	"slices"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
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
func (r record) throws() drawing.Thrown {
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
