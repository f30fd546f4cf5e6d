package chess960_test

import (
	"fmt"

	"chess960bot/internal/chess960"
)

func ExampleParsePosition() {
	for _, text := range []string{
		"RNBQKBNR",
		"♖♘♗♕♔♗♘♖",
		"nqbrnbkr/pppppppp/8/8/8/8/PPPPPPPP/NQBRNBKR w HDhd - 0 1",
		"RNBQRBNK",
	} {
		p, err := chess960.ParsePosition(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p, "is SP", p.SP())
	}
	// Output:
	// RNBQKBNR is SP 518
	// RNBQKBNR is SP 518
	// NQBRNBKR is SP 118
	// parse back rank "RNBQRBNK": between h1 a1 e1
}

// The classical array by every numbering.
func ExampleScheme_Derive() {
	p := chess960.MustParsePosition("RNBQKBNR")
	for _, s := range []*chess960.Scheme{chess960.Scharnagl, chess960.Fritz9, chess960.Almanac} {
		fmt.Println(s.Name, s.Derive(p).Number())
	}
	// Output:
	// Scharnagl 518
	// Fritz 9 359
	// Almanac 522
}

// Scharnagl's example, 518, step by step.
func ExampleScheme_Locate() {
	d, err := chess960.Scharnagl.Locate(518)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range d.Steps {
		fmt.Printf("%s: %d of %d, on %s, adds %d\n", step.Rule, step.Digit, step.Radix, step.Took, step.Adds)
	}
	fmt.Println(d.Position, "=", d.Number())
	// Output:
	// light bishop: 2 of 4, on f, adds 2
	// dark bishop: 1 of 4, on c, adds 4
	// queen: 2 of 6, on d, adds 32
	// knights: 5 of 10, on b and g, adds 480
	// rooks: 0 of 1, on a and h, adds 0
	// king: 0 of 1, on e, adds 0
	// RNBQKBNR = 518
}

func ExamplePosition_NQSkeleton() {
	p := chess960.MustParsePosition("RNBQKBNR")
	fmt.Println(p.NQSkeleton())
	// Output: -NQ-N-
}

func ExamplePosition_PGNTags() {
	fmt.Print(chess960.MustParsePosition("QNRKRNBB").PGNTags())
	// Output:
	// [Variant "Chess960"]
	// [SetUp "1"]
	// [FEN "qnrkrnbb/pppppppp/8/8/8/8/PPPPPPPP/QNRKRNBB w KQkq - 0 1"]
}

// The castlings of SP 594 look unlike those of classical chess.
func ExamplePosition_Castling() {
	p := chess960.MustParsePosition("BRQNKBRN")
	for _, side := range chess960.CastlingSides() {
		c := p.Castling(side, chess960.Chess960Castling)
		fmt.Printf("%v: king %v to %v, rook %v to %v; empty: %v; not attacked: %v\n",
			side, c.King.From, c.King.To, c.Rook.From, c.Rook.To, c.MustBeEmpty(), c.MustNotBeAttacked())
	}
	// Output:
	// O-O: king e to g, rook g to f; empty: f; not attacked: [e f g]
	// O-O-O: king e to c, rook b to d; empty: c and d; not attacked: [e d c]
}

func ExamplePosition_SwapPath() {
	p := chess960.MustParsePosition("NRKQBBNR")
	for _, s := range p.SwapPath() {
		fmt.Printf("%s: files %v\n", s.Label(), s)
	}
	// Output:
	// 1: files a and b
	// F: files c and e
}
