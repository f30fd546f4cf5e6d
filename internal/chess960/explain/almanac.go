package explain

import "chess960bot/internal/chess960"

// leftKnightCounts are the values of the left knight on the four squares where it can
// stand.
var leftKnightCounts = [4]int{-1, 3, 6, 8}

// Almanac is zenquaker's method in five steps. It needs no table: the left knight
// counts −1, 3, 6 or 8.
var Almanac = &Method{
	ID: "almanac", Scheme: chess960.Almanac, Source: "almanac",
	toPosition: func(f figures) []Step {
		n := f.number - 1
		afterDark := n / f.dark.Radix
		return []Step{
			say(nil, subtract(f.number, 1)),
			bishopByRemainder(f, n, f.dark),
			bishopByRemainder(f, afterDark, f.light),
			queenByRemainder(f, afterDark/f.light.Radix),
			say(f.view(f.knights), leftKnightBack, f.almanacKnights("place")),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		bishops := f.light.Adds + f.dark.Adds
		byKnights := multiplyAdd(f.knights.Digit, f.knights.Weight, bishops+f.queen.Adds)
		return []Step{
			say(f.view(f.dark), DarkSquares, f.reading("bishop", f.dark)),
			say(f.view(f.light), LightSquares, f.reading("bishop", f.light), multiplyAdd(f.light.Digit, f.light.Weight, f.dark.Adds)),
			say(f.view(f.queen), f.left("squares"), multiplyAdd(f.queen.Digit, f.queen.Weight, bishops)),
			say(f.view(f.knights), leaveOut, leftKnight, f.reading("knights", f.knights), f.almanacKnights("count"), byKnights),
			say(nil, add(f.number-1, 1)),
		}
	},
	shortToPosition: func(f figures) []Sentence {
		n := f.number - 1
		afterDark := n / f.dark.Radix
		return append([]Sentence{
			divideLessOne(f.number, f.dark), divide("shortBishop", afterDark, f.light),
		}, f.shortRest(afterDark/f.light.Radix)...)
	},
}

// A Knights says what the two knights count in the Almanac.
type Knights struct {
	Kind[Knights] // in which direction
	Squares       []Square
	Left, Right   int    // the numbers of their squares
	Counts        Signed // what the left one counts
	Further       int    // from the left to the right one
	Digit         int    // what both count
}

func (f figures) almanacKnights(kind Kind[Knights]) Knights {
	left, right := f.knightSquares()
	counts := Signed{leftKnightCounts[left], kind == "place"}
	return Knights{kind, f.knights.Took.On(1), left, right, counts, right - left, f.knights.Digit}
}
