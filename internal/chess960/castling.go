package chess960

// A CastlingSide is one of the two ways to castle. It is named by the rook that moves.
type CastlingSide uint8

// The two sides.
const (
	HSide CastlingSide = iota // with the rook on the king's h-side, written O-O
	ASide                     // with the rook on the king's a-side, written O-O-O
)

// CastlingSides returns both sides, O-O first.
func CastlingSides() []CastlingSide { return []CastlingSide{HSide, ASide} }

// String returns the side as a game score writes it: "O-O" or "O-O-O".
func (s CastlingSide) String() string {
	if s == HSide {
		return "O-O"
	}
	return "O-O-O"
}

// CastlingRules define the squares of the king and the rook after castling. The
// conditions of castling are the same under all rules.
type CastlingRules struct {
	ID   string // stable identifier, such as "chess480"
	Name string // as people call them, such as "Chess480"
	ends func(side CastlingSide, king, rook File) (kingTo, rookTo File)
}

// Chess960Castling leads to the same squares as in classical chess: king on g1 and rook
// on f1 after O-O, king on c1 and rook on d1 after O-O-O.
var Chess960Castling = &CastlingRules{"chess960", "Chess960", func(side CastlingSide, _, _ File) (File, File) {
	if side == HSide {
		return FileG, FileF
	}
	return FileC, FileD
}}

// Chess480Castling is John Kipling Lewis's "Orthodoxed Castling": the king moves
// two squares towards or over the rook, and the rook goes to the square that the
// king crossed. King and rook side by side in a corner change places, since the
// king has no two squares to move.
var Chess480Castling = &CastlingRules{"chess480", "Chess480", func(side CastlingSide, king, rook File) (File, File) {
	switch {
	case side == HSide && king <= FileF:
		return king + 2, king + 1
	case side == ASide && king >= FileC:
		return king - 2, king - 1
	}
	return rook, king
}}

// AllCastlingRules returns the rules that the package knows, Chess960's first.
func AllCastlingRules() []*CastlingRules {
	return []*CastlingRules{Chess960Castling, Chess480Castling}
}

// A Castling is White's castling from a start position to one side. Black's is
// the same on the eighth rank.
type Castling struct {
	Side       CastlingSide
	King, Rook Way
}

// A Way is the move of a piece along the first rank. From and To are equal for a piece
// that stays.
type Way struct{ From, To File }

// Stays reports whether the piece does not move.
func (w Way) Stays() bool { return w.From == w.To }

// Castling returns the castling to a side under the rules. The position must be
// valid.
func (p Position) Castling(side CastlingSide, rules *CastlingRules) Castling {
	rooks := p.Files(Rook)
	rook := rooks.First()
	if side == HSide {
		rook = rooks.Last()
	}
	return rules.Castling(p.Files(King).First(), rook)
}

// Castling returns the castling of a king and a rook that stand on their first rank. The
// rook's file must not be the king's.
func (r *CastlingRules) Castling(king, rook File) Castling {
	side := ASide
	if rook > king {
		side = HSide
	}
	kingTo, rookTo := r.ends(side, king, rook)
	return Castling{side, Way{king, kingTo}, Way{rook, rookTo}}
}

// Crossed returns the squares from the way's start to its end, in the order in
// which the piece crosses them, both ends included.
func (w Way) Crossed() []File {
	squares := []File{w.From}
	for f := w.From; f != w.To; {
		if f < w.To {
			f++
		} else {
			f--
		}
		squares = append(squares, f)
	}
	return squares
}

// MustBeEmpty returns the squares that must be empty: all squares on the ways of king
// and rook, except the two squares where they stand.
func (c Castling) MustBeEmpty() Files {
	ways := FilesOf(c.King.Crossed()...) | FilesOf(c.Rook.Crossed()...)
	return ways &^ c.standOn()
}

// standOn returns the squares of king and rook before they castle.
func (c Castling) standOn() Files { return FilesOf(c.King.From, c.Rook.From) }

// MustNotBeAttacked returns the squares that must not be attacked: all squares of the
// king's way, both ends included.
func (c Castling) MustNotBeAttacked() []File { return c.King.Crossed() }

// Uncovered returns the squares of hidden attackers. An enemy rook or queen there is
// blocked by the castling rook. After castling it would attack the king, so castling
// is illegal, although no square of the king's way is attacked before. In Chess960
// the only such square is a1, for O-O-O with the rook on b1.
func (c Castling) Uncovered() Files {
	switch rook := c.Rook.From; {
	case c.Side == HSide && c.King.To < rook:
		return AllFiles &^ upTo(rook)
	case c.Side == ASide && c.King.To > rook:
		return upTo(rook) &^ FilesOf(rook)
	}
	return 0
}

// upTo returns the files from the a-file to f, both included.
func upTo(f File) Files { return AllFiles >> (FileH - f) }

// A Manner says which of the two pieces move in castling.
type Manner uint8

// The four manners. ChangePlaces is a case of its own, not of BothMove.
const (
	BothMove Manner = iota
	KingAlone
	RookAlone
	ChangePlaces
)

// Manner returns which of king and rook move.
func (c Castling) Manner() Manner {
	switch {
	case c.Rook.Stays():
		return KingAlone
	case c.King.Stays():
		return RookAlone
	case c.King.To == c.Rook.From && c.Rook.To == c.King.From:
		return ChangePlaces
	}
	return BothMove
}

// PossibleOnFirstMove reports whether White can castle on move 1. All eight squares of
// the rank are still occupied then, so no square may have to be empty.
func (c Castling) PossibleOnFirstMove() bool { return c.MustBeEmpty() == 0 }
