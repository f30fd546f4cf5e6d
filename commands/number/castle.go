package number

import (
	"chess960bot/chat"
	"context"

	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// castle answers /castle: how a position castles, by Chess960's rules or by
// Chess480's.
func Castle(boards *render.Renderer) chat.Command {
	var choices []chat.Choice
	for _, rules := range chess960.AllCastlingRules() {
		choices = append(choices, chat.Choice{Name: rules.Name, Value: rules.ID})
	}
	return chat.Command{
		Def: chat.Define("castle", "Show how a start position castles, square by square", append([]chat.Option{
			chat.TextOption("position", "A number such as SP-594, White's first rank such as BRQNKBRN, a FEN or a link").Mandatory(),
			chat.ChoiceOption("rules", "Where king and rook end: as in classical chess (Chess960), or two squares on (Chess480)", choices),
		}, card.LookOptions()...)...),
		Example: "/castle position:BRQNKBRN",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			board, err := readPosition(r.Options.Text("position"), chess960.Scharnagl)
			if err != nil {
				return nil, err
			}
			rules, err := castlingRulesOf(r.Options)
			if err != nil {
				return nil, err
			}
			lk, err := card.LookOf(r.Options)
			if err != nil {
				return nil, err
			}
			c := card.New(explain.Direct.Scheme.Derive(board.White), lk, explain.Direct, explain.ToPosition)
			l := card.Layout{Boards: boards, Look: lk}
			l.Castlings(board.White, board.Black, rules, readingNotes(board)...)
			l.Buttons(c.PageButtons("castling"))
			reply, err := l.Reply()
			if err != nil {
				return nil, err
			}
			reply.Private = r.Options.Bool("private")
			return reply, nil
		},
	}
}

// castlingRulesOf reads the option "rules". The default is Chess960's rules.
func castlingRulesOf(options chat.Options) (*chess960.CastlingRules, error) {
	id := options.Text("rules")
	var ids []string
	for _, rules := range chess960.AllCastlingRules() {
		if id == rules.ID || id == "" {
			return rules, nil
		}
		ids = append(ids, rules.ID)
	}
	return nil, chat.Refuse(chat.QuoteFirst(id)+" is not a set of castling rules.", "Choose "+chat.Either(ids)+".")
}
