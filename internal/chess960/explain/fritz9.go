package explain

import "chess960bot/internal/chess960"

// Fritz9 works out the numbers of Fritz 9 by the table of its NQ-skeletons. The table can be
// calculated: each step says both.
var Fritz9 = &Method{
	ID: "fritz9", Scheme: chess960.Fritz9, Source: "fritz9Methods",
	note:  func(figures) Sentence { return pairsOfFritz9 },
	block: fritz9Table.blockNote, noteTo: [2]int{0, 1}, apart: true,
	toPosition: func(f figures) []Step {
		row := fritz9Table.row(f)
		calculated := say(nil, largestEntry("fritz9", row, f), knightsFirst, f.withoutTable("entry"))
		return []Step{calculated, restIsBishops(row, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		row, bishops := fritz9Table.row(f), bishopsInTable(f)
		bishops.Said = append(bishops.Said, knightsFirst)
		skeleton := say(nil, f.theSkeleton(), f.left("hyphens"), f.skeletonEntry(row))
		return []Step{bishops, skeleton, say(nil, add(row.Number, f.bishopCode()), f.withoutTable("number"))}
	},
	shortToPosition: func(f figures) []Sentence {
		bishops := TwoBishops{f.bishopCode(), f.dark.Digit, f.light.Digit, f.dark.Took.On(1)[0], f.light.Took.On(1)[0], Choices{f.dark}, Choices{f.light}}
		return []Sentence{f.withoutTable("apart"), bishops, f.pair("first"), f.oneOfQueen("last")}
	},
}

// A FritzSum is the calculation that replaces the table.
type FritzSum struct {
	Kind[FritzSum]                      // which way the calculation leads
	Number, Queen, Left, Pair, Code int // Left is what the queen leaves of the number; Pair and Code count the knights and the bishops
}

func (f figures) withoutTable(kind Kind[FritzSum]) FritzSum {
	return FritzSum{kind, f.number, f.queen.Digit, f.number - 1 - f.queen.Adds, f.knights.Digit, f.bishopCode()}
}

// TwoBishops is the line of a short form in which a code from 0 to 15 places both bishops.
type TwoBishops struct {
	Code, Quotient, Remainder int
	Dark, Light               Square
	AmongDark, AmongLight     Choices
}

// Sentence returns "".
func (TwoBishops) Sentence() string { return "" }

// A OneOfQueen is the line of a short form about the queen, with the squares that she can take.
type OneOfQueen struct {
	Kind[OneOfQueen] // what the line is for
	Digit            int
	Queen            Square
	Among            Choices
	Weight, Result   int // of the digit in the number, and their product
}

func (f figures) oneOfQueen(kind Kind[OneOfQueen]) OneOfQueen {
	return OneOfQueen{kind, f.queen.Digit, f.queen.Took.On(1)[0], Choices{f.queen}, f.queen.Weight, f.queen.Adds}
}
