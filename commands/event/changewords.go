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
	if to := c.Rename; to != nil {
		return voice.Lines{voice.Say("event.renamed", voice.F{"Results": voice.Count(e.Renamed(c)), "From": voice.Typed(to.From), "To": player(to.To)}), voice.Say("event.renamedBy", voice.F{"By": mention(c.By, c.ByName)})}
	}
	by, at := mention(c.By, c.ByName), moment(c.At)
	title, said := voice.Say("event.aboutEvent.changed", voice.F{"Event": eventName(e)}), voice.Say("event.changeBy.changed", voice.F{"By": by, "At": at})
	lines := voice.Lines{voice.Run(newRules(c.Was, e.After(c)))}
	switch {
	case c.Reopened:
		title, said = voice.Say("event.aboutEvent.reopened", voice.F{"Event": eventName(e)}), voice.Say("event.changeBy.reopened", voice.F{"By": by, "At": at})
	case c.Redraw != nil:
		title, lines = voice.Say("event.aboutEvent.redrawn", voice.F{"Event": eventName(e)}), redrawText(e, c)
		said = voice.Say("event.changeBy.redrawn", voice.F{"By": by, "At": at})
	}
	lines = append(append(voice.Lines{voice.Heading(2, title)}, lines...), joinedBoards(e, c)...)
	return append(lines, said)
}

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
	add(now.Boards != was.Boards, voice.Say("event.instead.boards", voice.F{"N": voice.Count(now.Boards), "Was": was.Boards}))
	add(now.Rounds != was.Rounds, voice.Say("event.instead.rounds", voice.F{"N": voice.Count(now.Rounds), "Was": was.Rounds}))
	add(now.Games > was.Games, voice.Phrase("event.twoGamesNow"))
	add(now.Games < was.Games, voice.Phrase("event.oneGameNow"))
	if !slices.Equal(now.Exclude, was.Exclude) {
		add(len(now.Exclude) == 0, voice.Phrase("event.nothingOut"))
		add(true, without("rules", now.Exclude))
	}
	add(now.NoMirrors && !was.NoMirrors, voice.Phrase("event.mirrorsGo"))
	add(now.Study != was.Study && now.Study > 0, voice.Say("event.studyNow", voice.F{"N": voice.Count(now.Study)}))
	add(now.Study != was.Study && now.Study == 0, voice.Phrase("event.noStudyNow"))
	add(!now.NoMirrors && was.NoMirrors, voice.Phrase("event.mirrorsCome"))
	return list
}

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
