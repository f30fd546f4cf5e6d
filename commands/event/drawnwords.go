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
	parts := e.Parts(d)
	made, late := parts[0], parts[1:]
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
		lines = append(lines, madeText(e, d, made, named))
	}
	lines = append(lines, lateTexts(d, late, named)...)
	if d.Void != nil {
		lines = append(lines, voice.Run{voice.Phrase("event.voidDraw"), because(d.Void.Reason)})
	}
	return lines
}

// madeText says who drew a part of a draw and when, from how many positions, and why it was
// not from all.
func madeText(e *events.Event, d *events.Draw, part events.Part, named naming) voice.Sentence {
	m := made{How: howDrawn(d), By: named(part.By, part.ByName), At: moment(part.At), Pool: voice.Count(part.Pool)}
	if d.ByHand {
		return voice.Say("event.madeByHand", voice.F{"By": m.By, "At": m.At})
	}
	text := append(voice.Run{m}, reasons(part.Rules, part.Played, part.Void)...)
	if part.Rules.NoMirrors && len(part.Played)+len(part.Void) > 0 {
		text = append(text, voice.Phrase("event.mirrorsOut"))
	}
	if !part.Rules.Each && part.Rules.Boards > 1 {
		text = append(text, voice.Say("event.sameOnAll", voice.F{"Boards": voice.Count(part.Rules.Boards)}))
	}
	if e.RulesOf(d).Games > 1 {
		text = append(text, voice.Phrase("event.twoGamesEach"))
	}
	return text
}

// A made says who drew positions, and from how many.
type made struct {
	How  drawnHow
	By   voice.Sentence
	At   voice.Moment
	Pool voice.Count
}

// Sentence implements [voice.Sentence].
func (m made) Sentence() string { return string(m.How) }

// A drawnHow says how positions were drawn.
type drawnHow string

const (
	byDraw drawnHow = "drawn"
	bySeal drawnHow = "sealed"
)

// howDrawn says how the positions of a draw were drawn.
func howDrawn(d *events.Draw) drawnHow {
	if d.Seal != nil {
		return bySeal
	}
	return byDraw
}

// namedLate is how many parts that joined a draw its record names.
const namedLate = 4

// lateTexts says for each part that joined a draw when its positions were drawn, and by
// whom.
func lateTexts(d *events.Draw, late []events.Part, named naming) []voice.Sentence {
	var lines []voice.Sentence
	for _, part := range late[:min(namedLate, len(late))] {
		lines = append(lines, joinedLater{howDrawn(d), boardsFrom(part.First, part.Last), named(part.By, part.ByName), moment(part.At), part.Pool})
	}
	if len(late) > namedLate {
		first, last := late[namedLate].First, late[len(late)-1].Last
		lines = append(lines, voice.Say("event.moreJoined", voice.F{
			"Boards": boardsFrom(first, last), "See": voice.Raw(chat.Slash("round")), "First": first,
		}))
	}
	return lines
}

// A boardRange names one board, or several.
type boardRange struct {
	voice.Facts
	First int
	Last  int // 0 for one board
}

func boardsFrom(first, last int) boardRange {
	return boardRange{First: first, Last: lastOf(first, last)}
}

// joinedLater says when boards joined a round that was drawn.
type joinedLater struct {
	How    drawnHow
	Boards boardRange
	By     voice.Sentence
	At     voice.Moment
	Pool   int
}

// Sentence implements [voice.Sentence].
func (j joinedLater) Sentence() string { return string(j.How) }
