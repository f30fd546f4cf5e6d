package events

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960"
)

// csvHeader names the columns. The columns of the seal are empty for a draw without a
// seal.
var csvHeader = strings.Split("event,round,board,game,sp,back_rank,x_fen,pool,drawn_at,drawn_by,drawn_by_name,void,reason,"+
	"seal_sha256,sealed_number,added,white,black,result,link", ",")

// mostRepeated is the largest number of added numbers that every row of a draw
// lists. Longer lists are only in the draw's first row, because a draw has up to 400
// rows.
const mostRepeated = 20

// WriteCSV writes a row for every game that was drawn, voided ones too. Instants
// are UTC as in RFC 3339. An added number is written as "17 by 2001 Bo".
func (e *Event) WriteCSV(out io.Writer) error {
	w := csvRows{Writer: csv.NewWriter(out), name: cell(e.Rules.Name)}
	w.Write(csvHeader)
	for i := range e.Draws {
		d := &e.Draws[i]
		told := e.lastTold(d.Index) // also what does not count
		parts, added, games := e.Parts(d), addedText(d.Seal), e.RulesOf(d).Games
		fields := e.drawFields(d, parts[0])
		for board, p := range e.Boards(d) {
			if board > parts[0].Last {
				parts = parts[1:]
				fields = e.drawFields(d, parts[0])
			}
			for game := 1; game <= games; game++ {
				ref := GameRef{d.Index, board, game}
				if err := w.write(d.Round, ref, p, fields, added, told[ref]); err != nil {
					return err
				}
				if d.Seal != nil && len(d.Seal.Added) > mostRepeated {
					added = ""
				}
			}
		}
	}
	for i, c := range e.Changes { // the position of a board that does not count, as of a void draw
		if r := c.Redraw; r != nil {
			d, parts := &e.Draws[r.Draw], e.partsAt(&e.Draws[r.Draw], i)
			fields := e.drawFields(d, parts[partOf(parts, r.Board)])
			fields[4], fields[5] = "true", cell(r.Reason)
			for game := 1; game <= e.RulesOf(d).Games; game++ {
				ref := GameRef{r.Draw, r.Board, game}
				if err := w.write(d.Round, ref, Position(r.SP), fields, "", e.toldBefore(ref, i)); err != nil {
					return err
				}
			}
		}
	}
	w.Flush()
	return w.Error()
}

// csvRows are the rows of a table. What is the same as in the row before is not formatted again.
type csvRows struct {
	*csv.Writer
	name, fen string
	position  chess960.Position
	row       []string
}

// write writes the row of a game. fields are the columns from pool to sealed_number.
func (w *csvRows) write(round int, g GameRef, p chess960.Position, fields []string, added string, told Result) error {
	if p != w.position {
		w.position, w.fen = p, p.XFEN()
	}
	w.row = append(w.row[:0], w.name, strconv.Itoa(round), strconv.Itoa(g.Board), strconv.Itoa(g.Game), strconv.Itoa(p.SP()), p.String(), w.fen)
	w.row = append(append(w.row, fields...), added, cell(told.White), cell(told.Black), string(told.Outcome), told.Link)
	return w.Write(w.row)
}

// drawFields returns the columns from pool to sealed_number for a part of a draw.
func (e *Event) drawFields(d *Draw, part Part) []string {
	void, reason, sum, number := "false", "", "", ""
	if d.Void != nil {
		void, reason = "true", d.Void.Reason
	}
	if d.Seal != nil {
		sum, number = e.Sum(d), strconv.Itoa(d.Seal.Number)
	}
	return []string{
		strconv.Itoa(part.Pool), part.At.UTC().Format(time.RFC3339), part.By, cell(part.ByName),
		void, cell(reason), sum, number,
	}
}

// addedText returns the column added: the numbers that people added to a seal.
func addedText(s *Seal) string {
	if s == nil {
		return ""
	}
	list := make([]string, len(s.Added))
	for i, a := range s.Added {
		list[i] = strings.TrimSpace(fmt.Sprintf("%d by %s %s", a.Number, cmp.Or(a.User, "somebody"), a.Name))
	}
	return strings.Join(list, "; ")
}

// cell puts an apostrophe before a text that a spreadsheet would run as a formula.
// Some spreadsheets read full-width and other forms of "=" as "=". So the first
// character counts in its compatibility form, NFKC in Unicode.
func cell(text string) string {
	if text == "" {
		return ""
	}
	first, _ := utf8.DecodeRuneInString(text)
	if strings.IndexByte("=+-@\t\r", norm.NFKC.String(string(first))[0]) >= 0 {
		return "'" + text
	}
	return text
}
