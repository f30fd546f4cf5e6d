package card

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960/fairness"
	"chess960bot/voice"
)

// showFairness quotes the engines' evaluations, and says what they agree on.
func (c Card) showFairness(l *Layout) []chat.Component {
	lines := []string{
		"## Is it fair? " + Title(c.Position),
		"White moves first. White's advantage, in pawns:",
	}
	var authors []string
	for _, t := range fairness.Tables() {
		lines = append(lines, fmt.Sprintf("- %s, depth %d: **%s**; mean of all 960: %s", t.Engine, t.Depth, inPawns(float64(t.Advantage(c.Position))), inPawns(t.Mean())))
		authors = append(authors, fmt.Sprintf("%s (%s)", t.Author, t.Date))
	}
	lines = append(lines,
		bandSentence(fairness.Agreed(c.Position)),
		"4.57 million games of people on lichess show no effect of the position. Two games with colours reversed are fair in every position.",
		"-# Computed by "+strings.Join(authors, " and ")+". MIT licence.",
	)
	l.Text(voice.Raw(strings.Join(lines, "\n")))
	return []chat.Component{c.pageButton(lookPage), c.pageButton(factsPage)}
}

// inPawns writes hundredths of a pawn: "+0.22", "−0.01", "0.00".
func inPawns(hundredths float64) string {
	text := fmt.Sprintf("%+.2f", hundredths/100)
	if text == "+0.00" || text == "-0.00" {
		return "0.00"
	}
	return strings.Replace(text, "-", "−", 1)
}

func bandSentence(band fairness.Band, agreed bool) string {
	if !agreed {
		return "**The two engines disagree: nothing can be said.**"
	}
	size := map[fairness.Band]string{fairness.Smaller: "smaller than", fairness.Usual: "about as large as", fairness.Larger: "larger than"}[band]
	return fmt.Sprintf("**The two engines agree: White's advantage is %s usual.**", size)
}
