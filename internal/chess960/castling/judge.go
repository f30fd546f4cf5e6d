package castling

import (
	"slices"

	"chess960bot/internal/chess960"
)

// An Answer says whether a castling is possible.
type Answer string

// The three answers.
const (
	Allowed    Answer = "allowed"    // the player may castle now, if it is the player's turn
	NotNow     Answer = "notNow"     // the player may castle once the reasons are gone
	NotAnyMore Answer = "notAnyMore" // the right to castle is lost for the rest of the game
)

// A Verdict is the answer for one castling of one player.
type Verdict struct {
	Colour   Colour
	Side     chess960.CastlingSide
	Castling chess960.Castling // the ways of king and rook; the zero Castling if NotAnyMore
	Reasons  []Reason          // all reasons against it; none if it is allowed
}

// Answer returns whether the castling is possible.
func (v Verdict) Answer() Answer {
	switch {
	case len(v.Reasons) == 0:
		return Allowed
	case slices.Contains([]Kind{KingMoved, NoHSideRook, NoASideRook, RightLost}, v.Reasons[0].Kind):
		return NotAnyMore
	}
	return NotNow
}

// A Kind is a rule that forbids castling.
type Kind string

// The kinds of reasons, in the order of a verdict. The first four are permanent: a
// verdict with one of them has no other reason.
const (
	KingMoved   Kind = "kingMoved"   // the king is not on its first rank: it has moved
	NoHSideRook Kind = "noHSideRook" // no rook is on the h-side of the king: king or rook has moved, or the rook was captured
	NoASideRook Kind = "noASideRook" // the same on the a-side
	RightLost   Kind = "rightLost"   // the FEN does not give the right: king or rook has moved
	InCheck     Kind = "inCheck"     // the king's square is attacked
	Occupied    Kind = "occupied"    // a square of the king's or the rook's way is not empty
	Attacked    Kind = "attacked"    // a square that the king crosses, or its last square, is attacked
	Uncovered   Kind = "uncovered"   // the king's last square is attacked once the castling rook has left
)

// A Reason is one reason against a castling. Its pieces and squares are those of the
// position.
//
//	Kind         Square               By                         From
//	KingMoved    the king's           the king                   the king's square
//	NoHSideRook  the king's           the king                   the king's square
//	NoASideRook  the king's           the king                   the king's square
//	RightLost    the king's           the outermost rook         the rook's square
//	InCheck      the king's           the attacker               the attacker's square
//	Occupied     the occupied one     the piece there            the same square
//	Attacked     the attacked one     the attacker               the attacker's square
//	Uncovered    the king's last one  the attacker               the attacker's square
type Reason struct {
	Kind   Kind
	Square Square
	By     Piece
	From   Square
}

// Judge says whether a player can castle to a side under the rules, and if not, why. For
// the player who is not to move, the answer is what it would be with that player to move.
// The position must be one that [ParseFEN] read.
func (p Position) Judge(c Colour, side chess960.CastlingSide, rules *chess960.CastlingRules) Verdict {
	v := Verdict{Colour: c, Side: side}
	king, rook := p.King(c), p.rights[c][side]
	if rook == 0 {
		v.Reasons = []Reason{p.whyLost(c, side)}
		return v
	}
	v.Castling = rules.Castling(king.File(), rook.First())
	v.Reasons = p.attacks(InCheck, king, c.Opponent())
	for f := range v.Castling.MustBeEmpty().All() {
		if s := c.Square(f); p.at(s) != 0 {
			v.Reasons = append(v.Reasons, Reason{Occupied, s, p.at(s), s})
		}
	}
	for _, f := range v.Castling.MustNotBeAttacked() {
		if s := c.Square(f); s != king {
			v.Reasons = append(v.Reasons, p.attacks(Attacked, s, c.Opponent())...)
		}
	}
	// An enemy rook or queen may attack the king's last square as soon as the castling rook no longer stands between them.
	without := p
	without.board[c.Square(v.Castling.Rook.From)] = 0
	for _, r := range without.attacks(Uncovered, c.Square(v.Castling.King.To), c.Opponent()) {
		if r.From == c.Square(r.From.File()) && v.Castling.Uncovered().Has(r.From.File()) {
			v.Reasons = append(v.Reasons, r)
		}
	}
	return v
}

// whyLost returns the reason why the player cannot castle to the side any more.
func (p *Position) whyLost(c Colour, side chess960.CastlingSide) Reason {
	king := p.King(c)
	if king != c.Square(king.File()) {
		return Reason{KingMoved, king, p.at(king), king}
	}
	rook, ok := p.outerRook(c, side)
	if !ok {
		return Reason{[]Kind{chess960.HSide: NoHSideRook, chess960.ASide: NoASideRook}[side], king, p.at(king), king}
	}
	return Reason{RightLost, king, PieceOf(c, chess960.Rook), c.Square(rook)}
}

// attacks returns a reason for each of the player's pieces that attacks the square.
func (p *Position) attacks(kind Kind, s Square, by Colour) []Reason {
	var reasons []Reason
	for _, from := range p.Attackers(s, by) {
		reasons = append(reasons, Reason{kind, s, p.at(from), from})
	}
	return reasons
}

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
	return [256]string{
		'K': "whiteKing", 'Q': "whiteQueen", 'R': "whiteRook", 'B': "whiteBishop", 'N': "whiteKnight", 'P': "whitePawn",
		'k': "blackKing", 'q': "blackQueen", 'r': "blackRook", 'b': "blackBishop", 'n': "blackKnight", 'p': "blackPawn",
	}[p]
}
