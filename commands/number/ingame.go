package number

import (
	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/voice"
)

// inGame returns the refusal of a position of a game, whose start nobody can know for
// certain; nil if the text has none. A position with all pieces and pawns on the first two
// ranks is a start position with a mistake.
func inGame(text string) error {
	fens := castling.FindFENs(text)
	if fens == nil {
		return nil
	}
	p, err := game.ParseFEN(fens[0])
	if err != nil || !hasBegun(p.Position) {
		return nil
	}
	said := voice.Run{voice.Phrase("number.inGame")}
	if like, ok := likeStart(p.Position); ok {
		said = append(said, like)
	}
	return &chat.UserError{Msg: said, Hint: voice.Phrase("number.stillCastle"), Rows: []chat.Component{chat.Row(castlingNowButton(p))}}
}

// hasBegun reports whether a piece or pawn stands on ranks 3 to 6.
func hasBegun(p castling.Position) bool {
	for s := castling.Square(16); s < 48; s++ {
		if p.Piece(s) != 0 {
			return true
		}
	}
	return false
}

// likeStart names the one start position that has most pieces where they stand on the
// first ranks, or the normal one of several, and two pieces of White's that have changed places. ok is
// false if several have, or if fewer than half of the pieces are there.
func likeStart(p castling.Position) (like voice.Sentence, ok bool) {
	most, best := 7, chess960.Position{}
	for sp, start := range chess960.All() {
		n := 0
		for f, piece := range start.Rank() {
			for _, player := range []castling.Colour{castling.White, castling.Black} {
				if p.Piece(player.Square(chess960.File(f))) == castling.PieceOf(player, piece) {
					n++
				}
			}
		}
		switch {
		case n > most, n == most && sp == card.Classical:
			most, best, ok = n, start, true
		case n == most && best != chess960.Classical():
			ok = false
		}
	}
	if !ok {
		return nil, false
	}
	board := best.Board()
	moved := chess960.FilesWhere(func(f chess960.File) bool { return p.Piece(castling.Square(f)) != castling.Piece(board[f]) }).On(1)
	if len(moved) == 2 {
		first, second := castling.Piece(board[moved[0]]), castling.Piece(board[moved[1]])
		if p.Piece(moved[0]) == second && p.Piece(moved[1]) == first {
			return looksLike(best, first, second), true
		}
	}
	return looksLike(best, 0, 0), true
}

// looksLike says which start position a board looks like, and perhaps which pieces have changed places.
func looksLike(p chess960.Position, first, second castling.Piece) voice.Sentence {
	return voice.Say("number.looksLike", voice.F{"Name": p.Name(), "First": first, "Second": second})
}
