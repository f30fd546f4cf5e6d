package draw

import (
	"chess960bot/chat"
	"chess960bot/commands/card"
	"fmt"
	"slices"
)

// A game is a variant that /random can set up.
type game struct {
	id, title string
	options   []string // options of /random that belong only to this game
	run       func(tools Tools, r *chat.Request) (*chat.Reply, error)
}

// games lists the choices of the option "game", the default first.
func games() []game {
	return []game{
		{"chess960", "Chess960: one of 960 positions", []string{"method", "throws", "hands", "exclude_standard", "explain"}, drawPosition},
		{"double", "Double Chess960: White and Black drawn apart", nil, drawnGame(drawDouble)},
		{"kings-corner", "King's Corner: kings on h1 and a8", nil, drawnGame(drawKingsCorner)},
		{"by-two", "By two players, who place pieces in turn", []string{"opponent", "all"}, startJointGame},
	}
}

func gameChoices() []chat.Choice {
	var choices []chat.Choice
	for _, g := range games() {
		choices = append(choices, chat.Choice{Name: g.title, Value: g.id})
	}
	return choices
}

// gameOf reads the option "game" and refuses options of other games.
func gameOf(options chat.Options) (game, error) {
	id := options.Text("game")
	all := games()
	i := slices.IndexFunc(all, func(g game) bool { return g.id == id || id == "" })
	if i < 0 {
		var ids []string
		for _, g := range all {
			ids = append(ids, "`"+g.id+"`")
		}
		return game{}, chat.Refuse(chat.QuoteFirst(id)+" is not a game that can be set up.", "Choose "+chat.Either(ids)+".")
	}
	for _, other := range all {
		for _, name := range other.options {
			if _, given := options[name]; given && other.id != all[i].id {
				return game{}, chat.Refuse(fmt.Sprintf("`%s` belongs to `game:%s`, and this is `game:%s`.", name, other.id, all[i].id), "Leave out one of the two.")
			}
		}
	}
	return all[i], nil
}

// drawnGame returns the answer of /random for a game that needs no further choices.
func drawnGame(draw func(tools Tools, l card.Look, note string) (*chat.Reply, error)) func(Tools, *chat.Request) (*chat.Reply, error) {
	return func(tools Tools, r *chat.Request) (*chat.Reply, error) {
		l, err := card.LookOf(r.Options)
		if err != nil {
			return nil, err
		}
		reply, err := draw(tools, l, drawnFor(tools, "Drawn for "+chat.Mention(r.Asker), ""))
		if err != nil {
			return nil, err
		}
		reply.Private = r.Options.Bool("private")
		return reply, nil
	}
}

func startJointGame(tools Tools, r *chat.Request) (*chat.Reply, error) {
	l, err := card.LookOf(r.Options)
	if err != nil {
		return nil, err
	}
	return startJoint(tools, r, l)
}

// gameButtons answers the buttons of the games.
func gameButtons(tools Tools) map[string]chat.Handler {
	return merge(jointButtons(tools), map[string]chat.Handler{"double": doubleAgain(tools), "corner": kingsCornerAgain(tools)})
}
