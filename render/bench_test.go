package render

import (
	"strconv"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
)

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New()
	}
}

// A picture is measured twice: the first time, when its bands are not remembered, and again.
func BenchmarkBoard(b *testing.B) {
	var boards []Board
	for _, p := range chess960.All() {
		boards = append(boards, Board{Position: p})
	}
	measure(b, boards, renderer().Board)
}

// BenchmarkStrip does the same for the strips of explanations.
func BenchmarkStrip(b *testing.B) {
	var strips []Strip
	for s := range explained(1) {
		strips = append(strips, s)
	}
	measure(b, strips, renderer().Strip)
}

// BenchmarkRanks does the same for as many boards as a picture may have.
func BenchmarkRanks(b *testing.B) {
	var evenings []Ranks
	for sp := range 960 {
		var r Ranks
		for i := range MostRanks {
			p, _ := chess960.FromSP((sp + 79*i) % 960)
			r.Ranks = append(r.Ranks, NumberedRank{i + 1, p})
		}
		evenings = append(evenings, r)
	}
	measure(b, evenings, renderer().Ranks)
}

// BenchmarkDiagram does the same for boards with arrows in different places.
func BenchmarkDiagram(b *testing.B) {
	var diagrams []Diagram
	for sp, p := range chess960.All() {
		d := bothWays()
		for f := range 8 {
			d.Men[f], d.Men[56+f] = byte(p.Piece(chess960.File(f))), byte(p.Piece(chess960.File(7-f)))-'A'+'a'
		}
		d.Arrows = append(d.Arrows, Arrow{sp % 64, (sp + 17) % 64, AttackArrow})
		diagrams = append(diagrams, d)
	}
	measure(b, diagrams, renderer().Diagram)
}

func measure[P any](b *testing.B, pictures []P, draw func(P) ([]byte, error)) {
	b.Helper()
	size, i := 0, 0
	do := func(b *testing.B, p P) {
		data, err := draw(p)
		if err != nil {
			b.Fatal(err)
		}
		size, i = size+len(data), i+1
	}
	do(b, pictures[0])
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		size, i = 0, 0
		for b.Loop() {
			do(b, pictures[i*37%len(pictures)])
		}
		b.ReportMetric(float64(size)/float64(i), "bytes")
	})
	b.Run("remembered", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			do(b, pictures[0])
		}
	})
}

// explained returns the strips of all explanations, for one position in every step.
func explained(step int) map[Strip]bool {
	strips := map[Strip]bool{}
	for sp, p := range chess960.All() {
		if sp%step > 0 {
			continue
		}
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				for _, s := range method.Explain(method.Scheme.Derive(p), direction).Steps {
					if s.View != nil {
						strips[viewed(*s.View)] = true
					}
				}
			}
		}
	}
	return strips
}

func viewed(v explain.View) Strip {
	s := Strip{Rank: v.Rank, Marked: v.New}
	for f, count := range v.Counts {
		if count >= 0 {
			s.Above[f] = strconv.Itoa(count)
		}
	}
	return s
}
