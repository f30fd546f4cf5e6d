package number

import (
	"fmt"
	"strconv"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/fairness"
	"chess960bot/voice"
)

// A criterion is an option of /find, with the function that turns its value into a
// condition.
type criterion struct {
	option chat.Option
	read   func(r *chat.Request) (condition, error)
}

// A condition is one that a position must meet to be found.
type condition struct {
	option, value string // of the command; the value as a custom id holds it
	text          string // the condition in words
	has           func(chess960.Position) bool
}

// longestPattern is the largest number of characters of a pattern: eight squares, with room
// for what people write between them.
const longestPattern = 50

// fairOption is the option that came after the others: custom ids of searches without it
// have no field for it.
const fairOption = "fair"

// criteria returns the criteria in the order of the options of /find.
func criteria() []criterion {
	return []criterion{
		patternCriterion("pattern"),
		featureCriterion("castle", chess960.CastlingFeatures()),
		countCriterion("undefended", 3, undefendedCount,
			func(p chess960.Position) int { return p.UndefendedPawns().Len() }),
		countCriterion("swaps", 6, swapCount,
			chess960.Position.SwapDistance),
		featureCriterion("bishops", chess960.BishopFeatures()),
		featureCriterion(fairOption, fairness.Features()),
	}
}

func patternCriterion(name string) criterion {
	option := chat.TextOption(name).UpTo(longestPattern)
	return criterion{option, func(r *chat.Request) (condition, error) {
		pattern, err := chess960.ParsePattern(option.Read(r))
		if err != nil {
			return condition{}, parseRefusal(err, "a pattern", "Type White's first rank from a to h: K, Q, R, B or N for a piece, `.` or `?` for any piece. For example `Q.....KR`.")
		}
		return condition{name, pattern.String(), "pattern `" + pattern.String() + "`", pattern.Matches}, nil
	}}
}

func featureCriterion(name string, features []chess960.Feature) criterion {
	list := chat.List[chess960.Feature]{All: features, Describe: func(f chess960.Feature) (id string, title voice.Sentence) {
		return f.ID, chat.ChoiceName(name, f.ID)
	}}
	option := list.Option(name)
	return criterion{option, func(r *chat.Request) (condition, error) {
		f := option.Read(r)
		return condition{name, f.ID, f.Name, f.Has}, nil
	}}
}

func countCriterion(name string, highest int, text func(n int) string, count func(chess960.Position) int) criterion {
	option := chat.NumberOption(name).Between(0, highest)
	return criterion{option, func(r *chat.Request) (condition, error) {
		n := option.Read(r)
		return condition{name, strconv.Itoa(n), text(n), func(p chess960.Position) bool { return count(p) == n }}, nil
	}}
}

func undefendedCount(n int) string {
	switch n {
	case 0:
		return "every pawn is defended at the start"
	case 1:
		return "1 pawn is undefended at the start"
	}
	return fmt.Sprintf("%d pawns are undefended at the start", n)
}

func swapCount(n int) string { return chat.Count(n, "swap") + " from the classical array" }
