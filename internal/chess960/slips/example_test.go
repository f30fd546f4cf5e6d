package slips_test

import (
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
)

// What people say instead of 518, the classical array.
func ExamplePart_Explain() {
	p := chess960.Classical()
	for _, number := range []int{359, 519, 521, 497798} {
		fmt.Println(slips.Whole.Explain(chess960.Scharnagl, p, number)[0].Habit())
	}
	// Output:
	// fritz9
	// plus-one
	// bishops-exchanged
	// double-index
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
