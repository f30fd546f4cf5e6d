package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// A control's custom id carries all that its press needs, so that it works
// after a restart and on any machine:
//
//	command:action:SP number:view:theme:owner:method:direction
//
// They describe the page that the control turns to; a menu's choice replaces the
// method. The action keeps the ids of one message apart: the mirror twin may
// well be the next position too.
func (c card) customID(action string) string {
	return strings.Join([]string{c.command, action, strconv.Itoa(c.position.SP()), c.look.side(), c.look.theme.ID, c.owner, c.method.ID, directionID(c.direction)}, ":")
}

func directionID(d explain.Direction) string {
	if d == explain.ToNumber {
		return "number"
	}
	return "position"
}

// pageButtons returns the buttons that turn to other positions, and the way to
// lichess.
func (c card) pageButtons() []Component {
	page := func(action, label string, turn func(*card)) Component {
		target := c
		turn(&target)
		return button(discordgo.SecondaryButton, label, target.customID(action))
	}
	return []Component{
		page("previous", "Previous", func(t *card) { t.position = c.neighbour(-1) }),
		page("next", "Next", func(t *card) { t.position = c.neighbour(+1) }),
		page("mirror", "Mirror", func(t *card) { t.position = c.position.Mirror() }),
		page("flip", "Flip", func(t *card) { t.look.fromBlack = !c.look.fromBlack }),
		linkButton("Analyse on lichess", lichess(c.position)),
	}
}

// neighbour returns the position so many numbers on, in the scheme of the
// command that asked; after the last number comes the first.
func (c card) neighbour(step int) chess960.Position {
	scheme := chess960.Scharnagl
	if c.command == "fritz" {
		scheme = chess960.Fritz9
	}
	n := scheme.Derive(c.position).Number() - scheme.First + step
	d, err := scheme.Locate(scheme.First + (n+chess960.Count)%chess960.Count)
	if err != nil {
		panic(err) // every number from First on is one
	}
	return d.Position
}

// methodMenu lets choose how the number is explained.
func (c card) methodMenu() Component {
	var options []MenuOption
	for _, m := range explain.Methods() {
		options = append(options, MenuOption{Label: m.Name, Value: m.ID, Description: m.Source, Default: m == c.method})
	}
	return menu(c.customID(explainAction), "Explain by …", options)
}

const explainAction = "explain"

// directionButton explains the other way round.
func (c card) directionButton() Component {
	label := "Explain position → number"
	if c.direction == explain.ToNumber {
		label = "Explain number → position"
	}
	c.direction = !c.direction
	return button(discordgo.SecondaryButton, label, c.customID("direction"))
}

// parseCustomID reads a control's custom id back.
func parseCustomID(id string) (c card, action string, err error) {
	fields := strings.Split(id, ":")
	if len(fields) != 8 {
		return card{}, "", Foreign()
	}
	c.command, action, c.owner = fields[0], fields[1], fields[5]
	c.direction = fields[7] == directionID(explain.ToNumber)
	sp, numberErr := strconv.Atoi(fields[2])
	position, positionErr := chess960.FromSP(sp)
	l, lookErr := parseLook(fields[3], fields[4])
	method, known := explain.MethodByID(fields[6])
	if numberErr != nil || positionErr != nil || lookErr != nil || !known {
		return card{}, "", Foreign()
	}
	c.position, c.look, c.method = position, l, method
	return c, action, nil
}

// Foreign refuses a command, button or menu that this version does not know.
func Foreign() *UserError {
	return &UserError{"That belongs to another version of this bot; this one does not know it.", "Ask again with a slash command; reload Discord to see the current ones."}
}

// turn returns the handler of a card's controls. The card's owner turns its
// page; anyone else gets a private copy, which they own.
func turn(tools Tools) Handler {
	return func(_ context.Context, r *Request) (*Reply, error) {
		c, action, err := parseCustomID(r.CustomID)
		if err != nil {
			return nil, err
		}
		if action == explainAction {
			if c.method, err = chosenMethod(r.Values); err != nil {
				return nil, err
			}
		}
		edit := c.owner == r.Asker
		c.owner = r.Asker
		reply, err := c.reply(tools, c.notes())
		if err != nil {
			return nil, err
		}
		reply.Edit, reply.Private = edit, !edit
		return reply, nil
	}
}

func chosenMethod(values []string) (*explain.Method, error) {
	if len(values) == 1 {
		if m, ok := explain.MethodByID(values[0]); ok {
			return m, nil
		}
	}
	return nil, Foreign()
}

// notes returns what the card says of its position because of the command that
// asked for it.
func (c card) notes() []string {
	if c.command == "fritz" {
		return []string{fmt.Sprintf("Fritz9 number %d is SP-%d.", chess960.Fritz9.Derive(c.position).Number(), c.position.SP())}
	}
	return nil
}

// answer returns the first page that a command shows for a position, explained
// by the method asked for, else by the given one. The notes stand on this page
// alone.
func answer(tools Tools, r *Request, command string, p chess960.Position, method string, direction explain.Direction, notes ...string) (*Reply, error) {
	l, err := lookOf(r.Options)
	if err != nil {
		return nil, err
	}
	m, err := methodOf(r.Options, method)
	if err != nil {
		return nil, err
	}
	c := card{command: command, position: p, look: l, owner: r.Asker, method: m, direction: direction}
	reply, err := c.reply(tools, append(notes, c.notes()...))
	if err != nil {
		return nil, err
	}
	reply.Private = r.Options.Bool("private")
	return reply, nil
}
