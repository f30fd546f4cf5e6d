package drawing

import "chess960bot/internal/chess960"

// A Joint is a state of Northam's joint set-up. Black and White place pieces in turn,
// Black first: the bishops, knights and queen. Then the king goes to the middle of the
// three squares left, and the rooks to the other two. With All the players place all
// eight pieces.
//
// A piece may go to every square that leaves a start position within reach. So players
// cannot come to an impasse, such as "Q.RB..NN".
//
// A Joint is a comparable value; the zero Joint is the empty rank.
type Joint struct {
	Rank Rank
	All  bool
}

// ParseJoint reads a rank as Rank.String writes it. The error is ErrCode.
func ParseJoint(code string, all bool) (Joint, error) {
	j := Joint{All: all}
	if len(code) != len(j.Rank) {
		return Joint{}, ErrCode
	}
	for f := range j.Rank {
		if code[f] != '.' {
			j.Rank[f] = chess960.Piece(code[f])
		}
	}
	early := !all && !j.Done() && j.Rank.Files(chess960.King)|j.Rank.Files(chess960.Rook) != 0
	within := false // a start position with every piece on its square
	for _, p := range chess960.All() {
		within = within || chess960.Pattern(j.Rank).Matches(p)
	}
	if early || !within {
		return Joint{}, ErrCode
	}
	return j, nil
}

// Move returns the number of the next move, from 1: each move places one piece.
func (j Joint) Move() int { return len(j.Rank) - j.Rank.Files(0).Len() + 1 }

// BlackToPlace reports whether it is Black's turn.
func (j Joint) BlackToPlace() bool { return j.Move()%2 == 1 }

// Done reports whether the rank is a start position.
func (j Joint) Done() bool { return j.Rank.Files(0) == 0 }

// Left returns the kinds of pieces that are still to be placed.
func (j Joint) Left() []chess960.Piece {
	var left []chess960.Piece
	for _, piece := range kinds {
		if j.Open(piece) != 0 {
			left = append(left, piece)
		}
	}
	return left
}

// Open returns the files on which the piece may be placed.
func (j Joint) Open(piece chess960.Piece) chess960.Files {
	if !j.All && (piece == chess960.King || piece == chess960.Rook) {
		return 0
	}
	var open chess960.Files
	for _, p := range chess960.All() {
		if chess960.Pattern(j.Rank).Matches(p) {
			open |= p.Files(piece)
		}
	}
	return open & j.Rank.Files(0)
}

// Place returns the set-up with the piece on the file, which must be open for the piece.
// Without All it also places king and rooks once they alone are left.
func (j Joint) Place(piece chess960.Piece, f chess960.File) Joint {
	j.Rank[f] = piece
	if !j.All && j.Rank.Files(0).Len() == 3 {
		j.Rank = state{rank: j.Rank}.rooksAndKing().Outcomes[0].after.rank
	}
	return j
}
