package explain

import "chess960bot/internal/chess960"

// Head is a method for mental arithmetic: people remember ten sequences of king, rooks
// and knights, with numbers 96 apart.
var Head = &Method{
	ID: "head", Scheme: chess960.Scharnagl, Source: "inYourHead",
	note: func(figures) Sentence { return KnightRule{"tenSequences", sequenceRows(chess960.Scharnagl)} },
	toPosition: func(f figures) []Step {
		return []Step{
			say(nil, Entry{"sequences", f.number, f.knights.Adds, f.sequence()}, subtract(f.number, f.knights.Adds)),
			say(nil, divideBy("plain", f.number-f.knights.Adds, 16), f.left("pieces")),
			say(f.view(f.light, f.dark), divide("plain", f.bishopCode(), f.light), DarkSquares, LightSquares, f.bishopPair()),
			othersFill(f),
		}
	},
	toNumber: func(f figures) []Step {
		sequence, withQueen := f.knights.Took|f.rooks.Took|f.king.Took, f.knights.Adds+f.queen.Adds
		return []Step{
			say(f.whole(sequence), readSequence, Reading{Kind: "sequence", Pattern: f.sequence(), Row: f.knights.Adds}),
			say(f.view(f.queen), f.left("squares"), Sum{Kind: "times", A: f.queen.Digit, B: f.queen.Weight, Result: f.queen.Adds}, add(f.knights.Adds, f.queen.Adds)),
			say(f.view(f.light, f.dark), DarkSquares, LightSquares, f.bishopSum("long"), add(withQueen, f.bishopCode())),
		}
	},
	shortToNumber: func(f figures) []Sentence {
		return []Sentence{
			f.pair("adds"),
			f.oneOfQueen("adds"),
			f.bishopSum("darkFirst"),
			f.sumOfParts(),
		}
	},
}

// A ShortPart is the line of a short form about the sequence of king, rooks and knights.
type ShortPart struct {
	Kind[ShortPart] // what the line is about
	Pattern         Pattern
	Row             int      // the number of the sequence or of the pair of knights
	Weight          int      // what the row is multiplied by
	Squares         []Square // of the knights
	Result          int
}

// A QueenPart says what the queen adds, or how many squares to her left count.
type QueenPart struct {
	Kind[QueenPart]       // chooses the words about a queen
	Queen                 Square
	Left                  Count
	Digit, Weight, Result int
}

// queenPart chooses the kind by what is placed before the queen.
func (f figures) queenPart(bishops, knightsToo Kind[QueenPart]) QueenPart {
	q := QueenPart{Kind: bishops, Queen: f.queen.Took.On(1)[0], Left: Count(f.queen.Digit), Digit: f.queen.Digit, Weight: f.queen.Weight, Result: f.queen.Adds}
	if f.knightsFirst {
		q.Kind = knightsToo
	}
	return q
}

// sequence is the sequence of king, rooks and knights.
func (f figures) sequence() Pattern { return Pattern(f.without("BQ")) }
