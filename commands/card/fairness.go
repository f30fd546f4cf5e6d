package card

import (
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/club/when"
	"chess960bot/internal/voice"
)

// showFairness quotes the engines' evaluations, and says what they agree on.
func (c Card) showFairness(l *Layout) []chat.Component {
	var advantages voice.Bullets
	var authors voice.And
	for _, t := range firstlook.Tables() {
		advantages = append(advantages, voice.Say("card.advantage", voice.F{
			"Engine": voice.Raw(t.Engine), "Depth": t.Depth,
			"Here": inPawns(float64(t.Advantage(c.Position))), "Mean": inPawns(t.Mean()),
		}))
		authors = append(authors, voice.Say("card.author", voice.F{
			"Name": voice.Raw(t.Author), "Day": voice.DayOfMonth(t.Day), "Month": when.Month(t.Month), "Year": t.Year,
		}))
	}
	l.Text(voice.Lines{
		voice.Heading(2, voice.Say("card.isItFair", voice.F{
			"Name": c.Position.Name(), "Rank": voice.Raw(c.Position.String()),
		})),
		voice.Phrase("card.engines"),
		advantages,
		voice.Bold(agreement(firstlook.Agreed(c.Position))),
		voice.Phrase("card.noDifference"),
		voice.Small(voice.Say("card.computedBy", voice.F{"Authors": authors})),
	})
	return []chat.Component{c.PageButton(lookPage), c.PageButton(factsPage)}
}

// inPawns returns hundredths of a pawn in pawns: "+0.22", "−0.01", "0.00".
func inPawns(hundredths float64) voice.Decimal {
	return voice.Decimal{Value: hundredths / 100, Places: 2, Signed: true}
}

// agreement says what the two engines agree on.
func agreement(band firstlook.Band, agreed bool) voice.Phrase {
	if !agreed {
		return "card.enginesDisagree"
	}
	return map[firstlook.Band]voice.Phrase{
		firstlook.Smaller: "card.advantageSmaller", firstlook.Usual: "card.advantageUsual", firstlook.Larger: "card.advantageLarger",
	}[band]
}
