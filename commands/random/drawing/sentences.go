package drawing

import (
	"math/big"
	"strings"

	_ "chess960bot/commands/random/messages" // what the voice says
	"chess960bot/internal/chess960"
)

// A Name is the name of a method.
type Name struct{ ID ID }

// Sentence returns the ID.
func (n Name) Sentence() string { return string(n.ID) }

// Name returns the name of the method.
func (m *Method) Name() Name { return Name{m.ID} }

// How is the instructions for a method, in a few sentences.
type How struct{ ID ID }

// Sentence returns the ID.
func (h How) Sentence() string { return string(h.ID) }

// How returns the instructions.
func (m *Method) How() How { return How{m.ID} }

// Order says how to write down the throws of a method, and in which order.
type Order struct{ ID ID }

// Sentence returns the ID.
func (o Order) Sentence() string { return string(o.ID) }

// Order returns the rule for writing down the throws.
func (m *Method) Order() Order { return Order{m.ID} }

// A Source says who thought of a method.
type Source struct{ ID ID }

// Sentence returns the ID.
func (s Source) Sentence() string { return string(s.ID) }

// Source returns the source.
func (m *Method) Source() Source { return Source{m.ID} }

// A Device is what people throw, toss or draw.
type Device string

// The devices.
const (
	Number       Device = "number"
	Coins        Device = "coins" // the small one, then the large one
	LargeCoin    Device = "large-coin"
	Bag          Device = "bag"
	Pawn         Device = "pawn"
	BlackPiece   Device = "black-piece"
	Card         Device = "card"
	OneMoreCard  Device = "one-more-card"
	PlayingCards Device = "playing-card"
	Ring         Device = "ring"
	DigitBox     Device = "digit"

	d4  Device = "d4"
	d6  Device = "d6"
	d8  Device = "d8"
	d12 Device = "d12"
	d20 Device = "d20"
)

// Word returns the noun for one of its results: a roll, a card.
func (d Device) Word() string {
	switch d {
	case Coins, LargeCoin:
		return "toss"
	case Bag, Pawn, BlackPiece, Ring:
		return "drawnPiece"
	case Card, OneMoreCard, PlayingCards:
		return "card"
	case DigitBox, Number:
		return "digit"
	}
	return "roll"
}

// A Purpose is what a throw decides, such as the square of the queen.
type Purpose struct {
	Kind PurposeKind
	On   chess960.Square // of some kinds
}

// A PurposeKind chooses the sentence.
type PurposeKind string

// Sentence returns the kind.
func (p Purpose) Sentence() string { return string(p.Kind) }

func squarePurpose(f chess960.File) Purpose { return Purpose{"square", chess960.Square(f)} }

// A Meaning is what an outcome means that changes no square.
type Meaning string

// The meanings.
const (
	Odd       Meaning = "odd"
	Even      Meaning = "even"
	NotNeeded Meaning = "not-needed"
)

// A Rule is a step without chance, as a sentence.
type Rule string

// Sentence returns the rule.
func (r Rule) Sentence() string { return string(r) }

// Thrown says which throws people made.
type Thrown struct {
	Did    Did
	Throws Labels
}

// Did is what people did with the throws.
type Did string

// Labels are the labels of outcomes. People type them, so they are the same in every language.
type Labels []string

// String writes the labels as people type them: "1 3 2 2 4".
func (l Labels) String() string { return strings.Join(l, " ") }

// Sentence returns what people did.
func (t Thrown) Sentence() string { return string(t.Did) }

// Thrown returns the sentence for throws. The method must have throws.
func (m *Method) Thrown(throws Labels) Thrown { return Thrown{m.did, throws} }

// Effort says how many throws a method takes, or why always as many.
type Effort struct {
	Kind   EffortKind
	Throws *big.Rat // on average
}

// An EffortKind chooses the sentence.
type EffortKind string

// Sentence returns the kind.
func (e Effort) Sentence() string { return string(e.Kind) }

// Effort returns the sentence about the throws. ok is false if there is nothing to say.
func (m *Method) Effort() (e Effort, ok bool) {
	if m.effort == "" {
		return Effort{}, false
	}
	return Effort{m.effort, m.Odds().Throws}, true
}
