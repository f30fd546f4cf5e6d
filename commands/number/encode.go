package number

import (
	"context"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/recognize"
	"chess960bot/render"
)

// Encode answers /encode: the numbers of a position in any notation, and how the
// position differs from another one.
func Encode(boards *render.Renderer) chat.Command {
	return chat.Command{
		Def: chat.Define("encode", "Find the numbers of a start position", append([]chat.Option{
			chat.TextOption("position", "A back rank such as RNBQKBNR, a FEN, a PGN, a lichess link, or the pieces by name").Mandatory(),
			chat.TextOption("against", "Compare with another position, or with an SP number"),
			card.ExplainOption(),
		}, card.LookOptions()...)...),
		Example: "/encode position:RNBQKBNR",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			board, err := readPosition(r.Options.Text("position"), nil)
			if err != nil {
				return nil, err
			}
			against := r.Options.Text("against")
			if isDouble(board) && against == "" {
				return doubleTo(boards, r, chess960.Double{White: board.White, Black: board.Black}, "")
			}
			notes := readingNotes(board)
			if against != "" {
				wanted, err := readPosition(against, chess960.Scharnagl)
				if err != nil {
					return nil, err
				}
				notes = append(notes, compared(board, wanted.White))
			}
			a, err := card.AnswerFor(r.Options, board.White, explain.Head, explain.ToNumber, notes...)
			if err != nil {
				return nil, err
			}
			return a.Reply(boards)
		},
	}
}

// compared describes how a board differs from the position that was wanted. If White and
// Black differ, it compares White's side.
func compared(board recognize.Reading, wanted chess960.Position) string {
	whose := "Your board"
	if board.Black != board.White {
		whose = "White's side of your board"
	}
	your := fmt.Sprintf("%s is %v, SP-%d.", whose, board.White, board.White.SP())
	switch difference := recognize.Compare(board.White, wanted); {
	case difference.Files == 0:
		return fmt.Sprintf("%s is SP-%d, as it should be.", whose, wanted.SP())
	case difference.Mirrored:
		return fmt.Sprintf("%s It is the mirror image of SP-%d: exchange the a-side and the h-side.", your, wanted.SP())
	default:
		var pieces []string
		for f := range difference.Files.All() {
			pieces = append(pieces, wanted.Piece(f).Name()+" on "+f.Square())
		}
		return fmt.Sprintf("%s SP-%d differs on %s: %s.", your, wanted.SP(), difference.Files.Squares(), strings.Join(pieces, ", "))
	}
}
