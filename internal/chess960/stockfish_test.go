package chess960

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/testrun"
)

// Every castling by Chess960's rules is compared with the chess engine Stockfish, if it is
// installed: with a piece on each other square of the rank, with each square attacked,
// with an enemy rook on each square, and on move 1. Only long runs compare
// all positions, others one in 16.
func TestCastlingAgainstStockfish(t *testing.T) {
	engine := startStockfish(t)
	castlings(func(sp int, p Position, rules *CastlingRules, c Castling) {
		if rules != Chess960Castling || sp%16 != 6 && !testrun.Long() {
			return
		}
		check := func(what, fen string, want bool) {
			if got := engine.allows(c, fen); got != want {
				t.Errorf("SP-%d %v %s: Stockfish allows it: %t, want %t (%s)", sp, c.Side, what, got, want, fen)
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
	t.Logf("compared %d positions with Stockfish", len(engine.allowed))
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

// A stockfish is a running engine, with the castlings that it allows.
type stockfish struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Scanner
	allowed map[string]map[string]bool // by FEN and move
}

func startStockfish(t *testing.T) *stockfish {
	cmd := exec.CommandContext(t.Context(), testrun.Program(t, "stockfish", "stockfish", "/usr/games/stockfish"))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	engine := &stockfish{t, in, bufio.NewScanner(out), map[string]map[string]bool{}}
	fmt.Fprintln(in, "setoption name UCI_Chess960 value true")
	return engine
}

// allows reports whether the castling is legal in the position. UCI writes a
// Chess960 castling as the king's move to the square of its rook.
func (s *stockfish) allows(c Castling, fen string) bool {
	moves, asked := s.allowed[fen]
	if !asked {
		moves = map[string]bool{}
		s.allowed[fen] = moves
		fmt.Fprintf(s.in, "position fen %s\ngo perft 1\n", fen)
		for s.out.Scan() && !strings.HasPrefix(s.out.Text(), "Nodes searched") {
			if move, _, ok := strings.Cut(s.out.Text(), ": "); ok {
				moves[move] = true
			}
		}
		if len(moves) == 0 {
			s.t.Fatalf("Stockfish has no move in %s: %v", fen, s.out.Err())
		}
	}
	return moves[c.King.From.Square()+c.Rook.From.Square()]
}
