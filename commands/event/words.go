package event

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
)

// openedText states the rules of a new event.
func openedText(e *events.Event) string {
	lines := []string{
		fmt.Sprintf("## %s\n%s, %s, opened by %s.", e.Rules.Name, chat.Count(e.Rules.Rounds, "round"), chat.Count(e.Rules.Boards, "board"), chat.Mention(e.OpenedBy)),
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
	if left := leftOut(e.Rules); left != "" {
		pool += " " + chat.Capitalise(left) + " by the rules of this event."
	}
	if e.Rules.NoMirrors {
		pool += " A position also leaves the pool when its mirror image is drawn."
	}
	lines = append(lines, pool)
	if e.Rules.Sealed {
		lines = append(lines, "Draws are sealed: I draw a number and show its SHA-256 sum, you add numbers, then the seal is opened.")
	}
	return strings.Join(lines, "\n")
}

// leftOut names the positions that the rules leave out; "" for none.
func leftOut(rules events.Rules) string {
	return spList(rules.Exclude, "is left out", "are left out")
}

// spList names SP numbers with a verb: "SP-518 and SP-534 are left out". Of more than
// four it only gives the count.
func spList(sps []int, one, many string) string {
	const named = 4
	switch n := len(sps); {
	case n == 0:
		return ""
	case n > named:
		return fmt.Sprintf("%d positions %s", n, many)
	case n == 1:
		return fmt.Sprintf("SP-%d %s", sps[0], one)
	default:
		names := make([]string, n)
		for i, sp := range sps {
			names[i] = fmt.Sprintf("SP-%d", sp)
		}
		return fmt.Sprintf("%s and %s %s", strings.Join(names[:n-1], ", "), names[n-1], many)
	}
}

// roundTitle names the round: "Thursday 960, round 3 of 7".
func roundTitle(e *events.Event, d *events.Draw) string {
	return fmt.Sprintf("%s, round %d of %d", e.Rules.Name, d.Round, e.Rules.Rounds)
}

// roundHeading names the round and its position, or says that each board has one.
func roundHeading(e *events.Event, d *events.Draw) string {
	round := roundTitle(e, d)
	if e.Rules.Each {
		return fmt.Sprintf("**%s: a position for each of %s.**", round, chat.Count(e.Rules.Boards, "board"))
	}
	where := ""
	if e.Rules.Boards > 1 {
		where = fmt.Sprintf(", on all %d boards", e.Rules.Boards)
	}
	return fmt.Sprintf("**%s: %s%s.**", round, spName(d.SPs[0]), where)
}

// spName names a position: "SP-594 · BRQNKBRN".
func spName(sp int) string {
	p, err := chess960.FromSP(sp)
	if err != nil {
		panic(err) // draws hold only SP numbers
	}
	return fmt.Sprintf("SP-%d · %v", sp, p)
}

// drawnText is the record of a draw. The note says that the draw is shown again; it
// is "" the first time.
func drawnText(e *events.Event, d *events.Draw, note string) string {
	lines := []string{roundHeading(e, d)}
	if d.Seal != nil {
		lines = append(lines, unsealedText(e, d))
	}
	made := fmt.Sprintf("Drawn by %s at <t:%d:T>", chat.Mention(d.By), d.At.Unix())
	if d.Seal != nil {
		made = fmt.Sprintf("Sealed by %s at <t:%d:T>", chat.Mention(d.By), d.At.Unix())
	}
	made += fmt.Sprintf(", one of %d", d.Pool)
	var why []string
	if left := leftOut(e.Rules); left != "" {
		why = append(why, left+" by the rules of this event")
	}
	if played := spList(e.Played(d), "was played", "were played"); played != "" {
		why = append(why, played)
	}
	if e.Rules.NoMirrors && len(e.Played(d)) > 0 {
		why = append(why, "mirror images of played positions are out")
	}
	if why != nil {
		made += ": " + strings.Join(why, ", ")
	}
	lines = append(lines, made+".")
	if e.Rules.Games > 1 {
		lines = append(lines, "Two games, colours reversed in the second.")
	}
	if d.Void != nil {
		lines = append(lines, "This draw is void."+reasonOf(d))
	}
	if note != "" {
		lines = append(lines, note)
	}
	return strings.Join(lines, "\n")
}

// shownAgain is the note of a draw that was made before; "" for a new one.
func shownAgain(d *events.Draw, made bool) string {
	if made {
		return ""
	}
	return fmt.Sprintf("Shown again: this draw was made at <t:%d:T>.", d.At.Unix())
}

// sealedText shows the SHA-256 sum of a sealed draw.
func sealedText(e *events.Event, d *events.Draw) string {
	opens := fmt.Sprintf("%s opens the seal, or it opens by itself <t:%d:R>.", chat.Mention(d.By), d.Seal.OpensAt.Unix())
	if d.Seal.ByPress {
		opens = fmt.Sprintf("%s opens the seal, or anyone from <t:%d:t> on. I cannot post in this channel by myself, so the seal stays closed until somebody presses **Open**.",
			chat.Mention(d.By), d.Seal.OpensAt.Unix())
	}
	return fmt.Sprintf("**%s: sealed.**\nI have drawn a number below %d and sealed it. SHA-256 of the seal:\n```\n%s\n```\n"+
		"Anyone can add a number from 0 to %d, one each. %s", roundTitle(e, d), d.Pool, e.Sum(d), events.MostAdded, opens)
}

// unsealedText shows how the numbers of an opened seal add up to the index.
func unsealedText(e *events.Event, d *events.Draw) string {
	s := d.Seal
	text := fmt.Sprintf("Opened: %d was sealed", s.Number)
	terms := []string{fmt.Sprint(s.Number)}
	for i, a := range s.Added {
		if i < namedAdded {
			text += fmt.Sprintf(", %s added %d", chat.Mention(a.User), a.Number)
		}
		terms = append(terms, fmt.Sprint(a.Number))
	}
	if more := len(s.Added) - namedAdded; more > 0 {
		text += fmt.Sprintf(", %d more added the other numbers in %s", more, addedFile)
		terms = []string{fmt.Sprint(s.Number), "all added numbers"}
	}
	if len(s.Added) == 0 {
		text += ", and nobody added a number: only the bot's number counts"
	}
	text += ". " + sum(terms, s.Total(), len(s.Order)) + ": " + describeIndex(e, d)
	if late := s.Opened.Sub(s.OpensAt); late >= events.Late && !s.ByPress {
		text += fmt.Sprintf("\nThe seal should have opened at <t:%d:T>: I was not running.", s.OpensAt.Unix())
	}
	return text + "\nTo check: `sha256sum seal.txt` gives `" + e.Sum(d) + "`."
}

// namedAdded is the largest number of people that the text of an opened seal names with
// their numbers. If more people added numbers, addedFile lists all of them.
const (
	namedAdded = 20
	addedFile  = "added.txt"
)

// sum writes the calculation of the index: "612 + 17 + 803 = 1432, 1432 − 960 = 472".
func sum(terms []string, total, pool int) string {
	var steps []string
	if len(terms) > 1 {
		steps = append(steps, fmt.Sprintf("%s = %d", strings.Join(terms, " + "), total))
	}
	switch times := total / pool; {
	case times == 1:
		steps = append(steps, fmt.Sprintf("%d − %d = %d", total, pool, total-pool))
	case times > 1:
		steps = append(steps, fmt.Sprintf("%d − %d × %d = %d", total, times, pool, total%pool))
	}
	if steps == nil {
		return fmt.Sprint(total)
	}
	return strings.Join(steps, ", ")
}

// describeIndex names the position at the index in the seal's list.
func describeIndex(e *events.Event, d *events.Draw) string {
	list := d.Seal.Order
	switch {
	case e.Rules.Each:
		return "the positions stand in the seal's list from that place on, counted from 0."
	case len(list) == chess960.Count:
		return fmt.Sprintf("**%s**.", spName(d.SPs[0]))
	}
	return fmt.Sprintf("that place in the seal's list, counted from 0, is **%s**.", spName(d.SPs[0]))
}

// voidedText says that a round is void.
func voidedText(e *events.Event, d *events.Draw) string {
	what := "the positions of all boards"
	if !e.Rules.Each {
		what = spName(d.SPs[0])
	}
	return fmt.Sprintf("**%s, round %d is void:** ~~%s~~.%s\nThe next draw replaces the round. Drawn positions stay out of the pool.", e.Rules.Name, d.Round, what, reasonOf(d))
}

func reasonOf(d *events.Draw) string {
	if d.Void.Reason == "" {
		return ""
	}
	return " Reason: " + chat.Quote(d.Void.Reason)
}

// roundsSoFar lists the rounds that can be shown.
func roundsSoFar(e *events.Event) string {
	var rounds []string
	for i := range e.Draws {
		if d := &e.Draws[i]; d.Void == nil && !slices.Contains(rounds, fmt.Sprint(d.Round)) {
			rounds = append(rounds, fmt.Sprint(d.Round))
		}
	}
	if rounds == nil {
		return "Draw the first with " + chat.Slash("event draw") + "."
	}
	return "Drawn so far: " + strings.Join(rounds, ", ") + "."
}

func exportText(e *events.Event) string {
	return fmt.Sprintf("**%s** as a table, and a game record to fill in for each game. Void rounds are only in the table.", e.Rules.Name)
}

// logText is the log of an event that has ended.
func logText(e *events.Event) string {
	const most = 3500 // characters that leave room for the last line
	lines := []string{fmt.Sprintf("## %s is over", e.Rules.Name)}
	length := 0
	for i := range e.Draws {
		line := logLine(e, &e.Draws[i])
		if length += len(line) + 1; length > most {
			lines = append(lines, fmt.Sprintf("… and %s more.", chat.Count(len(e.Draws)-i, "draw")))
			break
		}
		lines = append(lines, line)
	}
	if len(e.Draws) == 0 {
		lines = append(lines, "No round was drawn.")
	}
	return strings.Join(append(lines, "Get everything as CSV and PGN with "+chat.Slash("event export")+"."), "\n")
}

func logLine(e *events.Event, d *events.Draw) string {
	what := fmt.Sprintf("%s, one each", chat.Count(len(d.SPs), "position"))
	if !e.Rules.Each {
		what = spName(d.SPs[0])
	}
	if d.Void != nil {
		return fmt.Sprintf("~~Round %d: %s~~ void.%s", d.Round, what, reasonOf(d))
	}
	return fmt.Sprintf("Round %d: %s", d.Round, what)
}
