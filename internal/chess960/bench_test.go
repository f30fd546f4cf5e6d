package chess960

import "testing"

// The benchmarks go over all 960 positions. Those named Arithmetic are the
// baseline in the same run: Scharnagl's arithmetic written out by hand.

func BenchmarkDecode(b *testing.B) {
	b.Run("table", func(b *testing.B) {
		b.ReportAllocs()
		sp := 0
		for b.Loop() {
			p, _ := FromSP(sp)
			sink = int(p.rank[0])
			if sp++; sp == Count {
				sp = 0
			}
		}
	})
	b.Run("arithmetic", func(b *testing.B) {
		b.ReportAllocs()
		sp := 0
		for b.Loop() {
			rank := decodeByArithmetic(sp)
			sink = int(rank[0])
			if sp++; sp == Count {
				sp = 0
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	b.Run("table", func(b *testing.B) {
		b.ReportAllocs()
		sp := 0
		for b.Loop() {
			sink = bySP[sp].SP()
			if sp++; sp == Count {
				sp = 0
			}
		}
	})
	b.Run("arithmetic", func(b *testing.B) {
		b.ReportAllocs()
		sp := 0
		for b.Loop() {
			sink = encodeByArithmetic(bySP[sp].rank)
			if sp++; sp == Count {
				sp = 0
			}
		}
	})
}

func BenchmarkDerive(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sink = Fritz9.Derive(bySP[518]).Number()
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		p, _ := ParsePosition("RNBQKBNR")
		sink = int(p.rank[0])
	}
}

var sink int

func TestArithmeticBaseline(t *testing.T) {
	for sp, p := range All() {
		if got := decodeByArithmetic(sp); got != p.rank {
			t.Errorf("SP %d decodes to %s, want %v", sp, got, p)
		}
		if got := encodeByArithmetic(p.rank); got != sp {
			t.Errorf("%v encodes to %d, want %d", p, got, sp)
		}
	}
}

func decodeByArithmetic(sp int) [8]byte {
	var rank [8]byte
	rank[sp%4*2+1] = 'B'
	rank[sp/4%4*2] = 'B'
	put := func(free int, piece byte) {
		for f := range rank {
			if rank[f] == 0 {
				if free == 0 {
					rank[f] = piece
					return
				}
				free--
			}
		}
	}
	put(sp/16%6, 'Q')
	n, left := sp/96, 0
	for n >= 4-left {
		n -= 4 - left
		left++
	}
	put(left, 'N')
	put(left+n, 'N') // one square fewer is free by now
	put(0, 'R')
	put(0, 'K')
	put(0, 'R')
	return rank
}

func encodeByArithmetic(rank [8]byte) int {
	var sp, beforeQueen, afterBishops, left int
	first := true
	for f, piece := range rank {
		switch {
		case piece == 'B' && f%2 == 1:
			sp += f / 2
			continue
		case piece == 'B':
			sp += f / 2 * 4
			continue
		case piece == 'Q':
			sp += beforeQueen * 16
			beforeQueen = -8 // counted no further
			continue
		case piece == 'N' && first:
			left, first = afterBishops, false
			sp += []int{0, 4, 7, 9}[left] * 96
		case piece == 'N':
			sp += (afterBishops - left - 1) * 96
		}
		afterBishops++
		beforeQueen++
	}
	return sp
}
