package card

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
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

// StepsButton leads to the steps from the number to the position.
func (c Card) StepsButton() chat.Component {
	return c.Button(stepsPage, voice.Phrase("card.findPosition"))
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
	l.Text(voice.Lines{titleOf(e), voice.Run{voice.Bold(voice.Say("card.stepOf", voice.F{
		"Step": step, "Steps": len(e.Steps),
	})), voice.Run(now.Said)}})
	if now.View != nil {
		l.Strip(step, *now.View)
	}
	below := voice.Lines{voice.Raw(strings.TrimSuffix(now.View.RowText(), "\n"))}
	withNote := e.NoteTo + 1
	if e.Note != nil && e.Block != "" { // a screen has no room for both
		withNote = min(withNote+1, len(e.Steps))
	}
	if step == withNote && e.Note != nil {
		below = append(below, voice.Small(e.Note))
	}
	if step == e.NoteTo+1 && e.Block != "" {
		below = append(below, voice.Raw(e.Block))
	}
	if now.View.RowText() != "" || len(below) > 1 {
		l.Text(below)
	}
	l.Row(c.methodMenu())
	next := c.Button(stepsPage, voice.Phrase("card.startAgain"))
	if step < len(e.Steps) {
		next = c.stepButton(step+1, "number.next")
	}
	next.Style = discordgo.PrimaryButton
	buttons := []chat.Component{next}
	if step > 1 {
		buttons = append(buttons, c.stepButton(step-1, "card.back"))
	}
	direction := voice.Phrase("card.findNumber")
	if c.Direction == explain.ToNumber {
		direction = "card.findPosition"
	}
	l.Buttons(append(buttons, c.Button(otherDirection, direction)))
	return []chat.Component{c.Button(whose, isItRight)}
}

func (c Card) stepButton(number int, label voice.Phrase) chat.Component {
	return chat.Button(discordgo.SecondaryButton, label, oneStep.ID(step{c, number}))
}
