package events

import (
	"bufio"
	"cmp"
	"io"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

// WritePGN writes every game of the rounds that count, without its moves, to be filled in
// after the game. The tag Round has the round and the board, and with two games a pairing
// also the game: "3.5", "3.5.2". A bye is no game; a forfeit was not played.
func (e *Event) WritePGN(w io.Writer) error {
	out, results := bufio.NewWriter(w), e.results()
	for i := range e.Draws {
		if d := &e.Draws[i]; d.Void == nil {
			e.writeStubs(out, d, results)
		}
	}
	return out.Flush()
}

// writeStubs writes the games of a draw.
func (e *Event) writeStubs(out *bufio.Writer, d *Draw, results map[GameRef]Result) {
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
				{"White", cmp.Or(r.White, "?")}, {"Black", cmp.Or(r.Black, "?")}, {"Result", r.Outcome.PGN()},
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
			for _, text := range [...]string{"\n", r.Outcome.PGN(), "\n\n"} {
				out.WriteString(text)
			}
		}
	}
}

// pgnText escapes a tag's value (PGN standard, section 7). A value is one line.
var pgnText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ", "\t", " ")
