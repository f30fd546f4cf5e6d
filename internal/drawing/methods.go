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
		Gives:  "the bot gives",
		next:   computerNext,
	},
	{
		ID: "die", Name: "One die",
		How:    "Roll for the dark-square bishop (1 to 4: a1, c1, e1, g1), for the light-square bishop (b1, d1, f1, h1), then for the queen and for each knight: empty square 1, 2, … from the a-side. Roll again when the number is too high. Rook, king and rook fill the rest.",
		Order:  "the rolls for the dark-square bishop, the light-square bishop, the queen and the two knights, repeated ones too or not. With dice of several colours, thrown at once, agree first on the order of the colours and write them in that order",
		Source: "Hans L. Bodlaender",
		Gives:  "one die gives", Unit: "rolls", Effort: "no method needs fewer than 4.286",
		next: dieNext,
	},
	{
		ID: "platonic", Name: "Platonic dice: d8, d4, d6, d20",
		How:    "The d8 puts a bishop on that square, the d4 the other one on that square of the other colour, the d6 the queen on that empty square. Take 1 from the d20 and divide by 4: quotient and remainder, each plus 1, are the empty squares of the knights, one after the other. No roll is repeated.",
		Order:  "d8, d4, d6, d20, or each with its name: d8=3 d4=1 d6=5 d20=17",
		Source: "Fischer Random Chess, encyclopedia article",
		Gives:  "the Platonic dice give", Effort: "four dice, and no roll is repeated",
		next: platonicNext,
	},
	{
		ID: "coins", Name: "Two coins",
		How:    "Tails count 0 on the small coin and 1 on the large one, heads 2 on either: both together give 1 to 4. Toss again when the number is too high; for 1 or 2 the large coin alone is tossed. Light-square bishop, dark-square bishop, king on the middle four empty squares, rook on the a-side, rook on the h-side, queen; the knights fill the rest.",
		Order:  "H or T for the small coin, then for the large one: HT TT …; only the large coin where the small one is not needed. With four coins at once, write the first pair, then the second",
		Source: "Edward Northam",
		Gives:  "two coins give", Unit: "tosses",
		next: coinsNext,
	},
	{
		ID: "bag", Name: "Bag, corrected by swaps",
		How:    "Draw the eight pieces onto a1 to h1. Bishops on one colour: of the pairs a-b, c-d and e-f the leftmost with a bishop is swapped. A king outside the rooks changes places with the nearer one.",
		Order:  "the pieces in the order drawn: RNBQKBNR",
		Source: "David J. Coffin",
		Gives:  "Coffin's bag gives",
		next:   bagNext,
	},
	{
		ID: "bag-wheeler", Name: "Bag, one bishop moved at random",
		How:    "Draw the eight pieces onto a1 to h1. Bishops on one colour: draw a pawn (white moves the bishop nearer to a, black the one nearer to h), then one of Black's pieces (rook 1, knight 2, bishop 3, king or queen 4): the bishop changes places with that square of the other colour. A king outside the rooks changes places with the nearer one.",
		Order:  "the pieces in the order drawn, then, if the bishops clash, W or B for the pawn and the piece: RNBQKBNR W N",
		Source: "David A. Wheeler",
		Gives:  "Wheeler's bag gives",
		next:   wheelerNext,
	},
	{
		ID: "cards", Name: "Eight cards with second labels",
		How:    "Deal the eight piece cards onto a1 to h1. Bishops on one colour: one more card says by its second label, a-1 to h-4, which bishop moves (nearer to a or to h) and to which square of the other colour. A king outside the rooks changes places with the nearer one.",
		Order:  "the pieces in the order dealt, then, if the bishops clash, the label: RNBQKBNR a-3",
		Source: "Edward Northam, after David A. Wheeler",
		Gives:  "the cards give",
		next:   cardsNext,
	},
	{
		ID: "number-cards", Name: "Cards 1 to 8",
		How:    "Deal the cards 1 to 8 onto a1 to h1: 1 and 8 are rooks, 2 and 7 knights, 3 and 6 bishops, 4 the queen, 5 the king. Bishops on one colour: one more card of all eight, 1 to 4 moves the bishop nearer to a to that square of the other colour, 5 to 8 the one nearer to h (less 4). A king outside the rooks changes places with the nearer one.",
		Order:  "the cards in the order dealt, then, if the bishops clash, one more: 1 2 3 4 5 6 7 8",
		Source: "the German article on Fischer Random Chess",
		Gives:  "the cards give",
		next:   numberCardsNext,
	},
	{
		ID: "hold", Name: "Held playing cards",
		How:    "Deal king, queen, two jacks (knights), two aces (rooks) and two tens (bishops) onto a1 to h1. A card that is illegal on its square is held; before each deal the oldest held card that has become legal is placed. A deal that gets stuck, 11.8 % of all, is dealt again. The source leaves open what is placed first; this is one reading of its rule.",
		Order:  "the cards in the order dealt, K Q J A 10, or as pieces K Q N R B",
		Source: "Fischer Random Chess, encyclopedia article",
		Gives:  "held cards give",
		next:   holdNext,
	},
	{
		ID: "circle", Name: "A squashed ring",
		How:    "Gather the pieces into a ring and squash it into a line. Bishops on one colour: gather again. A king outside the rooks changes places with the nearer one.",
		Order:  "the line from a to h, once for each ring: RNBQKBNR",
		Source: "Fischer Random Chess, encyclopedia article",
		Gives:  "the ring gives", Effort: "4 of 7 rings have their bishops right",
		next: circleNext,
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
	}
	return Choice{}
}

// coins returns the toss for a number from 1 to n: the small coin, then the large one.
// If n is at most 2, only the large coin is tossed.
func coins(n int) device {
	if n == 2 {
		return device{"large coin", []string{"T", "H"}}
	}
	return device{"coins", []string{"TT", "TH", "HT", "HH"}}
}

func coinsNext(s state) Choice {
	toss := func(piece chess960.Piece, what string, among chess960.Files) Choice {
		if among.Len() == 1 {
			return rule(what+" has one square left", s.with(piece, nth(among, 0)))
		}
		return s.place(piece, what, among, coins(among.Len()))
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
