package drawing

import (
	"strconv"

	"chess960bot/internal/chess960"
)

// Methods returns every method, the bot's own first.
func Methods() []*Method { return methods }

// MethodByID returns the method with the ID.
func MethodByID(id string) (*Method, bool) {
	for _, m := range methods {
		if m.ID == id {
			return m, true
		}
	}
	return nil, false
}

var methods = []*Method{
	{
		ID: "computer", Name: "The bot's own draw",
		How:    "The bot draws a number from 0 to 959 from the operating system's random source.",
		Order:  "the number",
		Source: "crypto/rand, by rejection",
		next:   computerNext,
	},
	{
		ID: "die", Name: "One die",
		How:    "Roll for the dark-square bishop (1 to 4: a1, c1, e1, g1), for the light-square bishop (b1, d1, f1, h1), then for the queen and for each knight: empty square 1, 2, … from the a-side. Roll again when the number is too high. Rook, king and rook fill the rest.",
		Order:  "the rolls for the dark-square bishop, the light-square bishop, the queen and the two knights, repeated ones too or not. With dice of several colours, thrown at once, agree first on the order of the colours and write them in that order",
		Source: "Hans L. Bodlaender",
		Did:    "Rolled",
		Unit:   "rolls", Effort: "no method needs fewer than 4.286",
		next: dieNext,
	},
	{
		ID: "platonic", Name: "Platonic dice: d8, d4, d6, d20, d12",
		How:    "The d8 puts a bishop on that square, the d4 the other one on that square of the other colour, the d6 the queen on that empty square. Take 1 from the d20 and divide by 4: quotient and remainder, each plus 1, are the empty squares of the knights, one after the other. No roll is repeated. The d12 can decide who plays White: even numbers for one player, odd for the other, as agreed before.",
		Order:  "d8, d4, d6, d20 and, if you rolled for the colours, d12; or each with its name: d8=3 d4=1 d6=5 d20=17",
		Source: "Fischer Random Chess, encyclopedia article",
		Did:    "Rolled",
		Effort: "four dice, and no roll is repeated",
		next:   platonicNext,
	},
	{
		ID: "coins", Name: "Two coins",
		How:    "Tails count 0 on the small coin and 1 on the large one, heads 2 on either: both together give 1 to 4. Toss again when the number is too high; for 1 or 2 the large coin alone is tossed. Light-square bishop, dark-square bishop, king on the middle four empty squares, rook on the a-side, rook on the h-side, queen; the knights fill the rest. Any other choice of one in four will do, such as closed hands with pawns in them. With a penny, a nickel, a dime and a quarter each, two players make four numbers at once; two such throws place all pieces in 249 of 256 cases (97.3 %).",
		Order:  "H or T for the small coin, then for the large one: HT TT …; only the large coin where the small one is not needed. With four coins at once, write the first pair, then the second: agree on their order first. Numbers from 1 to 4 of another source do as well: 3 1 2 1 3 2",
		Source: "Edward Northam",
		Did:    "Tossed",
		Unit:   "tosses",
		next:   coinsNext,
	},
	{
		ID: "coins-die", Name: "Two coins and a die",
		How:    "As with two coins, but a number from 1 to 3 is rolled with the die: 4, 5 and 6 count as 1, 2 and 3. So nothing is thrown again.",
		Order:  "H or T for the small coin, then for the large one, and the roll where a number from 1 to 3 is needed: HT TT TH T 5 2",
		Source: "Fischer Random Chess, encyclopedia article, after Edward Northam",
		Did:    "Threw",
		Unit:   "throws", Effort: "nothing is thrown again",
		next: coinsAndDieNext,
	},
	{
		ID: "coins-once", Name: "Four coins and a die each, thrown once",
		How:    "Two players throw four different coins and a die each, all at once: four pairs of coins and two dice, in an order agreed before. A pair gives 1 to 4 as with two coins, or 1 or 2 by its large coin; a die gives 1 to 3, with 4, 5 and 6 as 1, 2 and 3. Light-square bishop, dark-square bishop and king by the first three pairs; then the rooks, by the fourth pair and, next to a king in the middle, the first die; the queen by the next die. One action places all eight pieces.",
		Order:  "the four pairs of coins and the two dice, each in the agreed order: HT TT TH HT 5 2",
		Source: "Fischer Random Chess, encyclopedia article, after Edward Northam",
		Did:    "Threw",
		Effort: "all is thrown once, at the same time",
		next:   coinsOnceNext,
	},
	{
		ID: "bag", Name: "Bag, corrected by swaps",
		How:    "Draw the eight pieces onto a1 to h1. Bishops on one colour: of the pairs a-b, c-d and e-f the leftmost with a bishop is swapped. A king outside the rooks changes places with the nearer one.",
		Order:  "the pieces in the order drawn: RNBQKBNR",
		Source: "David J. Coffin",
		Did:    "Drew",
		next:   bagNext,
	},
	{
		ID: "bag-wheeler", Name: "Bag, one bishop moved at random",
		How:    "Draw the eight pieces onto a1 to h1. Bishops on one colour: draw a pawn (white moves the bishop nearer to a, black the one nearer to h), then one of Black's pieces (rook 1, knight 2, bishop 3, king or queen 4): the bishop changes places with that square of the other colour. A king outside the rooks changes places with the nearer one.",
		Order:  "the pieces in the order drawn, then, if the bishops clash, W or B for the pawn and the piece: RNBQKBNR W N",
		Source: "David A. Wheeler",
		Did:    "Drew",
		next:   wheelerNext,
	},
	{
		ID: "cards", Name: "Eight cards with second labels",
		How:    "Deal the eight piece cards onto a1 to h1. Bishops on one colour: one more card says by its second label, a-1 to h-4, which bishop moves (nearer to a or to h) and to which square of the other colour. A king outside the rooks changes places with the nearer one.",
		Order:  "the pieces in the order dealt, then, if the bishops clash, the label: RNBQKBNR a-3",
		Source: "Fischer Random Chess, encyclopedia article; the idea for the bishops is David A. Wheeler's",
		Did:    "Dealt",
		next:   cardsNext,
	},
	{
		ID: "number-cards", Name: "Cards 1 to 8",
		How:    "Deal the cards 1 to 8 onto a1 to h1: 1 and 8 are rooks, 2 and 7 knights, 3 and 6 bishops, 4 the queen, 5 the king. Bishops on one colour: one more card of all eight, 1 to 4 moves the bishop nearer to a to that square of the other colour, 5 to 8 the one nearer to h (less 4). A king outside the rooks changes places with the nearer one.",
		Order:  "the cards in the order dealt, then, if the bishops clash, one more: 1 2 3 4 5 6 7 8",
		Source: "the German article on Fischer Random Chess",
		Did:    "Dealt",
		next:   numberCardsNext,
	},
	{
		ID: "hold", Name: "Held playing cards",
		How:    "Deal king, queen, two jacks (knights), two aces (rooks) and two tens (bishops) onto a1 to h1. A card that is illegal on its square is held; before each deal the oldest held card that has become legal is placed. A deal that gets stuck, 11.8 % of all, is dealt again. The source leaves open what is placed first; this is one reading of its rule.",
		Order:  "the cards in the order dealt, K Q J A 10, or as pieces K Q N R B",
		Source: "Fischer Random Chess, encyclopedia article",
		Did:    "Dealt",
		next:   holdNext,
	},
	{
		ID: "circle", Name: "A squashed ring",
		How:    "Gather the pieces into a ring and squash it into a line. Bishops on one colour: gather again. A king outside the rooks changes places with the nearer one.",
		Order:  "the line from a to h, once for each ring: RNBQKBNR",
		Source: "Fischer Random Chess, encyclopedia article",
		Did:    "Squashed into",
		Effort: "4 of 7 rings have their bishops right",
		next:   circleNext,
	},
}

func computerNext(s state) Choice {
	if s.step > 0 {
		return Choice{}
	}
	c := Choice{Device: "number", For: "the SP number"}
	for sp, p := range chess960.All() {
		after := state{step: 1}
		for f := range chess960.AllFiles.All() {
			after.rank[f] = p.Piece(f)
		}
		c.Outcomes = append(c.Outcomes, Outcome{Label: strconv.Itoa(sp), Weight: 1, after: after})
	}
	return c
}

func dieNext(s state) Choice {
	switch s.step {
	case 0:
		return s.place(chess960.Bishop, "the dark-square bishop", chess960.DarkFiles, die(6))
	case 1:
		return s.place(chess960.Bishop, "the light-square bishop", chess960.LightFiles, die(6))
	case 2:
		return s.place(chess960.Queen, "the queen", s.free(), die(6))
	case 3:
		return s.place(chess960.Knight, "the first knight", s.free(), die(6))
	case 4:
		return s.place(chess960.Knight, "the second knight", s.free(), die(6))
	case 5:
		return s.rooksAndKing()
	}
	return Choice{}
}

func (s state) rooksAndKing() Choice {
	return s.fill("rook, king and rook fill the rest", chess960.Rook, chess960.King, chess960.Rook)
}

func platonicNext(s state) Choice {
	switch s.step {
	case 0:
		return s.place(chess960.Bishop, "a bishop", chess960.AllFiles, die(8))
	case 1:
		return s.place(chess960.Bishop, "the other bishop", other(nth(s.rank.Files(chess960.Bishop), 0)), die(4))
	case 2:
		return s.place(chess960.Queen, "the queen", s.free(), die(6))
	case 3:
		c := Choice{Device: "d20", For: "both knights"}
		for i, face := range die(20).faces {
			after := s.with(chess960.Knight, nth(s.free(), i/4))
			after = after.with(chess960.Knight, nth(after.free(), i%4))
			c.Outcomes = append(c.Outcomes, Outcome{Label: face, Weight: 1, after: after})
		}
		return c
	case 5:
		return s.rooksAndKing()
	case 8:
		return s.spare("who plays White, by even or odd", die(12), func(i int) string { return [...]string{"odd", "even"}[i%2] })
	}
	return Choice{}
}

// pair is two coins: the small one, then the large one.
var pair = device{"coins", []string{"TT", "TH", "HT", "HH"}}

// coins returns the toss for a number from 1 to n: the small coin, then the large one.
// If n is at most 2, only the large coin is tossed.
func coins(n int) device {
	if n == 2 {
		return device{"large coin", []string{"T", "H"}}
	}
	return pair
}

// A toss places a piece on one of some files.
type toss func(piece chess960.Piece, what string, among chess960.Files) Choice

func coinsNext(s state) Choice {
	return s.byNumbers(func(piece chess960.Piece, what string, among chess960.Files) Choice {
		return s.place(piece, what, among, coins(among.Len()))
	})
}

func coinsAndDieNext(s state) Choice {
	return s.byNumbers(func(piece chess960.Piece, what string, among chess960.Files) Choice {
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
	return s.byNumbers(func(piece chess960.Piece, what string, among chess960.Files) Choice {
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
		return s.spare("the die left over", die(6), func(int) string { return "not needed" })
	}
	return Choice{}
}

// byNumbers is Northam's order: before each toss at most four squares are free for the piece.
func (s state) byNumbers(place toss) Choice {
	toss := func(piece chess960.Piece, what string, among chess960.Files) Choice {
		if among.Len() == 1 {
			return rule(what+" has one square left", s.with(piece, nth(among, 0)))
		}
		return place(piece, what, among)
	}
	free := s.free()
	switch s.step {
	case 0:
		return toss(chess960.Bishop, "the light-square bishop", chess960.LightFiles)
	case 1:
		return toss(chess960.Bishop, "the dark-square bishop", chess960.DarkFiles)
	case 2:
		return toss(chess960.King, "the king", free&^chess960.FilesOf(nth(free, 0), nth(free, 5)))
	case 3:
		return toss(chess960.Rook, "the rook on the a-side", free&s.leftOfKing())
	case 4:
		return toss(chess960.Rook, "the rook on the h-side", free&^s.leftOfKing())
	case 5:
		return toss(chess960.Queen, "the queen", free)
	case 6:
		return s.fill("the knights fill the rest", chess960.Knight, chess960.Knight)
	}
	return Choice{}
}

func (s state) leftOfKing() chess960.Files {
	return s.rank.Files(chess960.King) - 1
}
