package chess960

import (
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/workshop/stockfish"
	"chess960bot/internal/workshop/testrun"
)

// Every castling by Chess960's rules is compared with the chess engine Stockfish, if it is
// installed: with a piece on each other square of the rank, with each square attacked,
// with an enemy rook on each square, and on move 1.
func TestCastlingAgainstStockfish(t *testing.T) {
	testrun.LongOnly(t, "starts a chess engine")
	engine := asked{t, stockfish.Start(t), map[string]map[string]bool{}}
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		if rules != Chess960Castling {
			return
		}
		check := func(what, fen string, want bool) {
			if got := engine.allows(c, fen); got != want {
				t.Errorf("SP %d %v %s: Stockfish allows it: %t, want %t (%s)", sp, c.Side, what, got, want, fen)
			}
		}
		check("on move 1", p.ShredderFEN(), c.PossibleOnFirstMove())
		check("alone on the rank", castlingFEN(c, -1, 0, 0), true)
		for f := range AllFiles.All() {
			check("with "+f.Square()+" attacked", castlingFEN(c, 4, f, 'r'), !slices.Contains(c.MustNotBeAttacked(), f))
			if c.standOn().Has(f) {
				continue
			}
			check("with a knight on "+f.Square(), castlingFEN(c, 0, f, 'N'), !c.MustBeEmpty().Has(f))
			var b board
			b.place(c)
			b[0][f] = 'r'
			check("with an enemy rook on "+f.Square(), castlingFEN(c, 0, f, 'r'), b.canCastle(c))
		}
	})
	t.Logf("compared %d positions with Stockfish", len(engine.moves))
}

// castlingFEN returns the FEN of a board with White's king and castling rook, Black's king
// on a8, and one more piece on a square, unless rank is negative.
func castlingFEN(c Castling, rank int, file File, piece byte) string {
	var b board
	b.place(c)
	b[6][0], b[6][1], b[7][0] = 'p', 'p', 'k'
	if rank >= 0 {
		b[rank][file] = piece
	}
	var rows []string
	for rank := 7; rank >= 0; rank-- {
		row := strings.ReplaceAll(string(b[rank][:]), "\x00", "1")
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " w " + strings.ToUpper(c.Rook.From.String()) + " - 0 1"
}

// An asked engine keeps the moves of the positions that it was asked for.
type asked struct {
	t      *testing.T
	engine *stockfish.Engine
	moves  map[string]map[string]bool // by FEN
}

// allows reports whether the castling is legal in the position.
func (a asked) allows(c Castling, fen string) bool {
	if a.moves[fen] == nil {
		a.moves[fen] = a.engine.LegalMoves(fen)
	}
	if len(a.moves[fen]) == 0 {
		a.t.Fatalf("Stockfish has no move in %s", fen)
	}
	return a.moves[fen][c.King.From.Square()+c.Rook.From.Square()]
}
