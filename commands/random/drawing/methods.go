package drawing

import (
	"strconv"

	"chess960bot/internal/chess960"
)

// Methods returns every method, the bot's own first.
func Methods() []*Method { return methods }

var methods = []*Method{
	{ID: "computer", next: computerNext},
	{ID: "die", did: "rolled", effort: "die", next: dieNext},
	{ID: "platonic", did: "rolled", effort: "platonic", next: platonicNext},
	{ID: "coins", did: "tossed", effort: "coins", next: coinsNext},
	{ID: "coins-die", did: "threw", effort: "coins-die", next: coinsAndDieNext},
	{ID: "coins-once", did: "threw", effort: "coins-once", next: coinsOnceNext},
	{ID: "bag", did: "drew", next: bagNext},
	{ID: "bag-wheeler", did: "drew", next: wheelerNext},
	{ID: "cards", did: "dealt", next: cardsNext},
	{ID: "number-cards", did: "dealt", next: numberCardsNext},
	{ID: "hold", did: "dealt", next: holdNext},
	{ID: "circle", did: "squashed", effort: "circle", next: circleNext},
	{ID: "digits", did: "drewDigits", next: digitsNext},
}

func computerNext(s state) Choice {
	if s.step > 0 {
		return Choice{}
	}
	c := Choice{Device: Number, For: Purpose{Kind: "number"}}
	for sp, p := range chess960.All() {
		c.Outcomes = append(c.Outcomes, Outcome{Label: strconv.Itoa(sp), Weight: 1, after: state{step: 1, rank: p.Rank()}})
	}
	return c
}

func dieNext(s state) Choice {
	switch s.step {
	case 0:
		return s.place(chess960.Bishop, Purpose{Kind: "darkBishop"}, chess960.DarkFiles, die(6))
	case 1:
		return s.place(chess960.Bishop, Purpose{Kind: "lightBishop"}, chess960.LightFiles, die(6))
	case 2:
		return s.place(chess960.Queen, Purpose{Kind: "queen"}, s.free(), die(6))
	case 3:
		return s.place(chess960.Knight, Purpose{Kind: "firstKnight"}, s.free(), die(6))
	case 4:
		return s.place(chess960.Knight, Purpose{Kind: "secondKnight"}, s.free(), die(6))
	case 5:
		return s.rooksAndKing()
	}
	return Choice{}
}

// digitsNext draws the three digits of an SP number, each from a box with 0 to 9. After a 9 the
// tens are drawn again until the number is below 960, as the chief arbiter of the tournaments at
// Weissenhaus and Paris published it: that makes 900 to 959 likelier than the others.
func digitsNext(s state) Choice {
	if s.step == 3 {
		return Choice{}
	}
	c := Choice{Device: DigitBox, For: Purpose{Kind: [...]PurposeKind{"hundreds", "tens", "ones"}[s.step]}}
	for digit := range 10 {
		after := s
		after.step++
		after.number = 10*s.number + int16(digit)
		o := Outcome{Label: strconv.Itoa(digit), Weight: 1, Again: s.step == 1 && after.number >= chess960.Count/10, after: s}
		if s.step == 2 {
			after.rank = chess960.MustFromSP(int(after.number)).Rank()
		}
		if !o.Again {
			o.after = after
		}
		c.Outcomes = append(c.Outcomes, o)
	}
	return c
}

func (s state) rooksAndKing() Choice {
	return s.fill("rooks", chess960.Rook, chess960.King, chess960.Rook)
}

func platonicNext(s state) Choice {
	switch s.step {
	case 0:
		return s.place(chess960.Bishop, Purpose{Kind: "oneBishop"}, chess960.AllFiles, die(8))
	case 1:
		return s.place(chess960.Bishop, Purpose{Kind: "otherBishop"}, other(nth(s.rank.Files(chess960.Bishop), 0)), die(4))
	case 2:
		return s.place(chess960.Queen, Purpose{Kind: "queen"}, s.free(), die(6))
	case 3:
		c := Choice{Device: d20, For: Purpose{Kind: "bothKnights"}}
		for i, face := range die(20).faces {
			after := s.with(chess960.Knight, nth(s.free(), i/4))
			after = after.with(chess960.Knight, nth(after.free(), i%4))
			c.Outcomes = append(c.Outcomes, Outcome{Label: face, Weight: 1, after: after})
		}
		return c
	case 5:
		return s.rooksAndKing()
	case 8:
		return s.spare(Purpose{Kind: "white"}, die(12), func(i int) Meaning { return [...]Meaning{Odd, Even}[i%2] })
	}
	return Choice{}
}

// pair is two coins: the small one, then the large one.
var pair = device{Coins, []string{"TT", "TH", "HT", "HH"}}

// coins returns the toss for a number from 1 to n: the small coin, then the large one.
// If n is at most 2, only the large coin is tossed.
func coins(n int) device {
	if n == 2 {
		return device{LargeCoin, []string{"T", "H"}}
	}
	return pair
}

// A toss places a piece on one of some files.
type toss func(piece chess960.Piece, what Purpose, among chess960.Files) Choice

func coinsNext(s state) Choice {
	return s.byNumbers(func(piece chess960.Piece, what Purpose, among chess960.Files) Choice {
		return s.place(piece, what, among, coins(among.Len()))
	})
}

func coinsAndDieNext(s state) Choice {
	return s.byNumbers(func(piece chess960.Piece, what Purpose, among chess960.Files) Choice {
		if among.Len() == 3 {
			return s.placeAround(piece, what, among, die(6))
		}
		return s.place(piece, what, among, coins(among.Len()))
	})
}

// coinsOnceNext is like coinsAndDieNext, but four pairs of coins and two dice lie on the
// table. The small coin of a pair does not count for 1 or 2.
func coinsOnceNext(s state) Choice {
	if s.step == 8 {
		return s.spareDie()
	}
	return s.byNumbers(func(piece chess960.Piece, what Purpose, among chess960.Files) Choice {
		if among.Len() == 3 {
			return s.placeAround(piece, what, among, die(6))
		}
		return s.placeAround(piece, what, among, pair)
	})
}

// spareDie is the second die, unless a rook needed one: that is so with the king on one of
// the two middle squares of its four.
func (s state) spareDie() Choice {
	rank := chess960.AllFiles &^ s.rank.Files(chess960.Bishop)
	switch rank.Index(nth(s.rank.Files(chess960.King), 0)) {
	case 1, 4:
		return s.spare(Purpose{Kind: "spare"}, die(6), func(int) Meaning { return NotNeeded })
	}
	return Choice{}
}

// byNumbers is Northam's order: before each toss at most four squares are free for the piece.
func (s state) byNumbers(place toss) Choice {
	toss := func(piece chess960.Piece, what Purpose, among chess960.Files) Choice {
		if among.Len() == 1 {
			return rule("only", s.with(piece, nth(among, 0)))
		}
		return place(piece, what, among)
	}
	free := s.free()
	switch s.step {
	case 0:
		return toss(chess960.Bishop, Purpose{Kind: "lightBishop"}, chess960.LightFiles)
	case 1:
		return toss(chess960.Bishop, Purpose{Kind: "darkBishop"}, chess960.DarkFiles)
	case 2:
		return toss(chess960.King, Purpose{Kind: "king"}, free&^chess960.FilesOf(nth(free, 0), nth(free, 5)))
	case 3:
		return toss(chess960.Rook, Purpose{Kind: "leftRook"}, free&s.leftOfKing())
	case 4:
		return toss(chess960.Rook, Purpose{Kind: "rightRook"}, free&^s.leftOfKing())
	case 5:
		return toss(chess960.Queen, Purpose{Kind: "queen"}, free)
	case 6:
		return s.fill("knights", chess960.Knight, chess960.Knight)
	}
	return Choice{}
}

func (s state) leftOfKing() chess960.Files {
	return s.rank.Files(chess960.King) - 1
}
