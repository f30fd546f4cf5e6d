package number

import (
	"context"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// Castle answers /castle: how a position castles, by Chess960's rules or by
// Chess480's.
func Castle(boards *render.Renderer) chat.Command {
	return chat.Command{
		Def: chat.Define("castle", "Show how a start position castles, square by square", append([]chat.Option{
			chat.TextOption("position", "A number such as SP-594, White's first rank such as BRQNKBRN, a FEN or a link").Mandatory(),
			castlingRules().Option("rules", "Where king and rook end: as in classical chess (Chess960), or two squares on (Chess480)"),
		}, card.LookOptions()...)...),
		Example: "/castle position:BRQNKBRN",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			board, err := readPosition(r.Options.Text("position"), chess960.Scharnagl)
			if err != nil {
				return nil, err
			}
			rules, err := castlingRules().ChooseOrFirst(r.Options.Text("rules"))
			if err != nil {
				return nil, err
			}
			style, err := card.LookOf(r.Options)
			if err != nil {
				return nil, err
			}
			c := card.Card{Position: board.White, Look: style, Method: explain.Direct}
			l := card.Layout{Boards: boards, Look: style}
			l.Castlings(board.White, board.Black, rules, readingNotes(board)...)
			l.Buttons(c.PageButtons("castling"))
			return l.Reply()
		},
	}
}

// castlingRules lists the rules of castling, Chess960's first.
func castlingRules() chat.List[*chess960.CastlingRules] {
	return chat.List[*chess960.CastlingRules]{All: chess960.AllCastlingRules(), Kind: "a set of castling rules", Describe: func(r *chess960.CastlingRules) (id, name string) { return r.ID, r.Name }}
}
