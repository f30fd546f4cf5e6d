package explain

import (
	"strings"

	"chess960bot/internal/chess960"
)

// codes is the formula of three codes: of the bishops, the queen and the knights. The
// other direction divides by 16 and by 6.
var codes = &Method{
	ID: "codes", Scheme: chess960.Scharnagl, Source: "startIDs",
	note: func(figures) Sentence { return codesByHeart },
	toPosition: func(f figures) []Step {
		knights := knightsByRow("codes", f)
		knights.Said = append(knights.Said, f.soFar("BQN"))
		return []Step{
			say(f.uncounted(f.light, f.dark), divideBy("withSum", f.number, 16), f.bishopRow(), f.putBishops()),
			say(f.view(f.queen), divide("withSum", f.knights.Digit*f.queen.Radix+f.queen.Digit, f.queen), countFree, put("queen", f.queen), f.soFar("BQ")),
			knights,
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{
			bishopsInTable(f),
			say(f.view(f.queen), f.theSkeleton(), f.left("characters")),
			say(f.knightView(), f.readingOfKnights("skeletonKnights")),
			say(nil, Sum{Kind: "codes", A: f.bishopCode(), B: f.queen.Digit, C: f.knights.Digit, Result: f.number}),
		}
	},
}

// soFar is the back rank with some pieces, and dashes for the others: "--BQ-B--".
func (f figures) soFar(pieces string) Placing {
	rank := strings.Map(func(r rune) rune {
		if strings.ContainsRune(pieces, r) {
			return r
		}
		return '-'
	}, f.position.String())
	return Placing{Kind: "soFar", Rank: Pattern(rank)}
}
