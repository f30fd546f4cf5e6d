package draw

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// drawDouble answers /random game:double.
func drawDouble(tools Tools, style card.Style, note drawn, audience chat.Audience) (*chat.Reply, error) {
	var sides [2]chess960.Position
	for i := range sides {
		var err error
		if sides[i], err = (draw{}).position(tools.Draw); err != nil {
			return nil, fmt.Errorf("draw a pair: %w", err)
		}
	}
	p := card.Pair{Double: chess960.Double{White: sides[0], Black: sides[1]}, Style: style, Audience: audience, Drawn: true}
	return p.Reply(tools.Boards, note, chat.Button(discordgo.SecondaryButton, voice.Phrase("draw.again"), pairAgain.ID(p)))
}

// pairAgain is “Draw again” under a pair: double:white:black:view:theme.
var pairAgain = chat.NewControl("double", (*card.Pair).Fields)

func (tools Tools) drawPairAgain(_ context.Context, r *chat.Request, earlier card.Pair) (*chat.Reply, error) {
	return drawDouble(tools, earlier.Style, tools.drawnAgain(r, earlier.Name()), chat.AsPressed)
}
