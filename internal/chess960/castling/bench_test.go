package castling

import (
	"testing"

	"chess960bot/internal/chess960"
)

const middleGame = "r3k2r/pppq1ppp/2n2n2/2b1p3/4P1b1/2NP1N2/PPP1BPPP/R2QK2R w KQkq - 4 8"

var sink int

func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		p, _ := ParseFEN(middleGame)
		sink = int(p.turn)
	}
}

// All four castlings of a position, one after the other.
func BenchmarkJudge(b *testing.B) {
	p, err := ParseFEN(middleGame)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		for right := range 4 {
			c, side := playerAndSide(right)
			sink = len(p.Judge(c, side, chess960.Chess960Castling).Reasons)
		}
	}
}
