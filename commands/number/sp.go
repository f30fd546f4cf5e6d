// Package number has the commands that lead from a number to a position and back: /sp,
// /fritz, /encode, /castle, /find, /table and “Explain this position”.
package number

import (
	"context"
	"errors"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// SP answers /sp: the position with an SP number, or with a number of another
// numbering. With play, More offers games on lichess.
func SP(boards *render.Renderer, play bool) chat.Command {
	o := spOptions{ // the numbers have no bounds, so that a number out of range is answered with all ranges
		number: chat.NumberOption("number"),
		black:  chat.NumberOption("black"),
		scheme: numberings().Option("scheme"),
		path:   chat.BoolOption("path"),
		apply:  chat.TextOption("apply").UpTo(longestPath),
	}
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

// spOptions are the options of /sp alone.
type spOptions struct {
	number, black chat.OptionOf[int]
	scheme        chat.OptionOf[numbering]
	path          chat.OptionOf[bool]
	apply         chat.OptionOf[string]
}

// answerDouble shows a position of double Chess960: the option "number" is White's
// position, and the option "black" is Black's.
func (o spOptions) answerDouble(boards *render.Renderer, r *chat.Request) (*chat.Reply, error) {
	for _, single := range []chat.Option{o.path, o.apply, card.ExplainOption()} {
		if single.Given(r) {
			return nil, chat.Refuse(voice.Say("number.ofOnePosition", voice.F{
				"Option": voice.Raw(single.Name()),
			}), voice.Phrase("number.leaveOneOut"))
		}
	}
	n := o.scheme.Read(r)
	if !o.number.Given(r) {
		return nil, n.noNumber("number.exampleDouble")
	}
	white, notes, err := n.position(o.number.Read(r))
	if err != nil {
		return nil, err
	}
	black, blackNotes, err := n.position(o.black.Read(r))
	if err != nil {
		return nil, err
	}
	if o.number.Read(r) != o.black.Read(r) {
		notes = append(notes, blackNotes...)
	}
	return card.Pair{Double: chess960.Double{White: white, Black: black}, Style: card.StyleOf(r)}.Reply(boards, voice.Lines(notes))
}

// maxApplied is the largest number of swaps in a path. No position needs more than
// six.
const maxApplied = 40

// longestPath is the largest number of characters of a path: a label for each swap, with
// room for what people write between them.
const longestPath = 5 * maxApplied

// applySwaps answers /sp with the option "apply": it applies a path of swaps to the
// classical array and shows the last position.
func (o spOptions) applySwaps(boards *render.Renderer, r *chat.Request) (*chat.Reply, error) {
	if o.number.Given(r) {
		return nil, chat.Refuse(voice.Phrase("number.numberAndApply"), voice.Phrase("number.oneOfThem"))
	}
	path, err := pathOf(o.apply.Read(r))
	if err != nil {
		return nil, err
	}
	after, err := chess960.Classical().Apply(path)
	if refused, ok := errors.AsType[*chess960.SwapError](err); ok {
		return nil, swapRefusal(len(after)+1, refused)
	}
	if err != nil {
		return nil, err
	}
	end := after[len(after)-1]
	a := card.NewAnswer(r, end, explain.Direct, explain.ToPosition)
	a.Walk = explain.WalkSwaps(path, after)
	return a.Reply(boards)
}

// pathOf reads a path of swaps as typed.
func pathOf(typed string) ([]chess960.Swap, error) {
	path, err := chess960.ParseSwaps(typed)
	if err != nil {
		return nil, parseRefusal(err, "path", voice.Phrase("number.typePath"))
	}
	if len(path) > maxApplied {
		return nil, chat.Refuse(voice.Say("number.longPath", voice.F{
			"Swaps": len(path), "Most": maxApplied,
		}), voice.Phrase("number.sixAreEnough"))
	}
	return path, nil
}

// swapRefusal returns the refusal of an illegal swap. number is its number in the
// path.
func swapRefusal(number int, e *chess960.SwapError) error {
	wrong := voice.Say("number.wrongSwap", voice.F{
		"Number": number, "Label": voice.Raw(e.Swap.Label()), "Left": voice.Raw(e.Swap.Left.Square()), "Right": voice.Raw(e.Swap.Right.Square()),
		"From": e.From, "To": voice.Raw(e.Rank),
	})
	return chat.Refuse(voice.Lines{wrong, problems(e.Problems)}, voice.Phrase("number.startPositionsOnly"))
}
