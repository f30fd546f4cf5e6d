// Package castle has /castle and “Can I castle here?”: how start positions castle, and who can castle
// in a game.
package castle

import (
	"context"
	"errors"
	"slices"
	"strings"

	"chess960bot/commands/card"
	_ "chess960bot/commands/castle/messages" // what the voice says
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
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
	position := reading.Option("position", nil).Mandatory()
	move := chat.TextOption("move").UpTo(20)
	rules := card.CastlingRules().Option("rules")
	return chat.Command{
		Name:    "castle",
		Options: append([]chat.Option{position, move, rules}, card.StyleOptions()...),
		Example: "/castle position:BRQNKBRN",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			until, ok := game.ParseTurn(move.Read(r))
			if move.Given(r) && !ok {
				return nil, chat.Refuse(voice.Say("castle.notAMove", voice.F{"Text": voice.Quoted(move.Read(r))}), voice.Phrase("castle.typeMove"))
			}
			c := castles{boards: boards, style: card.StyleOf(r), Judge: card.Judge{Rules: rules.Read(r)}}
			return c.answer(position.Read(r), until, r.Languages())
		},
		Presses: which.Presses(func(c castles, board recognize.Reading) (*chat.Reply, error) {
			c.boards, c.audience = boards, chat.OwnPage
			return c.start(board)
		}),
	}
}

// castles is a question about castling, without its position.
type castles struct {
	card.Judge
	boards   *render.Renderer
	style    card.Style
	audience chat.Audience
	over     string
	notes    []voice.Sentence
}

func (c *castles) fields(f *chat.Fields) {
	chat.OneOf(f, &c.Rules, card.CastlingRules())
	c.style.Fields(f)
}

// which chooses one of several positions that a text or a number can mean.
var which = reading.NewWhich("castle-start", "castle-other", (*castles).fields)

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
		return nil, chat.Refuse(voice.Phrase("castle.noMoves"), voice.Phrase("castle.pasteGame"))
	}
	if fens := castling.FindFENs(text); fens != nil {
		return c.ofFENs(fens, text)
	}
	alone, err := typed.In(text, languages, castling.ParseAlone)
	if err == nil {
		l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
		rooks := alone.Rooks.On(alone.Colour.Square(0).Rank())
		l.CastlingSquares(voice.Say("castle.kingAndRooks", voice.F{
			"King": alone.Colour.Square(alone.King), "Rooks": rooks, "Both": len(rooks) > 1,
		}), alone, c.Rules, voice.Phrase("castle.notMoved"))
		l.Row(card.MannersButton(alone, c.Rules))
		return l.Reply()
	}
	men, isMen := castling.ParseMen(text)
	if isMen {
		if ranks, _, _ := strings.Cut(men.XFEN(), " "); ranks != strings.ToLower(ranks) && ranks != strings.ToUpper(ranks) {
			return c.ofMen(men) // of both players
		}
	}
	if castling.IsAlone(text) {
		return nil, reading.CastlingRefusal(err, "castle.notAlone", "castle.typeAlone")
	}
	board, others, err := reading.Bare(text)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return which.Ask(several, c), nil
	}
	switch {
	case err == nil:
		return c.start(board, others...)
	case isMen:
		return c.ofMen(men)
	}
	none := reading.NoPosition
	if c.audience == chat.OnlyAsker {
		none = reading.NoneInMessage
	}
	return nil, reading.Refusal(text, err, none)
}

// namesStart reports whether a text names a start position, or has a FEN.
func namesStart(text string) bool {
	if castling.FindFENs(text) != nil {
		return true
	}
	_, _, err := reading.Bare(text)
	return err == nil
}

// ofMen shows the castlings among some men, of which kings and rooks have not moved.
func (c castles) ofMen(p castling.Position) (*chat.Reply, error) {
	return c.now(p, p.XFEN(), 0, voice.Phrase("castle.notMoved"))
}

// ofFENs shows the castlings of a start position with all rights, or answers for a position of a
// game. It asks which of several is meant.
func (c castles) ofFENs(fens []string, text string) (*chat.Reply, error) {
	board, err := recognize.Text(text, nil)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return which.Ask(several, c), nil
	}
	if len(fens) > 1 {
		return nil, chat.Refuse(voice.Phrase("reading.twoPositions"), voice.Phrase("reading.pasteOneFEN"))
	}
	p, err := game.ParseFEN(fens[0])
	if other := reading.VariantNotes(text); err != nil && other != nil {
		return nil, chat.Refuse(other[0], voice.Phrase("castle.pasteGame"))
	}
	if err != nil {
		return nil, reading.FENRefusal(fens[0], err)
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
	return reading.Left(recognize.Reading{Text: fen, Left: text})
}

// start shows the castlings of a start position. others are what a number can mean besides.
func (c castles) start(board recognize.Reading, others ...recognize.Reading) (*chat.Reply, error) {
	if c.audience == chat.OnlyAsker { // a message has other words
		board.Left = ""
	}
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Castlings(board.White, board.Black, c.Rules, slices.Concat(c.notes, reading.Notes(board, others...))...)
	of := card.Card{Position: board.White, Style: c.style, Method: explain.Direct}.CastlingButtons(c.Rules)
	l.Buttons(append(of, which.Buttons(others, c)...))
	return l.Reply()
}
