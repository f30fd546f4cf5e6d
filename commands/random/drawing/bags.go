package drawing

import (
	"math/bits"
	"slices"
	"strconv"

	"chess960bot/internal/chess960"
)

// set is the pieces in a bag or on cards. Bit i of state.bag stands for piece i. The
// number cards 1 to 8 are the same pieces in the same order.
var set = Rank{
	chess960.Rook, chess960.Knight, chess960.Bishop, chess960.Queen,
	chess960.King, chess960.Bishop, chess960.Knight, chess960.Rook,
}

// kinds are the kinds of pieces, in the order of the buttons.
var kinds = []chess960.Piece{chess960.King, chess960.Queen, chess960.Rook, chess960.Bishop, chess960.Knight}

// left returns the bits of the pieces of this kind that are still in the bag.
func (s state) left(piece chess960.Piece) uint8 { return s.bag & uint8(set.Files(piece)) }

// without returns the state with one piece of the kind out of the bag.
func (s state) without(piece chess960.Piece) state {
	s.bag &^= 1 << bits.TrailingZeros8(s.left(piece))
	return s
}

// square returns the square of the next piece: the bag empties as the rank fills.
func (s state) square() chess960.File { return s.free().First() }

// drawPiece draws a piece onto the next square.
func (s state) drawPiece(device Device) Choice {
	c := Choice{Device: device, For: squarePurpose(s.square())}
	for _, piece := range kinds {
		if n := bits.OnesCount8(s.left(piece)); n > 0 {
			c.Outcomes = append(c.Outcomes, Outcome{Label: piece.String(), Weight: n, after: s.without(piece).with(piece, s.square())})
		}
	}
	return c
}

func bagNext(s state) Choice {
	if s.bag != 0 {
		return s.drawPiece(Bag)
	}
	if bishops, ok := s.clash(); ok {
		for pair := chess960.FileA; ; pair += 2 {
			if bishops.Has(pair) || bishops.Has(pair+1) {
				return rule("pair", s.swapped(pair, pair+1))
			}
		}
	}
	return s.kingBetween()
}

func wheelerNext(s state) Choice {
	if s.bag != 0 {
		return s.drawPiece(Bag)
	}
	bishops, clash := s.clash()
	switch {
	case !clash:
		return s.kingBetween()
	case s.moving == 0:
		c := Choice{Device: Pawn, For: Purpose{Kind: "movingBishop"}}
		for i, colour := range []string{"WHITE", "BLACK"} {
			after := s
			after.moving = chess960.FilesOf(nth(bishops, i))
			c.Outcomes = append(c.Outcomes, Outcome{Label: colour[:1], Aliases: [2]string{colour}, Weight: 1, after: after})
		}
		return c
	}
	bishop := s.moving.First()
	c := Choice{Device: BlackPiece, For: Purpose{"movedTo", chess960.Square(bishop)}}
	for _, o := range []struct {
		label          string
		weight, square int
	}{{"R", 2, 0}, {"N", 2, 1}, {"B", 2, 2}, {"K", 1, 3}, {"Q", 1, 3}} {
		c.Outcomes = append(c.Outcomes,
			Outcome{Label: o.label, Aliases: [2]string{strconv.Itoa(o.square + 1)}, Weight: o.weight, after: s.trade(bishop, o.square)})
	}
	return c
}

// oneMoreCard draws one of eight cards. Each names a bishop and one of four squares.
// The first four cards name the bishop nearer to a.
func (s state) oneMoreCard(bishops chess960.Files, label func(i int) string) Choice {
	c := Choice{Device: OneMoreCard, For: Purpose{Kind: "movingBishopAndSquare"}}
	for i := range 8 {
		c.Outcomes = append(c.Outcomes, Outcome{Label: label(i), Weight: 1, after: s.trade(nth(bishops, i/4), i%4)})
	}
	return c
}

func cardsNext(s state) Choice {
	if s.bag != 0 {
		return s.drawPiece(Card)
	}
	if bishops, ok := s.clash(); ok {
		return s.oneMoreCard(bishops, func(i int) string { return "ah"[i/4:i/4+1] + "-" + strconv.Itoa(i%4+1) })
	}
	return s.kingBetween()
}

func numberCardsNext(s state) Choice {
	if s.bag != 0 {
		c := Choice{Device: Card, For: squarePurpose(s.square())}
		for i, piece := range set {
			if s.bag>>i&1 == 1 {
				after := s.with(piece, s.square())
				after.bag &^= 1 << i
				c.Outcomes = append(c.Outcomes, Outcome{Label: strconv.Itoa(i + 1), Weight: 1, after: after})
			}
		}
		return c
	}
	if bishops, ok := s.clash(); ok {
		return s.oneMoreCard(bishops, func(i int) string { return strconv.Itoa(i + 1) })
	}
	return s.kingBetween()
}

func circleNext(s state) Choice {
	if s.bag != 0 {
		return s.drawPiece(Ring)
	}
	if _, clash := s.clash(); clash {
		return startOver("gather")
	}
	return s.kingBetween()
}

// holdNext places the oldest held card that is legal now, or else deals a card.
func holdNext(s state) Choice {
	for i, piece := range s.held {
		if piece != 0 && s.legal(chess960.Piece(piece)) {
			after := s.with(chess960.Piece(piece), s.square())
			copy(after.held[i:], s.held[i+1:])
			after.held[len(after.held)-1] = 0
			return rule("held", after)
		}
	}
	if s.bag == 0 {
		if s.held[0] != 0 {
			return startOver("deal")
		}
		return Choice{}
	}
	c := Choice{Device: PlayingCards, For: squarePurpose(s.square())}
	for _, piece := range kinds {
		n := bits.OnesCount8(s.left(piece))
		if n == 0 {
			continue
		}
		after := s.without(piece)
		if s.legal(piece) {
			after = after.with(piece, s.square())
		} else {
			after.held[slices.Index(after.held[:], 0)] = uint8(piece)
		}
		o := Outcome{Label: playingCards[piece], Aliases: [2]string{piece.String()}, Weight: n, after: after}
		if piece == chess960.Bishop {
			o.Aliases[1] = "T"
		}
		c.Outcomes = append(c.Outcomes, o)
	}
	return c
}

// playingCards names the card of each piece.
var playingCards = map[chess960.Piece]string{
	chess960.King: "K", chess960.Queen: "Q",
	chess960.Knight: "J", chess960.Rook: "A", chess960.Bishop: "10",
}

// PlayingCard returns the label of the playing card that stands for a piece.
func PlayingCard(piece chess960.Piece) string { return playingCards[piece] }

// legal reports whether the piece may be placed on the next square. Bishops need squares
// of different colours, and the king must come after one rook and before the other.
func (s state) legal(piece chess960.Piece) bool {
	switch rooks := s.rank.Files(chess960.Rook).Len(); piece {
	case chess960.Bishop:
		bishops := s.rank.Files(chess960.Bishop)
		return bishops == 0 || bishops&other(s.square()) != 0
	case chess960.King:
		return rooks == 1
	case chess960.Rook:
		return rooks == 0 || s.rank.Files(chess960.King) != 0
	}
	return true
}
