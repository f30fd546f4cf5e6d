package recognize

import (
	"regexp"
	"strings"

	"chess960bot/internal/chess960"
)

var (
	variantTag = regexp.MustCompile(`(?i)\[ *Variant +(?:chess ?960|fischer ?andom|fischer ?random(?: chess)?|freestyle(?: chess)?) *\]`)
	rosterTag  = regexp.MustCompile(`(?i)\[ *(?:Event|Site|Date|Round|White|Black|Result) +[^\[\]]*\]`)
	firstMove  = regexp.MustCompile(`(?:^|[\s\]])1 ?\. ?(?:[a-h][34]|N[a-h]3|O-O)`)
	setUpTag   = regexp.MustCompile(`(?i)\[ *(?:FEN|SetUp|Variant)\b`)
	fenTag     = regexp.MustCompile(`(?i)\[ *FEN\b`)
)

// The Texts of a Reading of a game that does not say its start: of classical chess, and of
// Chess960.
const (
	ClassicalGame = "PGN"
	Chess960Game  = `[Variant "Chess960"]`
)

// findGames finds the PGN of a Chess960 game without a FEN: by the standard, the game
// starts from the classical array.
func findGames(clean string) []match {
	at := variantTag.FindStringIndex(clean)
	if at == nil || fenTag.MatchString(clean) || strings.Contains(clean, "[Chess960 ") {
		return nil
	}
	return []match{classicalAt(at[0], Chess960Game)}
}

// classicalGame finds the PGN of a game without a tag about its rules or its start, which is
// a game of classical chess.
func classicalGame(clean string) []match {
	at := rosterTag.FindStringIndex(clean)
	if at == nil || setUpTag.MatchString(clean) || !firstMove.MatchString(clean) {
		return nil
	}
	return []match{classicalAt(at[0], ClassicalGame)}
}

func classicalAt(at int, text string) match {
	p := chess960.Classical()
	return match{at: at, readings: []Reading{{White: p, Black: p, Text: text}}}
}
