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

// fileLetters names the files of the letters in the pattern of a rank: "c f".
func fileLetters(pattern string) string {
	var files []string
	for _, i := range indexes(pattern) {
		files = append(files, chess960.File(i).String())
	}
	return strings.Join(files, " ")
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
	free := chess960.AllFiles &^ f.bishops()
	return say(f.whole(free), Placing{Kind: "others", Squares: free.On(1), Rank: Pattern(f.others()), Position: f.position})
}

// largestEntry finds the largest entry that is not above the number, in a table
// without bishops.
func largestEntry(kind EntryKind, row Row, f figures) Entry {
	return Entry{kind, f.number, row.Number, Pattern(row.Pattern)}
}

// restIsBishops finds the bishops from the difference between number and entry.
func restIsBishops(row Row, f figures) Step {
	return say(f.uncounted(f.light, f.dark), subtract(f.number, row.Number), f.bishopRow(), f.putBishops())
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
	return say(f.uncounted(f.light, f.dark), Reading{Kind: "bishopsRow", Squares: f.bishops().On(1), Pattern: Pattern(f.bishopPattern()), Row: f.bishopCode()})
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
