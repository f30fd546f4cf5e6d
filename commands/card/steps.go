package card

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/explain"
)

// A stepID is the custom id of the buttons that lead to a step of the page "Step by step":
// the fields of a card and the number of the step, from 1.
type stepID struct {
	card Card
	step int
}

func (id *stepID) fields(f *chat.Fields) {
	const most = 9 // more than any method has
	id.card.fields(f)
	f.Number(&id.step, 1, most)
}

// pressStep shows one step of the explanation.
func (s Pages) pressStep(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	var id stepID
	if err := chat.ReadID(r.CustomID, id.fields); err != nil {
		return nil, err
	}
	if id.step > len(id.card.explanation().Steps) {
		return nil, chat.Foreign()
	}
	page := pageOf("steps")
	page.show = func(c Card, l *Layout) { c.showStep(l, id.step) }
	return s.reply(page, id.card)
}

func (c Card) explanation() explain.Explanation {
	return c.Method.Explain(c.derivation(), c.Direction)
}

// showSteps shows the first step of the explanation.
func (c Card) showSteps(l *Layout) { c.showStep(l, 1) }

// showStep shows one step of the explanation: its sentence, and the rank as far as the steps
// have filled it, if the step changes the rank. Buttons lead to the steps before and after it
// and to the other direction, a menu to the other methods.
func (c Card) showStep(l *Layout, step int) {
	e := c.explanation()
	now := e.Steps[step-1]
	l.Text(fmt.Sprintf("%s\n**Step %d of %d.** %s", titleOf(e), step, len(e.Steps), now.Text))
	if now.View != nil {
		l.Strip(step, *now.View)
	}
	below := now.View.RowText()
	if step == e.NoteTo+1 {
		below += chat.WithMentions(e.Note)
	}
	if below != "" {
		l.Text(below)
	}
	l.Row(c.methodMenu())
	next := c.Button("steps", "Start again")
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
	l.Buttons(append(buttons, c.Button("direction", direction)))
}

func (c Card) stepButton(step int, label string) chat.Component {
	id := stepID{c, step}
	return chat.Button(discordgo.SecondaryButton, label, chat.WriteID("step", id.fields))
}
