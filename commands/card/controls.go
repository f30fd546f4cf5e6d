package card

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
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

// onCard returns a control of cards.
func onCard(name string) chat.Control[Card] { return chat.NewControl(name, (*Card).fields) }

// The controls that lead to a page, and those that change what a page shows.
var (
	explorePage  = onCard("explore")
	stepsPage    = onCard("steps")
	FENPage      = onCard("fen")
	castlingPage = onCard("castling")
	lookPage     = onCard("look")
	factsPage    = onCard("facts")
	fairPage     = onCard("fair")

	previous       = onCard("previous")
	next           = onCard("next")
	otherMethod    = onCard("method")
	otherDirection = onCard("direction")
	more           = onCard("more")
	whose          = onCard("whose")
	whoseNumber    = onCard("whose-number")
)

// PlayButton is the control of the button that leads to a game on lichess. Package play
// answers a press.
var PlayButton = chat.NewControl("play", func(p *chess960.Position, f *chat.Fields) { PositionField(f, p) })

// AnswerButtons returns the buttons of a public answer: three in one row, as a phone shows
// them, or more if the answer has three or more of its own. Its own come first. More, which
// leads to every page, is last.
func (c Card) AnswerButtons(own ...chat.Component) []chat.Component {
	buttons := slices.Clone(own)
	for _, page := range []chat.Control[Card]{stepsPage, FENPage} {
		if len(buttons) < 2 {
			buttons = append(buttons, c.PageButton(page))
		}
	}
	return append(buttons, c.PageButton(explorePage))
}

// PageButton returns the button that opens a page.
func (c Card) PageButton(page chat.Control[Card]) chat.Component {
	return c.Button(page, pageOf(page.Name()).label)
}

// LichessButton returns the button that leads from a position to lichess: with play, to a
// game there, and otherwise to the analysis board.
func LichessButton(p chess960.Position, play bool) chat.Component {
	if !play {
		return chat.LinkButton(voice.Phrase("card.openOnLichess"), Lichess(p))
	}
	return chat.Button(discordgo.PrimaryButton, voice.Phrase("card.playOnLichess"), PlayButton.ID(p))
}

// Button returns a button that does something with the card.
func (c Card) Button(control chat.Control[Card], label voice.Sentence) chat.Component {
	return chat.Secondary(label, control.ID(c))
}

// moreMenu leads from More to the other pages, and shows the board in another way.
func (c Card) moreMenu() chat.Component {
	var options []chat.MenuOption
	for _, p := range pages() {
		if p.about != "" {
			options = append(options, chat.MenuOption{Label: p.label, Value: p.control.Name(), Description: p.about})
		}
	}
	view := voice.Phrase("card.viewAsBlack")
	if c.Style.FromBlack {
		view = "card.viewAsWhite"
	}
	options = append(options,
		chat.MenuOption{Label: voice.Say("card.mirrorImage", voice.F{
			"Name": c.Position.Mirror().Name(),
		}), Value: toMirror},
		chat.MenuOption{Label: view, Value: otherView},
	)
	for _, t := range render.Themes() {
		if t != c.Style.Theme {
			options = append(options, chat.MenuOption{Label: voice.Say("card.colours", voice.F{
				"Theme": chat.ChoiceName("theme", t.ID),
			}), Value: otherTheme + t.ID})
		}
	}
	return chat.Menu(more.ID(c), voice.Say("card.moreAbout", voice.F{"Name": c.Position.Name()}), options)
}

// Values of moreMenu besides the ids of pages.
const (
	toMirror   = "mirror"
	otherView  = "view"
	otherTheme = "theme-" // before the id of a theme
)

// chooseMore answers moreMenu.
func (s Pages) chooseMore(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
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
		theme, err := themes().Choose(strings.TrimPrefix(chosen, otherTheme))
		if err != nil {
			return nil, chat.Foreign()
		}
		c.Style.Theme = theme
	}
	return s.reply(pageOf(explorePage.Name()), c)
}

// Presses answer the buttons and menus of cards.
func (s Pages) Presses() []chat.Press {
	presses := []chat.Press{
		more.On(s.chooseMore), oneStep.On(s.pressStep), mannersButton.On(pressManners), mannersPage.On(turnManners),
		whose.On(askNumber), whoseNumber.On(answerNumber),
	}
	for _, p := range pages() {
		presses = append(presses, p.control.On(s.show(p, nil)))
		for _, turn := range p.turns {
			presses = append(presses, turn.control.On(s.show(p, turn.update)))
		}
	}
	return presses
}

// show returns a handler that changes the card and shows a page of it to the person who
// pressed. update may be nil.
func (s Pages) show(p page, update func(c *Card, chosen string) error) chat.ControlHandler[Card] {
	return func(_ context.Context, r *chat.Request, c Card) (*chat.Reply, error) {
		if update != nil && update(&c, strings.Join(r.Values, ",")) != nil { // a choice that the menu does not offer
			return nil, chat.Foreign()
		}
		return s.reply(p, c)
	}
}

// moveBy returns the turn to the position with a number greater by count, in the
// method's scheme. After the last number comes the first.
func moveBy(count int) func(c *Card, _ string) error {
	return func(c *Card, _ string) error {
		scheme := c.Method.Scheme
		n := c.derivation().Number() - scheme.First + count
		d, err := scheme.Locate(scheme.First + (n+chess960.Count)%chess960.Count)
		c.Position = d.Position
		return err
	}
}

func turnDirection(c *Card, _ string) error {
	c.Direction = !c.Direction
	return nil
}

func chooseMethod(c *Card, chosen string) (err error) {
	c.Method, err = methods().Choose(chosen)
	return err
}

// A Shortcut is a button that answers as a command without options does, to those who see
// the message with the button. /help answers the buttons.
type Shortcut struct {
	Command, Subcommand string
	label               voice.Phrase
}

// The shortcuts.
var (
	DrawOne          = Shortcut{"random", "", "card.drawOne"}
	PositionOfTheDay = Shortcut{"daily", "", "card.positionOfTheDay"}
	Learn            = Shortcut{"quiz", "practice", "card.learn"}
	WhatIsChess960   = Shortcut{"about", "", "card.whatIsChess960"}
)

// ShortcutButton has the custom ids of the shortcuts.
var ShortcutButton = chat.NewControl("help", func(s *Shortcut, f *chat.Fields) {
	chat.OneOf(f, s, chat.List[Shortcut]{
		All: []Shortcut{DrawOne, PositionOfTheDay, Learn, WhatIsChess960}, ID: func(s Shortcut) string { return s.Command },
	})
})

// Shortcuts returns a row of buttons.
func Shortcuts(all ...Shortcut) chat.Component {
	var buttons []chat.Component
	for _, s := range all {
		buttons = append(buttons, chat.Secondary(s.label, ShortcutButton.ID(s)))
	}
	return chat.Row(buttons...)
}
