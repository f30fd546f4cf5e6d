package event

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
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
	l := t.layout()
	l.Audience, l.Done = audience, audience == chat.AsAsked
	l.Text(voice.Raw(logText(e)))
	for _, f := range files {
		l.Files(chat.File{Name: f.Name, ContentType: f.Type, Bytes: f.Data})
	}
	return l.Reply()
}

// mostLog is the length in characters of the longest log in the text. The files have all
// of every log.
const mostLog = 2000

// logText is the log of an event that has ended: its draws and changes in their order, and
// a table of the boards.
func logText(e *events.Event) string {
	lines := []string{fmt.Sprintf("## %s is over\nOpened by %s on <t:%d:D>.", chat.AsTyped(e.Rules.Name), person(e.OpenedBy, e.OpenedByName), e.OpenedAt.Unix())}
	length := len([]rune(lines[0]))
	all := logLines(e)
	for i, line := range all {
		if length += len([]rune(line)) + 1; length > mostLog {
			lines = append(lines, fmt.Sprintf("… and %s: see the attached files.", chat.Count(len(all)-i, "more line")))
			return strings.Join(lines, "\n")
		}
		lines = append(lines, line)
	}
	switch table := boardsTable(e); {
	case len(e.Draws) == 0:
		lines = append(lines, "No round was drawn.")
	case length+len(table) > mostLog:
		lines = append(lines, "The positions of the boards are in the attached files.")
	case table != "":
		lines = append(lines, "SP numbers of the boards:\n```\n"+table+"```")
	}
	return strings.Join(append(lines, "See a round with "+chat.Slash("round")+"."), "\n")
}

// logLines returns a line for each draw and each change.
func logLines(e *events.Event) []string {
	var lines []string
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
	return lines
}

// drawLine tells of a draw: what was drawn, by whom, and whether it was struck out. Boards
// that joined the round later stand in the lines of their changes.
func drawLine(e *events.Event, d *events.Draw) string {
	positions := positionsOf(e, d)
	if e.Rules.Each {
		positions = chat.Count(e.Parts(d)[0].Last, "position")
	}
	line := fmt.Sprintf("Round %d: %s, drawn by %s at <t:%d:t>", d.Round, positions, person(d.By, d.ByName), d.At.Unix())
	if v := d.Void; v != nil {
		line += fmt.Sprintf(" and struck out by %s.%s", person(v.By, v.ByName), reasonOf(d))
	}
	return line
}

// changeLine tells of a change: what changed, by whom and when.
func changeLine(e *events.Event, c *events.Change) string {
	what := "opened again"
	if !c.Reopened {
		what = strings.Join(newRules(c.Was, e.After(c)), ", ")
	}
	if d, first, last := e.NewBoards(c); d != nil {
		what += fmt.Sprintf("; %s joined round %d", boardsFrom(first, last), d.Round)
	}
	return fmt.Sprintf("Changed by %s at <t:%d:t>: %s", person(c.By, c.ByName), c.At.Unix(), what)
}

// boardsTable is a table with the SP number of each board in each round that counts; "" if
// all boards play the same position. Six rounds stand side by side, so that a line fits on
// a phone.
func boardsTable(e *events.Event) string {
	const sideBySide = 6
	if !e.Rules.Each {
		return ""
	}
	var draws []*events.Draw
	for round := 1; round <= e.Rules.Rounds; round++ {
		if d := e.Round(round); d != nil {
			draws = append(draws, d)
		}
	}
	var table strings.Builder
	for group := range slices.Chunk(draws, sideBySide) {
		table.WriteString("board")
		boards := 0
		for _, d := range group {
			fmt.Fprintf(&table, "%5s", fmt.Sprint("R", d.Round))
			boards = max(boards, len(d.SPs))
		}
		for board := range boards {
			fmt.Fprintf(&table, "\n%5d", board+1)
			for _, d := range group {
				sp := "–"
				if board < len(d.SPs) {
					sp = fmt.Sprint(d.SPs[board])
				}
				fmt.Fprintf(&table, "%5s", sp)
			}
		}
		table.WriteString("\n")
	}
	return table.String()
}
