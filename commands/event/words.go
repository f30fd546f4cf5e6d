package event

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
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

// spName names a position: "SP-594 · BRQNKBRN".
func spName(sp int) string {
	p, err := chess960.FromSP(sp)
	if err != nil {
		panic(err) // draws hold only SP numbers
	}
	return card.Title(p)
}

// drawnText is the record of a draw, for all boards or for one. named names people.
func drawnText(e *events.Event, d *events.Draw, board int, named func(id, name string) string) string {
	rules, lines := e.RulesOf(d), []string{roundHeading(e, d, board)}
	if d.Seal != nil {
		lines = append(lines, unsealedText(e, d, named))
	}
	how := "Drawn"
	if d.Seal != nil {
		how = "Sealed"
	}
	made := fmt.Sprintf("%s by %s at <t:%d:T>, one of %d", how, named(d.By, d.ByName), d.At.Unix(), d.Pool)
	if !rules.Each && rules.Boards > 1 {
		made = fmt.Sprintf("On all %d boards. %s", rules.Boards, made)
	}
	played, struck := e.Played(d)
	var why []string
	if left := leftOut(rules); left != "" {
		why = append(why, left+" by the rules of this event")
	}
	if past := pastOut(rules); past != "" {
		why = append(why, past)
	}
	if len(played) > 0 {
		why = append(why, spList(played, "was played", "were played"))
	}
	if len(struck) > 0 {
		why = append(why, spList(struck, "was drawn and struck out", "were drawn and struck out"))
	}
	if rules.NoMirrors && len(played)+len(struck) > 0 {
		why = append(why, "mirror images of drawn positions are out")
	}
	if why != nil {
		made += ": " + strings.Join(why, ", ")
	}
	made += "."
	if rules.Games > 1 {
		made += " Two games, colours reversed in the second."
	}
	lines = append(lines, made)
	if d.Void != nil {
		lines = append(lines, "This draw is void."+reasonOf(d))
	}
	return strings.Join(lines, "\n")
}

// seenText answers somebody who asks for a round that people have seen.
func seenText(e *events.Event, d *events.Draw) string {
	drawn := fmt.Sprintf("Round %d has been drawn", d.Round)
	if d.Message == "" {
		return fmt.Sprintf("%s. See it with %s.", drawn, chat.Slash("round"))
	}
	return fmt.Sprintf("%s: %s.", drawn, chat.MessageLink(positionsOf(e, d), e.Guild, e.PostChannel(), d.Message))
}

// sealedText shows the SHA-256 sum of a sealed draw.
func sealedText(e *events.Event, d *events.Draw) string {
	opens := fmt.Sprintf("%s opens the seal, or it opens by itself <t:%d:R>.", mention(d.By, d.ByName), d.Seal.OpensAt.Unix())
	switch {
	case d.Seal.ByPress && d.By == "":
		opens = fmt.Sprintf("Anyone opens the seal from <t:%d:t> on. It stays closed until somebody presses **Open**.", d.Seal.OpensAt.Unix())
	case d.Seal.ByPress:
		opens = fmt.Sprintf("%s opens the seal, or anyone from <t:%d:t> on. I cannot post in this channel by myself, so the seal stays closed until somebody presses **Open**.",
			mention(d.By, d.ByName), d.Seal.OpensAt.Unix())
	case d.By == "":
		opens = fmt.Sprintf("The seal opens by itself <t:%d:R>.", d.Seal.OpensAt.Unix())
	}
	return fmt.Sprintf("## %s: sealed\nI have drawn a number below %d and sealed it. SHA-256 of the seal:\n```\n%s\n```\n"+
		"Anyone can add a number from 0 to %d, one each. %s\n%s", roundTitle(e, d), d.Pool, e.Sum(d), events.MostAdded, opens, addedSoFar(d))
}

// addedSoFar says how many numbers were added to a sealed draw.
func addedSoFar(d *events.Draw) string {
	switch n := len(d.Seal.Added); n {
	case 0:
		return "Nobody has added a number yet."
	case 1:
		return "1 number has been added so far."
	default:
		return fmt.Sprintf("%d numbers have been added so far.", n)
	}
}

// openText is what the message of a seal says once the seal is open.
func openText(e *events.Event, d *events.Draw) string {
	result := "The result is in a message below."
	if d.Message != "" {
		result = "The result: " + chat.MessageLink(positionsOf(e, d), e.Guild, e.PostChannel(), d.Message) + "."
	}
	return fmt.Sprintf("## %s: the seal is open\nSHA-256 of the seal:\n```\n%s\n```\n%s %s",
		roundTitle(e, d), e.Sum(d), strings.ReplaceAll(addedSoFar(d), " so far", ""), result)
}

// onlySealer says who can open a seal before its time.
func onlySealer(d *events.Draw) string {
	if d.By == "" {
		return "Nobody"
	}
	return "Only " + mention(d.By, d.ByName) + ", who sealed this draw,"
}

// unsealedText shows how the numbers of an opened seal add up to the index.
func unsealedText(e *events.Event, d *events.Draw, named func(id, name string) string) string {
	s := d.Seal
	text := fmt.Sprintf("Opened: %d was sealed", s.Number)
	terms := []string{fmt.Sprint(s.Number)}
	for i, a := range s.Added {
		if i < namedAdded {
			text += fmt.Sprintf(", %s added %d", named(a.User, a.Name), a.Number)
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
	return text + "\nTo check: `sha256sum seal.txt` gives `" + e.Sum(d) + "`. On a Mac: `shasum -a 256 seal.txt`; on Windows: `Get-FileHash seal.txt`."
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

// roundsSoFar lists the rounds that can be shown.
func roundsSoFar(e *events.Event) string {
	var rounds []string
	for i := range e.Draws {
		if d := &e.Draws[i]; d.Void == nil && !slices.Contains(rounds, fmt.Sprint(d.Round)) {
			rounds = append(rounds, fmt.Sprint(d.Round))
		}
	}
	if rounds == nil {
		return ""
	}
	return "Drawn so far: " + strings.Join(rounds, ", ") + "."
}

func exportText(e *events.Event) string {
	return fmt.Sprintf("## %s\nThe event as a table, and a game record to fill in for each game. Void rounds are only in the table.", chat.AsTyped(e.Rules.Name))
}
