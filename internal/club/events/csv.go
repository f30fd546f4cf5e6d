package events

import (
	"bufio"
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
const csvHeader = "event,round,board,game,sp,back_rank,x_fen,pool,drawn_at,drawn_by,drawn_by_name,void,reason," +
	"seal_sha256,sealed_number,added,white,black,result,link\n"

// mostRepeated is the largest number of added numbers that every row of a draw
// lists. Longer lists are only in the draw's first row, because a draw has up to 400
// rows.
const mostRepeated = 20

// WriteCSV writes a row for every game that was drawn, voided ones too. Instants
// are UTC as in RFC 3339. An added number is written as "17 by 2001 Bo".
func (e *Event) WriteCSV(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(csvHeader)
	name, results := csvFields(cell(e.Rules.Name)), e.results()
	for i := range e.Draws {
		if err := e.writeRows(out, name, &e.Draws[i], results); err != nil {
			return err
		}
	}
	for i, c := range e.Changes {
		if r := c.Redraw; r != nil {
			e.writeRedrawn(out, name, &e.Draws[r.Draw], i, r)
		}
	}
	return out.Flush()
}

// writeRedrawn writes the rows of a board's position that does not count, as rows of a void
// draw. i is the index of the change that replaced it.
func (e *Event) writeRedrawn(out *bufio.Writer, name string, d *Draw, i int, r *Redraw) {
	p, parts := Position(r.SP), e.partsAt(d, i)
	fields := e.drawFields(d, parts[partOf(parts, r.Board)])
	fields[4], fields[5] = "true", cell(r.Reason)
	for game := 1; game <= e.RulesOf(d).Games; game++ {
		fmt.Fprintf(out, "%s,%d,%d,%d,%d,%s,%s,%s,,,,,\n", name, d.Round, r.Board, game, r.SP, p, p.XFEN(), csvFields(fields...))
	}
}

// writeRows writes the rows of a draw. Everything but board, game and result is the same in
// all rows with one position, so it is formatted once.
func (e *Event) writeRows(out *bufio.Writer, name string, d *Draw, results map[GameRef]Result) error {
	begin := name + "," + strconv.Itoa(d.Round)
	parts := e.Parts(d)
	fields, added := csvFields(e.drawFields(d, parts[0])...), addedText(d.Seal)
	games := e.RulesOf(d).Games
	var end string
	var formatted chess960.Position
	var row []byte
	for board, p := range e.Boards(d) {
		if board > parts[0].Last {
			parts = parts[1:]
			fields, formatted = csvFields(e.drawFields(d, parts[0])...), chess960.Position{}
		}
		if p != formatted {
			end, formatted = strings.Join([]string{strconv.Itoa(p.SP()), p.String(), p.XFEN(), fields}, ","), p
		}
		for game := 1; game <= games; game++ {
			row = append(append(row[:0], begin...), ',')
			row = append(strconv.AppendInt(row, int64(board), 10), ',')
			row = append(strconv.AppendInt(row, int64(game), 10), ',')
			row = append(append(row, end...), ',')
			row = append(append(row, added...), ',')
			row = append(append(row, resultFields(results[GameRef{d.Index, board, game}])...), '\n')
			if _, err := out.Write(row); err != nil {
				return err
			}
			if d.Seal != nil && len(d.Seal.Added) > mostRepeated {
				added = ""
			}
		}
	}
	return nil
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

// resultFields returns the columns from white to link.
func resultFields(r Result) string {
	if r.White == "" && r.Black == "" && r.Outcome == "" && r.Link == "" {
		return ",,,"
	}
	return csvFields(cell(r.White), cell(r.Black), string(r.Outcome), r.Link)
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
	return csvFields(strings.Join(list, "; "))
}

// csvFields returns fields that stand side by side in a row.
func csvFields(fields ...string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(fields) // a Builder takes everything
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
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
