package draw

import (
	"context"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// guide guides the person who throws through a drawing by hand. It shows the next
// throw, a button for each result that counts, and the rank so far.
func (h handDraw) guide(tools Tools, audience chat.Audience) (*chat.Reply, error) {
	d := h.drawing
	if d.Done() {
		return h.completePage(tools, audience, voice.Phrase("draw.complete"),
			chat.Button(discordgo.PrimaryButton, voice.Phrase("draw.show"), showButton.ID(h)),
			h.undo(),
			compareButton(d.Position()))
	}
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: audience}
	l.Text(voice.Lines{voice.Heading(2, voice.Say("draw.throwOf", voice.F{
		"Method": d.Method.Name(), "Throw": d.Throws() + 1,
	})), instructionFor(d.Next)})
	l.Strip(d.Throws()+1, explain.View{Rank: d.Rank(), Counts: counts(d.Next, d.Rank())})
	if d.Throws() > 0 {
		l.Text(recordOf(d).text())
	}
	var buttons []chat.Component
	for i, o := range d.Next.Outcomes {
		if !o.Again {
			next := h
			next.drawing = d.With(i)
			buttons = append(buttons, chat.Button(discordgo.SecondaryButton, voice.Raw(o.Label), handButton.ID(next)))
		}
	}
	if d.Throws() > 0 {
		buttons = append(buttons, h.undo())
	}
	l.Buttons(buttons)
	return l.Reply()
}

func (h handDraw) undo() chat.Component {
	h.drawing = h.drawing.Undo()
	return chat.Button(discordgo.SecondaryButton, voice.Phrase("draw.undo"), undoButton.ID(h))
}

// instructionFor says what to throw, for what, and which results count.
func instructionFor(c drawing.Choice) voice.Sentence {
	var counting, again []string
	for _, o := range c.Outcomes {
		if o.Again {
			again = append(again, o.Label)
		} else {
			counting = append(counting, o.Label)
		}
	}
	facts := voice.F{"For": c.For, "Counting": anyOf(counting)}
	if again != nil {
		facts["Again"] = anyOf(again)
	}
	return voice.Say("draw.instruction."+string(c.Device), facts)
}

// anyOf lists results: "1 to 6", "5 or 6", "TT, TH, HT or HH".
func anyOf(labels []string) voice.Sentence {
	last := labels[len(labels)-1]
	if n, err := strconv.Atoi(last); err == nil && n > 2 && labels[0] == "1" && n == len(labels) {
		return voice.Say("draw.upTo", voice.F{"Last": voice.Raw(last)})
	}
	var all voice.Or
	for _, label := range labels {
		all = append(all, voice.Raw(label))
	}
	return all
}

// handPresses answer the buttons of a draw by hand.
func (tools Tools) handPresses() []chat.Press {
	step := func(_ context.Context, _ *chat.Request, h handDraw) (*chat.Reply, error) {
		return h.guide(tools, chat.OwnPage)
	}
	return []chat.Press{
		handButton.On(step), undoButton.On(step), showButton.On(showToEveryone(tools)), throwsButton.On(tools.showThrows),
		compareMethods.On(compare), howIsItDone.On(how),
	}
}

// A tellingHow says how somebody tells throws: typed, or pressed button by button.
type tellingHow string

// toldBy says who has told the throws of a drawn position, by which method, and the odds. Nobody
// else has seen the throws.
func (h handDraw) toldBy(how tellingHow, r *chat.Request) voice.Run {
	m := h.drawing.Method
	return voice.Run{voice.Say("draw.told."+string(how), voice.F{"Person": voice.Raw(chat.Mention(r.Asker))}),
		voice.Say("draw.methodUsed", voice.F{"Method": m.Name()}), fairness(m, h.drawing.Position(), true)}
}

// readThrows reads the throws that people typed.
func readThrows(m *drawing.Method, text string) (drawing.Drawing, error) {
	if m.ID == "computer" {
		return drawing.Drawing{}, chat.Refuse(voice.Phrase("draw.throwsWithoutMethod"), voice.Phrase("draw.addMethod"))
	}
	d, err := m.Read(text)
	if wrong, ok := err.(*drawing.ThrowError); ok {
		return d, throwRefusal(wrong)
	}
	return d, err
}

// throwRefusal returns the refusal of wrong or missing throws. It says which results
// were possible.
func throwRefusal(e *drawing.ThrowError) error {
	d, given := e.Drawing, voice.Quoted(e.Given)
	wrong := voice.Say("draw.wrongThrow.not-possible", voice.F{"Throw": e.Throw, "Given": given})
	switch {
	case e.TooMany():
		return chat.Refuse(voice.Say("draw.oneTooMany", voice.F{
			"Complete": e.Throw - 1, "Throw": e.Throw, "Rank": d.Rank(), "Given": given,
		}), d.Method.Order())
	case e.TooLong():
		return chat.Refuse(voice.Say("draw.wrongThrow.most", voice.F{"Throw": drawing.MostThrows}), d.Method.Order())
	case e.Missing():
		wrong = voice.Say("draw.wrongThrow.missing", voice.F{"Throw": e.Throw})
	}
	return chat.Refuse(voice.Run{startedOver(d), wrong, instructionFor(d.Next),
		voice.Say("draw.rankSoFar", voice.F{"Rank": d.Rank()})}, d.Method.Order())
}

// startedOver says why the drawing has just begun again; nil if it has not.
func startedOver(d drawing.Drawing) voice.Sentence {
	if last := len(d.Steps) - 1; last >= 0 && d.Steps[last].Outcome.Over {
		return d.Steps[last].Choice.Rule
	}
	return nil
}
