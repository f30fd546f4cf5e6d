package card

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/testrun"
)

// The position can be read from the alt text: of every position in long runs, otherwise of one in five.
func TestAltTextReadsBack(t *testing.T) {
	piece := regexp.MustCompile(`king|queen|rook|bishop|knight`)
	letters := map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}
	for sp, p := range chess960.All() {
		if sp%5 != 3 && !testrun.Long() {
			continue
		}
		for _, said := range []voice.Sentence{boardAlt(p, Style{}), boardAlt(p, Style{FromBlack: true}), rankAlt(p)} {
			alt := voice.In("en").Say(said)
			_, pieces, _ := strings.Cut(alt, "a to h: ")
			rank := ""
			for _, name := range piece.FindAllString(pieces, -1) {
				rank += letters[name]
			}
			if rank != p.String() || !strings.Contains(alt, fmt.Sprintf("SP %d", sp)) || len(alt) > 160 {
				t.Errorf("SP %d: %s", sp, alt)
			}
		}
	}
}

// Alt texts are spoken: they have no patterns, signs or moves as players write them, and
// they are short. Usual runs check one position in five, and the strips of one in fifteen.
func TestAltTextsAreSpoken(t *testing.T) {
	unspoken := regexp.MustCompile(`[KQRBN-]{2}|[KQRBN][a-h][1-8]|[^A-Za-z0-9 .,:;']|  |\.\.|[^.]$`)
	check := func(p chess960.Position, most int, said voice.Sentence) {
		alt := voice.In("en").Say(said)
		if m := unspoken.FindString(strings.ReplaceAll(alt, "-side", "")); m != "" || len(alt) > most {
			t.Errorf("%v: %q in an alt text with %d characters: %s", p, m, len(alt), alt)
		}
	}
	for sp, p := range chess960.All() {
		if sp%5 != 3 && !testrun.Long() {
			continue
		}
		check(p, 160, boardAlt(p, Style{FromBlack: sp%2 == 0}))
		check(p, 160, rankAlt(p))
		check(p, 260, sidesAlt(p.Rank(), p.Mirror().Rank(), Style{}))
		check(p, 400, Card{Position: p}.lookAlt(firstlook.Of(p)))
		for _, rules := range chess960.AllCastlingRules() {
			for _, side := range chess960.CastlingSides() {
				check(p, 200, explain.CastlingPicture(p.Castling(side, rules), castling.White))
			}
		}
		for _, m := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				if sp%15 != 3 && !testrun.Long() {
					continue
				}
				for i, step := range m.Explain(m.Scheme.Derive(p), direction).Steps {
					if step.View != nil {
						check(p, 230, stripAlt(i+1, *step.View))
					}
				}
			}
		}
	}
}

// Squares are named in order; their numbers are named only where they do not follow one
// another.
func TestCountsInAltTexts(t *testing.T) {
	for want, counts := range map[string][8]int{
		"":                                    {-1, -1, -1, -1, -1, -1, -1, -1},
		"Counted from 0: b1, d1, f1 and h1.":  {-1, 0, -1, 1, -1, 2, -1, 3},
		"Counted from 1: a1 and h1.":          {1, -1, -1, -1, -1, -1, -1, 2},
		"Counted: a1 0, b1 0, c1 1 and d1 1.": {0, 0, 1, 1, -1, -1, -1, -1},
	} {
		if got := voice.In("en").Say(countsAlt(counts)); got != want {
			t.Errorf("%v is described as %q, want %q", counts, got, want)
		}
	}
}
