package event

import (
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// close answers /event close: it ends the event and posts its log. If the event is over
// already, only the asker sees the log.
func (t Tools) close(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var e *events.Event
	var files []events.ExportFile
	audience := chat.AsAsked
	err := t.Heavy.Do(ctx, func() (err error) { // an event whose log has to wait stays open
		e, err = t.update(ctx, r, func(e *events.Event) error {
			err := e.Close(t.Now().UTC())
			if errors.Is(err, events.ErrClosed) {
				audience, err = chat.OnlyAsker, nil
			}
			return err
		})
		if err == nil {
			files, err = e.Files(ctx, fileLimit(r))
		}
		return err
	})
	if err != nil && !errors.Is(err, events.ErrTooLarge) {
		return nil, err
	}
	l := t.layout(audience)
	l.Done = audience == chat.AsAsked
	l.Text(logText(e))
	attach(l, files)
	return l.Reply()
}

// The length in characters of the longest log in the text. A table of the players below the log
// takes some of that room, so that both fit a phone. The files have all of every log.
const (
	mostLog  = 600
	leastLog = 200
	logNames = 10 // players of that table
)

// roomForLog returns the length of the longest log above a table of players.
func roomForLog(rows []events.Standing) int {
	const besideName = 12 // characters of a player's rank, points and games
	room := mostLog
	for _, s := range rows[:min(len(rows), logNames)] {
		room -= utf8.RuneCountInString(s.Name) + besideName
	}
	return max(room, leastLog)
}

// logText is the log of an event that has ended: its draws and changes in their order, and
// a table of the boards.
func logText(e *events.Event) voice.Sentence {
	players := events.Standings(e)
	lines := voice.Lines{
		voice.Heading(2, about(e, hasEnded)),
		voice.Say("event.openedBy", voice.F{
			"By": person(e.OpenedBy, e.OpenedByName), "On": voice.Moment{Time: e.OpenedAt, Style: voice.LongDate},
		}),
		voice.Fitting{Lines: logLines(e), Most: roomForLog(players), More: func(left int) voice.Sentence {
			return voice.Say("event.moreLines", voice.F{
				"N": voice.Count(left),
			})
		}},
	}
	switch table, length := boardsTable(e); {
	case len(e.Draws) == 0:
		lines = append(lines, voice.Phrase("event.noDraw"))
	case length > mostTable:
		lines = append(lines, voice.Phrase("event.tableInFiles"))
	case length > 0:
		lines = append(lines, voice.Phrase("event.tableOfBoards"), voice.Block(table))
	}
	return append(append(lines, standingsLines(players, logNames)...), voice.Phrase("event.seeARound"))
}

// logLines returns a line for each draw and each change.
func logLines(e *events.Event) []voice.Sentence {
	var lines []voice.Sentence
	changes := e.Changes
	for i := range e.Draws {
		for ; len(changes) > 0 && changes[0].Draws <= i; changes = changes[1:] {
			lines = append(lines, changeLine(e, &changes[0]))
		}
		lines = append(lines, drawLine(e, &e.Draws[i]))
	}
	for i := range changes {
		lines = append(lines, changeLine(e, &changes[i]))
	}
	for _, c := range e.Corrections() {
		lines = append(lines, correctionLine(e, c))
	}
	return lines
}

// correctionLine tells of a result that replaced another one.
func correctionLine(e *events.Event, c events.Correction) voice.Sentence {
	by := person(c.By, c.ByName)
	if c.Link != "" {
		by = voice.Raw("lichess")
	}
	return voice.Run{voice.Say("event.corrected", voice.F{
		"By": by, "At": clock(c.At), "Was": outcomeName(c.Was),
	}), resultLine(e, c.Result)}
}

// drawLine tells of a draw: what was drawn, by whom, and whether it counts. Boards that
// joined the round later stand in the lines of their changes.
func drawLine(e *events.Event, d *events.Draw) voice.Sentence {
	of := positionsOf(e, d)
	if e.Rules.Each {
		of = voice.Say("event.positionCount", voice.F{"N": voice.Count(len(d.SPs) - joinedLaterTo(e, d))})
	}
	made := logDraw{How: drew, Round: d.Round, Positions: of, By: person(d.By, d.ByName), At: clock(d.At)}
	if d.ByHand {
		made.How = recorded
	}
	line := voice.Run{made}
	if v := d.Void; v != nil {
		line = append(line, voice.Say("event.logVoid", voice.F{"By": person(v.By, v.ByName)}), because(v.Reason))
	}
	return line
}

// joinedLaterTo returns how many boards joined a draw.
func joinedLaterTo(e *events.Event, d *events.Draw) (boards int) {
	for i := range e.Changes {
		if of, first, last := e.NewBoards(&e.Changes[i]); of != nil && of.Index == d.Index {
			boards += last - first + 1
		}
	}
	return boards
}

// changeLine tells of a change: what changed, by whom and when.
func changeLine(e *events.Event, c *events.Change) voice.Sentence {
	line := voice.Run{voice.Say("event.logChange", voice.F{"By": person(c.By, c.ByName), "At": clock(c.At)})}
	switch {
	case c.Reopened:
		line = append(line, voice.Phrase("event.openedAgain"))
	case c.Redraw != nil:
		line = append(line, redrawText(e, c)...)
	default:
		line = append(line, newRules(c.Was, e.After(c))...)
	}
	if d, first, last := e.NewBoards(c); d != nil {
		line = append(line, voice.Say("event.logJoined", voice.F{
			"Boards": boardsFrom(first, last), "Round": d.Round,
		}))
	}
	return line
}

// The lines of a log.
type (
	logDraw struct {
		How       drewHow
		Round     int
		Positions voice.Sentence
		By        voice.Sentence
		At        voice.Moment
	}
)

// Sentence implements [voice.Sentence].
func (l logDraw) Sentence() string { return string(l.How) }

type drewHow string

const (
	drew     drewHow = "drawn"
	recorded drewHow = "byHand"
)

// clock shows a time of day.
func clock(at time.Time) voice.Moment { return voice.Moment{Time: at, Style: voice.ShortTime} }

// mostTable is the length in characters of the longest table of boards.
const mostTable = 500

// boardsTable is a table with the SP number of each board in each round that counts, and
// its length, 0 if all boards play the same position. As many rounds stand side by side as fit
// on a phone.
func boardsTable(e *events.Event) (table voice.Lines, length int) {
	const width = 5
	const sideBySide = chat.MostColumns/width - 1
	if !e.Rules.Each {
		return nil, 0
	}
	var draws []*events.Draw
	for round := 1; round <= e.Rules.Rounds; round++ {
		if d := e.Round(round); d != nil {
			draws = append(draws, d)
		}
	}
	for group := range slices.Chunk(draws, sideBySide) {
		head := voice.Cells{{Of: voice.Phrase("event.boardColumn"), Width: width}}
		boards := 0
		for _, d := range group {
			head = append(head, voice.Cell{Of: voice.Say("event.roundColumn", voice.F{"Round": d.Round}), Width: width - 1})
			boards = max(boards, len(d.SPs))
		}
		table = append(table, head)
		for board := range boards {
			row := voice.Cells{{Of: board + 1, Width: width}}
			for _, d := range group {
				var sp any = voice.Raw("–")
				if board < len(d.SPs) {
					sp = d.SPs[board]
				}
				row = append(row, voice.Cell{Of: sp, Width: width - 1})
			}
			table = append(table, row)
		}
		length += (boards + 1) * (len(head)*width + 1)
	}
	return table, length
}
