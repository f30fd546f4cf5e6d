package number

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/castling"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/recognize"
	"chess960bot/render"
)

// Castle answers /castle by Chess960's rules or by Chess480's: how a start position castles,
// how a king and its rooks castle, and whether the players of a game can castle now.
func Castle(boards *render.Renderer) chat.Command {
	return chat.Command{
		Def: chat.Define("castle", "Show how a position castles, and in a game whether it still can and why not", append([]chat.Option{
			chat.TextOption("position", "A start position such as SP-594, any FEN of a game, or king and rooks: Kc1 Rb1 Rh1").UpTo(longestPosition).Completed().Mandatory(),
			card.CastlingRules().Option("rules", "Where king and rook end: as in classical chess (Chess960), or two squares on (Chess480)"),
		}, card.StyleOptions()...)...),
		Example:  "/castle position:BRQNKBRN",
		Complete: completePosition,
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			c, err := castlesOf(boards, r.Options)
			if err != nil {
				return nil, err
			}
			return c.answer(r.Options.Text("position"))
		},
		Buttons: map[string]chat.Handler{"castle-start": chosenStart(boards)},
	}
}

// castles is a question about castling, without its position.
type castles struct {
	boards   *render.Renderer
	rules    *chess960.CastlingRules
	style    card.Style
	audience chat.Audience
}

func castlesOf(boards *render.Renderer, options chat.Options) (c castles, err error) {
	c.boards = boards
	if c.rules, err = card.CastlingRules().ChooseOrFirst(options.Text("rules")); err != nil {
		return c, err
	}
	display, err := card.DisplayOf(options)
	c.style = display.Style
	return c, err
}

func (c *castles) fields(f *chat.Fields) {
	chat.OneOf(f, &c.rules, card.CastlingRules())
	c.style.Fields(f)
}

// answer shows the castlings of the position in the text.
func (c castles) answer(text string) (*chat.Reply, error) {
	if fen, found := castling.FindFEN(text); found {
		return c.ofFEN(fen)
	}
	if alone, err := castling.ParseAlone(text); err == nil {
		return c.alone(alone)
	} else if kingAndRooks.MatchString(text) {
		return nil, parseRefusal(err, "a king with its rooks", "Type the pieces with their squares, such as `Kc1 Rb1 Rh1`.")
	}
	board, err := recognize.Text(text, nil)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return c.choose(several), nil
	}
	if err != nil {
		return nil, notRead(err)
	}
	return c.start(board)
}

// kingAndRooks matches a text with nothing but kings, rooks and squares.
var kingAndRooks = regexp.MustCompile(`(?i)^(?:\s|[,;:.=@/&+-]|\b(?:and|on|at|the|white|black)\b|\bkings?\b|\brooks?\b|\b[wb]?[kr]?[a-h][1-8]\b|\b[wb]?[kr]\b|[♔♚♖♜])+$`)

// ofFEN shows the castlings of a start position with all rights, or answers for a position
// of a game.
func (c castles) ofFEN(fen string) (*chat.Reply, error) {
	p, err := castling.ParseFEN(fen)
	if err != nil {
		return nil, parseRefusal(err, "a position of a game", "Paste the whole FEN: board, side to move, castling rights.")
	}
	if xfen := p.XFEN(); strings.Contains(xfen, " KQkq ") {
		if board, err := recognize.Text(strings.Replace(xfen, " b ", " w ", 1), nil); err == nil {
			return c.start(board)
		}
	}
	return c.now(p)
}

// start shows the castlings of a start position.
func (c castles) start(board recognize.Reading) (*chat.Reply, error) {
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.Castlings(board.White, board.Black, c.rules, readingNotes(board)...)
	l.Buttons(card.Card{Position: board.White, Style: c.style, Method: explain.Direct}.CastlingButtons(c.rules))
	return l.Reply()
}

// alone shows the castlings of a king and its rooks.
func (c castles) alone(a castling.Alone) (*chat.Reply, error) {
	l := card.Layout{Boards: c.boards, Style: c.style, Audience: c.audience}
	l.CastlingSquares(a.String(), a, c.rules, "King and rooks have not moved.")
	l.Row(card.MannersButton(a, c.rules))
	return l.Reply()
}
