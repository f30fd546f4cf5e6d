package slips_test

import (
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/slips"
)

// What people say instead of 518, the classical array.
func ExampleExplain() {
	p := chess960.Classical()
	for _, number := range []int{359, 519, 521, 497798} {
		fmt.Println(slips.Say(p, number, slips.Explain(chess960.Scharnagl, p, number)))
	}
	// Output:
	// 359 is this position's Fritz 9 number.
	// 519 is this position's SP number plus 1, as in lists that begin with 1, or counts the light squares from 1.
	// 521 takes the bishops the other way round, 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6.
	// 497798 is this position's index in double Chess960, 960 × 518 + 518 = 497798.
}

// Asked for SP-518, somebody sets up RNBQKBRN.
func ExampleDifferences() {
	want, got := chess960.Classical(), chess960.MustParsePosition("RNBQKBRN")
	for _, d := range slips.Differences(chess960.Scharnagl, want, got) {
		fmt.Printf("%s: on %v, not on %v\n", d.Want.Rule, d.Want.Took, d.Got.Took)
	}
	// Output:
	// knights: on b and g, not on b and h
}
