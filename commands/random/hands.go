package random

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// A handDraw is a draw by hand, and how to show it. Its whole state is in the custom ids
// of its buttons:
//
//	control:method:code of the throws:view:theme:method of explanation or nothing
type handDraw struct {
	drawing drawing.Drawing
	display card.Display
}

func (h *handDraw) fields(f *chat.Fields) {
	chat.OneOf(f, &h.drawing.Method, methods())
	chat.Parsed(f, &h.drawing, codeOf, func(code string) (drawing.Drawing, error) { return h.drawing.Method.Resume(code) })
	h.display.Fields(f)
}

// codeOf returns the code of the throws for a custom id. If there are many throws, the
// code leaves out those that did not count.
func codeOf(d drawing.Drawing) string {
	const longest = 50 // leaves room for the other fields
	if code := d.Code(); len(code) <= longest {
		return code
	}
	return d.Counting().Code()
}

// The buttons of a draw by hand: a throw, “Undo”, “Show to everyone” and “Step by step”.
var (
	handButton   = chat.NewControl("hand", (*handDraw).fields)
	undoButton   = chat.NewControl("undo", (*handDraw).fields)
	showButton   = chat.NewControl("show", (*handDraw).fields)
	throwsButton = chat.NewControl("throws", (*handDraw).fields)
)

// reply shows the drawn position, its numbers and the throws. The last line says who threw, and the
// odds. The steps of an explanation, if somebody asks for one, leave room for the first rank only.
func (h handDraw) reply(tools Tools, audience chat.Audience, last voice.Run, first ...chat.Component) (*chat.Reply, error) {
	own := append(first, chat.Secondary(voice.Phrase("random.steps"), throwsButton.ID(h)))
	return card.Answer{
		Card:     card.Card{Position: h.drawing.Position(), Style: h.display.Style, Method: explain.Direct},
		Audience: audience, Explain: h.display.Explain, Brief: true, Compact: h.display.Explain != nil, First: own,
	}.Drawn(tools.Boards, recordOf(h.drawing).text(), voice.Small(last))
}

// counts returns, for each square, the number that puts a piece on it; -1 for none.
func counts(c drawing.Choice, rank drawing.Rank) [8]int {
	counts := explain.RankView(rank).Counts
	for _, o := range c.Outcomes {
		changed := slices.Collect(o.Changes(rank).All())
		if len(changed) != 1 || rank[changed[0]] != 0 {
			continue
		}
		if n, err := strconv.Atoi(o.Aliases[0]); err == nil {
			counts[changed[0]] = n
		}
	}
	return counts
}

// guide guides the person who throws through a drawing by hand. It shows the next
// throw, a button for each result that counts, and the rank so far.
func (h handDraw) guide(tools Tools, audience chat.Audience) (*chat.Reply, error) {
	d := h.drawing
	if d.Done() {
		return h.completePage(tools, audience, voice.Phrase("random.complete"),
			chat.Button(discordgo.PrimaryButton, voice.Phrase("random.show"), showButton.ID(h)),
			h.undo(),
			compareButton(d.Position()))
	}
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: audience}
	l.Text(voice.Lines{voice.Heading(2, voice.Say("random.throwOf", voice.F{
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
			buttons = append(buttons, chat.Secondary(voice.Raw(o.Label), handButton.ID(next)))
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
	return chat.Secondary(voice.Phrase("random.undo"), undoButton.ID(h))
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
	return voice.Say("random.instruction."+string(c.Device), facts)
}

// anyOf lists results: "1 to 6", "5 or 6", "TT, TH, HT or HH".
func anyOf(labels []string) voice.Sentence {
	last := labels[len(labels)-1]
	if n, err := strconv.Atoi(last); err == nil && n > 2 && labels[0] == "1" && n == len(labels) {
		return voice.Say("random.upTo", voice.F{"Last": voice.Raw(last)})
	}
	var all voice.Or
	for _, label := range labels {
		all = append(all, voice.Raw(label))
	}
	return all
}

// toldBy says who has told the throws of a drawn position, by which method, and the odds. Nobody
// else has seen the throws.
func (h handDraw) toldBy(how string, r *chat.Request) voice.Run {
	m := h.drawing.Method
	return voice.Run{voice.Say("random.told."+how, voice.F{"Person": voice.Raw(chat.Mention(r.Asker))}),
		voice.Say("random.methodUsed", voice.F{"Method": m.Name()}), fairness(m, h.drawing.Position(), true)}
}

// throwRefusal returns the refusal of wrong or missing throws. It says which results
// were possible.
func throwRefusal(e *drawing.ThrowError) error {
	d, given := e.Drawing, voice.Quoted(e.Given)
	tool := d.Next.Device
	wrong := voice.Say("random.wrongThrow.not-possible", voice.F{"Tool": tool, "Throw": e.Throw, "Given": given})
	switch {
	case e.TooMany():
		for _, s := range d.Steps {
			tool = cmp.Or(s.Choice.Device, tool) // the last one
		}
		return chat.Refuse(voice.Say("random.oneTooMany", voice.F{
			"Tool": tool, "Complete": e.Throw - 1, "Throw": e.Throw, "Rank": d.Rank(), "Given": given,
		}), d.Method.Order())
	case e.TooLong():
		return chat.Refuse(voice.Say("random.wrongThrow.most", voice.F{"Throw": drawing.MostThrows}), d.Method.Order())
	case e.Missing():
		wrong = voice.Say("random.wrongThrow.missing", voice.F{"Tool": tool, "Throw": e.Throw})
	}
	var over voice.Sentence // why the drawing has just begun again
	if last := len(d.Steps) - 1; last >= 0 && d.Steps[last].Outcome.Over {
		over = d.Steps[last].Choice.Rule
	}
	return chat.Refuse(voice.Run{over, wrong, instructionFor(d.Next),
		voice.Say("random.rankSoFar", voice.F{"Rank": d.Rank()})}, d.Method.Order())
}

// shownKept is how many draws that were shown to everyone are remembered. People press
// “Show to everyone” twice within minutes, if at all.
const shownKept = 1000

// A showing is a draw by hand that its private page shows to everyone, at most once.
type showing struct {
	turn    chan struct{} // holds one value while no press is being answered
	shown   bool
	message string // id of the post; "" if it is not known
}

func newShowing() *showing {
	s := &showing{turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// showToEveryone answers “Show to everyone”. A second press answers with a link to the post.
// Two presses at the same time wait for each other.
func showToEveryone(tools Tools) chat.ControlHandler[handDraw] {
	pages := &recent.Table[*showing]{Size: shownKept}
	return func(ctx context.Context, r *chat.Request, h handDraw) (*chat.Reply, error) {
		if !h.drawing.Done() || r.Message == nil {
			return nil, chat.Foreign()
		}
		s, _ := pages.Get(r.Message.ID+" "+codeOf(h.drawing), newShowing)
		select {
		case <-s.turn:
		case <-ctx.Done():
			return nil, chat.Refuse(voice.Phrase("random.beingShown"), voice.Phrase("random.lookInChannel"))
		}
		if s.shown {
			defer func() { s.turn <- struct{}{} }()
			post := voice.Raw("") // where everyone can see the draw
			if s.message != "" {
				post = voice.Raw(chat.MessageURL(r.GuildID, r.ChannelID, s.message))
			}
			return h.completePage(tools, chat.OwnPage, voice.Say("random.shownIn", voice.F{"Post": post}), compareButton(h.drawing.Position()))
		}
		reply, err := h.reply(tools, chat.AsAsked, h.toldBy("pressed", r))
		if err != nil {
			s.turn <- struct{}{}
			return nil, err
		}
		reply.Sent = append(reply.Sent, func(_ context.Context, message string, failed error) error {
			s.shown, s.message = failed == nil, message
			s.turn <- struct{}{}
			return nil
		})
		return reply, nil
	}
}

// completePage is the private page of a complete draw.
func (h handDraw) completePage(tools Tools, audience chat.Audience, note voice.Sentence, buttons ...chat.Component) (*chat.Reply, error) {
	d := h.drawing
	l := card.Layout{Boards: tools.Boards, Style: h.display.Style, Audience: audience}
	l.Text(card.Heading(d.Position(), []voice.Sentence{note}))
	thrownStrip(&l, d)
	l.Text(voice.Lines{recordOf(d).text(), fairness(d.Method, d.Position(), true)})
	l.Buttons(buttons)
	return l.Reply()
}

// fairness says how likely the drawn position was by the method, compared with the others. told says
// that people have told the throws, so the odds hold only if the throws are honest.
func fairness(m *drawing.Method, p chess960.Position, told bool) voice.Sentence {
	odds := m.Odds()
	lowest, highest, drawn := odds.Lowest, odds.Highest, draws(odds.Of(p))
	switch {
	case odds.Fair():
		return voice.Say("random.chance.equal", voice.F{"Honest": told})
	case odds.With(lowest)+odds.With(highest) < chess960.Count:
		return voice.Say("random.chance.range", voice.F{
			"Honest": told, "Draws": drawn, "Rarest": draws(lowest), "Commonest": draws(highest),
		})
	}
	other := lowest
	if odds.Of(p).Cmp(lowest) == 0 {
		other = highest
	}
	return voice.Say("random.chance.others", voice.F{
		"Honest": told, "Draws": drawn, "Others": odds.With(other), "Most": draws(other),
	})
}

// draws returns in how many draws something with this chance comes once.
func draws(chance *big.Rat) *big.Rat { return new(big.Rat).Inv(chance) }

// whole is draws, rounded.
func whole(chance *big.Rat) voice.Grouped {
	n, _ := draws(chance).Float64()
	return voice.Grouped(math.Round(n))
}

// compareMethods is the button with the comparison of all methods: compare:SP number.
var compareMethods = chat.NewControl("compare", func(p *chess960.Position, f *chat.Fields) { card.PositionField(f, p) })

func compareButton(p chess960.Position) chat.Component {
	return chat.Secondary(voice.Phrase("random.compare"), compareMethods.ID(p))
}

// compare answers that button with a private table.
func compare(_ context.Context, _ *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return card.Page(chat.OnlyAsker, comparison(p)), nil
}

// comparison lists all methods: in how many draws the position comes once, with the most frequent and the
// rarest one of an uneven method, and the number of throws.
func comparison(p chess960.Position) voice.Sentence {
	var list voice.Bullets
	for _, m := range drawing.Methods() {
		odds := m.Odds()
		facts := voice.F{"Method": m.Name(), "Draws": whole(odds.Of(p)), "Rarest": voice.Grouped(0), "Commonest": voice.Grouped(0), "Throws": odds.Throws}
		if !odds.Fair() {
			facts["Rarest"], facts["Commonest"] = whole(odds.Lowest), whole(odds.Highest)
		}
		list = append(list, voice.Say("random.compared", facts))
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("random.comparison")), voice.Say("random.comparisonText", voice.F{"Name": p.Name()}), list,
	}
}
