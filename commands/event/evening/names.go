package evening

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NamesWith returns the names that the event has and some others, in alphabetical order of their keys.
func (e *Event) NamesWith(others []string) []string { return distinct(append(e.Players(), others...)) }

// distinct returns the names without empty ones and repetitions, in alphabetical order of their keys.
func distinct(names []string) (list []string) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return PlayerKey(name) == "" })
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(PlayerKey(a), PlayerKey(b)) })
	return slices.CompactFunc(names, func(a, b string) bool { return PlayerKey(a) == PlayerKey(b) })
}

// A NewName is a name that nobody had before, and the known name that it may be a slip of; "" for none.
type NewName struct{ Name, Near string }

// NewNames returns the names of some results of one round that nobody of the known ones has. A known player
// who plays in the round is nobody else.
func (e *Event) NewNames(told []Result, known []string) (list []NewName) {
	if len(told) == 0 {
		return nil
	}
	isKnown := map[string]bool{}
	for _, name := range known {
		isKnown[PlayerKey(name)] = true
	}
	var names []string
	for _, r := range told {
		names = append(names, r.White, r.Black)
	}
	playing := map[string]bool{}
	for _, r := range e.GamesOf(&e.Draws[told[0].Game.Draw]) {
		playing[PlayerKey(r.White)], playing[PlayerKey(r.Black)] = true, true
	}
	for _, name := range distinct(names) {
		if isKnown[PlayerKey(name)] {
			continue
		}
		found := NewName{Name: name}
		for _, other := range known {
			if !playing[PlayerKey(other)] && near(name, other) {
				found.Near = other
				break
			}
		}
		list = append(list, found)
	}
	return list
}

// near reports whether two names may be one with a slip: they differ in accents, or in one letter that is
// another one, is missing or is too many. Digits tell players apart.
func near(a, b string) bool {
	x, y := plain(a), plain(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	first := 0
	for first < len(x) && x[first] == y[first] {
		first++
	}
	switch {
	case first == len(x) && first == len(y):
		return true
	case len(x) < 3 || len(y)-len(x) > 1 || unicode.IsDigit(y[first]) || first < len(x) && unicode.IsDigit(x[first]):
		return false
	case len(x) == len(y):
		return slices.Equal(x[first+1:], y[first+1:])
	}
	return slices.Equal(x[first:], y[first+1:])
}

// plain returns the letters of a name's key without accents.
func plain(name string) (letters []rune) {
	for _, letter := range norm.NFD.String(PlayerKey(name)) {
		if !unicode.Is(unicode.Mn, letter) {
			letters = append(letters, letter)
		}
	}
	return letters
}
