package daily

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"

	"chess960bot/internal/chess960"
)

// PositionOf returns the position of the day, the same everywhere. In every run
// of 960 days each position comes once.
//
// The order is that of the SHA-256 sums of the texts "chess960 daily 0" to
// "chess960 daily 959", so that anyone can find it out: the day numbered n since
// 1970-01-01 has the position whose sum is in place n mod 960.
func PositionOf(d Date) chess960.Position {
	place := (int(d)%chess960.Count + chess960.Count) % chess960.Count
	p, err := chess960.FromSP(order[place])
	if err != nil {
		panic(err) // order holds SP numbers alone
	}
	return p
}

// order is the SP numbers in the order of their days.
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
