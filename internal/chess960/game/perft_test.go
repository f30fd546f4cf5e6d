package game

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/stockfish"
	"chess960bot/internal/workshop/testrun"
)

// perft counts the positions after so many moves.
func perft(p Position, depth int) int {
	moves := p.Moves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		n += perft(p.Play(m), depth-1)
	}
	return n
}

// perftPositions returns fifty positions of random games from start positions far apart.
func perftPositions(t testing.TB) []Position {
	random := rand.New(rand.NewPCG(960, 36))
	var all []Position
	for i := range 50 {
		p := position(t, startFEN(i*19))
		for range i % 25 * 2 {
			if moves := p.Moves(); len(moves) > 0 {
				p = p.Play(moves[random.IntN(len(moves))])
			}
		}
		all = append(all, p)
	}
	return all
}

// From fifty positions the moves lead to as many positions as Stockfish counts. The counts
// after three moves are recorded; long runs ask Stockfish and count after four.
func TestPerft(t *testing.T) {
	var record strings.Builder
	if !testrun.Long() {
		for i, p := range perftPositions(t) {
			if i%5 == 2 {
				fmt.Fprintf(&record, "%s: %d\n", p.XFEN(), perft(p, 3))
			}
		}
		golden.Text(t, "testdata/perft.txt", record.String())
		return
	}
	engine := stockfish.Start(t)
	total := 0
	for _, p := range perftPositions(t) {
		want, got := engine.Perft(p.XFEN(), 4), map[string]int{}
		for _, m := range p.Moves() {
			got[m.String()] = perft(p.Play(m), 3)
			total += got[m.String()]
		}
		if !maps.Equal(got, want) {
			t.Fatalf("%s: %v, Stockfish counts %v", p.XFEN(), got, want)
		}
	}
	t.Logf("%d positions", total)
}

// String writes the move as UCI does for Chess960: "e2e4", "e7e8q", or "e1h1" for O-O.
func (m Move) String() string {
	text := m.From.String() + m.To.String()
	if m.Promotion != 0 {
		text += string(rune(m.Promotion) + 'a' - 'A')
	}
	return text
}
