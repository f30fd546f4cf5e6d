package event

import (
	"slices"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// drawnText is the record of a draw, for all boards or for one. named names people. For one board
// of a locked draw, the record is behind “How to check”.
func drawnText(e *events.Event, d *events.Draw, board int, named naming) voice.Sentence {
	lines := voice.Lines{roundHeading(e, d, board)}
	made, late := madeAndLate(e, d)
	if board > 0 {
		part := e.PartOf(d, board)
		late = slices.DeleteFunc(late, func(p events.Part) bool { return p.First != part.First })
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
func madeAndLate(e *events.Event, d *events.Draw) (made events.Part, late []events.Part) {
	parts := e.Parts(d)
	drawnWithRound := func(p events.Part) bool { return !p.Late }
	first := max(0, slices.IndexFunc(parts, drawnWithRound))
	made = parts[first]
	return made, slices.DeleteFunc(slices.Delete(parts, first, first+1), drawnWithRound)
}

// madeText says who drew a part of a draw and when, from how many positions, and why it was
// not from all.
func madeText(e *events.Event, d *events.Draw, part events.Part, named naming) voice.Sentence {
	by, at := named(part.By, part.ByName), moment(part.At)
	if d.ByHand {
		return voice.Say("event.madeByHand", voice.F{"By": by, "At": at})
	}
	text := append(voice.Run{voice.Say("event.made."+string(howDrawn(d)), voice.F{"By": by, "At": at, "Pool": voice.Count(part.Pool)})}, reasons(part.Rules, part.Played, part.Void)...)
	if part.Rules.NoMirrors && len(part.Played)+len(part.Void) > 0 {
		text = append(text, voice.Phrase("event.mirrorsOut"))
	}
	same, twice := !part.Rules.Each && part.Rules.Boards > 1, e.RulesOf(d).Games > 1
	switch {
	case same:
		text = append(text, voice.Say("event.sameOnAll", voice.F{"Boards": voice.Count(part.Rules.Boards), "Both": part.Rules.Boards == 2, "Twice": twice}))
	case twice:
		text = append(text, voice.Phrase("event.twoGamesEach"))
	}
	return text
}

// A drawnHow says how positions were drawn.
type drawnHow string

// howDrawn says how the positions of a draw were drawn.
func howDrawn(d *events.Draw) drawnHow {
	if d.Seal != nil {
		return "sealed"
	}
	return "drawn"
}

// namedLate is how many parts that joined a draw its record names.
const namedLate = 4

// lateTexts says for each part that joined a draw when its positions were drawn, and by
// whom.
func lateTexts(d *events.Draw, late []events.Part, named naming) []voice.Sentence {
	var lines []voice.Sentence
	for _, part := range late[:min(namedLate, len(late))] {
		lines = append(lines, voice.Say("event.joinedLater."+string(howDrawn(d)), voice.F{
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
