package evening

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/voice"
)

// A WrongLine is a line of results that cannot be read.
type WrongLine struct {
	Line string
	Why  WrongKind
	Game GameRef // that it is about; the zero GameRef for none of the round
}

// A WrongKind says what is wrong with a line of results.
type WrongKind string

// The kinds.
const (
	WrongBoard   WrongKind = "board"   // begins with no board of the round
	WrongNames   WrongKind = "names"   // has no two names
	WrongUnseen  WrongKind = "unseen"  // has a name that nobody can see
	WrongLength  WrongKind = "length"  // has a name that is too long
	WrongOutcome WrongKind = "outcome" // ends with no outcome, and has other names than are known
	WrongSelf    WrongKind = "self"    // has one player on both sides
	WrongMany    WrongKind = "several" // has more than one result or game
	WrongTwice   WrongKind = "twice"   // is about a game that another line is about
	WrongScored  WrongKind = "scored"  // is a pairing on a board with a result
	WrongBye     WrongKind = "bye"     // has a bye on a board that the round does not have
)

// dash is every dash that people type.
const dash = `[-‐‑‒–—―−﹣－]`

// What stands between two players.
var (
	between = regexp.MustCompile(`\s` + dash + `{1,2}\s`)
	versus  = regexp.MustCompile(`(?i)\svs\.?\s`)
	against = regexp.MustCompile(`(?i)\sv\.?\s`) // but "Jan v. Dijk" is one
)

// What a list of pairings has beside a name.
var (
	listNumber = regexp.MustCompile(`^#?[0-9]{1,4}[.):]?$`)
	listPoints = regexp.MustCompile(`^(?:[0-9]{0,2}(?:[.,][05]0?|½))$`)
	federation = regexp.MustCompile(`^[A-Z]{3}$`)
	isTitle    = regexp.MustCompile(`^(?:W?(?:GM|IM|FM|CM)|[WA]?NM|AFM|AIM|AGM)$`).MatchString
)

// bareName returns the words of a name without what a list of pairings has beside it: a title before it, and behind it a
// rating and what stands behind the rating. A table has more columns: points or a number before the name, which
// is of the name in "1. FC Köln", and points or another number behind it. A single number up to 999 is of the name:
// "Team 2".
func bareName(name string, table bool) []string {
	words := strings.Fields(name)
	isColumn := func(word string, rest []string) bool {
		ordinal := len(rest) > 0 && strings.HasSuffix(word, ".") && len(rest[0]) < 4 && strings.ToUpper(rest[0]) == rest[0]
		return listPoints.MatchString(word) || len(rest) > 0 && !ordinal && listNumber.MatchString(word)
	}
	for len(words) > 0 && (len(words) > 1 && isTitle(words[0]) || table && isColumn(words[0], words[1:])) {
		words = words[1:]
	}
	end, numbers := len(words), 0
	for n := len(words); n > 1; n-- {
		word := words[n-1]
		switch {
		case listNumber.MatchString(word), listPoints.MatchString(word):
			if numbers++; len(word) == 4 || table && (numbers > 1 || listPoints.MatchString(word)) {
				end = n - 1
			}
		case federation.MatchString(word):
		default:
			return words[:end]
		}
	}
	return words[:end]
}

// wrongNames says what is wrong with the names of a result; "" for nothing. names are those that players have now.
func wrongNames(r Result, names aliases) WrongKind {
	unseen := func(name string) bool { return name != "" && !voice.IsVisible(name) }
	switch {
	case max(utf8.RuneCountInString(r.White), utf8.RuneCountInString(r.Black)) > MostPlayer:
		return WrongLength
	case unseen(r.White) || unseen(r.Black):
		return WrongUnseen
	case r.named(names).oneSided(): // one may have been renamed to the other
		return WrongSelf
	}
	return ""
}

// namesOf writes both players of a game.
func namesOf(r Result) string { return oneSpace(r.White + " – " + r.Black) }

func oneSpace(text string) string { return strings.Join(strings.Fields(text), " ") }

func lastWord(text string) string { return text[strings.LastIndex(text, " ")+1:] }

// MostPlayer is the length in characters of the longest name of a player.
const MostPlayer = 40

// PlayerName returns a name without a comma or a colon that a list has behind it.
func PlayerName(name string) string {
	return strings.TrimSpace(strings.TrimRight(name, " :,;：，；、"))
}
