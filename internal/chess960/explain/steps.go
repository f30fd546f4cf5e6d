package explain

import (
	"strings"

	"chess960bot/internal/chess960"
)

// This file has the steps that several methods share. The steps of a single method are in
// that method's file.

// say returns a step with sentences and a view.
func say(view *View, sentences ...Sentence) Step { return Step{sentences, view} }

// countedBy says how the squares of a bishop's colour are counted.
func countedBy(bishop chess960.Step) Note {
	if bishop.Took&chess960.DarkFiles != 0 {
		return DarkSquares
	}
	return LightSquares
}

// Code writes a pattern as code. Its dashes become no-break hyphens, so that phones do
// not break the line there.
func Code(pattern string) string {
	return "`" + strings.ReplaceAll(pattern, "-", "\u2011") + "`"
}

// indexes returns the indexes of the letters in a pattern, from 0: 1 and 3 for "-N-N-".
func indexes(pattern string) (at []int) {
	for i, letter := range pattern {
		if letter != '-' {
			at = append(at, i)
		}
	}
	return at
}

// bishopByRemainder divides, and places a bishop by the remainder.
func bishopByRemainder(f figures, n int, bishop chess960.Step) Step {
	return say(f.view(bishop), divide("plain", n, bishop), countedBy(bishop), put("bishop", bishop))
}

// queenByRemainder divides, and places the queen by the remainder.
func queenByRemainder(f figures, n int) Step {
	return say(f.view(f.queen), divide("plain", n, f.queen), countFree, put("queen", f.queen))
}

func rooksAndKing(f figures) Step {
	rest := f.rooks.Took | f.king.Took
	return say(f.view(f.rooks, f.king), Placing{Kind: "rest", Squares: rest.On(1), Position: f.position})
}

// othersFill puts the six other pieces on the squares that the bishops leave.
func othersFill(f figures) Step {
	return fill(f, chess960.AllFiles&^f.bishops(), Pattern(f.others()))
}

// sequenceFills puts king, rooks and knights on the squares that bishops and queen leave.
func sequenceFills(f figures) Step {
	return fill(f, chess960.AllFiles&^f.bishops()&^f.queen.Took, f.sequence())
}

// fill puts pieces on the free squares, in their order.
func fill(f figures, free chess960.Files, pieces Pattern) Step {
	return say(f.whole(free), Placing{Kind: "others", Squares: free.On(1), Rank: pieces, Position: f.position})
}

// largestEntry finds the largest entry that is not above the number, in a table
// without bishops.
func largestEntry(kind Kind[Entry], row Row, f figures) Entry {
	return Entry{kind, f.number, row.Number, Pattern(row.Pattern)}
}

// restIsBishops finds the bishops from the difference between number and entry.
func restIsBishops(row Row, f figures) Step {
	return say(f.uncounted(f.light, f.dark), subtract(f.number, row.Number), f.bishopRow(), f.twoBishops("divided"), f.putBishops())
}

// bishopRow is the row of the Bishop's Table for a number.
func (f figures) bishopRow() Entry {
	return Entry{"bishops", f.number, f.bishopCode(), Pattern(f.bishopPattern())}
}

func (f figures) putBishops() Placing {
	return Placing{Kind: "bishops", Squares: f.bishops().On(1)}
}

// bishopsInTable finds the bishop code.
func bishopsInTable(f figures) Step {
	return say(f.uncounted(f.light, f.dark), Reading{Kind: "bishopsRow", Squares: f.bishops().On(1), Pattern: Pattern(f.bishopPattern()), Row: f.bishopCode()}, f.twoBishops("added"))
}

// skeletonFills places the knights and the queen as in the NQ-skeleton.
func skeletonFills(f figures) Step {
	free := chess960.AllFiles &^ f.bishops()
	return say(f.uncounted(f.queen, f.knights),
		Placing{Kind: "skeleton", Squares: free.On(1), Rank: Pattern(f.position.NQSkeleton())},
		Placing{Kind: "skeletonQueen", Squares: f.queen.Took.On(1)},
		put("knightsOn", f.knights))
}

// theSkeleton writes the NQ-skeleton of the position.
func (f figures) theSkeleton() Reading {
	return Reading{Kind: "skeleton", Pattern: Pattern(f.position.NQSkeleton())}
}

// skeletonEntry is the number of the NQ-skeleton in a table.
func (f figures) skeletonEntry(row Row) Reading {
	return Reading{Kind: "skeletonRow", Pattern: Pattern(row.Pattern), Row: row.Number}
}

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
	at := put("", f.knights).Numbers
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
