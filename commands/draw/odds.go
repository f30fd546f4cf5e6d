package draw

import (
	"context"
	"math"
	"math/big"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/voice"
)

// A chance says how likely the drawn position was, compared with the others.
type chance struct {
	Kind      chanceKind
	Honest    bool     // people have told the throws, so the odds hold only if the throws are honest
	Draws     *big.Rat // in so many draws the position comes once
	Others    int      // positions that are all equally likely
	Most      *big.Rat // in so many draws the others come once
	Rarest    *big.Rat // the same, of the rarest position
	Commonest *big.Rat // the same, of the position that comes most often
}

type chanceKind string

const (
	allEqual  chanceKind = "equal"
	twoKinds  chanceKind = "others"
	manyKinds chanceKind = "range"
)

// Sentence returns the kind.
func (c chance) Sentence() string { return string(c.Kind) }

// fairness says how likely the drawn position was by the method.
func fairness(m *drawing.Method, p chess960.Position) chance {
	odds := m.Odds()
	lowest, highest := odds.Lowest, odds.Highest
	c := chance{Kind: allEqual, Draws: draws(odds.Of(p))}
	switch {
	case odds.Fair():
	case odds.With(lowest)+odds.With(highest) < chess960.Count:
		c.Kind, c.Rarest, c.Commonest = manyKinds, draws(lowest), draws(highest)
	default:
		other := lowest
		if odds.Of(p).Cmp(lowest) == 0 {
			other = highest
		}
		c.Kind, c.Others, c.Most = twoKinds, odds.With(other), draws(other)
	}
	return c
}

// honestly says how likely the drawn position is if people throw, and tell what they threw.
func honestly(m *drawing.Method, p chess960.Position) chance {
	c := fairness(m, p)
	c.Honest = true
	return c
}

// effort says how many throws the method takes; nil if nothing is to be said.
func effort(m *drawing.Method) voice.Sentence {
	if e, ok := m.Effort(); ok {
		return e
	}
	return nil
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
	return chat.Button(discordgo.SecondaryButton, voice.Phrase("draw.compare"), compareMethods.ID(p))
}

// compare answers that button with a private table.
func compare(_ context.Context, _ *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return card.Page(chat.OnlyAsker, comparison(p)), nil
}

// comparison is the table of all methods: in how many draws the position comes once, the
// rarest and the most frequent one, and the number of throws. The table fits on a phone.
func comparison(p chess960.Position) voice.Sentence {
	row := func(method, position, rarest, commonest, throws any) voice.Cells {
		return voice.Cells{{Of: method, Width: -12}, {Of: position, Width: 5}, {Of: rarest, Width: 5}, {Of: commonest, Width: 5}, {Of: throws, Width: 3}}
	}
	lines := voice.Lines{
		voice.Heading(2, voice.Phrase("draw.comparison")), voice.Say("draw.comparisonText", voice.F{"Name": p.Name()}), voice.Raw("```"),
		row(voice.Phrase("draw.method"), p.SP(), voice.Phrase("draw.rarest"), voice.Phrase("draw.commonest"), voice.Phrase("draw.average")),
	}
	for _, m := range drawing.Methods() {
		odds := m.Odds()
		lines = append(lines, row(voice.Raw(m.ID), whole(odds.Of(p)), whole(odds.Lowest), whole(odds.Highest), odds.Throws))
	}
	return append(lines, voice.Raw("```"), voice.Phrase("draw.comparisonFair"))
}
