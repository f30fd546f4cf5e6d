package drawing

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// A Joint is a state of Northam's joint set-up. Black and White place pieces in turn,
// Black first: the bishops, knights and queen. Then the king goes to the middle of the
// three squares left, and the rooks to the other two. With All the players place all
// eight pieces, and can reach an impasse.
//
// A Joint is a comparable value; the zero Joint is the empty rank.
type Joint struct {
	Rank Rank
	All  bool
}

// A PlacementError is returned for a piece that cannot be placed on a square.
type PlacementError struct {
	Piece  chess960.Piece
	File   chess960.File
	Reason string // a sentence without a stop, such as "d1 holds the queen"
}

// Error returns the reason.
func (e *PlacementError) Error() string {
	return fmt.Sprintf("place %s on %s: %s", e.Piece.Name(), e.File.Square(), e.Reason)
}

// ParseJoint reads a rank as Rank.String writes it. The error is ErrCode.
func ParseJoint(code string, all bool) (Joint, error) {
	j := Joint{All: all}
	if len(code) != len(j.Rank) {
		return Joint{}, ErrCode
	}
	for f := range chess960.AllFiles.All() {
		piece := chess960.Piece(code[f])
		if piece == '.' {
			continue
		}
		if piece.Name() == "" || j.Rank.Files(piece).Len() == set.Files(piece).Len() {
			return Joint{}, ErrCode
		}
		j.Rank[f] = piece
	}
	finished := j.Rank.Files(0) == 0
	if j.broken() != "" || !all && !finished && (j.Rank.Files(chess960.King)|j.Rank.Files(chess960.Rook)) != 0 {
		return Joint{}, ErrCode
	}
	return j, nil
}

// BlackToPlace reports whether it is Black's turn.
func (j Joint) BlackToPlace() bool { return j.Rank.Files(0).Len()%2 == 0 }

// Done reports whether the rank is a start position.
func (j Joint) Done() bool { return j.Rank.Files(0) == 0 }

// Left returns the kinds of pieces that are still to be placed.
func (j Joint) Left() []chess960.Piece {
	var left []chess960.Piece
	for _, piece := range kinds {
		if j.left(piece) > 0 {
			left = append(left, piece)
		}
	}
	return left
}

// left returns how many pieces of the kind the players still have to place.
func (j Joint) left(piece chess960.Piece) int {
	if !j.All && (piece == chess960.King || piece == chess960.Rook) {
		return 0
	}
	return set.Files(piece).Len() - j.Rank.Files(piece).Len()
}

// Open returns the files on which the piece may be placed.
func (j Joint) Open(piece chess960.Piece) chess960.Files {
	var open chess960.Files
	for f := range chess960.AllFiles.All() {
		if _, err := j.Place(piece, f); err == nil {
			open |= chess960.FilesOf(f)
		}
	}
	return open
}

// Place returns the set-up with the piece on the file. If only king and rooks are left
// then, Place adds them (without All). The error, if any, is a *PlacementError.
func (j Joint) Place(piece chess960.Piece, f chess960.File) (Joint, error) {
	refuse := func(reason string) (Joint, error) {
		return Joint{}, &PlacementError{piece, f, reason}
	}
	switch {
	case j.Rank[f] != 0:
		return refuse(f.Square() + " holds a " + j.Rank[f].Name() + "; what is placed stays")
	case j.left(piece) == 0 && set.Files(piece).Len() == j.Rank.Files(piece).Len():
		return refuse("no " + piece.Name() + " is left")
	case j.left(piece) == 0:
		return refuse("king and rooks come last: the king goes to the middle of the three squares left")
	}
	j.Rank[f] = piece
	if reason := j.broken(); reason != "" {
		return refuse(reason)
	}
	if !j.All && j.Rank.Files(0).Len() == 3 {
		j.Rank = state{rank: j.Rank}.rooksAndKing().Outcomes[0].after.rank
	}
	return j, nil
}

// broken names a rule that the pieces on the rank break; "" for none.
func (j Joint) broken() string {
	bishops, rooks, king := j.Rank.Files(chess960.Bishop), j.Rank.Files(chess960.Rook), j.Rank.Files(chess960.King)
	if _, clash := (state{rank: j.Rank}).clash(); clash && bishops.Len() == 2 {
		return "the bishops must stand on squares of opposite colours"
	}
	if rooks.Len() == 2 && king != 0 && rooks.Index(nth(king, 0)) != 1 {
		return "the king must stand between the rooks"
	}
	return ""
}

// Impasse reports whether no start position has the placed pieces on their squares.
// Only a set-up with All can reach an impasse.
func (j Joint) Impasse() bool {
	for _, p := range chess960.All() {
		if j.Rank.fits(p) {
			return false
		}
	}
	return true
}

// fits reports whether the position has every piece of the rank on its square.
func (r Rank) fits(p chess960.Position) bool {
	for f, piece := range r {
		if piece != 0 && piece != p.Piece(chess960.File(f)) {
			return false
		}
	}
	return true
}

// Repair returns the steps that repair an impasse, and the repaired set-up. Players
// agree on this repair before a set-up with All. The pieces left go onto
// the empty squares from the a-side: king, queen, rooks, bishops, knights. If the
// bishops stand on one colour, the one nearer to a changes places with its
// neighbour on the h-side. If the king is not between the rooks, it changes
// places with the nearer one.
func (j Joint) Repair() ([]Step, Joint) {
	var steps []Step
	apply := func(c Choice) {
		if len(c.Outcomes) > 0 {
			after := c.Outcomes[0].after.rank
			steps = append(steps, Step{c, c.Outcomes[0], j.Rank, after})
			j.Rank = after
		}
	}
	var left []chess960.Piece
	for _, piece := range j.Left() {
		for range j.left(piece) {
			left = append(left, piece)
		}
	}
	if len(left) > 0 {
		apply(state{rank: j.Rank}.fill("the pieces left go onto the empty squares", left...))
	}
	s := state{rank: j.Rank}
	if bishops, clash := s.clash(); clash {
		f := nth(bishops, 0)
		apply(rule("the bishops stand on squares of one colour; the one nearer to a changes places with its neighbour", s.swapped(f, f+1)))
	}
	apply(state{rank: j.Rank}.kingBetween())
	return steps, j
}
