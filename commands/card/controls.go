package card

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// customID returns the custom id of a button or menu. It contains everything that is
// needed to answer a press, so buttons work after a restart and on any machine:
//
//	control:SP number:view:theme:method:direction
//
// The control says what to do. The other fields describe the card that is shown now.
func (c Card) customID(control string) string {
	return strings.Join([]string{control, strconv.Itoa(c.Position().SP()), c.look.Side(), c.look.Theme.ID, c.method.ID, directionID(c.direction)}, ":")
}

func directionID(d explain.Direction) string {
	if d == explain.ToNumber {
		return "number"
	}
	return "position"
}

// parseCustomID reads the card from a custom id.
func parseCustomID(id string) (Card, error) {
	fields := strings.Split(id, ":")
	if len(fields) != 6 {
		return Card{}, chat.Foreign()
	}
	sp, numberErr := strconv.Atoi(fields[1])
	position, positionErr := chess960.FromSP(sp)
	l, lookErr := ParseLook(fields[2], fields[3])
	method, known := explain.MethodByID(fields[4])
	direction := explain.Direction(fields[5] == directionID(explain.ToNumber))
	if numberErr != nil || positionErr != nil || lookErr != nil || !known || fields[5] != directionID(direction) {
		return Card{}, chat.Foreign()
	}
	return New(method.Scheme.Derive(position), l, method, direction), nil
}

// pageButtons returns the buttons of every card: one for each private page except the one
// shown, and a link to lichess.
func (c Card) PageButtons(shown string) []chat.Component {
	var buttons []chat.Component
	for _, p := range pages() {
		if p.id != shown {
			buttons = append(buttons, c.Button(p.id, p.label))
		}
	}
	return append(buttons, chat.LinkButton("Open on lichess", Lichess(c.Position())))
}

func (c Card) Button(control, label string) chat.Component {
	return chat.Button(discordgo.SecondaryButton, label, c.customID(control))
}

// methodMenu lets people choose how the number is worked out.
func (c Card) methodMenu() chat.Component {
	var options []chat.MenuOption
	for _, m := range explain.Methods() {
		options = append(options, chat.MenuOption{Label: m.Name, Value: m.ID, Description: m.Source, Default: m == c.method})
	}
	return chat.Menu(c.customID("method"), "Another way of working it out", options)
}

// themeMenu lets people choose the colours of the board.
func (c Card) themeMenu() chat.Component {
	var options []chat.MenuOption
	for _, t := range render.Themes() {
		options = append(options, chat.MenuOption{Label: t.Name, Value: t.ID, Default: t == c.look.Theme})
	}
	return chat.Menu(c.customID("theme"), "Other colours", options)
}

// cardButtons returns the handlers for the buttons and menus of cards.
func CardButtons(boards *render.Renderer) map[string]chat.Handler {
	handlers := map[string]chat.Handler{}
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
		c, err := parseCustomID(r.CustomID)
		if err != nil {
			return nil, err
		}
		if turn != nil {
			if err := turn(&c, strings.Join(r.Values, ",")); err != nil {
				return nil, err
			}
		}
		reply, err := p.reply(boards, c)
		if err != nil {
			return nil, err
		}
		return chat.InPrivate(r, reply), nil
	}
}

// moveBy returns the turn to the position whose number is greater by count, in the
// method's scheme. After the last number comes the first.
func moveBy(count int) turn {
	return func(c *Card, _ string) error {
		scheme := c.method.Scheme
		n := c.derivation.Number() - scheme.First + count
		d, err := scheme.Locate(scheme.First + (n+chess960.Count)%chess960.Count)
		c.derivation = d
		return err
	}
}

func toMirror(c *Card, _ string) error {
	c.derivation = c.method.Scheme.Derive(c.Position().Mirror())
	return nil
}

func otherView(c *Card, _ string) error {
	c.look.fromBlack = !c.look.fromBlack
	return nil
}

func otherDirection(c *Card, _ string) error {
	c.direction = !c.direction
	return nil
}

func chooseTheme(c *Card, chosen string) error {
	theme, ok := render.ThemeByID(chosen)
	if !ok {
		return chat.Foreign()
	}
	c.look.Theme = theme
	return nil
}

func chooseMethod(c *Card, chosen string) error {
	method, ok := explain.MethodByID(chosen)
	if !ok {
		return chat.Foreign()
	}
	*c = New(c.derivation, c.look, method, c.direction)
	return nil
}
