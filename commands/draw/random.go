// Package draw has /random: a position drawn by lot, by the computer or by hand, for one
// game or another, or set up by two players in turn.
package draw

import (
	"context"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/drawing"
)

// longestThrows is the largest number of characters of the option "throws": a throw takes
// a word or two.
const longestThrows = 20 * drawing.MostThrows

// Random answers /random: a position drawn for everyone to see. The answer says when
// and for whom the position was drawn, by which method, and how fair that method is.
func Random(tools Tools) chat.Command {
	return chat.Command{
		Def: chat.Define("random", "Draw a start position: by computer, dice, coins, bag or cards, or by two players", append([]chat.Option{
			methods().Option("method", "How to draw: the computer, dice, coins, a bag or cards"),
			chat.TextOption("throws", "What you threw yourselves, such as 1 3 2 2 4 or RNBQKBNR").UpTo(longestThrows),
			chat.ChoiceOption("hands", "Throw yourself, guided step by step", []chat.Choice{{Name: "Mine: I throw, you say what to do", Value: "mine"}}),
			chat.BoolOption("exclude_standard", "Leave out SP-518, the classical array"),
			games().Option("game", "What is set up"),
			chat.UserOption("opponent", "With game:by-two, the person who places pieces in turn with you"),
			chat.BoolOption("all", "With game:by-two, place all eight pieces, king and rooks too"),
			card.ExplainOption(),
		}, card.StyleOptions()...)...),
		Example: "/random",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			g, err := gameOf(r.Options)
			if err != nil {
				return nil, err
			}
			return g.run(tools, r)
		},
		Buttons: merge(handButtons(tools), gameButtons(tools), map[string]chat.Handler{"again": func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			var b againButton
			if err := chat.ReadID(r.CustomID, b.fields); err != nil {
				return nil, err
			}
			return b.draw.reply(tools, drawnFor(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, card.Name(b.earlier))), chat.AsPressed)
		}}),
	}
}
