package event

import (
	"slices"
	"time"

	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// namedBoards is how many boards that joined a round a text names with their positions.
const namedBoards = 8

// moment shows a time of day with its seconds, in each reader's zone.
func moment(at time.Time) voice.Moment { return voice.Moment{Time: at, Style: voice.LongTime} }

// changedText is the record of a change.
func changedText(e *events.Event, c *events.Change) voice.Sentence {
	title, what := hasChanged, wasChanged
	lines := voice.Lines{voice.Run(newRules(c.Was, e.After(c)))}
	switch {
	case c.Reopened:
		title, what = hasReopened, wasReopened
	case c.Redraw != nil:
		title, what, lines = hasRedrawn, wasRedrawn, redrawText(e, c)
	}
	lines = append(append(voice.Lines{voice.Heading(2, about(e, title))}, lines...), joinedBoards(e, c)...)
	return append(lines, changeBy{what, mention(c.By, c.ByName), moment(c.At)})
}

// A changeBy says who changed an event.
type changeBy struct {
	What changeKind
	By   voice.Sentence
	At   voice.Moment
}

// Sentence implements [voice.Sentence].
func (c changeBy) Sentence() string { return string(c.What) }

// A changeKind is what was done to an event.
type changeKind string

const (
	wasChanged  changeKind = "changed"
	wasRedrawn  changeKind = "redrawn"
	wasReopened changeKind = "reopened"
)

// redrawText says which position a board has instead of which.
func redrawText(e *events.Event, c *events.Change) voice.Lines {
	d := &e.Draws[c.Redraw.Draw]
	return voice.Lines{
		voice.Say("event.redrawnBoard", voice.F{
			"Board": c.Redraw.Board, "Round": d.Round, "Old": spName(c.Redraw.SP), "New": spName(e.Redrawn(c)),
		}),
		because(c.Redraw.Reason),
	}
}

// newRules says what is different in new rules, a sentence for each difference.
func newRules(was, now events.Rules) []voice.Sentence {
	var list []voice.Sentence
	add := func(different bool, s voice.Sentence) {
		if different {
			list = append(list, s)
		}
	}
	add(now.Name != was.Name, voice.Say("event.oldName", voice.F{"Name": voice.Typed(was.Name)}))
	add(now.Boards != was.Boards, instead{ofBoards, voice.Count(now.Boards), was.Boards})
	add(now.Rounds != was.Rounds, instead{ofRounds, voice.Count(now.Rounds), was.Rounds})
	add(now.Games > was.Games, voice.Phrase("event.twoGamesNow"))
	add(now.Games < was.Games, voice.Phrase("event.oneGameNow"))
	if !slices.Equal(now.Exclude, was.Exclude) {
		add(len(now.Exclude) == 0, voice.Phrase("event.nothingOut"))
		add(true, without(byRules, now.Exclude))
	}
	add(now.NoMirrors && !was.NoMirrors, voice.Phrase("event.mirrorsGo"))
	add(!now.NoMirrors && was.NoMirrors, voice.Phrase("event.mirrorsCome"))
	return list
}

// An instead says how many boards or rounds there are now.
type instead struct {
	Of  insteadOf
	N   voice.Count
	Was int
}

// Sentence implements [voice.Sentence].
func (i instead) Sentence() string { return string(i.Of) }

type insteadOf string

const (
	ofBoards insteadOf = "boards"
	ofRounds insteadOf = "rounds"
)

// joinedBoards says for each new board of a drawn round which position it plays. Of many
// boards it names the first ones.
func joinedBoards(e *events.Event, c *events.Change) []voice.Sentence {
	d, first, last := e.NewBoards(c)
	if d == nil {
		return nil
	}
	if !e.Rules.Each {
		return []voice.Sentence{voice.Say("event.joined", voice.F{
			"Boards": boardsFrom(first, last), "Round": d.Round, "Position": spName(d.SPs[0]),
		})}
	}
	var lines []voice.Sentence
	for board := first; board <= last && len(lines) < namedBoards; board++ {
		lines = append(lines, voice.Say("event.joined", voice.F{
			"Boards": boardsFrom(board, board), "Round": d.Round, "Position": spName(d.SPs[board-1]),
		}))
	}
	if more := last - first + 1 - len(lines); more > 0 {
		lines = append(lines, voice.Say("event.moreBoards", voice.F{"More": voice.Count(more)}))
	}
	if d.Seal != nil {
		lines = append(lines, voice.Phrase("event.nextInSeal"))
	}
	return lines
}
