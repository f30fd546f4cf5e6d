package castling

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// mostReasons is the number of reasons that a line says. Only positions with many promoted
// queens have more.
const mostReasons = 16

// Line says the verdict in one line of Markdown: the castling, the answer, and then every
// reason with its piece and square, or the ways of king and rook if it is allowed:
//
//	**O-O**: allowed: king e1 to g1, rook h1 to f1.
//	**O-O-O**: not now: the queen on d8 attacks d1; a white knight is on b1.
func (v Verdict) Line() string {
	said := []string{v.ways()}
	if len(v.Reasons) > 0 {
		said = said[:0]
	}
	for i, r := range v.Reasons {
		if i == mostReasons {
			said = append(said, fmt.Sprintf("and %d more reasons", len(v.Reasons)-mostReasons))
			break
		}
		said = append(said, v.words(r))
	}
	return fmt.Sprintf("**%v**: %v: %s.", v.Side, v.Answer(), strings.Join(said, "; "))
}

// String returns "allowed", "not now" or "not any more".
func (a Answer) String() string {
	return [...]string{Allowed: "allowed", NotNow: "not now", NotAnyMore: "not any more"}[a]
}

// ways says where king and rook go.
func (v Verdict) ways() string {
	return fmt.Sprintf("king %s, rook %s", v.way(v.Castling.King), v.way(v.Castling.Rook))
}

func (v Verdict) way(w chess960.Way) string {
	if w.Stays() {
		return "stays on " + v.Colour.Square(w.To).String()
	}
	return v.Colour.Square(w.From).String() + " to " + v.Colour.Square(w.To).String()
}

// words says one reason.
func (v Verdict) words(r Reason) string {
	switch r.Kind {
	case KingMoved:
		return fmt.Sprintf("the king on %v has moved", r.Square)
	case NoRook:
		return fmt.Sprintf("no %s rook (king %v)", v.sideName(), r.Square)
	case RightLost:
		return fmt.Sprintf("by the FEN, the king on %v or the rook on %v has moved", r.Square, r.From)
	case InCheck:
		return fmt.Sprintf("the king on %v is in check by the %s on %v", r.Square, r.By.Name(), r.From)
	case Occupied:
		return fmt.Sprintf("a %s %s is on %v", strings.ToLower(r.By.Colour().String()), r.By.Name(), r.Square)
	case Attacked:
		return fmt.Sprintf("the %s on %v attacks %v", r.By.Name(), r.From, r.Square)
	}
	return fmt.Sprintf("without the rook on %v, the %s on %v attacks %v", v.Colour.Square(v.Castling.Rook.From), r.By.Name(), r.From, r.Square)
}

// sideName names the side of the king on which the rook stands.
func (v Verdict) sideName() string {
	if v.Side == chess960.ASide {
		return "a-side"
	}
	return "h-side"
}
