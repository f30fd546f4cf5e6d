package number

import (
	"errors"
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/render"
	"chess960bot/voice"
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
		return nil, chat.Refuse(voice.Raw("`number` and `apply` both name a position."), voice.Raw("Give one of them: `number` with `path:true`, or `apply` alone."))
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
		return nil, parseRefusal(err, "a path of swaps", "Type the labels of the swaps one after another, such as `12ES`. "+chat.Slash("sp")+" `path:true` shows the path to a position.")
	}
	if len(path) > maxApplied {
		return nil, chat.Refuse(
			voice.Raw(fmt.Sprintf("That path has %d swaps; I walk %d at most.", len(path), maxApplied)),
			voice.Raw("No position needs more than 6."),
		)
	}
	return path, nil
}

// swapRefusal returns the refusal of an illegal swap. number is its number in the
// path.
func swapRefusal(number int, e *chess960.SwapError) error {
	text := fmt.Sprintf("Swap %d on the path, `%s`, exchanges the pieces on %s and %s and turns `%v` into `%s`. That is not a Chess960 start position:",
		number, e.Swap.Label(), e.Swap.Left.Square(), e.Swap.Right.Square(), e.From, e.Rank)
	for _, problem := range e.Problems {
		text += "\n- " + problem.Text
	}
	return chat.Refuse(voice.Raw(text), voice.Raw("Every position on the way must be a start position."))
}
