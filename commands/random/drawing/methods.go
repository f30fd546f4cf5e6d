package drawing

import (
	"slices"
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
		return s.place(chess960.Bishop, Purpose{Kind: "otherBishop"}, other(s.rank.Files(chess960.Bishop).First()), die(4))
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
		// The second die is spare unless a rook needed one: so with the king on one of the two middle squares of its four.
		rank := chess960.AllFiles &^ s.rank.Files(chess960.Bishop)
		if king := rank.Index(s.rank.Files(chess960.King).First()); king == 1 || king == 4 {
			return s.spare(Purpose{Kind: "spare"}, die(6), func(int) Meaning { return NotNeeded })
		}
		return Choice{}
	}
	return s.byNumbers(func(piece chess960.Piece, what Purpose, among chess960.Files) Choice {
		if among.Len() == 3 {
			return s.placeAround(piece, what, among, die(6))
		}
		return s.placeAround(piece, what, among, pair)
	})
}

// byNumbers is Northam's order: before each toss at most four squares are free for the piece.
func (s state) byNumbers(place toss) Choice {
	toss := func(piece chess960.Piece, what Purpose, among chess960.Files) Choice {
		if among.Len() == 1 {
			return rule("only", s.with(piece, among.First()))
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
		return toss(chess960.King, Purpose{Kind: "king"}, free&^chess960.FilesOf(free.First(), nth(free, 5)))
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

// free returns the empty squares.
func (s state) free() chess960.Files { return s.rank.Files(0) }

// with returns the state with the piece on the file, one step on.
func (s state) with(piece chess960.Piece, f chess960.File) state {
	s.rank[f] = piece
	s.step++
	return s
}

// swapped returns the state with two files' pieces exchanged.
func (s state) swapped(a, b chess960.File) state {
	s.rank[a], s.rank[b] = s.rank[b], s.rank[a]
	return s
}

// nth returns the nth file of a set, from 0.
func nth(files chess960.Files, n int) chess960.File {
	return slices.Collect(files.All())[n]
}

// rule is a choice that leaves nothing to chance.
func rule(r Rule, after state) Choice {
	return Choice{Rule: r, Outcomes: []Outcome{{Weight: 1, after: after}}}
}

// startOver is the rule that begins the drawing again.
func startOver(why Rule) Choice {
	return Choice{Rule: why, Outcomes: []Outcome{{Weight: 1, Over: true, after: start}}}
}

// A device is a die or coins, with its faces. The first face means 1.
type device struct {
	name  Device
	faces []string
}

func die(faces int) device {
	d := device{name: Device("d" + strconv.Itoa(faces))}
	for face := 1; face <= faces; face++ {
		d.faces = append(d.faces, strconv.Itoa(face))
	}
	return d
}

// place is the throw that puts a piece on one of some files, which are counted from 1.
// Faces above the number of files are thrown again.
func (s state) place(piece chess960.Piece, what Purpose, among chess960.Files, d device) Choice {
	c := Choice{Device: d.name, For: what}
	for i, face := range d.faces {
		o := Outcome{Label: face, Aliases: [2]string{strconv.Itoa(i + 1)}, Weight: 1, Again: i >= among.Len(), after: s}
		if !o.Again {
			o.after = s.with(piece, nth(among, i))
		}
		c.Outcomes = append(c.Outcomes, o)
	}
	return c
}

// placeAround is like place, but counts faces above the number of files from 1 again, so
// nothing is thrown again: a die's 4, 5 and 6 are 1, 2 and 3.
func (s state) placeAround(piece chess960.Piece, what Purpose, among chess960.Files, d device) Choice {
	c := Choice{Device: d.name, For: what}
	for i, face := range d.faces {
		n := i % among.Len()
		c.Outcomes = append(c.Outcomes,
			Outcome{Label: face, Aliases: [2]string{strconv.Itoa(n + 1)}, Weight: 1, after: s.with(piece, nth(among, n))})
	}
	return c
}

// spare is an optional throw that changes no square.
func (s state) spare(what Purpose, d device, means func(i int) Meaning) Choice {
	s.step++
	c := Choice{Device: d.name, For: what, Optional: true}
	for i, face := range d.faces {
		c.Outcomes = append(c.Outcomes, Outcome{Label: face, Weight: 1, Means: means(i), after: s})
	}
	return c
}

// fill puts pieces on the empty squares, from the a-side.
func (s state) fill(r Rule, pieces ...chess960.Piece) Choice {
	after := s
	for i, piece := range pieces {
		after = after.with(piece, nth(s.free(), i))
	}
	return rule(r, after)
}

// clash returns the bishops if they stand on squares of one colour.
func (s state) clash() (bishops chess960.Files, ok bool) {
	bishops = s.rank.Files(chess960.Bishop)
	return bishops, bishops&chess960.DarkFiles == 0 || bishops&chess960.LightFiles == 0
}

// other returns the squares of the other colour than the file's.
func other(f chess960.File) chess960.Files {
	if f.Dark() {
		return chess960.LightFiles
	}
	return chess960.DarkFiles
}

// trade returns the state after a bishop changes places with the piece on the nth square
// of the other colour, from 0.
func (s state) trade(bishop chess960.File, n int) state {
	return s.swapped(bishop, nth(other(bishop), n))
}

// kingBetween swaps a king outside the rooks with the nearer rook. It is the last
// rule of the methods that lay the pieces out at random.
func (s state) kingBetween() Choice {
	rooks := slices.Collect(s.rank.Files(chess960.Rook).All())
	king := s.rank.Files(chess960.King).First()
	nearer := rooks[0]
	switch {
	case king > rooks[1]:
		nearer = rooks[1]
	case king > rooks[0]:
		return Choice{}
	}
	return rule("king", s.swapped(king, nearer))
}

// KingsCorner returns every first rank of King's Corner chess: the king on h1,
// the other seven pieces in any order. Black's side is White's turned by 180°, so
// that Black's king is on a8. The source does not say whether the bishops must stand on
// opposite colours, as in these 360 of the 630 ranks.
func KingsCorner() []Rank {
	var ranks []Rank
	var fill func(s state)
	fill = func(s state) {
		if s.free() == 0 {
			if _, clash := s.clash(); !clash {
				ranks = append(ranks, s.rank)
			}
			return
		}
		for _, piece := range kinds {
			if s.left(piece) != 0 {
				fill(s.without(piece).with(piece, s.square()))
			}
		}
	}
	fill(start.without(chess960.King).with(chess960.King, chess960.FileH))
	return ranks
}
