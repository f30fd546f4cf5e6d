package explain

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// A Swaps is a sentence about a path of swaps from the normal start position.
type Swaps struct {
	Kind[Swaps] // what about the path
	Number      Count
	Labels      Pattern
}

// A SwapLabel is a sentence about the labels of a path.
type SwapLabel struct {
	Kind[SwapLabel] // what about the path
	Labels          Pattern
}

// The notes on paths without a swap.
const (
	noSwap       Note = "noSwap"
	noSwapNeeded Note = "noSwapNeeded"
)

// A SwapWalk is a path of swaps from the normal start position.
type SwapWalk struct {
	Before Sentence
	Steps  string   // each swap with the position after it, as a block of code; "" for none
	After  Sentence // nil for none
}

// SwapPath describes a shortest path of swaps from the normal start position to a position,
// with every position on the way.
func SwapPath(p chess960.Position) SwapWalk {
	path := p.SwapPath()
	if len(path) == 0 {
		return SwapWalk{Before: noSwap}
	}
	after, err := chess960.Classical().Apply(path)
	if err != nil {
		panic(err) // a path to a position is legal
	}
	return SwapWalk{Before: Swaps{"shortest", Count(len(path)), labels(path)}, Steps: swapSteps(path, after)}
}

// WalkSwaps describes a path of swaps from the normal start position. after are the
// positions after each swap.
func WalkSwaps(path []chess960.Swap, after []chess960.Position) SwapWalk {
	w := SwapWalk{Before: SwapLabel{"walked", labels(path)}, Steps: swapSteps(path, after)}
	switch shortest := after[len(after)-1].SwapPath(); {
	case len(shortest) == 0:
		w.After = noSwapNeeded
	case len(shortest) < len(path):
		w.After = Swaps{"shorter", Count(len(shortest)), labels(shortest)}
	case labels(shortest) != labels(path):
		w.After = SwapLabel{"first", labels(shortest)}
	}
	return w
}

// SwapList lists all swaps with their labels, four in a line, as a block of code.
func SwapList() string {
	var b strings.Builder
	b.WriteString("```\n")
	for line := range slices.Chunk(chess960.Swaps(), 4) {
		var cells []string
		for _, s := range line {
			cells = append(cells, fmt.Sprintf("%s %v%v", s.Label(), s.Left, s.Right))
		}
		b.WriteString(strings.Join(cells, "   ") + "\n")
	}
	return b.String() + "```"
}

// labels returns the labels of a path of swaps: "12ES".
func labels(path []chess960.Swap) Pattern {
	var b strings.Builder
	for _, s := range path {
		b.WriteString(s.Label())
	}
	return Pattern(b.String())
}

// swapSteps lists the swaps with the positions after them, as a block of code in which phones
// do not break lines. A swap of two equal pieces has them at the end: "R = R".
func swapSteps(path []chess960.Swap, after []chess960.Position) string {
	var b strings.Builder
	previous := chess960.Classical()
	for i, s := range path {
		fmt.Fprintf(&b, "%s  %v↔%v  %v  SP %d", s.Label(), s.Left, s.Right, after[i], after[i].SP())
		if after[i] == previous {
			fmt.Fprintf(&b, "  %v = %v", previous.Piece(s.Left), previous.Piece(s.Right))
		}
		b.WriteString("\n")
		previous = after[i]
	}
	return "```\n" + b.String() + "```"
}
