package explain

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// SwapLabels explains the labels of swaps.
const SwapLabels = "-# A label is a pair of files that trade their pieces: 1 ab, 2 ac, … 7 ah, 8 bc, … S gh."

// SwapPath describes a shortest path of swaps from the classical array to a position,
// with every position on the way.
func SwapPath(p chess960.Position) string {
	path := p.SwapPath()
	if len(path) == 0 {
		return "0 swaps: this is the classical array, where every path starts.\n"
	}
	after, err := chess960.Classical().Apply(path)
	if err != nil {
		panic(err) // a path to a position is legal
	}
	return fmt.Sprintf("%s from the classical array. A shortest path, first in label order: `%s`.\n%s", swapCount(len(path)), labels(path), swapSteps(path, after))
}

// SwapWalk describes a path of swaps from the classical array. after are the
// positions after each swap.
func SwapWalk(path []chess960.Swap, after []chess960.Position) string {
	text := fmt.Sprintf("`%s` from the classical array, `%v`:\n%s", labels(path), chess960.Classical(), swapSteps(path, after))
	switch shortest := after[len(after)-1].SwapPath(); {
	case len(shortest) == 0:
		text += "A shortest path has no swap.\n"
	case len(shortest) < len(path):
		text += fmt.Sprintf("A shortest path has %s: `%s`.\n", swapCount(len(shortest)), labels(shortest))
	case labels(shortest) != labels(path):
		text += fmt.Sprintf("The tree of swaps records a position once, by its first path in label order: `%s`.\n", labels(shortest))
	}
	return text
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
func labels(path []chess960.Swap) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteString(s.Label())
	}
	return b.String()
}

func swapCount(n int) string {
	switch n {
	case 0:
		return "No swap"
	case 1:
		return "1 swap"
	}
	return fmt.Sprintf("%d swaps", n)
}

// swapSteps lists the swaps with the positions after them, as a block of code in which phones
// do not break lines.
func swapSteps(path []chess960.Swap, after []chess960.Position) string {
	var b strings.Builder
	previous := chess960.Classical()
	for i, s := range path {
		fmt.Fprintf(&b, "%s  %v↔%v  %v  SP %d", s.Label(), s.Left, s.Right, after[i], after[i].SP())
		if after[i] == previous {
			fmt.Fprintf(&b, ", both %ss", previous.Piece(s.Left).Name())
		}
		b.WriteString("\n")
		previous = after[i]
	}
	return "```\n" + b.String() + "```\n"
}
