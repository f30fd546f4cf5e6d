package quiz

import (
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// A Picture is what a question shows.
type Picture struct {
	Rank  [8]chess960.Piece // White's first rank by file; 0 for an empty square
	Board bool              // the whole board of the question's position, not the rank alone
}

// Picture returns what the question shows. The questions for a sequence, for bishops and
// for a whole position show nothing: then ok is false.
func (q Question) Picture() (picture Picture, ok bool) {
	shown := q.shown()
	for f := range chess960.AllFiles.All() {
		if piece := q.Position.Piece(f); slices.Contains(shown, piece) {
			picture.Rank[f] = piece
		}
	}
	picture.Board = q.Level == WholeNumber
	return picture, len(shown) > 0
}

// shown returns the pieces that the question shows.
func (q Question) shown() []chess960.Piece {
	const k, q1, r, b, n = chess960.King, chess960.Queen, chess960.Rook, chess960.Bishop, chess960.Knight
	if q.Direction == ToPosition {
		switch {
		case q.Level == Queen && q.asksPair():
			return []chess960.Piece{b, n}
		case q.Level == Queen, q.Level == Sequences && q.asksPair():
			return []chess960.Piece{b}
		}
		return nil
	}
	switch {
	case q.Level == Bishops:
		return []chess960.Piece{b}
	case q.Level == WholeNumber:
		return []chess960.Piece{k, q1, r, b, n}
	case q.Level == Sequences && q.asksPair(), q.Level == Queen && !q.asksPair():
		return []chess960.Piece{k, q1, r, n}
	case q.Level == Queen:
		return []chess960.Piece{k, q1, r}
	}
	return []chess960.Piece{k, r, n}
}

// Alt returns the alt text of the picture: "White's first rank: a1 rook, b1 knight". It
// names the pieces and nothing that follows from them.
func (p Picture) Alt() string {
	var squares []string
	for f, piece := range p.Rank {
		if piece != 0 {
			squares = append(squares, chess960.File(f).Square()+" "+piece.Name())
		}
	}
	alt := "White's first rank: " + strings.Join(squares, ", ") + "."
	if p.Board {
		return alt + " Black mirrors it."
	}
	return alt
}
