package draw

import (
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
)

// A game is a variant that /random can set up.
type game struct {
	id, title string
	options   []string // options of /random that belong only to this game
	run       func(tools Tools, r *chat.Request) (*chat.Reply, error)
}

// games lists the choices of the option "game", the default first.
func games() chat.List[game] {
	return chat.List[game]{Kind: "a game that can be set up", Code: true, Describe: func(g game) (id, name string) { return g.id, g.title }, All: []game{
		{"chess960", "Chess960: one of 960 positions", []string{"method", "throws", "hands", "exclude_standard", "explain"}, drawPosition},
		{"double", "Double Chess960: White and Black drawn apart", nil, drawnGame(drawDouble)},
		{"kings-corner", "King's Corner: kings on h1 and a8", nil, drawnGame(drawKingsCorner)},
		{"by-two", "By two players, who place pieces in turn", []string{"opponent", "all"}, startJoint},
	}}
}

// gameOf reads the option "game" and refuses options of other games.
func gameOf(options chat.Options) (game, error) {
	chosen, err := games().ChooseOrFirst(options.Text("game"))
	if err != nil {
		return game{}, err
	}
	for _, other := range games().All {
		for _, name := range other.options {
			if _, given := options[name]; given && other.id != chosen.id {
				return game{}, chat.Refuse(fmt.Sprintf("`%s` belongs to `game:%s`, and this is `game:%s`.", name, other.id, chosen.id), "Leave out one of the two.")
			}
		}
	}
	return chosen, nil
}

// drawnGame returns the answer of /random for a game that needs no further choices.
func drawnGame(draw func(tools Tools, l card.Style, note string, audience chat.Audience) (*chat.Reply, error)) func(Tools, *chat.Request) (*chat.Reply, error) {
	return func(tools Tools, r *chat.Request) (*chat.Reply, error) {
		display, err := card.DisplayOf(r.Options)
		if err != nil {
			return nil, err
		}
		return draw(tools, display.Style, drawnFor(tools, "Drawn for "+chat.Mention(r.Asker), ""), chat.AsAsked)
	}
}

// gameButtons answers the buttons of the games.
func gameButtons(tools Tools) map[string]chat.Handler {
	return merge(jointButtons(tools), card.PairButtons(tools.Boards), map[string]chat.Handler{
		"double": doubleAgain(tools), "corner": kingsCornerAgain(tools), "corner-fen": cornerNotation,
	})
}
