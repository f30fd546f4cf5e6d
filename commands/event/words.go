package event

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/events"
)

// openedText states the rules of a new event.
func openedText(e *events.Event) string {
	lines := []string{
		fmt.Sprintf("## %s\n%s, %s, opened by %s.", chat.AsTyped(e.Rules.Name), chat.Count(e.Rules.Rounds, "round"), chat.Count(e.Rules.Boards, "board"), mention(e.OpenedBy, e.OpenedByName)),
	}
	if e.Rules.Boards > 1 {
		positions := "All boards of a round play the same position."
		if e.Rules.Each {
			positions = "Every board of a round plays a position of its own."
		}
		lines = append(lines, positions)
	}
	if e.Rules.Games > 1 {
		lines = append(lines, "Two games with each position, colours reversed in the second.")
	}
	pool := fmt.Sprintf("%d positions are in the pool, and none is drawn twice.", len(e.Pool()))
	if len(e.Pool()) == 1 {
		pool = "1 position is in the pool."
	}
	if left := leftOut(e.Rules); left != "" {
		pool += " " + chat.Capitalise(left) + " by the rules of this event."
	}
	if past := pastOut(e.Rules); past != "" {
		pool += " " + past + " and are left out."
	}
	if e.Rules.NoMirrors {
		pool += " A position also leaves the pool when its mirror image is drawn."
	}
	lines = append(lines, pool)
	if e.Rules.Sealed {
		lines = append(lines, "Draws are sealed: I draw a number and show its SHA-256 sum, you add numbers, then the seal is opened.")
	}
	if e.Rules.Role != "" {
		lines = append(lines, fmt.Sprintf("Each draw pings <@&%s>.", e.Rules.Role))
	}
	if e.Rules.Thread {
		lines = append(lines, "The rounds are drawn in the thread of this message.")
	}
	return strings.Join(lines, "\n")
}

// pastOut says how many positions were drawn in the channel's last events; "" without the
// option "not_again".
func pastOut(rules events.Rules) string {
	if rules.Evenings == 0 {
		return ""
	}
	were := "were"
	if len(rules.Past) == 1 {
		were = "was"
	}
	return fmt.Sprintf("%s %s drawn in this channel's last %s", chat.Count(len(rules.Past), "position"), were, lastEvents(rules.Evenings))
}

func lastEvents(n int) string {
	if n == 1 {
		return "event"
	}
	return chat.Count(n, "event")
}

// leftOut names the positions that the rules leave out; "" for none.
func leftOut(rules events.Rules) string {
	return spList(rules.Exclude, "is left out", "are left out")
}

// spList names SP numbers with a verb: "SP 518 and SP 534 are left out". Of more than
// four it only gives the count.
func spList(sps []int, one, many string) string {
	const named = 4
	switch n := len(sps); {
	case n == 0:
		return ""
	case n > named:
		return fmt.Sprintf("%d positions %s", n, many)
	case n == 1:
		return fmt.Sprintf("%v %s", chess960.Name(sps[0]), one)
	default:
		names := make([]string, n)
		for i, sp := range sps {
			names[i] = chess960.Name(sp).String()
		}
		return chat.Both(names) + " " + many
	}
}

// mention names a person in a public post, so that others can look the person up. Like
// person, it takes the id and the name at that time.
func mention(id, _ string) string {
	if id == "" {
		return "somebody"
	}
	return chat.Mention(id)
}

// A naming names a person by the id, and by the name as Discord showed it at that time.
type naming func(id, name string) string

// person names a person as Discord did at that time, if that is known.
func person(id, name string) string {
	if name == "" {
		return mention(id, name)
	}
	return chat.AsTyped(name)
}

// roundTitle names the round: "Thursday 960, round 3 of 7".
func roundTitle(e *events.Event, d *events.Draw) string {
	return fmt.Sprintf("%s, round %d of %d", chat.AsTyped(e.Rules.Name), d.Round, e.Rules.Rounds)
}

// roundHeading names the round and the positions of all boards, or of one if board is not 0.
func roundHeading(e *events.Event, d *events.Draw, board int) string {
	switch {
	case board > 0 && e.Rules.Each:
		return fmt.Sprintf("## %s, board %d: %s", roundTitle(e, d), board, spName(d.SPs[board-1]))
	case e.Rules.Each:
		return fmt.Sprintf("## %s: %s, each its own", roundTitle(e, d), chat.Count(len(d.SPs), "board"))
	}
	return fmt.Sprintf("## %s: %s", roundTitle(e, d), spName(d.SPs[0]))
}

// positionsOf names the position of a draw, or counts the positions.
func positionsOf(e *events.Event, d *events.Draw) string {
	switch {
	case d.Sealed():
		return "sealed"
	case e.Rules.Each:
		return chat.Count(len(d.SPs), "position")
	}
	return spName(d.SPs[0])
}

// spName names a position: "SP 594 · BRQNKBRN".
func spName(sp int) string {
	p, err := chess960.FromSP(sp)
	if err != nil {
		panic(err) // draws hold only SP numbers
	}
	return card.Title(p)
}

// seenText answers somebody who asks for a round that people have seen.
func seenText(e *events.Event, d *events.Draw) string {
	drawn := fmt.Sprintf("Round %d has been drawn", d.Round)
	if d.Message == "" {
		return fmt.Sprintf("%s. See it with %s.", drawn, chat.Slash("round"))
	}
	return fmt.Sprintf("%s: %s.", drawn, chat.MessageLink(positionsOf(e, d), e.Guild, e.PostChannel(), d.Message))
}

// voidedText says that a round is void.
func voidedText(e *events.Event, d *events.Draw) string {
	what := "The positions of all boards"
	if !e.Rules.Each {
		what = spName(d.SPs[0])
	}
	return fmt.Sprintf("## %s is void\n%s: drawn and struck out.%s\nThe next draw replaces the round. Drawn positions stay out of the pool.", roundTitle(e, d), what, reasonOf(d))
}

func reasonOf(d *events.Draw) string {
	if d.Void.Reason == "" {
		return ""
	}
	return " Reason: " + chat.AsTyped(d.Void.Reason)
}

func exportText(e *events.Event) string {
	return fmt.Sprintf("## %s\nThe event as a table, and a game record to fill in for each game. Void rounds are only in the table.", chat.AsTyped(e.Rules.Name))
}
