package card

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// A step is a step of the page "Step by step" of a card, from 1.
type step struct {
	card   Card
	number int
}

func (s *step) fields(f *chat.Fields) {
	const most = 9 // more than any method has
	s.card.fields(f)
	f.Number(&s.number, 1, most)
}

var oneStep = chat.NewControl("step", (*step).fields)

// pressStep shows one step of the explanation.
func (s Pages) pressStep(_ context.Context, _ *chat.Request, pressed step) (*chat.Reply, error) {
	if pressed.number > len(pressed.card.explanation().Steps) {
		return nil, chat.Foreign()
	}
	page := pageOf(stepsPage.Name())
	page.show = func(c Card, l *Layout) []chat.Component { return c.showStep(l, pressed.number) }
	return s.reply(page, pressed.card)
}

func (c Card) explanation() explain.Explanation {
	return c.Method.Explain(c.derivation(), c.Direction)
}

// showSteps shows the first step of the explanation.
func (c Card) showSteps(l *Layout) []chat.Component { return c.showStep(l, 1) }

// showStep shows one step of the explanation: its sentence, and the rank as far as the steps
// have filled it, if the step changes the rank. Buttons lead to the steps before and after it
// and to the other direction, a menu to the other methods.
func (c Card) showStep(l *Layout, step int) []chat.Component {
	e := c.explanation()
	now := e.Steps[step-1]
	l.Text(voice.Raw(fmt.Sprintf("%s\n**Step %d of %d.** %s", titleOf(e), step, len(e.Steps), voice.In("en").Say(voice.Run(now.Said)))))
	if now.View != nil {
		l.Strip(step, *now.View)
	}
	below := now.View.RowText()
	if step == e.NoteTo+1 {
		below += chat.WithMentions(voice.In("en").Say(voice.Small(e.Note))) + e.Block
	}
	if below != "" {
		l.Text(voice.Raw(below))
	}
	l.Row(c.methodMenu())
	next := c.Button(stepsPage, "Start again")
	if step < len(e.Steps) {
		next = c.stepButton(step+1, "Next")
	}
	next.Style = discordgo.PrimaryButton
	buttons := []chat.Component{next}
	if step > 1 {
		buttons = append(buttons, c.stepButton(step-1, "Back"))
	}
	direction := "Position → number"
	if c.Direction == explain.ToNumber {
		direction = "Number → position"
	}
	l.Buttons(append(buttons, c.Button(otherDirection, direction)))
	return []chat.Component{c.Button(whose, "Whose number?")}
}

func (c Card) stepButton(number int, label string) chat.Component {
	return chat.Button(discordgo.SecondaryButton, voice.Raw(label), oneStep.ID(step{c, number}))
}
