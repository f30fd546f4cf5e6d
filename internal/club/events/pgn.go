package events

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

// WritePGN writes a stub for every game of the rounds that were not voided, to be
// filled in after the game. The tag Round has the round and the board, and with two
// games a pairing also the game: "3.5", "3.5.2".
func (e *Event) WritePGN(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i := range e.Draws {
		if d := &e.Draws[i]; d.Void == nil {
			if err := e.writeStubs(out, d); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// writeStubs writes the stubs of a draw. Everything but the tag Round is the same for
// all games with one position, so it is formatted once.
func (e *Event) writeStubs(out *bufio.Writer, d *Draw) error {
	begin := fmt.Sprintf("[Event \"%s\"]\n[Site \"?\"]\n[Date \"%s\"]\n[Round \"%d.",
		pgnText.Replace(e.Rules.Name), d.At.UTC().Format("2006.01.02"), d.Round)
	games := e.RulesOf(d).Games
	var end string
	var formatted chess960.Position
	var stub []byte
	for board, p := range e.Boards(d) {
		if p != formatted {
			end, formatted = fmt.Sprintf("\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n"+
				"[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n*\n\n", p.XFEN()), p
		}
		for game := 1; game <= games; game++ {
			stub = strconv.AppendInt(append(stub[:0], begin...), int64(board), 10)
			if games > 1 {
				stub = strconv.AppendInt(append(stub, '.'), int64(game), 10)
			}
			stub = append(stub, end...)
			if _, err := out.Write(stub); err != nil {
				return err
			}
		}
	}
	return nil
}

// pgnText escapes a tag's value (PGN standard, section 7). A value is one line.
var pgnText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\t", " ")
