package draw

import (
	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A game is a variant that /random can set up.
type game struct {
	id  string
	own []chat.Option // options of /random that belong only to this game
	run func(tools Tools, r *chat.Request) (*chat.Reply, error)
}

// games lists the choices of the option "game", the default first.
func (o options) games() chat.List[game] {
	return chat.List[game]{Code: true, ID: func(g game) string { return g.id }, All: []game{
		{"chess960", []chat.Option{o.method, o.throws, o.hands, o.excludeStandard, card.ExplainOption()}, o.drawPosition},
		{"double", nil, drawnGame(drawDouble)},
		{"kings-corner", nil, drawnGame(drawKingsCorner)},
		{"by-two", []chat.Option{o.opponent, o.all}, o.startJoint},
	}}
}

// chosenGame reads the option "game" and refuses options of other games.
func (o options) chosenGame(r *chat.Request) (game, error) {
	chosen := o.game.Read(r)
	for _, other := range o.games().All {
		for _, option := range other.own {
			if option.Given(r) && other.id != chosen.id {
				given, belongs := voice.Raw(option.Name()), voice.Raw(other.id)
				wrong := voice.Say("draw.ofAnotherGame", voice.F{"Option": given, "Belongs": belongs, "Chosen": voice.Raw(chosen.id)})
				if !o.game.Given(r) {
					return game{}, chat.Refuse(wrong, voice.Say("draw.addGame", voice.F{"Option": given, "Belongs": belongs}))
				}
				return game{}, chat.Refuse(wrong, voice.Phrase("draw.leaveOneOut"))
			}
		}
	}
	return chosen, nil
}

// drawnGame returns the answer of /random for a game that needs no further choices.
func drawnGame(
	draw func(tools Tools, style card.Style, note drawn, audience chat.Audience) (*chat.Reply, error),
) func(Tools, *chat.Request) (*chat.Reply, error) {
	return func(tools Tools, r *chat.Request) (*chat.Reply, error) {
		return draw(tools, card.StyleOf(r), tools.drawnFor(r), chat.AsAsked)
	}
}
