package training

import (
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/voice"
)

// A Picture is what a question shows.
type Picture struct {
	Rank  [8]chess960.Piece // White's first rank by file; 0 for an empty square
	Board bool              // the whole board of the question's position, not the rank alone
}

// Picture returns what the question shows. The questions for a sequence, for bishops and
// for a whole position show nothing: then ok is false. Castling shows the board of its
// exercise, which is no Picture.
func (q Question) Picture() (picture Picture, ok bool) {
	shown := q.shown()
	for f := range chess960.AllFiles.All() {
		if piece := q.Position.Piece(f); strings.Contains(shown, piece.String()) {
			picture.Rank[f] = piece
		}
	}
	picture.Board = q.Level == WholeNumber
	return picture, shown != ""
}

// shown returns the letters of the pieces that the question shows.
func (q Question) shown() string {
	if q.Level == Castling {
		return ""
	}
	if q.Direction == ToPosition {
		switch {
		case q.Level == Queen && q.asksPair():
			return "BN"
		case q.Level == Queen, q.Level == Sequences && q.asksPair():
			return "B"
		}
		return ""
	}
	switch {
	case q.Level == Bishops:
		return "B"
	case q.Level == WholeNumber:
		return "KQRBN"
	case q.Level == Sequences && q.asksPair(), q.Level == Queen && !q.asksPair():
		return "KQRN"
	case q.Level == Queen:
		return "KQR"
	}
	return "KRN"
}

// Alt returns the alt text of the picture: it names the pieces and nothing that follows from them.
func (p Picture) Alt() voice.Sentence {
	var pieces voice.And
	for f, piece := range p.Rank {
		if piece != 0 {
			pieces = append(pieces, voice.Say("training.onSquare", voice.F{"Piece": castling.Piece(piece), "Square": chess960.Square(f)}))
		}
	}
	if p.Board {
		return voice.Say("training.alt.board", voice.F{"Pieces": pieces})
	}
	return voice.Say("training.alt.rank", voice.F{"Pieces": pieces})
}
