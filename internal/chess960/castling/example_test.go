package castling_test

import (
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
)

// The queen on d8 attacks d1, which the king would cross, and a bishop stands on f1.
func ExamplePosition_Judge() {
	p, err := castling.ParseFEN("3qk3/8/8/8/8/8/8/R3KB1R w KQ - 0 23")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, side := range chess960.CastlingSides() {
		for _, r := range p.Judge(castling.White, side, chess960.Chess960Castling).Reasons {
			switch r.Kind {
			case castling.Occupied:
				fmt.Printf("%v: a %s is on %v\n", side, r.By.Name(), r.Square)
			case castling.Attacked:
				fmt.Printf("%v: the %s on %v attacks %v\n", side, r.By.Name(), r.From, r.Square)
			}
		}
	}
	// Output:
	// O-O: a bishop is on f1
	// O-O-O: the queen on d8 attacks d1
}

func ExampleParseFEN() {
	_, err := castling.ParseFEN("4k3/8/8/8/8/8/8/R3K1K1 w K")
	fmt.Println(err)
	// Output:
	// castling: "4k3/8/8/8/8/8/8/R3K1K1 w K": kings White e1 g1
}

func ExampleParseAlone() {
	a, err := castling.ParseAlone("K c1, R b1, R h1")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, _ := a.Castling(chess960.ASide, chess960.Chess960Castling)
	fmt.Printf("rook %v to %v, must be empty: %v\n", c.Rook.From, c.Rook.To, c.MustBeEmpty())
	// Output:
	// rook b to d, must be empty: d
}
