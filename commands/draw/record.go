package draw

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/voice"
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
	var last []drawing.Step
	r.lost, last = rounds(d.Steps)
	for _, s := range last {
		list := &r.thrown
		switch device := s.Choice.Device; {
		case s.Outcome.Again:
			list = &r.again
		case device == "bag" || device == "card" || device == "playing card" || device == "ring":
			list = &r.laid
		case device == "pawn" || device == "black piece" || device == "one more card":
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

// text is the record in a few sentences: the throws, and what was repeated, held or swapped.
func (r record) text() string {
	var sentences []string
	if r.laid != nil || r.thrown != nil {
		sentences = append(sentences, r.throws())
	}
	for _, s := range r.thrown {
		if s.Outcome.Means != "" {
			sentences = append(sentences, fmt.Sprintf("**%s** on the %s is %s.", s.Outcome.Label, s.Choice.Device, s.Outcome.Means))
		}
	}
	switch n := len(r.again); {
	case n == 1:
		sentences = append(sentences, "1 throw was too high and was repeated.")
	case n > 1:
		sentences = append(sentences, fmt.Sprintf("%d throws were too high and were repeated.", n))
	}
	for _, h := range r.held() {
		sentences = append(sentences, voice.In("en").Say(h))
	}
	sentences = append(sentences, r.corrections()...)
	if n := len(r.lost); n > 0 {
		sentences = append(sentences, chat.Capitalise(chat.Count(n, "earlier round"))+" led nowhere.")
	}
	return strings.Join(sentences, " ")
}

// throws lists the throws as people type them: "Rolled **1 3 2 2 4**."
func (r record) throws() string {
	var labels drawing.Labels
	for _, s := range slices.Concat(r.laid, r.thrown) {
		if s.Outcome.Means == "" {
			labels = append(labels, s.Outcome.Label)
		}
	}
	return voice.In("en").Say(r.method.Thrown(labels))
}

// A heldCard says in a sentence that a playing card was held because its piece was illegal on
// its square.
type heldCard struct {
	Kind   heldKind
	Card   cardLabel
	Placed square // where the card came to stand, if it does
}

// A cardLabel is what people type for a card: "10".
type cardLabel string

// String returns the label.
func (l cardLabel) String() string { return string(l) }

// A square is a square of White's first rank.
type square chess960.File

// String returns the name of the square.
func (s square) String() string { return chess960.File(s).Square() }

// A heldKind says whether the card is still held.
type heldKind string

const (
	waits  heldKind = "waits"
	waited heldKind = "waited"
)

// Sentence returns the kind.
func (h heldCard) Sentence() string { return string(h.Kind) }

// held returns the cards that were held.
func (r record) held() []heldCard {
	var held []heldCard
	for _, s := range r.laid {
		if s.Before == s.After {
			held = append(held, heldCard{Kind: waits, Card: cardLabel(s.Outcome.Label)})
		}
	}
	for _, s := range r.placed {
		for f := range s.Before.Changed(s.After).All() {
			i := slices.IndexFunc(held, func(h heldCard) bool {
				return h.Kind == waits && string(h.Card) == drawing.PlayingCard(s.After[f])
			})
			if i >= 0 {
				held[i].Kind, held[i].Placed = waited, square(f)
			}
		}
	}
	return held
}

// corrections says which squares changed places, and by which throws: "Swapped: a1 and
// b1 (**W R**), d1 and e1."
func (r record) corrections() []string {
	var swaps, by, sentences []string
	for _, s := range r.moved {
		if s.Choice.Device != "" {
			by = append(by, s.Outcome.Label)
		}
		changed := s.Before.Changed(s.After)
		if changed == 0 {
			continue
		}
		swap := changed.Squares()
		if by != nil {
			swap += " (**" + strings.Join(by, " ") + "**)"
		}
		swaps, by = append(swaps, swap), nil
	}
	if swaps != nil {
		sentences = append(sentences, "Swapped: "+strings.Join(swaps, ", ")+".")
	}
	if by != nil { // the square is still to be drawn
		sentences = append(sentences, "Then drawn: **"+by[0]+"**.")
	}
	return sentences
}
