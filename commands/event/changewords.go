package event

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
)

// namedBoards is how many boards that joined a round a text names with their positions.
const namedBoards = 12

// changedText is the record of a change.
func changedText(e *events.Event, c *events.Change) string {
	at := fmt.Sprintf("%s at <t:%d:T>.", mention(c.By, c.ByName), c.At.Unix())
	if c.Reopened {
		return fmt.Sprintf("## %s is open again\nReopened by %s", chat.AsTyped(e.Rules.Name), at)
	}
	lines := append([]string{
		fmt.Sprintf("## %s has changed", chat.AsTyped(e.Rules.Name)),
		chat.Capitalise(strings.Join(newRules(c.Was, e.After(c)), ", ")) + ".",
	}, joinedBoards(e, c)...)
	return strings.Join(append(lines, "Changed by "+at), "\n")
}

// newRules says what is different in new rules.
func newRules(was, now events.Rules) []string {
	var words []string
	add := func(different bool, format string, args ...any) {
		if different {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(now.Name != was.Name, "the name was %s", chat.AsTyped(was.Name))
	add(now.Boards != was.Boards, "%s instead of %d", chat.Count(now.Boards, "board"), was.Boards)
	add(now.Rounds != was.Rounds, "%s instead of %d", chat.Count(now.Rounds, "round"), was.Rounds)
	add(now.Games > was.Games, "two games with each position from the next draw on, colours reversed in the second")
	add(now.Games < was.Games, "one game with each position from the next draw on")
	if events.ExcludeText(now.Exclude) != events.ExcludeText(was.Exclude) {
		left := leftOut(now)
		if left == "" {
			left = "no position is left out"
		}
		words = append(words, left+" from the next draw on")
	}
	add(now.NoMirrors && !was.NoMirrors, "a position leaves the pool when its mirror image is drawn, or was drawn")
	add(!now.NoMirrors && was.NoMirrors, "a position may be drawn although its mirror image was")
	return words
}

// joinedBoards says for each new board of a drawn round which position it plays. Of many
// boards it names the first ones.
func joinedBoards(e *events.Event, c *events.Change) []string {
	d, first, last := e.NewBoards(c)
	if d == nil {
		return nil
	}
	if !e.Rules.Each {
		return []string{fmt.Sprintf("%s joined round %d: %s", chat.Capitalise(boardsFrom(first, last)), d.Round, spName(d.SPs[0]))}
	}
	var lines []string
	for board := first; board <= last && len(lines) < namedBoards; board++ {
		lines = append(lines, fmt.Sprintf("Board %d joined round %d: %s", board, d.Round, spName(d.SPs[board-1])))
	}
	if more := last - first + 1 - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("… and %s: see %s.", chat.Count(more, "more board"), chat.Slash("round")))
	}
	if d.Seal != nil {
		lines = append(lines, "New boards take the next positions in the list of the round's seal.")
	}
	return lines
}

// boardsFrom names one board, or several.
func boardsFrom(first, last int) string {
	if first == last {
		return fmt.Sprintf("board %d", first)
	}
	return fmt.Sprintf("boards %d to %d", first, last)
}

// poolLeft says how many positions can still be drawn.
func poolLeft(e *events.Event) string {
	n := len(e.Pool())
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s %s left in the pool.", chat.Count(n, "position"), verb)
}
