package event

import (
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// openedText states the rules of a new event.
func openedText(e *evening.Event) voice.Sentence {
	rules, of, left := e.Rules, "round", len(e.Pool())
	if rules.Each {
		of = "board"
	}
	return voice.Lines{
		voice.Heading(2, typed(rules.Name)),
		voice.Say("event.opened", voice.F{
			"Rounds": roundCount(rules.Rounds), "Boards": boardCount(rules.Boards), "By": mention(e.OpenedBy, e.OpenedByName),
		}),
		append(append(voice.Run{voice.Say("event.pool."+of, voice.F{"Left": voice.Count(left)})}, reasons(rules, left)...),
			only(rules.NoMirrors, voice.Phrase("event.mirrorsGo"))),
		only(rules.Boards > 1 && !rules.Each, voice.Phrase("event.sameForAll")),
		only(rules.Games > 1, voice.Phrase("event.twoGames")),
		only(rules.Study > 0, voice.Say("event.studyTime", voice.F{"N": voice.Count(rules.Study)})),
		only(rules.Sealed, voice.Phrase("event.sealedRules")),
		only(rules.Role != "", voice.Say("event.pings", voice.F{"Role": voice.Raw(rules.Role)})),
		only(rules.Thread && e.Thread == "", voice.Phrase("event.drawnInThread")),
	}
}

// only returns what is said only where it is true, and nil elsewhere.
func only(where bool, s voice.Sentence) voice.Sentence {
	if !where {
		return nil
	}
	return s
}

// reasons says which positions the rules leave out, so that pool positions are left. Rounds say what they
// leave out besides.
func reasons(rules evening.Rules, pool int) []voice.Sentence {
	past := voice.Say("event.pastOut", voice.F{"Positions": positionCount(len(rules.Past)), "Events": voice.Count(rules.Evenings)})
	return []voice.Sentence{
		without("rules", rules.Exclude),
		only(rules.Only != nil && len(rules.Only) != pool, voice.Say("event.shortlist", voice.F{"N": voice.Count(len(rules.Only))})),
		only(rules.Evenings > 0, past),
	}
}

// without says which positions cannot come, and why; nil for none. Of more than four it gives the count.
func without(why string, sps []int) voice.Sentence {
	const named = 4
	if len(sps) == 0 {
		return nil
	}
	var names voice.And // nil for many
	if len(sps) <= named {
		for _, sp := range sps {
			names = append(names, chess960.Name(sp))
		}
	}
	return voice.Say("event.left."+why, voice.F{"Named": names, "N": voice.Count(len(sps))})
}

// mention names a person in a public post, so that others can look the person up. Like
// person, it takes the id and the name at that time.
func mention(id, _ string) voice.Sentence {
	if id == "" {
		return voice.Phrase("event.somebody")
	}
	return voice.Raw(chat.Mention(id))
}

// A naming names a person by the id, and by the name as Discord showed it at that time.
type naming func(id, name string) voice.Sentence

// person names a person as Discord did at that time, if that is known.
func person(id, name string) voice.Sentence {
	if name == "" {
		return mention(id, name)
	}
	return typed(name)
}

// typed returns a person's own text as a sentence.
func typed(text string) voice.Sentence { return voice.Raw(voice.Typed(text).String()) }

// brief returns the beginning of a long name: a heading with all of it would fill a phone.
func brief(name string) string {
	const longest = 32 // characters
	if letters := []rune(name); len(letters) > longest {
		name = strings.TrimSpace(string(letters[:longest-1])) + "…"
	}
	return name
}

// eventName is the name of an event in a heading or a sentence.
func eventName(e *evening.Event) voice.Typed { return voice.Typed(brief(e.Rules.Name)) }

// aboutEvent says something about an event.
func aboutEvent(what string, e *evening.Event) voice.Sentence {
	return voice.Say("event.aboutEvent."+what, voice.F{"Event": eventName(e)})
}

// headingOf returns a heading for a draw.
func headingOf(about string, e *evening.Event, d *evening.Draw) voice.Sentence {
	return voice.Heading(2, voice.Say("event.heading."+about, voice.F{"Event": eventName(e), "Round": d.Round, "Of": e.Rules.Rounds}))
}

// roundHeading names the round and the positions of all boards, or of one if board is not 0.
func roundHeading(e *evening.Event, d *evening.Draw, board int) voice.Sentence {
	if len(d.SPs) == 1 {
		board = 1 // “1 board, a position each” would be odd
	}
	kind := "position"
	switch {
	case board > 0 && e.Rules.Each:
		kind = "board"
	case e.Rules.Each:
		kind = "each"
	}
	return voice.Heading(2, voice.Say("event.heading."+kind, voice.F{
		"Event": eventName(e), "Round": d.Round, "Of": e.Rules.Rounds, "Board": board, "Boards": boardCount(len(d.SPs)),
		"Position": voice.Raw(card.Title(positionOf(e, d, max(board, 1)))),
	}))
}

// positionsOf names the position of a draw, or counts the positions.
func positionsOf(e *evening.Event, d *evening.Draw) voice.Sentence {
	switch {
	case d.Sealed():
		return voice.Phrase("event.sealed")
	case e.Rules.Each:
		return voice.Say("event.positionCount", voice.F{"N": voice.Count(len(d.SPs))})
	}
	return spName(d.SPs[0])
}

func positionCount(n int) voice.Sentence {
	return voice.Say("event.positionCount", voice.F{"N": voice.Count(n)})
}

func boardCount(n int) voice.Sentence {
	return voice.Say("event.boardCount", voice.F{"N": voice.Count(n)})
}

func roundCount(n int) voice.Sentence {
	return voice.Say("event.roundCount", voice.F{"N": voice.Count(n)})
}

// spName names a position: "SP 594 · BRQNKBRN".
func spName(sp int) voice.Raw { return voice.Raw(card.Title(chess960.MustFromSP(sp))) }

// because tells the reason of a change or of a void draw; nil if nobody typed one.
func because(text string) voice.Sentence {
	if text == "" {
		return nil
	}
	return voice.Say("event.reason", voice.F{"Typed": voice.Typed(text)})
}

// drawnText is the record of a draw, for all boards or for one. named names people. For one board
// of a locked draw, the record is behind “How to check”.
func drawnText(e *evening.Event, d *evening.Draw, board int, named naming) voice.Sentence {
	lines := voice.Lines{roundHeading(e, d, board)}
	made, late := madeAndLate(e, d)
	if board > 0 {
		part := e.PartOf(d, board)
		late = slices.DeleteFunc(late, func(p evening.Part) bool { return p.First != part.First })
		if d.Seal == nil {
			made, late = part, nil
		}
	}
	if d.Seal == nil || board == 0 || !e.Rules.Each {
		if d.Seal != nil {
			numbers, index, late := unsealedText(e, d, named)
			if e.Rules.Each { // the way to many positions is behind “How to check”
				index = nil
			}
			lines = append(lines, numbers, index, late)
		}
		lines = append(lines, voice.Small(madeText(e, d, made, named)))
	}
	lines = append(lines, lateTexts(d, late, named)...)
	if d.Void != nil {
		lines = append(lines, voice.Run{voice.Phrase("event.voidDraw"), because(d.Void.Reason)})
	}
	return lines
}

// madeAndLate returns the part of a draw that the round was drawn for, and the parts that joined
// later. A board that was drawn anew may stand between boards of the round's draw.
func madeAndLate(e *evening.Event, d *evening.Draw) (made evening.Part, late []evening.Part) {
	parts := e.Parts(d)
	drawnWithRound := func(p evening.Part) bool { return !p.Late }
	first := max(0, slices.IndexFunc(parts, drawnWithRound))
	made = parts[first]
	return made, slices.DeleteFunc(slices.Delete(parts, first, first+1), drawnWithRound)
}

// madeText says who drew a part of a draw and when, from how many positions, and what the rounds before
// have left out.
func madeText(e *evening.Event, d *evening.Draw, part evening.Part, named naming) voice.Sentence {
	by, at := named(part.By, part.ByName), moment(part.At)
	if d.ByHand && !part.Late {
		return voice.Say("event.madeByHand", voice.F{"By": by, "At": at})
	}
	rules, twice := part.Rules, e.RulesOf(d).Games > 1
	made := voice.Say("event.made."+howDrawn(d), voice.F{"By": by, "At": at, "Pool": voice.Count(part.Pool)})
	if _, ok := d.OnTime(); ok && !part.Late {
		made = voice.Say("event.madeOnTime", voice.F{"By": by, "At": at, "Pool": voice.Count(part.Pool)})
	}
	same := voice.Say("event.sameOnAll", voice.F{"Boards": voice.Count(rules.Boards), "Both": rules.Boards == 2, "Twice": twice, "Position": chess960.Name(d.SPs[0])})
	hasSame := !rules.Each && rules.Boards > 1
	return voice.Run{made, without("played", part.Played), without("void", part.Void),
		only(rules.NoMirrors && len(part.Played)+len(part.Void) > 0, voice.Phrase("event.mirrorsOut")),
		only(hasSame, same), only(twice && !hasSame, voice.Phrase("event.twoGamesEach"))}
}

// howDrawn says how the positions of a draw were drawn.
func howDrawn(d *evening.Draw) string {
	if d.Seal != nil {
		return "sealed"
	}
	return "drawn"
}

// namedLate is how many parts that joined a draw its record names.
const namedLate = 4

// lateTexts says for each part that joined a draw when its positions were drawn, and by
// whom.
func lateTexts(d *evening.Draw, late []evening.Part, named naming) []voice.Sentence {
	var lines []voice.Sentence
	for _, part := range late[:min(namedLate, len(late))] {
		lines = append(lines, voice.Say("event.joinedLater."+howDrawn(d), voice.F{
			"Boards": boardsFrom(part.First, part.Last), "By": named(part.By, part.ByName), "At": moment(part.At), "Pool": positionCount(part.Pool),
		}))
	}
	if len(late) > namedLate {
		first, last := late[namedLate].First, late[len(late)-1].Last
		lines = append(lines, voice.Say("event.moreJoined", voice.F{
			"Boards": boardsFrom(first, last), "See": voice.Raw(chat.Slash("round")), "First": first,
		}))
	}
	return lines
}

// boardsFrom names one board, two, or several.
func boardsFrom(first, last int) voice.Sentence {
	return voice.Say("event.boardRange", voice.F{"First": first, "Last": last, "One": last == first, "Two": last == first+1})
}
