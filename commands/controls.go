package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

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
func (c card) customID(control string) string {
	return strings.Join([]string{control, strconv.Itoa(c.position().SP()), c.look.side(), c.look.theme.ID, c.method.ID, directionID(c.direction)}, ":")
}

func directionID(d explain.Direction) string {
	if d == explain.ToNumber {
		return "number"
	}
	return "position"
}

// parseCustomID reads the card from a custom id.
func parseCustomID(id string) (card, error) {
	fields := strings.Split(id, ":")
	if len(fields) != 6 {
		return card{}, Foreign()
	}
	sp, numberErr := strconv.Atoi(fields[1])
	position, positionErr := chess960.FromSP(sp)
	l, lookErr := parseLook(fields[2], fields[3])
	method, known := explain.MethodByID(fields[4])
	direction := explain.Direction(fields[5] == directionID(explain.ToNumber))
	if numberErr != nil || positionErr != nil || lookErr != nil || !known || fields[5] != directionID(direction) {
		return card{}, Foreign()
	}
	return newCard(method.Scheme.Derive(position), l, method, direction), nil
}

// Foreign refuses a command, button or menu that this version does not know.
func Foreign() *UserError {
	return &UserError{"That belongs to another version of this bot; this one does not know it.", "Ask again with a slash command; reload Discord to see the current ones."}
}

// pageButtons returns the buttons of every card: one for each private page except the one
// shown, and a link to lichess.
func (c card) pageButtons(shown string) []Component {
	var buttons []Component
	for _, p := range pages() {
		if p.id != shown {
			buttons = append(buttons, c.button(p.id, p.label))
		}
	}
	return append(buttons, linkButton("Open on lichess", lichess(c.position())))
}

func (c card) button(control, label string) Component {
	return button(discordgo.SecondaryButton, label, c.customID(control))
}

// methodMenu lets people choose how the number is worked out.
func (c card) methodMenu() Component {
	var options []MenuOption
	for _, m := range explain.Methods() {
		options = append(options, MenuOption{Label: m.Name, Value: m.ID, Description: m.Source, Default: m == c.method})
	}
	return menu(c.customID("method"), "Another way of working it out", options)
}

// themeMenu lets people choose the colours of the board.
func (c card) themeMenu() Component {
	var options []MenuOption
	for _, t := range render.Themes() {
		options = append(options, MenuOption{Label: t.Name, Value: t.ID, Default: t == c.look.theme})
	}
	return menu(c.customID("theme"), "Other colours", options)
}

// cardButtons returns the handlers for the buttons and menus of cards.
func cardButtons(tools Tools) map[string]Handler {
	handlers := map[string]Handler{}
	for _, p := range pages() {
		handlers[p.id] = p.press(tools, nil)
		for id, turn := range p.turns {
			handlers[id] = p.press(tools, turn)
		}
	}
	return handlers
}

// press returns a handler that shows the page to the person who pressed.
func (p page) press(tools Tools, turn turn) Handler {
	return func(_ context.Context, r *Request) (*Reply, error) {
		c, err := parseCustomID(r.CustomID)
		if err != nil {
			return nil, err
		}
		if turn != nil {
			if err := turn(&c, strings.Join(r.Values, ",")); err != nil {
				return nil, err
			}
		}
		reply, err := p.reply(tools, c)
		if err != nil {
			return nil, err
		}
		return inPrivate(r, reply), nil
	}
}

// moveBy returns the turn to the position whose number is greater by count, in the
// method's scheme. After the last number comes the first.
func moveBy(count int) turn {
	return func(c *card, _ string) error {
		scheme := c.method.Scheme
		n := c.derivation.Number() - scheme.First + count
		d, err := scheme.Locate(scheme.First + (n+chess960.Count)%chess960.Count)
		c.derivation = d
		return err
	}
}

func toMirror(c *card, _ string) error {
	c.derivation = c.method.Scheme.Derive(c.position().Mirror())
	return nil
}

func otherView(c *card, _ string) error {
	c.look.fromBlack = !c.look.fromBlack
	return nil
}

func otherDirection(c *card, _ string) error {
	c.direction = !c.direction
	return nil
}

func chooseTheme(c *card, chosen string) error {
	theme, ok := render.ThemeByID(chosen)
	if !ok {
		return Foreign()
	}
	c.look.theme = theme
	return nil
}

func chooseMethod(c *card, chosen string) error {
	method, ok := explain.MethodByID(chosen)
	if !ok {
		return Foreign()
	}
	*c = newCard(c.derivation, c.look, method, c.direction)
	return nil
}
