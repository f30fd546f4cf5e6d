package explain

import (
	"strings"

	"chess960bot/internal/chess960"
)

// figures are the steps of a derivation, by the piece that they place, and their sum,
// the number.
type figures struct {
	light, dark, queen, knights, rooks, king chess960.Step

	number       int
	position     chess960.Position
	steps        []chess960.Step
	knightsFirst bool // before the queen
}

func figuresOf(d chess960.Derivation) figures {
	p := d.Parts()
	return figures{p.Light, p.Dark, p.Queen, p.Knights, p.Rooks, p.King, d.Number(), d.Position, d.Steps, d.Scheme.KnightsFirst()}
}

// figuresAt returns the figures of a number that the scheme has.
func figuresAt(s *chess960.Scheme, number int) figures {
	d, err := s.Locate(number)
	if err != nil {
		panic(err) // the number is outside the range
	}
	return figuresOf(d)
}

// bishopCode is the row of the Bishop's Table: 4 × dark + light.
func (f figures) bishopCode() int { return 4*f.dark.Digit + f.light.Digit }

// bishops returns the files of both bishops.
func (f figures) bishops() chess960.Files { return f.light.Took | f.dark.Took }

// knightSquares returns the indexes of the left and the right knight among the
// squares that are free for them.
func (f figures) knightSquares() (left, right int) {
	var at []int
	for file := range f.knights.Took.All() {
		at = append(at, f.knights.Among.Index(file))
	}
	return at[0], at[1]
}

// others is the back rank without the bishops: "RNQKNR".
func (f figures) others() string { return f.without("B") }

// without is the back rank without some pieces.
func (f figures) without(pieces string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(pieces, r) {
			return -1
		}
		return r
	}, f.position.String())
}

// pattern writes some squares from the a-side: the piece's letter for the squares in
// took, and a dash for the others in among: "-N-N-".
func pattern(piece chess960.Piece, took, among chess960.Files) string {
	var b strings.Builder
	for f := range among.All() {
		if took.Has(f) {
			b.WriteString(piece.String())
		} else {
			b.WriteByte('-')
		}
	}
	return b.String()
}

func (f figures) bishopPattern() string {
	return pattern(chess960.Bishop, f.bishops(), chess960.AllFiles)
}

func (f figures) knightPattern() string {
	return pattern(chess960.Knight, f.knights.Took, f.knights.Among)
}

// knightRow is the row of the knights' table.
func (f figures) knightRow() Row { return Row{f.knights.Digit, f.knightPattern()} }

// knightView shows the rank with the knights, and their row.
func (f figures) knightView() *View {
	v, row := f.view(f.knights), f.knightRow()
	v.Row = &row
	return v
}

// view shows the rank at the given steps: the pieces of these steps and of all steps
// before them, and the numbers by which the method counts squares.
func (f figures) view(now ...chess960.Step) *View {
	v := &View{Counts: noCounts}
	last := 0
	for _, s := range now {
		v.New |= s.Took
		for i := range f.steps {
			if f.steps[i] == s {
				last = max(last, i)
			}
		}
		if s.Radix > 1 {
			for file := range s.Among.All() {
				v.Counts[file] = s.Among.Index(file)
			}
		}
	}
	for _, s := range f.steps[:last+1] {
		for file := range s.Took.All() {
			v.Rank[file] = s.Piece
		}
	}
	return v
}

// uncounted is like view, without numbers on squares.
func (f figures) uncounted(now ...chess960.Step) *View {
	v := f.view(now...)
	v.Counts = noCounts
	return v
}

// RankView returns a view of a rank without marks and counts.
func RankView(rank [8]chess960.Piece) View { return View{Rank: rank, Counts: noCounts} }

// noCounts counts no square.
var noCounts = [8]int{-1, -1, -1, -1, -1, -1, -1, -1}

// whole shows the finished rank, with the given files as new and without numbers.
func (f figures) whole(new chess960.Files) *View {
	v := f.view(f.king)
	v.New = new
	return v
}
