package events

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"chess960bot/internal/chess960"
)

// A Game is one game of an event.
type Game struct {
	Draw     *Draw
	Board    int // from 1
	Number   int // 1, or 2 for the game with colours reversed
	Position chess960.Position
}

// Games calls yield for every game of the drawn rounds, voided ones too, in the
// order of the log.
func (e *Event) Games(yield func(Game) bool) {
	for i := range e.Draws {
		d := &e.Draws[i]
		for board := 1; board <= e.Rules.Boards && len(d.SPs) > 0; board++ {
			p, err := chess960.FromSP(d.SPs[min(board, len(d.SPs))-1])
			if err != nil {
				panic(err) // draws hold only SP numbers
			}
			for number := 1; number <= e.Rules.Games; number++ {
				if !yield(Game{d, board, number, p}) {
					return
				}
			}
		}
	}
}

// WriteCSV writes a row for every game that was drawn, voided ones too. Instants
// are UTC as in RFC 3339.
func (e *Event) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"event", "round", "board", "game", "sp", "back_rank", "x_fen", "pool", "drawn_at", "drawn_by", "void", "reason"})
	for g := range e.Games {
		void, reason := "false", ""
		if g.Draw.Void != nil {
			void, reason = "true", g.Draw.Void.Reason
		}
		out.Write([]string{
			cell(e.Rules.Name), strconv.Itoa(g.Draw.Round), strconv.Itoa(g.Board), strconv.Itoa(g.Number),
			strconv.Itoa(g.Position.SP()), g.Position.String(), g.Position.XFEN(), strconv.Itoa(g.Draw.Pool),
			g.Draw.At.UTC().Format(time.RFC3339), g.Draw.By, void, cell(reason),
		})
	}
	out.Flush()
	return out.Error()
}

// cell puts an apostrophe before a text that a spreadsheet would run as a formula.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// WritePGN writes a stub for every game of the rounds that were not voided, to be
// filled in after the game. The tag Round has the round and the board, and with two
// games a pairing also the game: "3.5", "3.5.2".
func (e *Event) WritePGN(w io.Writer) error {
	for g := range e.Games {
		if g.Draw.Void != nil {
			continue
		}
		round := fmt.Sprintf("%d.%d", g.Draw.Round, g.Board)
		if e.Rules.Games > 1 {
			round += fmt.Sprintf(".%d", g.Number)
		}
		_, err := fmt.Fprintf(w, "[Event \"%s\"]\n[Site \"?\"]\n[Date \"%s\"]\n[Round \"%s\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"+
			"[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n*\n\n",
			pgnText.Replace(e.Rules.Name), g.Draw.At.UTC().Format("2006.01.02"), round, g.Position.XFEN())
		if err != nil {
			return err
		}
	}
	return nil
}

// pgnText escapes a tag's value (PGN standard, section 7).
var pgnText = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
