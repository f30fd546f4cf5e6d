package evening

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960"
)

// An ExportFile is a file of an export.
type ExportFile struct {
	Name string // such as "event.csv", or "event.csv.gz" for a compressed file
	Type string // media type
	Data []byte
}

// ErrTooLarge means that a file of an export is larger than the limit.
var ErrTooLarge = errors.New("the file is too large to be sent")

// mostPlain is the largest size of a file in bytes that is not compressed.
const mostPlain = 1 << 20

// Files returns the event's games as CSV, the standings with the cross table if there are results, the games as
// PGN if a round counts, and the log, which writeLog writes. names are those of players who were given as
// mentions, for the standings and the PGN, and moves those of games on lichess by their addresses. Files over 1 MiB are compressed. No file is larger than limit bytes. The files of the
// largest event take 11 MB of memory while they are written.
func (e *Event) Files(ctx context.Context, limit int, names, moves map[string]string, writeLog func(io.Writer) error) (files []ExportFile, err error) {
	for _, f := range []struct {
		ExportFile
		write func(io.Writer) error
	}{
		{ExportFile{Name: "event.csv", Type: "text/csv"}, e.WriteCSV},
		{ExportFile{Name: "standings.csv", Type: "text/csv"}, func(w io.Writer) error { return e.writeStandings(w, names) }},
		{ExportFile{Name: "event.pgn", Type: "application/vnd.chess-pgn"}, func(w io.Writer) error { return e.WritePGN(w, names, moves) }},
		{ExportFile{Name: "log.txt", Type: "text/plain"}, writeLog},
	} {
		written, err := file(ctx, limit, f.ExportFile, f.write)
		if err != nil {
			return nil, err
		}
		if len(written.Data) > 0 {
			files = append(files, written)
		}
	}
	return files, nil
}

// file returns the file with what write writes, compressed if it is large.
func file(ctx context.Context, limit int, f ExportFile, write func(io.Writer) error) (ExportFile, error) {
	plain := &cappedBuffer{ctx: ctx, most: min(mostPlain, limit)}
	if err := write(plain); !errors.Is(err, ErrTooLarge) {
		f.Data = plain.Bytes()
		return f, err
	}
	compressed := &cappedBuffer{ctx: ctx, most: limit}
	w, _ := gzip.NewWriterLevel(compressed, gzip.BestSpeed) // there is such a level
	err := errors.Join(write(w), w.Close())
	return ExportFile{Name: f.Name + ".gz", Type: "application/gzip", Data: compressed.Bytes()}, err
}

// A cappedBuffer takes bytes until the context ends, at most the given number.
type cappedBuffer struct {
	bytes.Buffer
	ctx  context.Context
	most int
}

func (b *cappedBuffer) Write(p []byte) (int, error) {
	switch {
	case b.ctx.Err() != nil:
		return 0, b.ctx.Err()
	case b.Len()+len(p) > b.most:
		return 0, ErrTooLarge
	}
	return b.Buffer.Write(p)
}

// Boards returns the boards of a draw, from 1, with their positions. A sealed draw has
// none before it is opened.
func (e *Event) Boards(d *Draw) iter.Seq2[int, chess960.Position] {
	return func(yield func(int, chess960.Position) bool) {
		for i := range e.BoardsOf(d) { // without a position for each, all boards have the first
			if len(d.SPs) == 0 || !yield(i+1, chess960.MustFromSP(d.SPs[min(i, len(d.SPs)-1)])) {
				return
			}
		}
	}
}

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
	told := e.results(everyDraw) // also what does not count
	for i := range e.Draws {
		d := &e.Draws[i]
		var list []string // of the numbers that people added to the seal
		if d.Seal != nil {
			for _, a := range d.Seal.Added {
				list = append(list, strings.TrimSpace(fmt.Sprintf("%d by %s %s", a.Number, cmp.Or(a.User, "somebody"), a.Name)))
			}
		}
		parts, added, games := e.Parts(d), strings.Join(list, "; "), e.RulesOf(d).Games
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
			told := e.told(everyDraw, i)
			for game := 1; game <= e.RulesOf(d).Games; game++ {
				ref := GameRef{r.Draw, r.Board, game}
				if err := w.write(d.Round, ref, chess960.MustFromSP(r.SP), fields, "", told[ref].named(e.aliases())); err != nil {
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
	pool, by, byName := strconv.Itoa(part.Pool), part.By, cell(part.ByName)
	if d.ByHand && !part.Late { // drawn elsewhere: who recorded it stands in the log
		pool, by, byName = "", "", ""
	}
	return []string{pool, part.At.UTC().Format(time.RFC3339), by, byName, void, cell(reason), sum, number}
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

// WritePGN writes every game of the rounds that count. moves has the moves of games on lichess, by their
// addresses; other games are to be filled in. names has names for players who were given as mentions. The tag Round has the round and the board, and with two games a pairing
// also the game: "3.5", "3.5.2". A bye is no game; a forfeit was not played.
func (e *Event) WritePGN(w io.Writer, names, moves map[string]string) error {
	out, results := bufio.NewWriter(w), e.results((*Draw).counts)
	for i := range e.Draws {
		if d := &e.Draws[i]; d.Void == nil {
			e.writeGames(out, d, results, names, moves)
		}
	}
	return out.Flush()
}

// writeGames writes the games of a draw.
func (e *Event) writeGames(out *bufio.Writer, d *Draw, results map[GameRef]Result, names, moves map[string]string) {
	date, games := d.At.UTC().Format("2006.01.02"), e.RulesOf(d).Games
	var formatted chess960.Position
	var fen string
	for board, p := range e.Boards(d) {
		if p != formatted {
			formatted, fen = p, p.XFEN()
		}
		onBoard := strconv.Itoa(d.Round) + "." + strconv.Itoa(board)
		for game := 1; game <= games; game++ {
			round := onBoard
			if games > 1 {
				round += "." + strconv.Itoa(game)
			}
			r := results[GameRef{d.Index, board, game}]
			if r.Outcome == Bye { // no game
				continue
			}
			tags := [][2]string{
				{"Event", e.Rules.Name}, {"Site", cmp.Or(r.Link, "?")}, {"Date", date}, {"Round", round},
				{"White", cmp.Or(names[r.White], r.White, "?")}, {"Black", cmp.Or(names[r.Black], r.Black, "?")}, {"Result", r.Outcome.PGN()},
				{"Variant", "Chess960"}, {"SetUp", "1"}, {"FEN", fen},
			}
			if r.Outcome.Forfeit() {
				tags = append(tags, [2]string{"Termination", "unplayed"})
			}
			for _, tag := range tags {
				for _, text := range [...]string{"[", tag[0], " \"", pgnText.Replace(tag[1]), "\"]\n"} {
					out.WriteString(text)
				}
			}
			out.WriteByte('\n')
			if !r.Outcome.Forfeit() {
				writeMoves(out, moves[r.Link])
			}
			out.WriteString(r.Outcome.PGN() + "\n\n")
		}
	}
}

// writeMoves writes moves with their numbers, in lines of at most 79 characters (PGN standard, section 8.2.1).
func writeMoves(out *bufio.Writer, moves string) {
	const longest = 79
	width := 0
	for i, move := range strings.Fields(moves) {
		if i%2 == 0 {
			move = strconv.Itoa(i/2+1) + ". " + move
		}
		switch {
		case width+1+len(move) > longest:
			out.WriteByte('\n')
			width = 0
		case width > 0:
			out.WriteByte(' ')
			width++
		}
		out.WriteString(move)
		width += len(move)
	}
	if width > 0 {
		out.WriteByte('\n')
	}
}

// pgnText escapes a tag's value (PGN standard, section 7). A value is one line.
var pgnText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\t", " ")
