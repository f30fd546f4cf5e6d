package draw

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/voice"
)

// fairness describes how likely the drawn position was, compared with the others.
func fairness(m *drawing.Method, p chess960.Position) string {
	odds := m.Odds()
	if odds.Fair() {
		return "Exactly fair: every position " + oneIn(odds.Of(p)) + "."
	}
	return fmt.Sprintf("Not fair: %s; %s.", oneIn(odds.Of(p)), others(odds, p))
}

// effort says how many throws the method takes, after a blank; "" if nothing is to be said.
func effort(m *drawing.Method) string {
	if e, ok := m.Effort(); ok {
		return " " + voice.In("en").Say(e)
	}
	return ""
}

// others says how likely the other positions are.
func others(odds *drawing.Odds, p chess960.Position) string {
	lowest, highest := odds.Lowest, odds.Highest
	if odds.With(lowest)+odds.With(highest) < chess960.Count {
		return fmt.Sprintf("others %s to %s", oneIn(highest), once(lowest))
	}
	other := lowest
	if odds.Of(p).Cmp(lowest) == 0 {
		other = highest
	}
	return fmt.Sprintf("%d positions %s", odds.With(other), oneIn(other))
}

// oneIn writes a chance as "1 in 1,680".
func oneIn(chance *big.Rat) string { return "1 in " + once(chance) }

// once writes in how many draws a chance comes once: "1,680".
func once(chance *big.Rat) string { return chat.Decimal(new(big.Rat).Inv(chance)) }

// compareMethods is the button with the comparison of all methods: compare:SP number.
var compareMethods = chat.NewControl("compare", func(p *chess960.Position, f *chat.Fields) { card.PositionField(f, p) })

func compareButton(p chess960.Position) chat.Component {
	return chat.Button(discordgo.SecondaryButton, voice.Raw("Compare the methods"), compareMethods.ID(p))
}

// compare answers that button with a private table.
func compare(_ context.Context, _ *chat.Request, p chess960.Position) (*chat.Reply, error) {
	return card.Page(chat.OnlyAsker, voice.Raw(comparison(p))), nil
}

// comparison is the table of all methods: the chance of the position, of the rarest
// and of the most frequent one, and the number of throws. The table fits on a phone.
func comparison(p chess960.Position) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## How fair each method is\n%v, the rarest and the commonest position come once in so many draws. Throws are on average, repeated ones included.\n```\n", p.Name())
	row := func(cells ...any) { fmt.Fprintf(&b, "%-12s%7s %5s %5s %6s\n", cells...) }
	row("method", strconv.Itoa(p.SP()), "rare", "often", "throws")
	for _, m := range drawing.Methods() {
		odds := m.Odds()
		row(string(m.ID), once(odds.Of(p)), once(odds.Lowest), once(odds.Highest), chat.Decimal(odds.Throws))
	}
	b.WriteString("```\nThree equal numbers: exactly fair. With one die, no method needs fewer than 4.286 rolls on average. ")
	b.WriteString("A bag with one fixed correction of clashing bishops cannot be fair: they clash in 2,160 of 5,040 layouts, and 2,160 corrections cannot spread evenly over 2,880 good layouts.")
	return b.String()
}
