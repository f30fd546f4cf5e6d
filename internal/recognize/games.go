package recognize

import (
	"regexp"
	"strings"

	"chess960bot/internal/chess960"
)

var (
	variantTag = regexp.MustCompile(`(?i)\[ *Variant +(?:chess ?960|fischer ?andom|fischer ?random(?: chess)?|freestyle(?: chess)?) *\]`)
	fenTag     = regexp.MustCompile(`(?i)\[ *FEN\b`)
)

// findGames finds the PGN of a Chess960 game without a FEN: by the standard, the game
// starts from the classical array.
func findGames(clean string) []match {
	at := variantTag.FindStringIndex(clean)
	if at == nil || fenTag.MatchString(clean) || strings.Contains(clean, "[Chess960 ") {
		return nil
	}
	p := chess960.Classical()
	return []match{{at: at[0], readings: []Reading{{White: p, Black: p, Text: `[Variant "Chess960"]`}}}}
}
