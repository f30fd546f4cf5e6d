package castling

import "chess960bot/internal/chess960"

// Sentence returns the kind: people read a reason as a sentence.
func (r Reason) Sentence() string { return string(r.Kind) }

// A Heading is the castling of a verdict and the answer, as a sentence.
type Heading struct {
	Answer Answer
	Side   chess960.CastlingSide
}

// Sentence returns the answer.
func (h Heading) Sentence() string { return string(h.Answer) }

// Heading returns the sentence before the reasons, or before the ways without a reason.
func (v Verdict) Heading() Heading { return Heading{v.Answer(), v.Side} }

// Ways are the squares of king and rook after castling, as a sentence.
type Ways struct {
	Kind           WaysKind
	KingTo, RookTo Square
}

// A WaysKind says which of the two pieces move.
type WaysKind string

// The kinds of ways. At least one of the pieces moves.
const (
	BothMove  WaysKind = "bothMove"
	KingStays WaysKind = "kingStays"
	RookStays WaysKind = "rookStays"
)

// Sentence returns the kind.
func (w Ways) Sentence() string { return string(w.Kind) }

// Ways returns the ways of king and rook, unless the answer is NotAnyMore.
func (v Verdict) Ways() Ways {
	kind := BothMove
	switch {
	case v.Castling.King.Stays():
		kind = KingStays
	case v.Castling.Rook.Stays():
		kind = RookStays
	}
	return Ways{kind, v.Colour.Square(v.Castling.King.To), v.Colour.Square(v.Castling.Rook.To)}
}

// Word returns the name of the piece with its colour.
func (p Piece) Word() string {
	return map[Piece]string{
		'K': "whiteKing", 'Q': "whiteQueen", 'R': "whiteRook", 'B': "whiteBishop", 'N': "whiteKnight", 'P': "whitePawn",
		'k': "blackKing", 'q': "blackQueen", 'r': "blackRook", 'b': "blackBishop", 'n': "blackKnight", 'p': "blackPawn",
	}[p]
}
