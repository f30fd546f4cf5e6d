package number

import (
	"fmt"
	"strconv"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/fairness"
)

// A criterion is an option of /find, with the function that turns its value into a
// condition.
type criterion struct {
	option chat.Option
	read   func(options chat.Options) (condition, error)
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

// criteria returns the criteria in the order of the options of /find.
func criteria() []criterion {
	return []criterion{
		{chat.TextOption("pattern", "White's first rank with . or ? for any piece, such as Q.....KR").UpTo(longestPattern), patternCondition},
		featureCriterion("castle", "How they castle by Chess960's rules", chess960.CastlingFeatures()),
		countCriterion("undefended", "How many pawns no piece defends at the start, 0 to 3", 3, undefendedCount,
			func(p chess960.Position) int { return p.UndefendedPawns().Len() }),
		countCriterion("swaps", "How many swaps of two pieces lead there from the classical array, 0 to 6", 6, swapCount,
			chess960.Position.SwapDistance),
		featureCriterion("bishops", "Where the bishops stand", chess960.BishopFeatures()),
		featureCriterion("fair", "What two engines agree on about White's advantage", fairness.Features()),
	}
}

func patternCondition(options chat.Options) (condition, error) {
	pattern, err := chess960.ParsePattern(options.Text("pattern"))
	if err != nil {
		return condition{}, parseRefusal(err, "a pattern", "Type White's first rank from a to h: K, Q, R, B or N for a piece, `.` or `?` for any piece. For example `Q.....KR`.")
	}
	return condition{"pattern", pattern.String(), "pattern `" + pattern.String() + "`", pattern.Matches}, nil
}

func featureCriterion(name, description string, features []chess960.Feature) criterion {
	list := chat.List[chess960.Feature]{All: features, Kind: "a choice of `" + name + "`", Describe: func(f chess960.Feature) (id, title string) {
		return f.ID, chat.Capitalise(f.Name)
	}}
	return criterion{list.Option(name, description), func(options chat.Options) (condition, error) {
		f, err := list.Choose(fmt.Sprint(options[name]))
		return condition{name, f.ID, f.Name, f.Has}, err
	}}
}

func countCriterion(name, description string, highest int, text func(n int) string, count func(chess960.Position) int) criterion {
	return criterion{chat.NumberOption(name, description).Between(0, highest), func(options chat.Options) (condition, error) {
		n, ok := options.Int(name)
		if !ok || n < 0 || n > highest {
			return condition{}, chat.Refuse(
				fmt.Sprintf("%s is not possible for `%s`.", chat.QuoteFirst(fmt.Sprint(options[name])), name),
				fmt.Sprintf("Choose a whole number from 0 to %d.", highest),
			)
		}
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
