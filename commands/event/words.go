package event

import (
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// openedText states the rules of a new event.
func openedText(e *events.Event) voice.Sentence {
	rules := e.Rules
	lines := voice.Lines{
		voice.Heading(2, typed(rules.Name)),
		voice.Say("event.opened", voice.F{
			"Rounds": voice.Say("event.roundCount", voice.F{"N": voice.Count(rules.Rounds)}), "Boards": voice.Say("event.boardCount", voice.F{"N": voice.Count(rules.Boards)}), "By": mention(e.OpenedBy, e.OpenedByName),
		}),
		poolText(e),
	}
	if rules.Boards > 1 && !rules.Each {
		lines = append(lines, voice.Phrase("event.sameForAll"))
	}
	if rules.Games > 1 {
		lines = append(lines, voice.Phrase("event.twoGames"))
	}
	if rules.Sealed {
		lines = append(lines, voice.Phrase("event.sealedRules"))
	}
	if rules.Role != "" {
		lines = append(lines, voice.Say("event.pings", voice.F{"Role": voice.Raw(rules.Role)}))
	}
	if rules.Thread {
		lines = append(lines, voice.Phrase("event.drawnInThread"))
	}
	return lines
}

// poolText says how many positions can come, and why not all.
func poolText(e *events.Event) voice.Sentence {
	p := pool{aRound, voice.Count(len(e.Pool()))}
	if e.Rules.Each {
		p.Of = aBoard
	}
	text := append(voice.Run{p}, reasons(e.Rules, nil, nil)...)
	if e.Rules.NoMirrors {
		text = append(text, voice.Phrase("event.mirrorsGo"))
	}
	return text
}

// A pool is the positions that can come, for each round or for each board.
type pool struct {
	Of   unit
	Left voice.Count
}

// Sentence implements [voice.Sentence].
func (p pool) Sentence() string { return string(p.Of) }

// reasons says which positions are out: by the rules, because they were played, and because
// they were drawn and do not count.
func reasons(rules events.Rules, played, void []int) []voice.Sentence {
	list := []voice.Sentence{without(byRules, rules.Exclude)}
	if rules.Only != nil {
		list = append(list, voice.Say("event.shortlist", voice.F{"N": voice.Count(len(rules.Only))}))
	}
	if rules.Evenings > 0 {
		list = append(list, voice.Say("event.pastOut", voice.F{
			"Positions": voice.Say("event.positionCount", voice.F{"N": voice.Count(len(rules.Past))}), "Events": voice.Count(rules.Evenings),
		}))
	}
	return append(list, without(wasPlayed, played), without(wasVoid, void))
}

// A left says which positions cannot come, and why. Of more than four it gives the count.
type left struct {
	Why   whyLeft
	Named voice.And // nil for many
	N     voice.Count
}

// Sentence implements [voice.Sentence].
func (l left) Sentence() string { return string(l.Why) }

type whyLeft string

const (
	byRules   whyLeft = "rules"
	wasPlayed whyLeft = "played"
	wasVoid   whyLeft = "void"
)

// without returns the sentence for some positions, nil for none.
func without(why whyLeft, sps []int) voice.Sentence {
	const named = 4
	if len(sps) == 0 {
		return nil
	}
	l := left{Why: why, N: voice.Count(len(sps))}
	if len(sps) <= named {
		for _, sp := range sps {
			l.Named = append(l.Named, chess960.Name(sp))
		}
	}
	return l
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

// A heading names a round, and says what is told about it.
type heading struct {
	About    headingKind
	Event    voice.Typed
	Round    int
	Of       int
	Board    int            // of one board
	Position voice.Raw      // of all boards, or of one
	Boards   voice.Sentence // with positions of their own
}

// Sentence implements [voice.Sentence].
func (h heading) Sentence() string { return string(h.About) }

type headingKind string

const (
	ofAll      headingKind = "position"
	ofBoard    headingKind = "board"
	ofEach     headingKind = "each"
	ofSeal     headingKind = "sealed"
	ofOpenSeal headingKind = "open"
	ofVoid     headingKind = "void"
	ofGames    headingKind = "games"
	ofResults  headingKind = "results"
)

// brief returns the beginning of a long name: a heading with all of it would fill a phone.
func brief(name string) string {
	const longest = 36 // characters
	if letters := []rune(name); len(letters) > longest {
		name = strings.TrimSpace(string(letters[:longest-1])) + "…"
	}
	return name
}

// headingOf returns a heading for a draw.
func headingOf(about headingKind, e *events.Event, d *events.Draw) voice.Sentence {
	return voice.Heading(2, heading{About: about, Event: voice.Typed(brief(e.Rules.Name)), Round: d.Round, Of: e.Rules.Rounds})
}

// roundHeading names the round and the positions of all boards, or of one if board is not 0.
func roundHeading(e *events.Event, d *events.Draw, board int) voice.Sentence {
	h := heading{Event: voice.Typed(brief(e.Rules.Name)), Round: d.Round, Of: e.Rules.Rounds}
	switch {
	case board > 0 && e.Rules.Each:
		h.About, h.Board, h.Position = ofBoard, board, spName(d.SPs[board-1])
	case e.Rules.Each:
		h.About, h.Boards = ofEach, voice.Say("event.boardCount", voice.F{"N": voice.Count(len(d.SPs))})
	default:
		h.About, h.Position = ofAll, spName(d.SPs[0])
	}
	return voice.Heading(2, h)
}

// positionsOf names the position of a draw, or counts the positions.
func positionsOf(e *events.Event, d *events.Draw) voice.Sentence {
	switch {
	case d.Sealed():
		return voice.Phrase("event.sealed")
	case e.Rules.Each:
		return voice.Say("event.positionCount", voice.F{"N": voice.Count(len(d.SPs))})
	}
	return spName(d.SPs[0])
}

// spName names a position: "SP 594 · BRQNKBRN".
func spName(sp int) voice.Raw { return voice.Raw(card.Title(events.Position(sp))) }

// seenText answers somebody who asks for a round that people have seen.
func seenText(e *events.Event, d *events.Draw) voice.Sentence {
	s := seen{Round: d.Round, Positions: positionsOf(e, d)}
	if d.Message != "" {
		s.Link = voice.Raw(chat.MessageURL(e.Guild, e.PostChannel(), d.Message))
	}
	return s
}

// seen says that a round has been drawn, and where the positions are.
type seen struct {
	voice.Facts
	Round     int
	Positions voice.Sentence
	Link      voice.Raw // "" if the message is not known
}

// voidedText says that a round does not count.
func voidedText(e *events.Event, d *events.Draw) voice.Sentence {
	out := voidPositions{}
	if !e.Rules.Each {
		out.Position = spName(d.SPs[0])
	}
	return voice.Lines{headingOf(ofVoid, e, d), voice.Run{out, because(d.Void.Reason)}, voice.Phrase("event.replaced")}
}

// voidPositions says that the position of a round does not count, or those of all boards.
type voidPositions struct {
	voice.Facts
	Position voice.Raw
}

// because tells the reason of a change or of a void draw; nil if nobody typed one.
func because(text string) voice.Sentence {
	if text == "" {
		return nil
	}
	return voice.Say("event.reason", voice.F{"Typed": voice.Typed(text)})
}
