package chess960

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A Swap exchanges the pieces of two files. The 28 swaps and their labels are
// zenquaker's, from "Chess960 III".
type Swap struct{ Left, Right File }

// swapLabels has the labels of the swaps in the order of allSwaps.
const swapLabels = "123456789ABCDEFGHIJKLMNOPQRS"

var allSwaps = func() (swaps []Swap) { // of the a-file first, each file's partners from left to right
	for left := range AllFiles.All() {
		for right := left + 1; right <= FileH; right++ {
			swaps = append(swaps, Swap{left, right})
		}
	}
	return swaps
}()

// Swaps returns the 28 swaps in the order of their labels: ab, ac, … gh.
func Swaps() []Swap { return slices.Clone(allSwaps) }

// Label returns the swap's letter or digit, "1" to "9" and "A" to "S".
func (s Swap) Label() string { return swapLabels[slices.Index(allSwaps, s):][:1] }

// String returns the swap's two files: "c and d".
func (s Swap) String() string { return FilesOf(s.Left, s.Right).String() }

// ParseSwaps reads a path of swaps from their labels, such as "12ES". Letters may be in
// lower case; spaces, commas and dashes are ignored. The error, if any, is a
// *ParseError.
func ParseSwaps(text string) ([]Swap, error) {
	var path []Swap
	var problems []Problem
	for _, r := range text {
		if isSeparator(r) {
			continue
		}
		label := strings.IndexRune(swapLabels, unicode.ToUpper(r))
		if label < 0 || r > unicode.MaxASCII {
			problems = append(problems, Problem{Broken{Kind: "label"}, string(r)})
			break
		}
		path = append(path, allSwaps[label])
	}
	if problems == nil && path == nil {
		problems = []Problem{{Broken: Broken{Kind: "noLabel"}}}
	}
	if problems != nil {
		return nil, &ParseError{"swap path", text, problems}
	}
	return path, nil
}

// A SwapError is returned for a swap after which the back rank is not a position.
type SwapError struct {
	From     Position
	Swap     Swap
	Rank     string // the back rank after the swap, such as "NNBQKBRR"
	Problems []Problem
}

// Error names the swap, the rank that it leads to, and every rule that the rank
// breaks.
func (e *SwapError) Error() string {
	return fmt.Sprintf("swap %s, %v → %s: %s", e.Swap.Label(), e.From, e.Rank, joined(e.Problems))
}

// Swap exchanges the pieces of two files. If both files have the same piece, the
// position does not change. The error, if any, is a *SwapError.
func (p Position) Swap(s Swap) (Position, error) {
	q, ok := p.swapped(s)
	if !ok {
		rank := q.String()
		return Position{}, &SwapError{p, s, rank, backRankProblems([]rune(rank))}
	}
	return q, nil
}

// swapped exchanges the pieces and reports whether the result is a position.
func (p Position) swapped(s Swap) (Position, bool) {
	p.rank[s.Left], p.rank[s.Right] = p.rank[s.Right], p.rank[s.Left]
	return p, p.SP() >= 0
}

// Apply follows a path of swaps and returns the position after each. The error,
// if any, is the first *SwapError; the positions before that swap are returned
// too.
func (p Position) Apply(path []Swap) ([]Position, error) {
	var after []Position
	for _, s := range path {
		next, err := p.Swap(s)
		if err != nil {
			return after, err
		}
		after = append(after, next)
		p = next
	}
	return after, nil
}

// SwapPath returns a shortest path of swaps from the classical array to the
// position: the first in label order, 0 to 6 swaps long. Every position on the
// way is legal. The position must be valid.
func (p Position) SwapPath() []Swap { return slices.Clone(swapPaths()[p.SP()]) }

// SwapDistance returns how many swaps lead to the position from the classical
// array, 0 to 6. The position must be valid.
func (p Position) SwapDistance() int { return len(swapPaths()[p.SP()]) }

// swapPaths returns the paths of all positions by SP number. A breadth-first
// search that tries swaps in label order finds each position by its first
// shortest path.
var swapPaths = sync.OnceValue(func() *[Count][]Swap {
	start := Classical()
	var paths [Count][]Swap
	found := []Position{start}
	for i := 0; i < len(found); i++ {
		p := found[i]
		path := paths[p.SP()]
		for _, s := range allSwaps {
			q, ok := p.swapped(s)
			if !ok || q == start || paths[q.SP()] != nil {
				continue
			}
			paths[q.SP()] = append(slices.Clone(path), s)
			found = append(found, q)
		}
	}
	return &paths
})
