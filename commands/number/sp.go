// Package number has the commands that lead from a number to a position and back: /sp, /fritz, /encode
// and “Explain this position”.
package number

import (
	"context"
	"errors"
	"slices"

	"chess960bot/commands/card"
	_ "chess960bot/commands/number/messages" // what the voice says
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// SP answers /sp: the position with an SP number, or with a number of another
// numbering. The pages behind its buttons offer games on lichess and practice.
func SP(pages card.Pages) chat.Command {
	boards := pages.Boards
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
		Presses: pages.Presses(),
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
			a, err := n.answer(r, o.number.Read(r))
			if err != nil {
				return nil, err
			}
			if o.path.Read(r) {
				return a.Walked(boards, explain.SwapPath(a.Position))
			}
			return a.Reply(boards)
		},
	}
}

// Fritz answers /fritz: the position with a number of the program Fritz 9.
func Fritz(boards *render.Renderer) chat.Command {
	n := numbering{reading.Numbering{Scheme: chess960.Fritz9}, explain.Fritz9}
	number := chat.NumberOption("number").Between(n.First(), n.Last()).Mandatory()
	return chat.Command{
		Name:    "fritz",
		Options: card.Options(number),
		Example: "/fritz number:359",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			a, err := n.answer(r, number.Read(r))
			if err != nil {
				return nil, err
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
	path, err := chess960.ParseSwaps(o.apply.Read(r))
	if broken, ok := errors.AsType[*chess960.ParseError](err); ok {
		said := voice.Say("number.notAPath", voice.F{"Text": voice.Quoted(broken.Input)})
		return nil, chat.Refuse(voice.Lines{said, reading.Problems(broken.Problems)}, voice.Phrase("number.typePath"))
	}
	if len(path) > maxApplied {
		return nil, chat.Refuse(voice.Say("number.longPath", voice.F{
			"Swaps": len(path), "Most": maxApplied,
		}), voice.Phrase("number.sixAreEnough"))
	}
	after, err := chess960.Classical().Apply(path)
	if refused, ok := errors.AsType[*chess960.SwapError](err); ok {
		swap := refused.Swap
		wrong := voice.Say("number.wrongSwap", voice.F{
			"Number": len(after) + 1, "Label": voice.Raw(swap.Label()), "Left": voice.Raw(swap.Left.Square()), "Right": voice.Raw(swap.Right.Square()),
			"From": refused.From, "To": voice.Raw(refused.Rank),
		})
		return nil, chat.Refuse(voice.Lines{wrong, reading.Problems(refused.Problems)}, voice.Phrase("number.startPositionsOnly"))
	}
	if err != nil {
		return nil, err
	}
	end := after[len(after)-1]
	a := card.NewAnswer(r, end, explain.Direct)
	return a.Walked(boards, explain.WalkSwaps(path, after))
}

// A numbering is a choice of the option "scheme".
type numbering struct {
	reading.Numbering
	method *explain.Method // the way of working the scheme's numbers out
}

// numberings lists the choices of the option "scheme", the default first: every scheme,
// and SP numbers plus 1. Scharnagl's numbers from 1 to 960 are left out, because SP
// numbers include 960.
func numberings() chat.List[numbering] {
	list := chat.List[numbering]{ID: numbering.id, Name: numbering.choice}
	for _, s := range chess960.DistinctSchemes() {
		method := explain.Direct
		if i := slices.IndexFunc(explain.Methods(), func(m *explain.Method) bool { return m.Scheme == s }); i >= 0 {
			method = explain.Methods()[i]
		}
		list.All = append(list.All, numbering{reading.Numbering{Scheme: s}, method})
	}
	list.All = append(list.All, numbering{reading.Numbering{Scheme: chess960.Scharnagl, Added: 1}, explain.Direct})
	return list
}

// choice is the numbering in a menu, with its first and its last number.
func (n numbering) choice() voice.Sentence {
	ends := voice.F{"First": n.First(), "Last": n.Last()}
	switch {
	case n.Added == 1:
		return voice.Say("number.choice.plusOne", ends)
	case n.Scheme == chess960.Scharnagl:
		return voice.Say("number.choice.sp", ends)
	}
	return voice.Say("number.choice.numbers", voice.F{"Title": voice.Raw(n.Scheme.Title), "First": n.First(), "Last": n.Last()})
}

func (n numbering) id() string {
	if n.Added == 1 {
		return "plus1"
	}
	return n.Scheme.Option
}

// answer returns the answer about a number.
func (n numbering) answer(r *chat.Request, number int) (card.Answer, error) {
	p, notes, err := n.position(number)
	if n.Added == 0 && n.Scheme != chess960.Scharnagl {
		notes = nil // the heading and the numbers say both
	}
	return card.NewAnswer(r, p, n.method, notes...), err
}

// position returns the position with a number, and a sentence about the number if it is not
// the SP number.
func (n numbering) position(number int) (p chess960.Position, notes []voice.Sentence, err error) {
	if p, err = n.Scheme.Find(number, n.Added); err != nil {
		return p, nil, n.outOfRange(number)
	}
	notes = n.Names(number, p)
	if n.Added == 0 && n.Scheme == chess960.Scharnagl && number == card.Classical+1 {
		notes = []voice.Sentence{voice.Say("number.plusOneNormal", voice.F{"Number": number})}
	}
	return p, notes, nil
}

// noNumber returns the refusal of /sp without a number. The example has its options.
func (n numbering) noNumber(example voice.Phrase) error {
	return chat.Refuse(voice.Run{voice.Phrase("number.noNumber"), n.Extent()}, example)
}

// outOfRange returns the refusal of a number. It names the
// numberings that have the number.
func (n numbering) outOfRange(number int) error {
	refused := n.NoSuch(number)
	var others voice.Bullets
	for _, other := range numberings().All {
		if other != n && other.First() <= number && number <= other.Last() {
			others = append(others, voice.Say("number.elsewhere", voice.F{
				"Numbering": other.choice(), "Option": voice.Raw(other.id()),
			}))
		}
	}
	if others == nil {
		return chat.Refuse(refused, voice.Phrase("number.typeInRange"))
	}
	return chat.Refuse(refused, voice.Lines{voice.Phrase("number.otherNumberings"), others})
}
