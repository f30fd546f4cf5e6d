package recognize

import (
	"regexp"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// A name is what people write before or after a number.
type name struct {
	scheme   *chess960.Scheme // nil if the number can belong to any
	pattern  string           // of a regular expression, in lower case
	added    int              // to the scheme's number in the number written
	strength int
}

// ofSP is the name of a number that is an SP number by its form.
var ofSP = name{scheme: chess960.Scharnagl}

// How certain it is that a number in the middle of a text names a position.
const (
	filler  = iota // none: only if there is nothing else in the text
	weak           // three digits that stand alone between punctuation
	middle         // three digits, with more words or at the end of a clause
	short          // three digits
	strong         // any number
	mirrors        // never: the position meant is the mirror image of the number's
)

// names has the stronger ones first: of several names before a number the first one
// counts. Those of SP numbers come after those of the other schemes, because people call any
// number a start position of Chess960.
var names = func() []name {
	var named []name
	for _, s := range append(chess960.Schemes()[1:], chess960.Scharnagl) {
		if s.Typed != "" {
			named = append(named, name{s, s.Typed, 0, strong})
		}
		if s.Short != "" {
			named = append(named, name{s, s.Short, 0, short})
		}
	}
	return slices.Concat(beforeSchemes, named, afterSchemes)
}()

// The names that belong to no scheme, or to SP numbers because they are those in use.
var beforeSchemes = []name{
	{nil, `mirror (?:images|twins?)|` + typed.Pattern("mirrored", "turned") + `|black s (?:side|view|point of view)`, 0, mirrors},
	{chess960.Scharnagl, `(?:sp|scharnagl) ?(?:\+|plus) ?(?:1\b|one)|plus ?1\b|plus one|1 ?(?:-|\.{2,3}|` + typed.Pattern("to") + `) ?960\b(?: ?` + typed.Pattern("number") + `)?`, 1, strong},
}

// ofChess960 are names of the game.
var ofChess960 = typed.Pattern("chess") + `[ -]?960\b|c960\b|frc|fischer[ -]?random(?: chess)?|fischerandom|freestyle(?: chess)?`

var afterSchemes = []name{
	{chess960.Scharnagl, ofChess960 + `|dgt ?960\b|dgt|idn|960 ?(?:#|n[or]\.?)`, 0, middle},
	{chess960.Scharnagl, typed.Pattern("start position"), 0, middle},
	{chess960.Scharnagl, `#|id`, 0, weak},
	{nil, `start|第|` + typed.Pattern("position"), 0, weak},
	{nil, typed.Pattern("number", "beside numbers"), 0, filler},
}

var anyName = func() string {
	var patterns []string
	for _, n := range names {
		patterns = append(patterns, n.pattern)
	}
	return `(?:` + strings.Join(patterns, `|`) + `)`
}()

// nameOf returns the strongest of the names in a text.
func nameOf(text string) name {
	for i, pattern := range namePatterns {
		if pattern.MatchString(text) {
			return names[i]
		}
	}
	return name{}
}

var namePatterns = func() []*regexp.Regexp {
	var patterns []*regexp.Regexp
	for _, n := range names {
		patterns = append(patterns, regexp.MustCompile(`(?:^|[^\p{L}\p{N}])(?:`+n.pattern+`)(?:[^\p{L}]|$)`))
	}
	return patterns
}()
