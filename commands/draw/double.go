package draw

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
)

// drawDouble answers /random game:double.
func drawDouble(tools Tools, l card.Style, note string, audience chat.Audience) (*chat.Reply, error) {
	var sides [2]chess960.Position
	for i := range sides {
		sp, err := tools.Draw(chess960.Count)
		if err == nil {
			sides[i], err = chess960.FromSP(sp)
		}
		if err != nil {
			return nil, fmt.Errorf("draw a pair: %w", err)
		}
	}
	p := card.Pair{Double: chess960.Double{White: sides[0], Black: sides[1]}, Style: l, Audience: audience, Odds: ", exactly fair: 1 in 921,600"}
	again := chat.Button(discordgo.PrimaryButton, "Draw again", chat.WriteID("double", p.Fields))
	return p.Reply(tools.Boards, note, again)
}

// doubleAgain answers “Draw again” under a pair: double:white:black:view:theme.
func doubleAgain(tools Tools) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		var earlier card.Pair
		if err := chat.ReadID(r.CustomID, earlier.Fields); err != nil {
			return nil, err
		}
		return drawDouble(tools, earlier.Style, drawnFor(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, earlier.Name())), chat.AsPressed)
	}
}
