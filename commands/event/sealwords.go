package event

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/events"
)

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
func unsealedText(e *events.Event, d *events.Draw, named naming) string {
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
