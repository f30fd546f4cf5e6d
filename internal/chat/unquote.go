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
	trimmed := strings.TrimSpace(text)
	for _, pair := range quotes {
		_, opens := utf8.DecodeRuneInString(pair)
		inside, begins := strings.CutPrefix(trimmed, pair[:opens])
		inside, ends := strings.CutSuffix(inside, pair[opens:])
		if begins && ends && !strings.ContainsAny(strings.Trim(inside, pair), pair) {
			return unquoted(inside)
		}
	}
	return text
}
