package number

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/render"
	"chess960bot/voice"
)

// Encode answers /encode: the numbers of a position in any notation, and how the
// position differs from another one.
func Encode(boards *render.Renderer) chat.Command {
	position := positionOption("position", nil).Mandatory()
	against := positionOption("against", chess960.Scharnagl)
	return chat.Command{
		Name:    "encode",
		Options: card.Options(position, against),
		Example: "/encode position:RNBQKBNR",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			e := encoding{boards: boards, display: card.DisplayOf(r), against: against.Read(r)}
			board, err := recognize.Text(position.Read(r), nil)
			if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
				return e.choose(several)
			}
			if err != nil {
				return nil, notRead(err)
			}
			return e.answer(board)
		},
		Presses: []chat.Press{boardMenu.On(func(_ context.Context, r *chat.Request, e encoding) (*chat.Reply, error) {
			board, err := chosenReading(r)
			if err != nil {
				return nil, err
			}
			e.boards, e.audience = boards, chat.OwnPage
			return e.answer(board)
		})},
	}
}

// An encoding is a question for the numbers of a position, without the position.
type encoding struct {
	boards   *render.Renderer
	display  card.Display
	against  string
	audience chat.Audience
}

func (e *encoding) fields(f *chat.Fields) {
	e.display.Fields(f)
	f.Text(&e.against)
}

// boardMenu chooses one of several positions that a text can mean.
var boardMenu = chat.NewControl("encode-position", (*encoding).fields)

// choose asks which position of a text is meant.
func (e encoding) choose(several *recognize.AmbiguousError) (*chat.Reply, error) {
	const most = 60 // bytes that fit into a custom id
	e.against = strings.ReplaceAll(e.against, ":", " ")
	if len(e.against) > most {
		return nil, ambiguous(several)
	}
	return askWhich(several, boardMenu.ID(e)), nil
}

// answer shows the numbers of the board, and how the board or its number compares with what
// was wanted.
func (e encoding) answer(board recognize.Reading) (*chat.Reply, error) {
	if isDouble(board) && e.against == "" {
		return card.Pair{Double: chess960.Double{White: board.White, Black: board.Black}, Style: e.display.Style, Audience: e.audience}.Reply(e.boards, nil)
	}
	notes, err := e.comparison(board)
	if err != nil {
		return nil, err
	}
	return card.Answer{
		Card:     card.Card{Position: board.White, Style: e.display.Style, Method: explain.Head, Direction: explain.ToNumber},
		Audience: e.audience, Notes: card.RawNotes(append(notes, readingNotes(board)...)...), Explain: e.display.Explain, Brief: notes != nil,
	}.Reply(e.boards)
}

// comparison says where the number comes from to compare with, and how the position differs
// from the one to compare with.
func (e encoding) comparison(board recognize.Reading) ([]string, error) {
	if e.against == "" {
		return nil, nil
	}
	wanted, err := recognize.Text(e.against, chess960.Scharnagl)
	if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
		sentence, _ := whoseNumber(board, outside.Number, outside.Scheme)
		return []string{sentence}, nil
	}
	if err != nil {
		return nil, notRead(err)
	}
	if wanted.Scheme == nil {
		return []string{compared(board, wanted.White)}, nil
	}
	sentence, isNumber := whoseNumber(board, wanted.Number, wanted.Scheme)
	if isNumber && wanted.White != board.White {
		return []string{sentence}, nil
	}
	return []string{sentence, compared(board, wanted.White)}, nil
}

// whoseNumber says where a number comes from that somebody gave to the board. isNumber is
// true if the number is the board's in a numbering, and false for its mirror image, a slip or
// no origin.
func whoseNumber(board recognize.Reading, number int, meant *chess960.Scheme) (sentence string, isNumber bool) {
	if isDouble(board) {
		d := chess960.Double{White: board.White, Black: board.Black}
		switch number {
		case d.WhiteFirst():
			return fmt.Sprintf("**%d is the index of these two positions in double Chess960, White × 960 + Black.**", number), true
		case d.BlackFirst():
			return fmt.Sprintf("**%d is the index of these two positions in double Chess960, Black × 960 + White.**", number), true
		}
	}
	origin, origins := card.WhoseNumber(board.White, number, meant)
	return voice.In("en").Say(origin), len(origins) > 0 && !origins[0].IsSlip() && !origins[0].Mirrored
}

// compared describes how a board differs from the position that was wanted. If White and
// Black differ, it compares White's side.
func compared(board recognize.Reading, wanted chess960.Position) string {
	whose := "Your board"
	if board.Black != board.White {
		whose = "White's side of your board"
	}
	your := fmt.Sprintf("%s is %v, SP %d.", whose, board.White, board.White.SP())
	switch difference := recognize.Compare(board.White, wanted); {
	case difference.Files == 0:
		return fmt.Sprintf("%s is SP %d, as it should be.", whose, wanted.SP())
	case difference.Mirrored:
		return fmt.Sprintf("%s It is the mirror image of SP %d: exchange the a-side and the h-side.", your, wanted.SP())
	default:
		var pieces []string
		for f := range difference.Files.All() {
			pieces = append(pieces, wanted.Piece(f).Name()+" "+f.Square())
		}
		return fmt.Sprintf("%s SP %d has instead: %s.", your, wanted.SP(), strings.Join(pieces, ", "))
	}
}
