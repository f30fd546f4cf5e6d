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

// thereAre says how many squares count to the left of the queen.
func thereAre(n int, without, on string) string {
	verb := "is"
	if n > 1 {
		verb = "are"
	}
	return fmt.Sprintf("To the left of the queen on %s there %s %s.", on, verb, squares(n, without))
}

// squares counts squares without bishops, or without bishops and knights.
func squares(n int, without string) string {
	switch n {
	case 0:
		return "no square to count"
	case 1:
		return "1 square without " + without
	}
	return fmt.Sprint(n, " squares without ", without)
}

// rule is what has to be remembered of a part, on the way to the number or back.
func (h hints) rule(part string, back bool) string {
	const squares = " Dark squares: a 0, c 1, e 2, g 3. Light squares: b 0, d 1, f 2, h 3."
	first, second := "dark", "light"
	if h.scheme == "almanac" {
		first, second = second, first
	}
	not := "a bishop"
	if h.scheme == "fritz9" {
		not = "a bishop or a knight"
	}
	weight := h.weight(part)
	switch {
	case part == "bishops" && back:
		return fmt.Sprintf("Divide by 4: the quotient is the number of the %s-square bishop, the remainder that of the %s-square bishop.", first, second) + squares
	case part == "bishops":
		return fmt.Sprintf("Multiply the number of the %s-square bishop by 4, and add that of the %s-square bishop.", first, second) + squares
	case part == "queen" && back:
		return fmt.Sprintf("Divide by %d: the quotient is the number of squares to the queen's left. Squares with %s do not count.", weight, not)
	case part == "queen" && h.scheme == "fritz9":
		return "Each square to the queen's left is worth 240. The empty squares are those of bishops and knights and do not count."
	case part == "queen":
		return "Each square to the queen's left is worth 16. The empty squares are the bishops' and do not count."
	case h.scheme == "fritz9" && back:
		return fmt.Sprintf("Divide by 16. The quotient says which pair to take from this list, counted from 0: %s. The two digits are the knights' squares, counted from 0 without the bishops' squares.", pairs(6))
	case h.scheme == "fritz9":
		return fmt.Sprintf("Count the squares without bishops from 0. The numbers of the knights make a pair of this list: %s. Count the pairs from 0 too, and multiply by 16.", pairs(6))
	case back:
		return "Divide by 96. The largest of 0, 4, 7 and 9 up to the quotient puts the left knight on square 0, 1, 2 or 3 of five, and what remains is the number of free squares between the knights. Rook, king and rook fill the rest."
	}
	left := strings.Index(strings.NewReplacer("B", "", "Q", "").Replace(h.rank), "N")
	return fmt.Sprintf("Count the five occupied squares from 0. The left knight, on square %d, is worth %d. Add 1 for each rook or king between the knights, and multiply by 96.", left, [...]int{0, 4, 7, 9}[left])
}

// pairs lists the pairs of squares in order, such as 01 for the first two.
func pairs(squares int) string {
	var all []string
	for left := range squares {
		for right := left + 1; right < squares; right++ {
			all = append(all, fmt.Sprint(left)+fmt.Sprint(right))
		}
	}
	return strings.Join(all, " ")
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
		return fmt.Sprintf("Queen %s, to her left %s: %d × 240 = **%d**", h.on("Q"), squares(n, "bishop or knight"), n, 240*n)
	case part == "queen":
		return fmt.Sprintf("Queen %s, to her left %s: %d × 16 = **%d**", h.on("Q"), squares(n, "a bishop"), n, 16*n)
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
		return said + thereAre(n, "bishop or knight", h.on("Q"))
	case part == "queen":
		return said + thereAre(n, "a bishop", h.on("Q"))
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
		return h.rule(part, true) + " " + h.divides(part, h.of[part])
	case part == "queen" && h.scheme == "fritz9":
		return thereAre(h.of[part]/240, "bishop or knight", h.on("Q")) + " " + h.rule(part, false)
	case part == "queen":
		return thereAre(h.of[part]/16, "a bishop", h.on("Q")) + " " + h.rule(part, false)
	}
	return h.rule(part, false)
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
