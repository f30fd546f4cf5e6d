package schedule

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"

	"chess960bot/internal/chess960"
	"chess960bot/internal/when"
)

// PositionOf returns the position of the day. It is the same everywhere. In any 960
// consecutive days each position comes once.
//
// Anyone can compute the order: sort the SP numbers 0 to 959 by the SHA-256 sums
// of the texts "chess960 daily 0" to "chess960 daily 959". Day n since 1970-01-01
// has the number at index n mod 960.
func PositionOf(d when.Date) chess960.Position {
	index := (int(d)%chess960.Count + chess960.Count) % chess960.Count
	return chess960.MustFromSP(order[index])
}

// order holds the SP numbers in the order of their days.
var order = shuffled()

func shuffled() []int {
	sums := make([][sha256.Size]byte, chess960.Count)
	sps := make([]int, chess960.Count)
	for sp := range sums {
		sps[sp] = sp
		sums[sp] = sha256.Sum256(fmt.Appendf(nil, "chess960 daily %d", sp))
	}
	slices.SortFunc(sps, func(a, b int) int { return bytes.Compare(sums[a][:], sums[b][:]) })
	return sps
}
