package number

import (
	"context"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// Fritz answers /fritz: the position with a number of the program Fritz 9.
func Fritz(boards *render.Renderer) chat.Command {
	n := numbering{chess960.Fritz9, 0, explain.Fritz9}
	return chat.Command{
		Def: card.Define("fritz", "Show the start position for a number of the program Fritz 9 (1 to 960)",
			chat.NumberOption("number", "The Fritz 9 number, 1 to 960; the classical array is 359").
				Between(n.first(), n.last()).Mandatory()),
		Example: "/fritz number:359",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			p, notes, err := n.read(r.Options, "number", chat.Slash("fritz")+" `number:359`")
			if err != nil {
				return nil, err
			}
			a, err := card.NewAnswer(r.Options, p, n.method, explain.ToPosition, notes...)
			if err != nil {
				return nil, err
			}
			return a.Reply(boards)
		},
	}
}
