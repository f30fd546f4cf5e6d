package commands

import (
	"context"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/recognize"
)

// explainThis is the name of the message command, as people see it in the menu of a
// message.
const explainThis = "Explain this position"

// explainMessage answers "Explain this position" with the positions that a message
// names. Only the asker sees the answer.
func explainMessage(tools Tools) Command {
	def := define(explainThis, "")
	def.Type = discordgo.MessageApplicationCommand
	return Command{
		Def: def,
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			found := recognize.All(r.Target)
			if len(found) == 0 {
				return nil, &UserError{"I find no Chess960 start position in that message.", "I look for FENs, back ranks such as `RNBQKBNR`, lichess links and numbers such as SP-518."}
			}
			if choices := positionChoices(found); len(found) > 1 && len(choices) > 1 {
				return choosePosition(choices), nil
			}
			return explainPrivately(tools, found[0].White, readingNotes(found[0])...)
		},
		Buttons: map[string]Handler{"position": func(_ context.Context, r *Request) (*Reply, error) {
			if len(r.Values) != 1 {
				return nil, Foreign()
			}
			p, err := chess960.ParsePosition(r.Values[0])
			if err != nil {
				return nil, Foreign()
			}
			reply, err := explainPrivately(tools, p)
			if err != nil {
				return nil, err
			}
			return inPrivate(r, reply), nil
		}},
	}
}

// explainPrivately shows a position's card only to the asker.
func explainPrivately(tools Tools, p chess960.Position, notes ...string) (*Reply, error) {
	a, err := answerFor(Options{}, explain.Head.Scheme.Derive(p), explain.Head, explain.ToNumber, notes...)
	if err != nil {
		return nil, err
	}
	reply, err := a.reply(tools)
	if err != nil {
		return nil, err
	}
	reply.Private = true
	return reply, nil
}

// positionChoices returns a choice for each position, of White or Black.
func positionChoices(found []recognize.Reading) []MenuOption {
	var choices []MenuOption
	for _, reading := range found {
		for _, p := range []chess960.Position{reading.White, reading.Black} {
			choice := MenuOption{Label: fmt.Sprintf("SP-%d · %v", p.SP(), p), Value: p.String()}
			if !slices.Contains(choices, choice) {
				choices = append(choices, choice)
			}
		}
	}
	return choices
}

// choosePosition asks which of several positions the asker means.
func choosePosition(choices []MenuOption) *Reply {
	const most = 25 // options of a menu
	question := fmt.Sprintf("That message names %d positions. Which one?", len(choices))
	if len(choices) > most {
		question += fmt.Sprintf(" The menu has the first %d.", most)
		choices = choices[:most]
	}
	reply := Say(question)
	reply.Components = append(reply.Components, rowOf(menu("position", "Choose a position", choices)))
	return reply
}
