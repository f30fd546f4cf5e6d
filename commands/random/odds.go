package random

import (
	"context"
	"math"
	"math/big"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// fairness says how likely the drawn position was by the method, compared with the others. told says
// that people have told the throws, so the odds hold only if the throws are honest.
func fairness(m *drawing.Method, p chess960.Position, told bool) voice.Sentence {
	odds := m.Odds()
	lowest, highest, drawn := odds.Lowest, odds.Highest, draws(odds.Of(p))
	switch {
	case odds.Fair():
		return voice.Say("random.chance.equal", voice.F{"Honest": told})
	case odds.With(lowest)+odds.With(highest) < chess960.Count:
		return voice.Say("random.chance.range", voice.F{
			"Honest": told, "Draws": drawn, "Rarest": draws(lowest), "Commonest": draws(highest),
		})
	}
	other := lowest
	if odds.Of(p).Cmp(lowest) == 0 {
		other = highest
	}
	return voice.Say("random.chance.others", voice.F{
		"Honest": told, "Draws": drawn, "Others": odds.With(other), "Most": draws(other),
	})
}

// draws returns in how many draws something with this chance comes once.
func draws(chance *big.Rat) *big.Rat { return new(big.Rat).Inv(chance) }

// whole is draws, rounded.
func whole(chance *big.Rat) voice.Grouped {
	n, _ := draws(chance).Float64()
	return voice.Grouped(math.Round(n))
}

// compareMethods is the button with the comparison of all methods: compare:SP number.
var compareMethods = chat.NewControl("compare", func(p *chess960.Position, f *chat.Fields) { card.PositionField(f, p) })

func compareButton(p chess960.Position) chat.Component {
	return chat.Secondary(voice.Phrase("random.compare"), compareMethods.ID(p))
}

// compare answers that button with a private table.
func compare(_ context.Context, _ *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return card.Page(chat.OnlyAsker, comparison(p)), nil
}

// comparison lists all methods: in how many draws the position comes once, with the most frequent and the
// rarest one of an uneven method, and the number of throws.
func comparison(p chess960.Position) voice.Sentence {
	var list voice.Bullets
	for _, m := range drawing.Methods() {
		odds := m.Odds()
		facts := voice.F{"Method": m.Name(), "Draws": whole(odds.Of(p)), "Rarest": voice.Grouped(0), "Commonest": voice.Grouped(0), "Throws": odds.Throws}
		if !odds.Fair() {
			facts["Rarest"], facts["Commonest"] = whole(odds.Lowest), whole(odds.Highest)
		}
		list = append(list, voice.Say("random.compared", facts))
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("random.comparison")), voice.Say("random.comparisonText", voice.F{"Name": p.Name()}), list,
	}
}
