package number

import (
	"errors"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

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
