package evening

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// NamesWith returns the names that the event has and some others, in alphabetical order of their keys.
func (e *Event) NamesWith(others []string) []string { return distinct(append(e.Players(), others...)) }

// distinct returns the names without empty ones and repetitions, in alphabetical order of their keys.
func distinct(names []string) (list []string) {
	first := map[string]string{} // by key
	for _, name := range names {
		if key := PlayerKey(name); key != "" && first[key] == "" {
			first[key] = name
		}
	}
	for _, key := range slices.Sorted(maps.Keys(first)) {
		list = append(list, first[key])
	}
	return list
}

// A NewName is a name that nobody had before, and the known name that it may be a slip of; "" for none.
type NewName struct{ Name, Near string }

// NewNames returns the names of some results of one round that nobody of the known ones has. A known player
// who plays in the round is nobody else.
func (e *Event) NewNames(told []Result, known []string) (list []NewName) {
	if len(told) == 0 {
		return nil
	}
	keys, letters, isKnown := make([]string, len(known)), make([][]rune, len(known)), map[string]bool{}
	for i, name := range known {
		keys[i], letters[i] = PlayerKey(name), plain(name)
		isKnown[keys[i]] = true
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
		found, own := NewName{Name: name}, plain(name)
		for i, other := range known {
			if !playing[keys[i]] && near(own, letters[i]) {
				found.Near = other
				break
			}
		}
		list = append(list, found)
	}
	return list
}

// near reports whether two names, given by plain, may be one with a slip: they differ in accents, or in one letter that is
// another one, is missing or is too many. Digits tell players apart.
func near(x, y []rune) bool {
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

// plain returns the letters of a name's key without accents. Marks of other scripts are more than accents:
// they are vowels, or make another consonant.
func plain(name string) (letters []rune) {
	for _, letter := range norm.NFD.String(PlayerKey(name)) {
		accent := letter >= 0x300 && letter < 0x370 || letter >= 0x64b && letter <= 0x652 // of Latin, Greek and Cyrillic; Arabic
		if !accent {
			letters = append(letters, letter)
		}
	}
	return letters
}

// A Beginning is a part of a name that was typed for a known player, as AsKnown has read it.
type Beginning struct {
	Typed, Name string
	Game        GameRef
	White       bool
}

// AsKnown returns some results of one draw with the names of known players that were typed without their
// accents, or with others, or with the last name first and a comma. The beginning of a name is that player if nobody else fits, and if the player has no
// other board of the round, recorded or in the same results. Digits tell players apart.
func (e *Event) AsKnown(read []Result, known []string) (named []Result, begun []Beginning) {
	named = slices.Clone(read)
	names, exact, folded := e.aliases(), map[string]bool{}, map[string][]string{}
	known = distinct(known)
	letters := make([][]rune, len(known))
	for i, name := range known {
		exact[PlayerKey(name)] = true
		letters[i] = plain(name)
		folded[string(letters[i])] = append(folded[string(letters[i])], name)
	}
	isKnown := func(name string) bool {
		return PlayerKey(name) == "" || exact[PlayerKey(name)] || PlayerKey(names.of(name)) != PlayerKey(name) || strings.HasPrefix(name, "<@")
	}
	boards := map[string]map[int]bool{} // by key of a player
	plays := func(name string, board int) {
		key := PlayerKey(name)
		if boards[key] == nil {
			boards[key] = map[int]bool{}
		}
		boards[key][board] = true
	}
	replaced := map[GameRef]bool{}
	for i := range named {
		r := &named[i]
		replaced[r.Game] = true
		for _, name := range []*string{&r.White, &r.Black} {
			again := folded[string(plain(*name))]
			if last, first, ok := strings.Cut(*name, ","); ok && again == nil { // as lists have names
				again = folded[string(plain(first+" "+last))]
			}
			if !isKnown(*name) && len(again) == 1 {
				*name = again[0]
			}
			plays(*name, r.Game.Board)
		}
	}
	for _, r := range named[:min(1, len(named))] {
		for _, other := range e.GamesOf(&e.Draws[r.Game.Draw]) {
			if !replaced[other.Game] {
				plays(other.White, other.Game.Board)
				plays(other.Black, other.Game.Board)
			}
		}
	}
	claims := map[string][]Beginning{} // by key of a known player
	for _, r := range named {
		for _, typed := range []struct {
			name  string
			white bool
		}{{r.White, true}, {r.Black, false}} {
			if isKnown(typed.name) {
				continue
			}
			if name := begunBy(typed.name, known, letters); name != "" {
				claims[PlayerKey(name)] = append(claims[PlayerKey(name)], Beginning{typed.name, name, r.Game, typed.white})
			}
		}
	}
	for key, claimed := range claims {
		first := claimed[0]
		others := slices.ContainsFunc(claimed, func(c Beginning) bool {
			return PlayerKey(c.Typed) != PlayerKey(first.Typed) || c.Game.Board != first.Game.Board || c.Game == first.Game && c.White != first.White
		})
		for board := range boards[key] {
			others = others || board != first.Game.Board
		}
		against := slices.ContainsFunc(named, func(r Result) bool {
			return r.has(first.Name) && slices.ContainsFunc(claimed, func(c Beginning) bool { return c.Game == r.Game })
		})
		if others || against {
			continue
		}
		for i := range named {
			for _, c := range claimed {
				if c.Game == named[i].Game && c.White {
					named[i].White = c.Name
				} else if c.Game == named[i].Game {
					named[i].Black = c.Name
				}
			}
		}
		begun = append(begun, first)
	}
	slices.SortFunc(begun, func(a, b Beginning) int {
		return cmp.Or(a.Game.Board-b.Game.Board, a.Game.Game-b.Game.Game, strings.Compare(a.Typed, b.Typed))
	})
	return named, begun
}

// begunBy returns the only one of the known names, whose letters plain has returned, that begins with a text of
// at least two letters; "" for none or several.
func begunBy(typed string, known []string, letters [][]rune) (found string) {
	begin := plain(typed)
	if len(begin) < 2 {
		return ""
	}
	for i, name := range known {
		whole := letters[i]
		if len(whole) <= len(begin) || !slices.Equal(whole[:len(begin)], begin) || slices.ContainsFunc(whole[len(begin):], unicode.IsDigit) {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// Begin returns the beginning of a name that has a number of letters without accents: the spelling of what
// was typed for the name.
func Begin(name string, letters int) string {
	text := []rune(name)
	for i := range text {
		if len(plain(string(text[:i+1]))) >= letters {
			for i+1 < len(text) && unicode.Is(unicode.Mn, text[i+1]) {
				i++
			}
			return strings.TrimSpace(string(text[:i+1]))
		}
	}
	return name
}

// Letters returns how many letters of a name [Begin] counts.
func Letters(name string) int { return len(plain(name)) }
