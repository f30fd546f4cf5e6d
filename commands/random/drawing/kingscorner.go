package drawing

import "chess960bot/internal/chess960"

// KingsCorner returns every first rank of King's Corner chess: the king on h1,
// the other seven pieces in any order. Black's side is White's turned by 180°, so
// that Black's king is on a8. The source does not say whether the bishops
// must stand on opposite colours: that leaves 360 of the 630 ranks.
func KingsCorner(oppositeBishops bool) []Rank {
	var ranks []Rank
	var fill func(s state)
	fill = func(s state) {
		if s.free() == 0 {
			if _, clash := s.clash(); !clash || !oppositeBishops {
				ranks = append(ranks, s.rank)
			}
			return
		}
		for _, piece := range kinds {
			if s.left(piece) != 0 {
				fill(s.without(piece).with(piece, s.square()))
			}
		}
	}
	fill(start.without(chess960.King).with(chess960.King, chess960.FileH))
	return ranks
}
