package chat

import (
	"fmt"
	"math/big"
	"strings"
)

// Either joins choices: "a, b or c".
func Either(choices []string) string { return join(choices, " or ") }

// Both joins things: "a, b and c".
func Both(things []string) string { return join(things, " and ") }

func join(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	rest := len(words) - 1
	return strings.Join(words[:rest], ", ") + last + words[rest]
}

// Count writes a number with its noun: "1 round", "12 boards".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Decimal writes a number with thousands separators, and with one decimal place
// unless it is whole.
func Decimal(n *big.Rat) string {
	whole, fraction, found := strings.Cut(n.FloatString(1), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found && fraction != "0" {
		return whole + "." + fraction
	}
	return whole
}

// Capitalise returns the text with a capital first letter, unless the text begins with
// a square.
func Capitalise(s string) string {
	if len(s) > 1 && '1' <= s[1] && s[1] <= '8' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
