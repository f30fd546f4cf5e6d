package draw

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// guide guides the person who throws through a drawing by hand. It shows the next
// throw, a button for each result that counts, and the rank so far.
func (h handDraw) guide(tools Tools, audience chat.Audience) (*chat.Reply, error) {
	d := h.drawing
	if d.Done() {
		return h.completePage(tools, audience, "Your draw is complete. Only you can see this page.",
			chat.Button(discordgo.PrimaryButton, voice.Raw("Show to everyone"), showButton.ID(h)),
			h.undo(),
			compareButton(d.Position()))
	}
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: audience}
	l.Text(voice.Raw(fmt.Sprintf("## %s: throw %d\n%s", voice.In("en").Say(d.Method.Name()), d.Throws()+1, instruction(d.Next))))
	l.Strip(d.Throws()+1, explain.View{Rank: d.Rank(), Counts: counts(d.Next, d.Rank())})
	if d.Throws() > 0 {
		l.Text(voice.Raw(recordOf(d).text()))
	}
	var buttons []chat.Component
	for i, o := range d.Next.Outcomes {
		if !o.Again {
			next := h
			next.drawing = d.With(i)
			buttons = append(buttons, chat.Button(discordgo.PrimaryButton, voice.Raw(o.Label), handButton.ID(next)))
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
	return chat.Button(discordgo.SecondaryButton, voice.Raw("Undo"), undoButton.ID(h))
}

// instruction names the throw, its purpose and the results that count: "Roll the d6
// for the first knight: 1 to 5 (6: throw again)."
func instruction(c drawing.Choice) string {
	var counting, again []string
	for _, o := range c.Outcomes {
		if o.Again {
			again = append(again, o.Label)
		} else {
			counting = append(counting, o.Label)
		}
	}
	text := fmt.Sprintf("%s for %s: %s", devices[c.Device], c.For, anyOf(counting))
	if again != nil {
		text += " (" + anyOf(again) + ": throw again)"
	}
	return text + "."
}

// anyOf lists results: "1 to 6", "5 or 6", "TT, TH, HT or HH".
func anyOf(labels []string) string {
	last := len(labels) - 1
	switch n, err := strconv.Atoi(labels[last]); {
	case last == 0:
		return labels[0]
	case err == nil && last > 1 && labels[0] == "1" && n == len(labels):
		return "1 to " + labels[last]
	}
	return chat.Either(labels)
}

// clash is why some throws are needed.
const clash = "The bishops stand on squares of one colour. "

// devices has an instruction for each device.
var devices = map[string]string{
	"number":        "Draw a number",
	"d4":            "Roll the d4",
	"d6":            "Roll the d6",
	"d8":            "Roll the d8",
	"d12":           "Roll the d12",
	"d20":           "Roll the d20",
	"coins":         "Toss the small coin, then the large one,",
	"large coin":    "Toss the large coin",
	"bag":           "Draw a piece from the bag",
	"pawn":          clash + "Draw a pawn, W or B,",
	"black piece":   "Draw one of Black's pieces",
	"card":          "Deal a card",
	"one more card": clash + "Draw one more card of all eight",
	"playing card":  "Deal a card",
	"ring":          "Take the next piece of the ring",
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

// thrownBy returns a sentence about the person who drew a position by hand.
func thrownBy(m *drawing.Method, asker string) string {
	return fmt.Sprintf("Drawn by hand by %s · %s.", chat.Mention(asker), voice.In("en").Say(m.Name()))
}

// readThrows reads the throws that people typed.
func readThrows(m *drawing.Method, text string) (drawing.Drawing, error) {
	if m.ID == "computer" {
		return drawing.Drawing{}, chat.Refuse(voice.Raw("`throws` needs the method that the throws belong to; the computer's draw has none."), voice.Raw("Add `method`, such as "+chat.Slash("random")+" `method:die throws:1 3 2 2 4`."))
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
	d := e.Drawing
	hint := voice.In("en").Say(d.Method.Order())
	switch {
	case e.TooMany():
		return chat.Refuse(voice.Raw(fmt.Sprintf("The rank is complete after throw %d: %v. Throw %d, %s, is one too many.", e.Throw-1, d.Rank(), e.Throw, chat.Quote(e.Given))), voice.Raw(hint))
	case e.TooLong():
		return chat.Refuse(voice.Raw(fmt.Sprintf("The rank is not complete after %d throws, and I read no more.", drawing.MostThrows)), voice.Raw(hint))
	case e.Missing():
		return chat.Refuse(voice.Raw(fmt.Sprintf("%sThrow %d is missing. %s The rank so far is `%v`.", startedOver(d), e.Throw, instruction(d.Next), d.Rank())), voice.Raw(hint))
	}
	return chat.Refuse(voice.Raw(fmt.Sprintf("Throw %d cannot be %s. %s The rank so far is `%v`.", e.Throw, chat.Quote(e.Given), instruction(d.Next), d.Rank())), voice.Raw(hint))
}

// startedOver says why the drawing has just begun again; "" if it has not.
func startedOver(d drawing.Drawing) string {
	if last := len(d.Steps) - 1; last >= 0 && d.Steps[last].Outcome.Over {
		return voice.In("en").Say(d.Steps[last].Choice.Rule) + " "
	}
	return ""
}
