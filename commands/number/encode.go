package number

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Encode answers /encode: the numbers of a position in any notation, and how the
// position differs from another one.
func Encode(boards *render.Renderer, files *reading.Files, drawn reading.Drawn) chat.Command {
	position := reading.Option("position", nil)
	file := chat.FileOption("file", reading.PGN)
	against := reading.Option("against", chess960.Scharnagl)
	return chat.Command{
		Name:    "encode",
		Options: card.Options(position, file, against),
		Example: "/encode position:RNBQKBNR",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			e := encoding{boards: boards, display: card.DisplayOf(r), against: against.Read(r)}
			switch {
			case position.Given(r) && file.Given(r):
				return nil, chat.Refuse(voice.Phrase("number.positionOrFile"), voice.Phrase("number.onePositionOrFile"))
			case position.Given(r):
				return e.ofText(position.Read(r))
			case !file.Given(r):
				return nil, chat.Refuse(voice.Phrase("number.neitherGiven"), voice.Phrase("number.onePositionOrFile"))
			case !reading.IsPGN(file.Read(r)):
				return nil, chat.Refuse(voice.Phrase("number.notPGN"), voice.Phrase("number.givePGN"))
			}
			return reader{files, drawn, e.ofText}.answer(ctx, r, file.Read(r))
		},
		Presses: which.Presses(func(e encoding, board recognize.Reading) (*chat.Reply, error) {
			e.boards, e.audience = boards, chat.OwnPage
			return e.answer(board)
		}),
	}
}

// An encoding is a question for the numbers of a position, without the position.
type encoding struct {
	boards   *render.Renderer
	display  card.Display
	against  string
	audience chat.Audience
	others   []recognize.Reading // of a number without a numbering, which is answered as an SP number
	notes    []voice.Sentence
}

func (e *encoding) fields(f *chat.Fields) {
	e.display.Fields(f)
	f.Text(&e.against)
}

// ofText shows the numbers of the position that a text names.
func (e encoding) ofText(text string) (*chat.Reply, error) {
	board, others, err := reading.Bare(text)
	e.notes = reading.VariantNotes(text)
	numbered, notes := numberedBoard(text, recognize.All(text), true)
	if len(notes) > 0 && e.against == "" && !errors.Is(err, recognize.ErrNone) {
		e.notes = append(e.notes, notes...)
		return e.answer(numbered)
	}
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		held, fits := e.inID()
		if !fits {
			return nil, reading.Refusal(text, err, nil)
		}
		return which.Ask(several, held), nil
	}
	if err != nil && len(e.notes) > 0 {
		return nil, chat.Refuse(e.notes[0], voice.Phrase("reading.typeRank"))
	}
	if err != nil {
		return nil, cmp.Or(inGame(text), reading.Refusal(text, err, reading.NoPosition))
	}
	e.others = others
	return e.answer(board)
}

// which chooses one of several positions that a text or a number can mean.
var which = reading.NewWhich("encode-position", "encode-other", (*encoding).fields)

// inID returns the question as a custom id can hold it. fits is false if it is too long.
func (e encoding) inID() (held encoding, fits bool) {
	const most = 60 // bytes
	e.against = strings.ReplaceAll(e.against, ":", " ")
	return e, len(e.against) <= most
}

// answer shows the numbers of the board, and how the board or its number compares with what
// was wanted.
func (e encoding) answer(board recognize.Reading) (*chat.Reply, error) {
	if reading.IsDouble(board) && e.against == "" {
		double := chess960.Double{White: board.White, Black: board.Black}
		pair := card.Pair{Double: double, Style: e.display.Style, Audience: e.audience}
		return pair.Reply(e.boards, voice.Run(append(e.notes, reading.CastlingField(board))))
	}
	notes, err := e.comparison(board)
	if err != nil {
		return nil, err
	}
	if notes != nil && strings.Contains(board.Text, "/") { // the castling field of a FEN decides no comparison
		board.Text, _, _ = strings.Cut(board.Text, " ")
	}
	var others []chat.Component // open the other readings of a number
	if held, fits := e.inID(); fits {
		others = which.Buttons(e.others, held)
	}
	return card.Answer{
		Card:     card.Card{Position: board.White, Style: e.display.Style, Method: explain.Head, Direction: explain.ToNumber},
		Audience: e.audience, Notes: slices.Concat(e.notes, notes, reading.Notes(board, e.others...)),
		Explain: e.display.Explain, Compact: notes != nil || len(e.notes) > 1, // they need the room
		First: others,
	}.Reply(e.boards)
}

// comparison says where the number comes from to compare with, and how the position differs
// from the one to compare with.
func (e encoding) comparison(board recognize.Reading) ([]voice.Sentence, error) {
	if e.against == "" {
		return nil, nil
	}
	wanted, err := recognize.Text(e.against, chess960.Scharnagl)
	if digits := wholeNumber.FindAllString(e.against, -1); errors.Is(err, recognize.ErrNone) && len(digits) == 1 && !reading.IsMilener(e.against) {
		wanted, err = recognize.Text(digits[0], chess960.Scharnagl)
	}
	if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
		sentence, _ := whoseNumber(board, outside.Number, outside.Scheme)
		return []voice.Sentence{sentence}, nil
	}
	switch {
	case errors.Is(err, recognize.ErrNone):
		return nil, chat.Refuse(voice.Say("number.unreadAgainst", voice.F{
			"Text": voice.Quoted(e.against),
		}), voice.Phrase("reading.typeRank"))
	case err != nil:
		return nil, reading.Refusal(e.against, err, nil)
	case wanted.Scheme == nil:
		return append([]voice.Sentence{compared(board, wanted.White)}, reading.Notes(wanted)...), nil
	}
	sentence, isNumber := whoseNumber(board, wanted.Number, wanted.Scheme)
	said := []voice.Sentence{sentence}
	if !isNumber || wanted.White == board.White {
		said = append(said, compared(board, wanted.White))
	}
	return append(said, reading.Left(wanted)...), nil
}

// wholeNumber finds the number in “the clock says 595”.
var wholeNumber = regexp.MustCompile(`\b\d{1,6}\b`)

// whoseNumber says where a number comes from that somebody gave to the board. isNumber is
// true if the number is the board's in a numbering, and false for its mirror image, a slip or
// no origin.
func whoseNumber(board recognize.Reading, number int, meant *chess960.Scheme) (sentence voice.Sentence, isNumber bool) {
	if reading.IsDouble(board) {
		d := chess960.Double{White: board.White, Black: board.Black}
		switch number {
		case d.WhiteFirst():
			return voice.Bold(voice.Say("number.doubleIndex.whiteFirst", voice.F{"Number": number})), true
		case d.BlackFirst():
			return voice.Bold(voice.Say("number.doubleIndex.blackFirst", voice.F{"Number": number})), true
		}
	}
	sentence, origins := card.WhoseNumber(board.White, number, meant)
	return sentence, len(origins) > 0 && !origins[0].IsSlip() && !origins[0].Mirrored
}

// compared describes how a board differs from the position that was wanted. If White and
// Black differ, it compares White's side.
func compared(board recognize.Reading, wanted chess960.Position) voice.Sentence {
	whiteOnly, meant := board.Black != board.White, wanted.Name()
	switch wanted {
	case board.White:
		return voice.Say("number.difference.same", voice.F{"WhiteOnly": whiteOnly, "Meant": meant})
	case board.White.Mirror():
		return voice.Say("number.difference.mirrored", voice.F{"WhiteOnly": whiteOnly, "Meant": meant})
	}
	differ := chess960.FilesWhere(func(f chess960.File) bool { return board.White.Piece(f) != wanted.Piece(f) })
	return voice.Say("number.difference.differs", voice.F{
		"WhiteOnly": whiteOnly, "Meant": meant, "Squares": differ.On(1),
	})
}

// canICastle is the label of the button for a position of a game.
const canICastle voice.Phrase = "number.canICastle"

// inGame returns the refusal of a position of a game, whose start nobody can know for
// certain; nil if the text has none. A position with all pieces and pawns on the first two
// ranks is a start position with a mistake.
func inGame(text string) error {
	fens := castling.FindFENs(text)
	if fens == nil {
		return nil
	}
	p, err := game.ParseFEN(fens[0])
	begun := false // a piece or pawn stands on ranks 3 to 6
	for s := castling.Square(16); s < 48 && err == nil; s++ {
		begun = begun || p.Piece(s) != 0
	}
	if !begun {
		return nil
	}
	said := voice.Run{voice.Phrase("number.inGame")}
	if like, ok := likeStart(p.Position); ok {
		said = append(said, like)
	}
	return &chat.UserError{Msg: said, Hint: voice.Phrase("number.stillCastle"), Rows: []chat.Component{chat.Row(card.CastlingNowButton(canICastle, p, game.Losses{}))}}
}

// likeStart names the one start position that has most pieces where they stand on the
// first ranks, or the normal one of several, and two pieces of White's that have changed places. ok is
// false if several have, or if fewer than half of the pieces are there.
func likeStart(p castling.Position) (like voice.Sentence, ok bool) {
	most, best := 0, chess960.Position{}
	for sp, start := range chess960.All() {
		n := 0
		for f, piece := range start.Rank() {
			for _, player := range []castling.Colour{castling.White, castling.Black} {
				if p.Piece(player.Square(chess960.File(f))) == castling.PieceOf(player, piece) {
					n++
				}
			}
		}
		switch {
		case n < 8: // fewer than half
		case n > most, n == most && sp == card.Classical:
			most, best, ok = n, start, true
		case n == most && best != chess960.Classical():
			ok = false
		}
	}
	if !ok {
		return nil, false
	}
	board := best.Board()
	moved := chess960.FilesWhere(func(f chess960.File) bool { return p.Piece(castling.Square(f)) != castling.Piece(board[f]) }).On(1)
	if len(moved) == 2 {
		first, second := castling.Piece(board[moved[0]]), castling.Piece(board[moved[1]])
		if p.Piece(moved[0]) == second && p.Piece(moved[1]) == first {
			return reading.LooksLike(best, first, second), true
		}
	}
	return reading.LooksLike(best, 0, 0), true
}
