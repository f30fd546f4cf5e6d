package quiz

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/testrun"
)

// hints are what a hint to one position says, by numbers that the test works out.
type hints struct {
	scheme, rank string
	of           map[string]int
}

// squares counts squares to the queen's left.
func squares(n int) string {
	switch n {
	case 0:
		return "no square"
	case 1:
		return "1 square"
	}
	return fmt.Sprint(n, " squares")
}

// rule is what has to be remembered of a part.
func (h hints) rule(part string) string {
	switch {
	case part == "bishops" && h.scheme == "almanac":
		return "Multiply the number of the light-square bishop by 4, and add that of the dark-square bishop. Dark squares: a 0, c 1, e 2, g 3. Light squares: b 0, d 1, f 2, h 3."
	case part == "bishops":
		return "Multiply the number of the dark-square bishop by 4, and add that of the light-square bishop. Dark squares: a 0, c 1, e 2, g 3. Light squares: b 0, d 1, f 2, h 3."
	case part == "queen" && h.scheme == "fritz9":
		return "Each square to the queen's left counts 240. Squares of bishops and knights do not count."
	case part == "queen":
		return "Each square to the queen's left counts 16. Squares of bishops do not count."
	case h.scheme == "fritz9":
		return fmt.Sprintf("Count the six squares without bishops from 0. From one pair to the next, the right knight moves on. At the end, the left one moves on, and the right one stands next to it again: %s. Each adds its number × 16.", begins("pairs", 6))
	}
	return fmt.Sprintf("Count the five squares from 0. From one sequence to the next, the right knight moves on. At the end, the left one moves on, and the right one stands next to it again: %s. Each adds its number × 96.", begins("sequences", 5))
}

// begins says with which number the pairs of squares begin for each left one.
func begins(what string, squares int) string {
	var lefts, firsts []string
	first := 0
	for left := range squares - 1 {
		lefts, firsts = append(lefts, fmt.Sprint(left)), append(firsts, fmt.Sprint(first))
		first += squares - 1 - left
	}
	or := func(all []string) string {
		return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
	}
	return fmt.Sprintf("with the left knight on %s, the %s begin with %s", or(lefts), what, or(firsts))
}

// weight is what a part's number is multiplied by, and what its remainder is divided by.
func (h hints) weight(part string) int {
	switch {
	case part == "bishops":
		return 4
	case h.scheme == "fritz9":
		return map[string]int{"queen": 240, "sequence": 16}[part]
	}
	return map[string]int{"queen": 16, "sequence": 96}[part]
}

// on is the square of a piece, of two equal ones that of the left one.
func (h hints) on(piece string) string { return square(strings.Index(h.rank, piece)) }

// other is the square of the right one of two equal pieces.
func (h hints) other(piece string) string { return square(strings.LastIndex(h.rank, piece)) }

func square(file int) string { return "abcdefgh"[file:file+1] + "1" }

// bishop names a bishop with its number among the four squares of its colour.
func (h hints) bishop(colour, files string) string {
	n := h.of[colour]
	return fmt.Sprintf("%s bishop %s1 = %d (%s)", colour, files[2*n:2*n+1], n, files[:2*n]+"**"+files[2*n:2*n+1]+"**"+files[2*n+1:])
}

// adds is the line for a part of a whole number.
func (h hints) adds(part string) string {
	n, weight := h.of[part]/h.weight(part), h.weight(part)
	dark, light := h.bishop("dark", "a c e g"), h.bishop("light", "b d f h")
	switch {
	case part == "bishops" && h.scheme == "almanac":
		return fmt.Sprintf("L%s, %s: 4 × %d + %d = **%d**", light[1:], dark, h.of["light"], h.of["dark"], 4*h.of["light"]+h.of["dark"])
	case part == "bishops":
		return fmt.Sprintf("D%s, %s: 4 × %d + %d = **%d**", dark[1:], light, h.of["dark"], h.of["light"], 4*h.of["dark"]+h.of["light"])
	case part == "queen" && h.scheme == "fritz9":
		return fmt.Sprintf("Queen %s, %s without bishop or knight left of her: %d × 240 = **%d**", h.on("Q"), squares(n), n, 240*n)
	case part == "queen":
		return fmt.Sprintf("Queen %s, %s without a bishop left of her: %d × 16 = **%d**", h.on("Q"), squares(n), n, 16*n)
	case h.scheme == "fritz9":
		return fmt.Sprintf("Knights %s and %s, pair %d: %d × %d = **%d**", h.on("N"), h.other("N"), n, n, weight, n*weight)
	}
	return fmt.Sprintf("`%s` is sequence %d: %d × %d = **%d**", strings.NewReplacer("B", "", "Q", "").Replace(h.rank), n, n, weight, n*weight)
}

// finds is the line that finds a part by what is left of a number.
func (h hints) finds(part string, left int) string {
	n := left / h.weight(part)
	said := h.divides(part, left) + " "
	switch {
	case part == "bishops":
		dark, light := square(2*h.of["dark"]), square(2*h.of["light"]+1)
		if h.scheme == "almanac" {
			return said + fmt.Sprintf("Put the bishops on %s and %s (quotient light, remainder dark).", light, dark)
		}
		return said + fmt.Sprintf("Put the bishops on %s and %s (quotient dark, remainder light).", dark, light)
	case part == "queen" && h.scheme == "fritz9":
		return said + fmt.Sprintf("The queen stands on %s, with %s without bishop or knight to her left.", h.on("Q"), squares(n))
	case part == "queen":
		return said + fmt.Sprintf("The queen stands on %s, with %s without a bishop to her left.", h.on("Q"), squares(n))
	case h.scheme == "fritz9":
		return said + fmt.Sprintf("The knights on %s and %s are pair %d, `%s` without the bishops.", h.on("N"), h.other("N"), n,
			strings.NewReplacer("B", "", "Q", "\u2011", "R", "\u2011", "K", "\u2011").Replace(h.rank))
	}
	return said + fmt.Sprintf("`%s` is sequence %d.", strings.NewReplacer("B", "", "Q", "").Replace(h.rank), n)
}

func (h hints) divides(part string, left int) string {
	return fmt.Sprintf("%d ÷ %d = %d, remainder **%d**.", left, h.weight(part), left/h.weight(part), left%h.weight(part))
}

// want is the hint to a question. needed is the part of a whole number or position that is needed.
func (h hints) want(level string, back bool, needed int) string {
	order := []string{"sequence", "queen", "bishops"}
	if h.scheme == "fritz9" {
		order = []string{"queen", "sequence", "bishops"}
	}
	left := h.of["bishops"] + h.of["queen"] + h.of["sequence"]
	switch level {
	case "number":
		return h.adds(order[needed])
	case "position":
		var said []string
		if h.scheme != "sp" {
			said = append(said, fmt.Sprintf("%d − 1 = **%d**.", left+1, left))
		}
		for _, part := range order[:needed] {
			said = append(said, h.divides(part, left))
			left %= h.weight(part)
		}
		return strings.Join(append(said, h.finds(order[needed], left)), " ")
	}
	part := partsOf[level][0]
	switch {
	case back:
		return h.divides(part, h.of[part]) + " " + h.rule(part)
	case part == "queen" && h.scheme == "fritz9":
		return fmt.Sprintf("The queen stands on %s, with %s without bishop or knight to her left. ", h.on("Q"), squares(h.of[part]/240)) + h.rule(part)
	case part == "queen":
		return fmt.Sprintf("The queen stands on %s, with %s without a bishop to her left. ", h.on("Q"), squares(h.of[part]/16)) + h.rule(part)
	}
	return h.rule(part)
}

// The hint is the step that is needed: the rule of a part with the first number, and of a whole number or position
// the first part that somebody does not know, after the divisions that lead to it. All its numbers are right.
func TestHints(t *testing.T) {
	parts := map[string]slips.Part{"bishops": slips.Bishops, "queen": slips.Queen, "sequence": slips.Sequence}
	compared := 0
	for sp, p := range chess960.All() {
		if sp%testrun.Choose(23, 1) != 0 {
			continue
		}
		for _, scheme := range chess960.DistinctSchemes() {
			h := hints{scheme.Option, p.String(), numberOf(scheme.Option, p.String())}
			order := []string{"sequence", "queen", "bishops"}
			if h.scheme == "fritz9" {
				order = []string{"queen", "sequence", "bishops"}
			}
			for _, level := range training.Levels()[:training.Castling] {
				only, both := level.Direction()
				for _, direction := range []training.Direction{training.ToNumber, training.ToPosition} {
					if !both && direction != only {
						continue
					}
					q := training.Question{Level: level, Direction: direction, Scheme: scheme, Position: p}
					for known := range 1 << 3 { // sets of parts
						var of []slips.Part
						needed := -1
						for i, part := range order {
							if known>>i&1 > 0 {
								of = append(of, parts[part])
							} else if needed < 0 {
								needed = i
							}
						}
						hint := q.Hint(func(c training.Card) bool { return slices.Contains(of, c.Part) })
						want := h.want(level.ID(), direction == training.ToPosition, max(0, needed))
						if got := voice.In("en").Say(hint); got != want {
							t.Fatalf("%s, %s %s of %s, %v known:\n got %s\nwant %s", p, level.ID(), direction.ID(), h.scheme, of, got, want)
						}
						compared++
					}
				}
			}
		}
	}
	t.Logf("%d hints compared", compared)
}

// The hint to a question about castling says where king and rook go, on each side that has a right.
func TestHintsOfCastling(t *testing.T) {
	for _, lesson := range lessons.All() {
		for seed := range uint64(testrun.Choose(2, 40)) {
			q := training.AboutCastling(lessons.Make(seed, lesson, false))
			if got, want := voice.In("en").Say(q.Hint(nil)), castlingHint(q.Exercise.Position.XFEN()); got != want {
				t.Errorf("%s:\n got %s\nwant %s", q.Exercise, got, want)
			}
		}
	}
}

// castlingHint reads the rights and squares of the player to move in an X-FEN.
func castlingHint(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	rank, number, king, rook := ranks[7], "1", "K", "R"
	if fields[1] == "b" {
		rank, number, king, rook = ranks[0], "8", "k", "r"
	}
	var squares strings.Builder // a letter or "." for each
	for _, r := range rank {
		if r >= '1' && r <= '8' {
			squares.WriteString(strings.Repeat(".", int(r-'0')))
		} else {
			squares.WriteRune(r)
		}
	}
	from := strings.Index(squares.String(), king)
	goes := func(piece string, from, to int) string {
		if from == to {
			return piece + " stays on " + string("abcdefgh"[to]) + number
		}
		return piece + " to " + string("abcdefgh"[to]) + number
	}
	var said []string
	for _, right := range strings.Split(fields[2], "") {
		if right == "-" || (right == strings.ToUpper(right)) != (fields[1] == "w") {
			continue
		}
		at := strings.Index("abcdefgh", strings.ToLower(right)) // an inner rook
		switch strings.ToLower(right) {
		case "k":
			at = strings.LastIndex(squares.String(), rook)
		case "q":
			at = strings.Index(squares.String(), rook)
		}
		if at > from {
			said = append(said, "**O-O** · "+goes("King", from, 6)+", "+goes("rook", at, 5)+".")
		} else {
			said = append(said, "**O-O-O** · "+goes("King", from, 2)+", "+goes("rook", at, 3)+".")
		}
	}
	if said == nil {
		return "The king has moved, or both rooks have moved or are gone."
	}
	return strings.Join(said, " ")
}
