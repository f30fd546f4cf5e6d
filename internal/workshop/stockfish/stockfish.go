// Package stockfish asks the chess engine Stockfish for legal moves, in tests.
package stockfish

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// An Engine is a running Stockfish that plays by the rules of Chess960.
type Engine struct {
	t   testing.TB
	in  io.Writer
	out *bufio.Scanner
}

// Start starts Stockfish for the time of a test. The test is skipped if Stockfish is not
// installed.
func Start(t testing.TB) *Engine {
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
	fmt.Fprintln(in, "setoption name UCI_Chess960 value true")
	return &Engine{t, in, bufio.NewScanner(out)}
}

// LegalMoves returns the legal moves of a position in the notation of UCI. A castling is
// the king's move to the square of its rook, such as "e1h1".
func (e *Engine) LegalMoves(fen string) map[string]bool {
	moves := map[string]bool{}
	for move := range e.Perft(fen, 1) {
		moves[move] = true
	}
	return moves
}

// Perft returns for each legal move the number of positions that follow after so many moves,
// the move itself included.
func (e *Engine) Perft(fen string, depth int) map[string]int {
	positions := map[string]int{}
	fmt.Fprintf(e.in, "position fen %s\ngo perft %d\n", fen, depth)
	for e.out.Scan() {
		if strings.HasPrefix(e.out.Text(), "Nodes searched") {
			return positions
		}
		if move, count, ok := strings.Cut(e.out.Text(), ": "); ok {
			positions[move], _ = strconv.Atoi(count)
		}
	}
	e.t.Fatalf("Stockfish stopped at %s: %v", fen, e.out.Err())
	return nil
}
