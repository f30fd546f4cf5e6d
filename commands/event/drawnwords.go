package event

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
)

// drawnText is the record of a draw, for all boards or for one. named names people.
func drawnText(e *events.Event, d *events.Draw, board int, named naming) string {
	lines := []string{roundHeading(e, d, board)}
	if d.Seal != nil {
		lines = append(lines, unsealedText(e, d, named))
	}
	parts := e.Parts(d)
	made, late := parts[0], parts[1:]
	if board > 0 {
		part := e.PartOf(d, board)
		late = slices.DeleteFunc(late, func(p events.Part) bool { return p.First != part.First })
		if d.Seal == nil {
			made, late = part, nil
		}
	}
	lines = append(append(lines, madeText(e, d, made, named)), lateTexts(d, late, named)...)
	if d.Void != nil {
		lines = append(lines, "This draw is void."+reasonOf(d))
	}
	return strings.Join(lines, "\n")
}

// madeText says who drew a part of a draw and when, from how many positions, and why it was
// not from all.
func madeText(e *events.Event, d *events.Draw, part events.Part, named naming) string {
	rules, how := part.Rules, "Drawn"
	if d.Seal != nil {
		how = "Sealed"
	}
	made := fmt.Sprintf("%s by %s at <t:%d:T>, one of %d", how, named(part.By, part.ByName), part.At.Unix(), part.Pool)
	if !rules.Each && rules.Boards > 1 {
		made = fmt.Sprintf("On all %d boards. %s", rules.Boards, made)
	}
	var why []string
	if left := leftOut(rules); left != "" {
		why = append(why, left+" by the rules of this event")
	}
	if past := pastOut(rules); past != "" {
		why = append(why, past)
	}
	if len(part.Played) > 0 {
		why = append(why, spList(part.Played, "was played", "were played"))
	}
	if len(part.Void) > 0 {
		why = append(why, spList(part.Void, "was drawn and struck out", "were drawn and struck out"))
	}
	if rules.NoMirrors && len(part.Played)+len(part.Void) > 0 {
		why = append(why, "mirror images of drawn positions are out")
	}
	if why != nil {
		made += ": " + strings.Join(why, ", ")
	}
	made += "."
	if e.RulesOf(d).Games > 1 {
		made += " Two games, colours reversed in the second."
	}
	return made
}

// namedLate is how many parts that joined a draw its record names.
const namedLate = 4

// lateTexts says for each part that joined a draw when its positions were drawn, and by
// whom.
func lateTexts(d *events.Draw, late []events.Part, named naming) []string {
	var lines []string
	for _, part := range late[:min(namedLate, len(late))] {
		boards, by, at := chat.Capitalise(boardsFrom(part.First, part.Last)), named(part.By, part.ByName), part.At.Unix()
		line := fmt.Sprintf("%s joined: drawn by %s at <t:%d:T>, one of %d.", boards, by, at, part.Pool)
		if d.Seal != nil {
			line = fmt.Sprintf("%s joined with a change by %s at <t:%d:T>: next in the seal's list.", boards, by, at)
		}
		lines = append(lines, line)
	}
	if len(late) > namedLate {
		first, last := late[namedLate].First, late[len(late)-1].Last
		lines = append(lines, fmt.Sprintf("%s joined later: see %s `board:%d`.",
			chat.Capitalise(boardsFrom(first, last)), chat.Slash("round"), first))
	}
	return lines
}
