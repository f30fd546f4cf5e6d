package card

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// fields are the fields of a card in the custom ids of its buttons and menus. The name of
// the id says what to do with the card that is shown now.
//
//	control:SP number:view:theme:method:direction
func (c *Card) fields(f *chat.Fields) {
	PositionField(f, &c.Position)
	c.Style.Fields(f)
	chat.OneOf(f, &c.Method, methods())
	f.Flag((*bool)(&c.Direction), "position", "number")
}

// PositionField is a field of a custom id with the SP number of a position.
func PositionField(f *chat.Fields, p *chess960.Position) {
	sp := p.SP()
	f.Number(&sp, 0, chess960.Count-1)
	if !f.Failed() {
		*p, _ = chess960.FromSP(sp) // in range
	}
}

// AnswerButtons returns the buttons of a public answer, at most five: the first ones are the
// answer's own. Beside them there is no room for Castling, which is behind Explore too. The
// last one leads to lichess: see LichessButton.
func (c Card) AnswerButtons(toLichess chat.Component, first ...chat.Component) []chat.Component {
	buttons := slices.Clone(first)
	for _, p := range pages() {
		if !p.inner && (len(first) == 0 || p.id != "castling") {
			buttons = append(buttons, c.Button(p.id, p.label))
		}
	}
	return append(buttons, toLichess)
}

// LichessButton returns the button that leads from a position to lichess: with play, to a
// game there, and otherwise to the analysis board.
func LichessButton(p chess960.Position, play bool) chat.Component {
	if !play {
		return chat.LinkButton("Open on lichess", Lichess(p))
	}
	id := chat.WriteID("play", func(f *chat.Fields) { PositionField(f, &p) })
	return chat.Button(discordgo.SecondaryButton, "Play on lichess", id)
}

// PageButtons returns the buttons of a private page: one for each page that it leads to.
// Pages with room have a link to lichess, and a button that asks whose number a number is.
func (c Card) PageButtons(shown string) []chat.Component {
	here := pageOf(shown)
	var buttons []chat.Component
	for _, p := range pages() {
		if here.leadsTo(p) {
			buttons = append(buttons, c.Button(p.id, p.label))
		}
	}
	switch {
	case here.inner || shown == "explore" || shown == "castling": // these fill a phone
		return buttons
	case shown == "steps":
		return append(buttons, c.Button("whose", "Whose number?"))
	case shown == "fen":
		buttons = append(buttons, c.Button("whose", "Whose number?"))
	}
	return append(buttons, LichessButton(c.Position, false))
}

// Button returns a button that does something with the card.
func (c Card) Button(control, label string) chat.Component {
	return chat.Button(discordgo.SecondaryButton, label, chat.WriteID(control, c.fields))
}

// methodMenu lets people choose how the number is worked out.
func (c Card) methodMenu() chat.Component {
	var options []chat.MenuOption
	for _, m := range explain.Methods() {
		options = append(options, chat.MenuOption{Label: m.Name, Value: m.ID, Description: m.Source, Default: m == c.Method})
	}
	return chat.Menu(chat.WriteID("method", c.fields), "Another way of working it out", options)
}

// themeMenu lets people choose the colours of the board.
func (c Card) themeMenu() chat.Component {
	var options []chat.MenuOption
	for _, t := range render.Themes() {
		options = append(options, chat.MenuOption{Label: t.Name, Value: t.ID, Default: t == c.Style.Theme})
	}
	return chat.Menu(chat.WriteID("theme", c.fields), "Other colours", options)
}

// Buttons returns the handlers for the buttons and menus of cards.
func Buttons(boards *render.Renderer) map[string]chat.Handler {
	handlers := map[string]chat.Handler{"manners": pressManners, "whose": askNumber, "whose-number": answerNumber, "step": pressStep(boards)}
	for _, p := range pages() {
		handlers[p.id] = p.press(boards, nil)
		for id, turn := range p.turns {
			handlers[id] = p.press(boards, turn)
		}
	}
	return handlers
}

// press returns a handler that shows the page to the person who pressed.
func (p page) press(boards *render.Renderer, turn turn) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		var c Card
		if err := chat.ReadID(r.CustomID, c.fields); err != nil {
			return nil, err
		}
		if turn != nil {
			if err := turn(&c, strings.Join(r.Values, ",")); err != nil {
				return nil, err
			}
		}
		return p.reply(boards, c)
	}
}

// moveBy returns the turn to the position whose number is greater by count, in the
// method's scheme. After the last number comes the first.
func moveBy(count int) turn {
	return func(c *Card, _ string) error {
		scheme := c.Method.Scheme
		n := c.derivation().Number() - scheme.First + count
		d, err := scheme.Locate(scheme.First + (n+chess960.Count)%chess960.Count)
		c.Position = d.Position
		return err
	}
}

func toMirror(c *Card, _ string) error {
	c.Position = c.Position.Mirror()
	return nil
}

func otherView(c *Card, _ string) error {
	c.Style.FromBlack = !c.Style.FromBlack
	return nil
}

func otherDirection(c *Card, _ string) error {
	c.Direction = !c.Direction
	return nil
}

func chooseTheme(c *Card, chosen string) (err error) {
	c.Style.Theme, err = themes().Choose(chosen)
	return foreign(err)
}

func chooseMethod(c *Card, chosen string) (err error) {
	c.Method, err = methods().Choose(chosen)
	return foreign(err)
}

// foreign refuses a choice that the menu does not offer.
func foreign(err error) error {
	if err != nil {
		return chat.Foreign()
	}
	return nil
}
