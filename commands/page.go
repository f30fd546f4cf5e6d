package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
)

// A button's custom id carries all that its press needs, so that it works after
// a restart and on any machine:
//
//	command:action:SP number:view:theme:owner
//
// The SP number and the look are those of the page that the button turns to.
// The action keeps the ids of one message apart: the mirror twin may well be
// the next position too.
func (c card) customID(action string) string {
	return strings.Join([]string{c.command, action, strconv.Itoa(c.position.SP()), c.look.side(), c.look.theme.ID, c.owner}, ":")
}

// buttons returns the buttons that turn to other pages, and the way to lichess.
func (c card) buttons() []discordgo.MessageComponent {
	page := func(action, label string, p chess960.Position, l look) discordgo.MessageComponent {
		return discordgo.Button{
			Style:    discordgo.SecondaryButton,
			Label:    label,
			CustomID: card{c.command, p, l, c.owner}.customID(action),
		}
	}
	return []discordgo.MessageComponent{
		page("previous", "Previous", c.position.Previous(), c.look),
		page("next", "Next", c.position.Next(), c.look),
		page("mirror", "Mirror", c.position.Mirror(), c.look),
		page("flip", "Flip", c.position, c.look.flipped()),
		discordgo.Button{Style: discordgo.LinkButton, Label: "Analyse on lichess", URL: lichess(c.position)},
	}
}

// parseCustomID reads a page button's custom id back.
func parseCustomID(id string) (card, error) {
	fields := strings.Split(id, ":")
	if len(fields) != 6 {
		return card{}, unknownButton()
	}
	sp, err := strconv.Atoi(fields[2])
	if err != nil {
		return card{}, unknownButton()
	}
	p, err := chess960.FromSP(sp)
	if err != nil {
		return card{}, unknownButton()
	}
	l, err := parseLook(fields[3], fields[4])
	if err != nil {
		return card{}, unknownButton()
	}
	return card{fields[0], p, l, fields[5]}, nil
}

func unknownButton() *UserError {
	return &UserError{"This button is from another release of the bot and means nothing to this one.", "Ask again with the slash command."}
}

// turn returns the handler of the page buttons. The card's owner turns its
// page; anyone else gets a private copy, which they own.
func turn(tools Tools) Handler {
	return func(_ context.Context, r *Request) (*Reply, error) {
		c, err := parseCustomID(r.CustomID)
		if err != nil {
			return nil, err
		}
		edit := c.owner == r.Asker
		if !edit {
			c.command, c.owner = "sp", r.Asker
		}
		reply, err := c.reply(tools, c.notes())
		if err != nil {
			return nil, err
		}
		reply.Edit, reply.Private = edit, !edit
		return reply, nil
	}
}

// notes returns what the card says of its position because of the command that
// asked for it.
func (c card) notes() []string {
	if c.command == "fritz" {
		return []string{fmt.Sprintf("Fritz9 number %d is SP-%d.", chess960.Fritz9.Derive(c.position).Number(), c.position.SP())}
	}
	return nil
}

// answer returns the first page that a command shows for a position.
func answer(tools Tools, r *Request, command string, p chess960.Position) (*Reply, error) {
	l, err := lookOf(r.Options)
	if err != nil {
		return nil, err
	}
	c := card{command, p, l, r.Asker}
	reply, err := c.reply(tools, c.notes())
	if err != nil {
		return nil, err
	}
	reply.Private = r.Options.Bool("private")
	return reply, nil
}
