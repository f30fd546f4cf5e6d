// Package number has the commands that lead from a number to a position and back: /sp,
// /fritz, /encode, /castle, /find, /table and “Explain this position”.
package number

import (
	"context"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/render"
)

// SP answers /sp: the position with an SP number, or with a number of another
// numbering. With play, More offers games on lichess.
func SP(boards *render.Renderer, play bool) chat.Command {
	o := newSPOptions()
	return chat.Command{
		Name:    "sp",
		Options: card.Options(o.number, o.black, o.scheme, o.path, o.apply),
		Example: "/sp number:518",
		Presses: card.Pages{Boards: boards, Play: play}.Presses(),
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			switch {
			case o.black.Given(r):
				return o.answerDouble(boards, r)
			case o.apply.Given(r):
				return o.applySwaps(boards, r)
			}
			n := o.scheme.Read(r)
			if !o.number.Given(r) {
				return nil, n.noNumber("number.exampleSP")
			}
			p, notes, err := n.position(o.number.Read(r))
			if err != nil {
				return nil, err
			}
			a := card.NewAnswer(r, p, n.method, explain.ToPosition, notes...)
			if o.path.Read(r) {
				a.Walk = explain.SwapPath(p)
			}
			return a.Reply(boards)
		},
	}
}

// spOptions are the options of /sp alone.
type spOptions struct {
	number, black chat.OptionOf[int]
	scheme        chat.OptionOf[numbering]
	path          chat.OptionOf[bool]
	apply         chat.OptionOf[string]
}

// newSPOptions returns the options. The numbers have no bounds, so that the bot can answer a
// number out of range with the ranges of all numberings.
func newSPOptions() spOptions {
	return spOptions{
		number: chat.NumberOption("number"),
		black:  chat.NumberOption("black"),
		scheme: numberings().Option("scheme"),
		path:   chat.BoolOption("path"),
		apply:  chat.TextOption("apply").UpTo(longestPath),
	}
}
