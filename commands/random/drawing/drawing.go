// Package drawing draws start positions by hand: with dice, coins, a bag or cards.
//
// A [Method] is one function: from the state so far it returns the next [Choice]. A
// choice is a throw with its possible outcomes and their effects, or a rule without
// chance. All uses of a method follow these choices, and so agree: the bot's own draw
// ([Method.Draw]), the throws that people typed ([Method.Read]), the guided draw
// ([Method.Start], [Drawing.With]), and the exact odds ([Method.Odds]).
//
// The rank is filled from the a-file. "Empty square 2" is the second empty square from
// the a-side. [Joint] is a way for two players to set up a position together, without
// chance.
package drawing

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	_ "chess960bot/commands/random/messages" // what the voice says
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// A Rank is White's first rank, a-file first. It may be incomplete; 0 is an empty
// square.
type Rank [8]chess960.Piece

// String writes an empty square as a dot: "Q.RB..NN".
func (r Rank) String() string { return chess960.Pattern(r).String() }

// Files returns the files with the piece, and for 0 the empty files.
func (r Rank) Files(piece chess960.Piece) chess960.Files {
	return chess960.FilesWhere(func(f chess960.File) bool { return r[f] == piece })
}

// Changed returns the files on which two ranks differ.
func (r Rank) Changed(other Rank) chess960.Files {
	return chess960.FilesWhere(func(f chess960.File) bool { return r[f] != other[f] })
}

// A Choice is the next decision of a method. A choice without a device is a rule: it
// has one outcome, and nobody throws anything.
type Choice struct {
	Device   Device // the die, coin, bag or card; "" for a rule
	For      Purpose
	Rule     Rule // if nobody throws
	Outcomes []Outcome
	Optional bool // the rank is complete: people may throw or not
}

// An Outcome is one result of a throw.
type Outcome struct {
	Label   string    // as people write it: "3", "HT", "N"
	Aliases [2]string // other ways to write it, or ""; a number comes first
	Weight  int       // how many equally likely results it combines
	Again   bool      // the result does not count: throw again
	Over    bool      // everything starts again
	Means   Meaning   // of an outcome that changes no square; "" for others

	after state
}

// state is the information about the steps so far that methods need.
type state struct {
	rank   Rank
	step   int8           // choices made, for methods that place one piece after the other
	bag    uint8          // the pieces or cards not drawn yet, one bit each
	moving chess960.Files // where the bishop is that must move
	number int16          // the digits up to now
	held   [7]uint8       // pieces held back, the oldest first; 0 for none
}

// start is the state before the first choice of every method.
var start = state{bag: 0xff}

// An ID names a method: "die". People type it.
type ID string

// A Method is a way of drawing a position.
type Method struct {
	ID ID

	did    string // what people do with the throws
	effort string // how many throws; "" for nothing to say

	next func(state) Choice // returns a Choice without outcomes once the rank is complete
}

// A Step is one choice that has been made.
type Step struct {
	Choice  Choice
	Outcome Outcome
	Before  Rank
	After   Rank
}

// A Drawing is a method under way. Drawings are values: With returns a new one.
type Drawing struct {
	Method *Method
	Steps  []Step
	Next   Choice // the next throw; optional or without outcomes if the rank is complete

	now state
}

// Start returns the drawing before the first throw.
func (m *Method) Start() Drawing {
	return Drawing{Method: m, now: start}.follow()
}

// With returns the drawing after the outcome with this index, and after all rules that
// then apply.
func (d Drawing) With(outcome int) Drawing {
	return d.take(d.Next, outcome).follow()
}

func (d Drawing) take(c Choice, outcome int) Drawing {
	o := c.Outcomes[outcome]
	step := Step{c, o, d.now.rank, o.after.rank}
	d.Steps = append(d.Steps[:len(d.Steps):len(d.Steps)], step)
	d.now = o.after
	return d
}

// follow applies rules until something must be thrown or the rank is complete.
func (d Drawing) follow() Drawing {
	for {
		d.Next = d.Method.next(d.now)
		if d.Next.Device != "" || len(d.Next.Outcomes) == 0 {
			return d
		}
		d = d.take(d.Next, 0)
	}
}

// Done reports whether the rank is complete.
func (d Drawing) Done() bool { return d.Next.Optional || d.over() }

// over reports whether nothing can be thrown any more.
func (d Drawing) over() bool { return len(d.Next.Outcomes) == 0 }

// Rank returns the rank so far.
func (d Drawing) Rank() Rank { return d.now.rank }

// Position returns the position drawn. The drawing must be done.
func (d Drawing) Position() chess960.Position {
	return chess960.MustParsePosition(d.now.rank.String())
}

// Throws returns how many of the steps were throws.
func (d Drawing) Throws() int {
	n := 0
	for _, s := range d.Steps {
		if s.Choice.Device != "" {
			n++
		}
	}
	return n
}

// Draw throws until the rank is complete, optional throws too. random returns a uniform number
// from 0 to n-1.
func (m *Method) Draw(random func(n int) (int, error)) (Drawing, error) {
	d := m.Start()
	for !d.over() {
		total := 0
		for _, o := range d.Next.Outcomes {
			total += o.Weight
		}
		n, err := random(total)
		if err != nil {
			return Drawing{}, fmt.Errorf("throw %s: %w", d.Next.Device, err)
		}
		outcome := 0
		for n >= d.Next.Outcomes[outcome].Weight {
			n -= d.Next.Outcomes[outcome].Weight
			outcome++
		}
		d = d.With(outcome)
	}
	return d, nil
}

// Changes returns the files that the outcome changes on a rank.
func (o Outcome) Changes(rank Rank) chess960.Files { return rank.Changed(o.after.rank) }

// ErrCode is returned for a text that is not the code of a drawing.
var ErrCode = errors.New("not the code of a drawing")

// mostOutcomes is how many outcomes of a throw one letter can encode. Only the bot's
// own draw has more.
const mostOutcomes = 26

// Code returns the throws as a short text with one letter for each throw. Resume reads
// it. No throw may have more than mostOutcomes outcomes.
func (d Drawing) Code() string {
	var code []byte
	for _, s := range d.Steps {
		if s.Choice.Device != "" {
			code = append(code, 'a'+byte(slices.Index(s.Choice.Outcomes, s.Outcome)))
		}
	}
	return string(code)
}

// Resume returns the drawing with a code. The error, if any, is ErrCode.
func (m *Method) Resume(code string) (Drawing, error) {
	d := m.Start()
	for _, letter := range []byte(code) {
		outcome := int(letter) - 'a'
		if d.over() || len(d.Next.Outcomes) > mostOutcomes || outcome < 0 || outcome >= len(d.Next.Outcomes) {
			return Drawing{}, ErrCode
		}
		d = d.With(outcome)
	}
	return d, nil
}

// Counting returns the drawing without throws that did not count: repeated throws, and
// the rounds before the last start.
func (d Drawing) Counting() Drawing {
	counting := d.Method.Start()
	for _, s := range d.Steps {
		switch {
		case s.Outcome.Over:
			counting = d.Method.Start()
		case s.Choice.Device != "" && !s.Outcome.Again:
			counting = counting.With(slices.Index(s.Choice.Outcomes, s.Outcome))
		}
	}
	return counting
}

// Undo returns the drawing without its last throw that counts, and without those after it.
func (d Drawing) Undo() Drawing {
	code := d.Code()
	for _, s := range slices.Backward(d.Steps) {
		if s.Choice.Device == "" {
			continue
		}
		if code = code[:len(code)-1]; !s.Outcome.Again {
			break
		}
	}
	previous, err := d.Method.Resume(code)
	if err != nil {
		panic(err) // the code was made here
	}
	return previous
}

// Odds are a method's exact chances. They are computed by following every path of its
// choices.
type Odds struct {
	chances [chess960.Count]*big.Rat // by SP number
	count   map[string]int           // of positions, by their chance
	// Lowest and Highest are the chances of the rarest and of the most frequent
	// position.
	Lowest, Highest *big.Rat
	// Throws is how many throws a drawing takes on average, repeated ones
	// included.
	Throws *big.Rat
	// Over is the chance that a round of throws leads nowhere and has to be repeated.
	Over *big.Rat
}

// Of returns the chance of drawing the position.
func (o *Odds) Of(p chess960.Position) *big.Rat { return o.chances[p.SP()] }

// Fair reports whether every position has the same chance.
func (o *Odds) Fair() bool { return o.Lowest.Cmp(o.Highest) == 0 }

// With returns how many positions have the chance.
func (o *Odds) With(chance *big.Rat) int { return o.count[chance.String()] }

var odds = struct {
	sync.Mutex
	of map[*Method]*Odds
}{of: map[*Method]*Odds{}}

// Odds returns the method's chances. The first call follows all paths of the method;
// later calls return the same result.
func (m *Method) Odds() *Odds {
	odds.Lock()
	defer odds.Unlock()
	if odds.of[m] == nil {
		odds.of[m] = m.enumerate()
	}
	return odds.of[m]
}

// whole stands for the chance 1 in enumerate. All choices on a path divide this number
// without remainder, so chances stay whole numbers.
const whole = 1 << 20 * 729 * 125 * 49

// enumerate follows all paths at once, choice by choice, without optional throws. Throws and rounds that
// are repeated are left out: they do not change the ratios between the chances of the others.
func (m *Method) enumerate() *Odds {
	var parts [chess960.Count]int64
	var finished, throws int64
	for now := map[state]int64{start: whole}; len(now) > 0; {
		next := map[state]int64{}
		for s, part := range now {
			c := m.next(s)
			if len(c.Outcomes) == 0 || c.Optional {
				parts[Drawing{now: s}.Position().SP()] += part
				finished += part
				continue
			}
			all, counting := 0, 0
			for _, o := range c.Outcomes {
				all += o.Weight
				if !o.Again {
					counting += o.Weight
				}
			}
			if c.Device != "" {
				throws += share(part, all, counting)
			}
			for _, o := range c.Outcomes {
				if !o.Again && !o.Over {
					next[o.after] += share(part, o.Weight, counting)
				}
			}
		}
		now = next
	}
	o := &Odds{
		count:   map[string]int{},
		Lowest:  big.NewRat(slices.Min(parts[:]), finished),
		Highest: big.NewRat(slices.Max(parts[:]), finished),
		Throws:  big.NewRat(throws, finished),
		Over:    big.NewRat(whole-finished, whole),
	}
	for sp, part := range parts {
		o.chances[sp] = big.NewRat(part, finished)
		o.count[o.chances[sp].String()]++
	}
	return o
}

// share returns part × n / of, which must be whole.
func share(part int64, n, of int) int64 {
	if part*int64(n)%int64(of) != 0 {
		panic(fmt.Sprintf("drawing: %d × %d is no multiple of %d", part, n, of))
	}
	return part * int64(n) / int64(of)
}

// Name is the name of the method.
func (m *Method) Name() voice.Sentence { return voice.Say("drawing.name."+string(m.ID), nil) }

// How is the instructions for the method, in a few sentences.
func (m *Method) How() voice.Sentence { return voice.Say("drawing.how."+string(m.ID), nil) }

// Order says how to write down the throws of the method, and in which order.
func (m *Method) Order() voice.Sentence { return voice.Say("drawing.order."+string(m.ID), nil) }

// Source says who thought of the method.
func (m *Method) Source() voice.Sentence { return voice.Say("drawing.source."+string(m.ID), nil) }

// Thrown says which throws people made. The computer's own method has none.
func (m *Method) Thrown(throws Labels) voice.Sentence {
	return voice.Say("drawing.thrown."+m.did, voice.F{"Throws": throws})
}

// Effort says how many throws the method takes, or why always as many; nil if there is nothing to say.
func (m *Method) Effort() voice.Sentence {
	if m.effort == "" {
		return nil
	}
	return voice.Say("drawing.effort."+m.effort, voice.F{"Throws": m.Odds().Throws})
}

// Labels are the labels of outcomes. People type them, so they are the same in every language.
type Labels []string

// String writes the labels as people type them: "1 3 2 2 4".
func (l Labels) String() string { return strings.Join(l, " ") }

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
