package chess960

import (
	"cmp"
	"fmt"
	"slices"
)

// A Scheme is a way of numbering the 960 positions: a bijection between them
// and the numbers First to Last.
type Scheme struct {
	ID     string // stable identifier, such as "fritz9"; stored with habits
	Option string // the value in options, custom ids and stored questions: "fritz9", "sp"
	Name   string // as people call it: "Fritz 9", "Scharnagl"
	Label  string // the words in front of a number: "Fritz 9", "SP"
	Title  string // the name in a list of numberings: "Fritz 9", "SP number"
	First  int    // the lowest number, 0 or 1
	About  About  // what the numbering is, and who uses it
	Source Source // the author and the publication

	// Typed is a regular expression of the names that people type beside a number, in lower
	// case. The names in Short mean other things too: they need a number of three digits.
	// "" for none.
	Typed, Short string

	base   *Scheme // see Base; nil for the scheme itself
	offset int     // added to the sum of the choices
	rules  []rule  // least significant first, which is also the order of placing
}

// An About says what a numbering is. Package voice puts About and Source into words.
type About string

// A Source names the author of a numbering and the publication.
type Source string

// Sentence returns the numbering.
func (a About) Sentence() string { return string(a) }

// Sentence returns the numbering.
func (s Source) Sentence() string { return string(s) }

// A Called is the name of a numbering in front of the word for a number: “Fritz 9”.
type Called About

// Called returns the name of the numbering.
func (s *Scheme) Called() Called { return Called(s.About) }

// Sentence returns the numbering.
func (c Called) Sentence() string { return string(About(c)) }

// A rule places one kind of piece. choices returns the sets of files that the
// piece can take among the free files, in counting order. Two pieces of a kind
// take two files at once.
type rule struct {
	name    string
	piece   Piece
	choices func(free Files) []Files
}

// A Derivation is the calculation from a position to its number, or from the number to
// the position. Both directions have the same steps.
type Derivation struct {
	Scheme   *Scheme
	Position Position
	Steps    []Step
}

// A Step places one piece, or a pair. The free files offer Radix choices, numbered
// from 0. The step takes the choice Digit and adds Adds to the number. Rooks and
// king come last, with a single choice that adds nothing. In a scheme that counts
// from 1, a last step without a piece adds 1 or 960.
type Step struct {
	Rule   string // the name of the rule, such as "light bishop"
	Piece  Piece  // 0 in the step that only adds
	Free   Files  // the files free before the step
	Among  Files  // the free files that the piece can take, counted from the a-side
	Took   Files  // the files that the step fills
	Digit  int    // the choice that was taken, 0 to Radix-1
	Radix  int    // number of choices
	Weight int    // value of the digit 1 in the number
	Adds   int    // Digit × Weight
}

// A RangeError is returned for a number outside a scheme's range.
type RangeError struct {
	Scheme *Scheme
	Number int
}

// Error names the scheme, the number and the range, for operators.
func (e *RangeError) Error() string {
	return fmt.Sprintf("%s %d: not %d to %d", e.Scheme.Name, e.Number, e.Scheme.First, e.Scheme.Last())
}

// Last returns the scheme's highest number.
func (s *Scheme) Last() int { return s.First + Count - 1 }

// Base returns the scheme from which this one differs only in 960, or else the scheme.
func (s *Scheme) Base() *Scheme { return cmp.Or(s.base, s) }

// Format writes a number with its scheme as people read it: "Fritz 9 #359", "SP 518" with a
// no-break space.
func (s *Scheme) Format(n int) string {
	if s == Scharnagl {
		return Name(n).String()
	}
	return fmt.Sprintf("%s #%d", s.Label, n)
}

// KnightsFirst reports whether the knights are placed before the queen, so that they have 15
// pairs of squares instead of ten.
func (s *Scheme) KnightsFirst() bool {
	first := slices.IndexFunc(s.rules, func(r rule) bool { return r.piece == Queen || r.piece == Knight })
	return s.rules[first].piece == Knight
}

// Derive finds the number of a position. It panics if p is the zero Position.
func (s *Scheme) Derive(p Position) Derivation {
	if !p.IsValid() {
		panic("chess960: Derive of the zero Position")
	}
	steps, sum := s.walk(func(r rule, choices []Files) int {
		at, i := p.Files(r.piece), 0
		for choices[i]&^at != 0 {
			i++
		}
		return i
	})
	n := sum + s.offset
	if n < s.First {
		n += Count
	}
	return s.derivation(steps, sum, n)
}

// Locate finds the position of a number. The error, if any, is a *RangeError.
func (s *Scheme) Locate(n int) (Derivation, error) {
	if n < s.First || n > s.Last() {
		return Derivation{}, &RangeError{s, n}
	}
	rest := (n - s.offset) % Count
	steps, sum := s.walk(func(_ rule, choices []Files) int {
		digit := rest % len(choices)
		rest /= len(choices)
		return digit
	})
	return s.derivation(steps, sum, n), nil
}

// Find returns the position with a number that a person gives. Some lists add 1 to every
// number of the scheme; added is what the person's list adds. As an SP number, 960 means
// SP 0, as Scharnagl advises for draws from 1 to 960. The error, if any, is a *RangeError.
func (s *Scheme) Find(n, added int) (Position, error) {
	if s == Scharnagl && added == 0 && n == Count {
		n = 0
	}
	d, err := s.Locate(n - added)
	return d.Position, err
}

// walk applies the rules in order. pick chooses the digit of each step. sum is the sum
// of all Adds. Both directions use this loop.
func (s *Scheme) walk(pick func(rule, []Files) int) (steps []Step, sum int) {
	steps = make([]Step, 0, len(s.rules)+1)
	free, weight := AllFiles, 1
	for _, r := range s.rules {
		choices := r.choices(free)
		digit := pick(r, choices)
		var among Files
		for _, c := range choices {
			among |= c
		}
		steps = append(steps, Step{
			Rule: r.name, Piece: r.piece, Free: free, Among: among, Took: choices[digit],
			Digit: digit, Radix: len(choices), Weight: weight, Adds: digit * weight,
		})
		sum += digit * weight
		free &^= choices[digit]
		weight *= len(choices)
	}
	return steps, sum
}

// derivation returns a Derivation with these steps. If their sum differs from the
// number n, one more step adds the difference.
func (s *Scheme) derivation(steps []Step, sum, n int) Derivation {
	if n != sum {
		steps = append(steps, Step{Rule: "count from 1", Digit: 0, Radix: 1, Adds: n - sum})
	}
	d := Derivation{Scheme: s, Steps: steps}
	for _, step := range steps {
		for f := range step.Took.All() {
			d.Position.rank[f] = byte(step.Piece)
		}
	}
	return d
}

// Number returns the position's number in the scheme: the sum of the steps' Adds.
func (d Derivation) Number() int {
	n := 0
	for _, step := range d.Steps {
		n += step.Adds
	}
	return n
}

// Parts are the steps of a derivation, by the piece that they place.
type Parts struct{ Light, Dark, Queen, Knights, Rooks, King Step }

// Parts returns the steps by their pieces.
func (d Derivation) Parts() (p Parts) {
	for _, s := range d.Steps {
		switch s.Piece {
		case Bishop:
			if s.Took&DarkFiles != 0 {
				p.Dark = s
			} else {
				p.Light = s
			}
		case Queen:
			p.Queen = s
		case Knight:
			p.Knights = s
		case Rook:
			p.Rooks = s
		case King:
			p.King = s
		}
	}
	return p
}

// The rules of which the schemes consist. Files are counted from the a-side, which is on
// White's left.
var (
	lightBishop = rule{"light bishop", Bishop, func(free Files) []Files { return single(free & LightFiles) }}
	darkBishop  = rule{"dark bishop", Bishop, func(free Files) []Files { return single(free & DarkFiles) }}
	queen       = rule{"queen", Queen, single}
	knights     = rule{"knights", Knight, pairs}
	rooks       = rule{"rooks", Rook, outerTwo}
	king        = rule{"king", King, single}
)

// single returns one choice for each free file.
func single(free Files) []Files {
	var choices []Files
	for f := range free.All() {
		choices = append(choices, FilesOf(f))
	}
	return choices
}

// pairs returns every two of the free files, ordered by the left one and then
// by the right one. On five free files that is Scharnagl's N5N table, on six
// the order of Fritz9's columns.
func pairs(free Files) []Files {
	var choices []Files
	for left := range free.All() {
		for right := range free.All() {
			if left < right {
				choices = append(choices, FilesOf(left, right))
			}
		}
	}
	return choices
}

// outerTwo returns the only choice for the rooks: the outermost free files, so that the
// king comes between them.
func outerTwo(free Files) []Files {
	return []Files{FilesOf(free.First(), free.Last())}
}
