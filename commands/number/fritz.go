package number

import (
	"context"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/render"
)

// Fritz answers /fritz: the position with a number of the program Fritz 9.
func Fritz(boards *render.Renderer) chat.Command {
	n := numbering{chess960.Fritz9, 0, explain.Fritz9}
	number := chat.NumberOption("number").Between(n.first(), n.last()).Mandatory()
	return chat.Command{
		Name:    "fritz",
		Options: card.Options(number),
		Example: "/fritz number:359",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			p, notes, err := n.position(number.Read(r))
			if err != nil {
				return nil, err
			}
			return card.NewAnswer(r, p, n.method, explain.ToPosition, notes...).Reply(boards)
		},
	}
}
