package number

import (
	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

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
