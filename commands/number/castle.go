package number

import (
	"context"
	"errors"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// Castle answers /castle by Chess960's rules or by Chess480's: how a start position castles,
// how a king and its rooks castle, and whether the players of a game can castle now.
func Castle(boards *render.Renderer) chat.Command {
	position := positionOption("position", nil).Mandatory()
	move := chat.TextOption("move").UpTo(20)
	rules := card.CastlingRules().Option("rules")
	return chat.Command{
		Name:    "castle",
		Options: append([]chat.Option{position, move, rules}, card.StyleOptions()...),
		Example: "/castle position:BRQNKBRN",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			until, err := readTurn(move.Read(r))
			if err != nil {
				return nil, err
			}
			return castles{boards: boards, rules: rules.Read(r), style: card.StyleOf(r)}.answer(position.Read(r), until, r.Languages())
		},
		Presses: []chat.Press{startMenu.On(func(_ context.Context, r *chat.Request, c castles) (*chat.Reply, error) {
			board, err := chosenReading(r)
			if err != nil {
				return nil, err
			}
			c.boards, c.audience = boards, chat.OwnPage
			return c.start(board)
		}), otherCastles.On(func(_ context.Context, _ *chat.Request, o other[castles]) (*chat.Reply, error) {
			o.of.boards, o.of.audience = boards, chat.OwnPage
			return o.of.start(recognize.Reading{White: o.position, Black: o.position})
		})},
	}
}

// castles is a question about castling, without its position.
type castles struct {
	boards   *render.Renderer
	rules    *chess960.CastlingRules
	style    card.Style
	audience chat.Audience
	losses   game.Losses // of the game that was played
	played   bool        // the position is one of a game without its moves, so no FEN is to blame
	over     ending
	notes    []voice.Sentence
}

func (c *castles) fields(f *chat.Fields) {
	chat.OneOf(f, &c.rules, card.CastlingRules())
	c.style.Fields(f)
}

// startMenu chooses one of several positions that a text can mean, and otherCastles one of those of a number.
var (
	startMenu    = chat.NewControl("castle-start", (*castles).fields)
	otherCastles = newOther("castle-other", (*castles).fields)
)

// answer shows the castlings of the position in the text, or of its game at a turn.
func (c castles) answer(text string, until game.Turn, languages []string) (*chat.Reply, error) {
	head, moves, ok := game.Split(text)
	if !ok {
		head, moves, ok = game.SplitAfter(text, namesStart)
	}
	if ok {
		return c.ofGame(head, moves, until, languages)
	}
	if until != (game.Turn{}) {
		return nil, chat.Refuse(voice.Phrase("number.noMoves"), voice.Phrase("number.pasteGame"))
	}
	if fens := castling.FindFENs(text); fens != nil {
		return c.ofFENs(fens, text)
	}
	alone, err := typed.In(text, languages, castling.ParseAlone)
	if err == nil {
		return c.alone(alone)
	}
	men, isMen := castling.ParseMen(text)
	switch {
	case isMen && ofBoth(men):
		return c.ofMen(men)
	case castling.IsAlone(text):
		return nil, castlingRefusal(err, "number.notAlone", "number.typeAlone")
	}
	board, others, err := readBare(text)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return askWhich(several, startMenu.ID(c)), nil
	}
	switch {
	case err == nil:
		return c.start(board, others...)
	case isMen:
		return c.ofMen(men)
	}
	none := noPosition
	if c.audience == chat.OnlyAsker {
		none = noneInMessage
	}
	return nil, notReadIn(text, err, none)
}

// namesStart reports whether a text names a start position, or has a FEN.
func namesStart(text string) bool {
	if castling.FindFENs(text) != nil {
		return true
	}
	_, _, err := readBare(text)
	return err == nil
}

// ofMen shows the castlings among some men, of which kings and rooks have not moved.
func (c castles) ofMen(p castling.Position) (*chat.Reply, error) {
	return c.now(p, p.XFEN(), 0, voice.Phrase("number.notMoved"))
}

// ofBoth reports whether both players have men.
func ofBoth(p castling.Position) bool {
	board, _, _ := strings.Cut(p.XFEN(), " ")
	return board != strings.ToLower(board) && board != strings.ToUpper(board)
}

// ofFENs shows the castlings of a start position with all rights, or answers for a position of a
// game. It asks which of several is meant.
func (c castles) ofFENs(fens []string, text string) (*chat.Reply, error) {
	board, err := recognize.Text(text, nil)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return askWhich(several, startMenu.ID(c)), nil
	}
	if len(fens) > 1 {
		return nil, chat.Refuse(voice.Phrase("number.twoPositions"), voice.Phrase("number.pasteOneFEN"))
	}
	p, err := game.ParseFEN(fens[0])
	if err != nil {
		return nil, fenRefusal(fens[0], err)
	}
	if start, ok := p.Start(); ok {
		return c.start(recognize.Reading{White: start.White, Black: start.Black, Text: fens[0], Left: board.Left})
	}
	return c.inGame(p, p.Number(), c.leftBeside(text, fens[0])...)
}

// leftBeside says that only a part of a text was read, if the text has other words beside the FEN. A message
// and a PGN have such words.
func (c castles) leftBeside(text, fen string, moves ...game.Written) []voice.Sentence {
	if c.audience == chat.OnlyAsker || strings.ContainsAny(text, "[{") || recognize.IsBeside(castling.Left(text, fen)) {
		return nil
	}
	for _, m := range moves {
		fen += " " + m.Text
	}
	return leftOf(recognize.Reading{Text: fen, Left: text})
}

// fenRefusal returns the refusal of a FEN. If only its castling field is wrong, it says what the field
// should be.
func fenRefusal(fen string, err error) error {
	refusal := castlingRefusal(err, "number.notInAGame", "number.pasteFEN")
	said, ok := errors.AsType[*chat.UserError](refusal)
	if board, err := recognize.Text(fen, nil); ok && err == nil {
		said.Msg = voice.Lines{said.Msg, voice.Run{looksLike(board.White, 0, 0), fieldOf(board)}}
	}
	return refusal
}

// castlingRefusal returns the refusal of a text that package castling cannot read. It lists
// every broken rule.
func castlingRefusal(err error, head, hint voice.Phrase) error {
	refused, ok := errors.AsType[*castling.ParseError](err)
	if !ok {
		return err
	}
	var broken voice.Bullets
	for _, p := range refused.Problems {
		broken = append(broken, pointed(p.Broken, p.At))
	}
	return chat.Refuse(voice.Lines{head, broken}, hint)
}

// pointed returns a sentence about a broken rule with the part of a text that breaks the rule.
func pointed(broken voice.Sentence, at string) voice.Run {
	if at == "" {
		return voice.Run{broken}
	}
	return voice.Run{broken, voice.Say("number.lookAt", voice.F{"Text": voice.Quoted(at)})}
}

// start shows the castlings of a start position. others are what a number can mean besides.
func (c castles) start(board recognize.Reading, others ...recognize.Reading) (*chat.Reply, error) {
	if c.audience == chat.OnlyAsker { // a message has other words
		board.Left = ""
	}
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Castlings(board.White, board.Black, c.rules, slices.Concat(c.notes, readingNotes(board), bareNotes(others))...)
	of := card.Card{Position: board.White, Style: c.style, Method: explain.Direct}.CastlingButtons(c.rules)
	l.Buttons(append(of, otherButtons(others, func(p chess960.Position) string { return otherCastles.ID(other[castles]{c, p}) })...))
	return l.Reply()
}

// alone shows the castlings of a king and its rooks.
func (c castles) alone(a castling.Alone) (*chat.Reply, error) {
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.CastlingSquares(voice.Raw(a.String()), a, c.rules, voice.Phrase("number.notMoved"))
	l.Row(card.MannersButton(a, c.rules))
	return l.Reply()
}
