package chat

import (
	"strings"
	"unicode/utf8"
)

// quotes are pairs of quotation marks, as people of many languages type them.
var quotes = []string{`""`, `''`, "``", "“”", "„“", "„”", "””", "‘’", "‚‘", "’’", "«»", "»«", "‹›", "›‹", "「」"}

// unquoted returns a text without the quotation marks around all of it, such as those of
// “518, 534”. Discord sends what people type with them. Other marks stay: those inside a
// text, and those of "a" and "b".
func unquoted(text string) string {
	const most = 5 // marks around marks
	for range most {
		inside, ok := insideQuotes(text)
		if !ok {
			break
		}
		text = inside
	}
	return text
}

// insideQuotes returns what stands between the quotation marks around a text.
func insideQuotes(text string) (inside string, ok bool) {
	trimmed := strings.TrimSpace(text)
	for _, pair := range quotes {
		_, opens := utf8.DecodeRuneInString(pair)
		inside, begins := strings.CutPrefix(trimmed, pair[:opens])
		inside, ends := strings.CutSuffix(inside, pair[opens:])
		if begins && ends && !strings.ContainsAny(strings.Trim(inside, pair), pair) {
			return inside, true
		}
	}
	return "", false
}
