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

// AnswerButtons returns the buttons of a public answer: three in one row, as a phone shows
// them, or more if the answer has three or more of its own. Its own come first. Explore, which
// leads to every page, is last.
func (c Card) AnswerButtons(own ...chat.Component) []chat.Component {
	buttons := slices.Clone(own)
	for _, id := range []string{"steps", "fen"} {
		if len(buttons) < 2 {
			buttons = append(buttons, c.pageButton(id))
		}
	}
	return append(buttons, c.pageButton("explore"))
}

// pageButton returns the button that opens the page with an id.
func (c Card) pageButton(id string) chat.Component { return c.Button(id, pageOf(id).label) }

// LichessButton returns the button that leads from a position to lichess: with play, to a
// game there, and otherwise to the analysis board.
func LichessButton(p chess960.Position, play bool) chat.Component {
	if !play {
		return chat.LinkButton("Open on lichess", Lichess(p))
	}
	id := chat.WriteID("play", func(f *chat.Fields) { PositionField(f, &p) })
	return chat.Button(discordgo.SecondaryButton, "Play on lichess", id)
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

// moreMenu leads from Explore to the other pages, and shows the board in another way.
func (c Card) moreMenu() chat.Component {
	var options []chat.MenuOption
	for _, p := range pages() {
		if p.id != "explore" {
			options = append(options, chat.MenuOption{Label: p.label, Value: p.id, Description: p.about})
		}
	}
	view := "View as Black"
	if c.Style.FromBlack {
		view = "View as White"
	}
	options = append(options,
		chat.MenuOption{Label: "Mirror image (" + Name(c.Position.Mirror()) + ")", Value: toMirror},
		chat.MenuOption{Label: view, Value: otherView},
	)
	for _, t := range render.Themes() {
		if t != c.Style.Theme {
			options = append(options, chat.MenuOption{Label: "Colours: " + t.Name, Value: otherTheme + t.ID})
		}
	}
	return chat.Menu(chat.WriteID("more", c.fields), "More about "+Name(c.Position), options)
}

// Values of moreMenu besides the ids of pages.
const (
	toMirror   = "mirror"
	otherView  = "view"
	otherTheme = "theme-" // before the id of a theme
)

// chooseMore answers moreMenu.
func (s Pages) chooseMore(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	var c Card
	if err := chat.ReadID(r.CustomID, c.fields); err != nil {
		return nil, err
	}
	chosen := strings.Join(r.Values, ",")
	if p := pageOf(chosen); p.show != nil {
		return s.reply(p, c)
	}
	switch chosen {
	case toMirror:
		c.Position = c.Position.Mirror()
	case otherView:
		c.Style.FromBlack = !c.Style.FromBlack
	default:
		if err := chooseTheme(&c, strings.TrimPrefix(chosen, otherTheme)); err != nil {
			return nil, err
		}
	}
	return s.reply(pageOf("explore"), c)
}

// Buttons returns the handlers for the buttons and menus of cards.
func (s Pages) Buttons() map[string]chat.Handler {
	handlers := map[string]chat.Handler{
		"more": s.chooseMore, "step": s.pressStep, "manners": pressManners, "whose": askNumber, "whose-number": answerNumber,
	}
	for _, p := range pages() {
		handlers[p.id] = s.press(p, nil)
		for id, turn := range p.turns {
			handlers[id] = s.press(p, turn)
		}
	}
	return handlers
}

// press returns a handler that shows the page to the person who pressed.
func (s Pages) press(p page, turn turn) chat.Handler {
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
		return s.reply(p, c)
	}
}

// moveBy returns the turn to the position with a number greater by count, in the
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
