// Package number has the commands that lead from a number to a position and back: /sp,
// /fritz, /encode, /castle, /find, /table and “Explain this position”.
package number

import (
	"context"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// SP answers /sp: the position with an SP number, or with a number of another
// numbering. With play, Explore offers games on lichess.
func SP(boards *render.Renderer, play bool) chat.Command {
	numberings := numberings()
	return chat.Command{
		// The option has no bounds, so that the bot can answer a number out of range
		// with the ranges of all numberings.
		Def: chat.Define("sp", "Show the start position for a Chess960 number", append([]chat.Option{
			chat.NumberOption("number", "The number, 0 to 959; the classical array is 518"),
			chat.NumberOption("black", "Black's number in double Chess960, where the two sides differ"),
			numberings.Option("scheme", "Whose number it is, if not an SP number"),
			chat.BoolOption("path", "Show a shortest way there from the classical array, exchanging two pieces at a time"),
			chat.TextOption("apply", "Walk a path of such swaps from the classical array, such as 12ES").UpTo(longestPath),
			card.ExplainOption(),
		}, card.StyleOptions()...)...),
		Example: "/sp number:518",
		Buttons: card.Pages{Boards: boards, Play: play}.Buttons(),
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			if r.Options.Text("apply") != "" {
				return applySwaps(boards, r)
			}
			n, err := numberings.ChooseOrFirst(r.Options.Text("scheme"))
			if err != nil {
				return nil, err
			}
			if _, double := r.Options["black"]; double {
				return n.answerDouble(boards, r)
			}
			p, notes, err := n.read(r.Options, "number", chat.Slash("sp")+" `number:518`")
			if err != nil {
				return nil, err
			}
			a, err := card.NewAnswer(r.Options, p, n.method, explain.ToPosition, notes...)
			if err != nil {
				return nil, err
			}
			if r.Options.Bool("path") {
				a.Walk = explain.SwapPath(p)
			}
			return a.Reply(boards)
		},
	}
}
