package evening

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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

// A roster is the known players, in alphabetical order of the keys of their names.
type roster struct {
	names   []string
	letters [][]rune        // of each name, by plain
	keys    map[string]bool // of all names
}

func rosterOf(known []string) roster {
	r := roster{names: distinct(known), keys: map[string]bool{}}
	for _, name := range r.names {
		r.letters = append(r.letters, plain(name))
		r.keys[PlayerKey(name)] = true
	}
	return r
}

// only returns the only known name whose letters fit; "" for none or several.
func (r roster) only(fits func(letters []rune) bool) (found string) {
	for i, name := range r.names {
		switch {
		case !fits(r.letters[i]):
		case found != "":
			return ""
		default:
			found = name
		}
	}
	return found
}

// spelt returns the known player whose name was typed without its accents, or with others, or with the last name
// first and a comma, as lists have names; "" for none or several.
func (r roster) spelt(name string) string {
	typed := plain(name)
	if last, first, ok := strings.Cut(name, ","); ok && !slices.ContainsFunc(r.letters, func(known []rune) bool { return slices.Equal(known, typed) }) {
		typed = plain(first + " " + last)
	}
	return r.only(func(known []rune) bool { return slices.Equal(known, typed) })
}

// begunBy returns the only known player whose name begins with a text of at least two letters; "" for none or
// several. Digits tell players apart.
func (r roster) begunBy(typed string) string {
	begin := plain(typed)
	return r.only(func(known []rune) bool {
		return len(begin) >= 2 && len(known) > len(begin) && slices.Equal(known[:len(begin)], begin) && !slices.ContainsFunc(known[len(begin):], unicode.IsDigit)
	})
}

// A NewName is a name that nobody had before, and the known name that it may be a slip of; "" for none.
type NewName struct{ Name, Near string }

// NewNames returns the names of some results of one round that nobody of the known ones has. A known player
// who plays in the round is nobody else.
func (e *Event) NewNames(told []Result, known []string) (list []NewName) {
	if len(told) == 0 {
		return nil
	}
	var names []string
	for _, r := range told {
		names = append(names, r.White, r.Black)
	}
	playing := map[string]bool{}
	for _, r := range e.GamesOf(&e.Draws[told[0].Game.Draw]) {
		playing[PlayerKey(r.White)], playing[PlayerKey(r.Black)] = true, true
	}
	players := rosterOf(known)
	for _, name := range distinct(names) {
		if players.keys[PlayerKey(name)] {
			continue
		}
		found, own := NewName{Name: name}, plain(name)
		for i, other := range players.names {
			if !playing[PlayerKey(other)] && near(own, players.letters[i]) {
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

// A typedName is a side of a game, for which the whole name of a player was typed, or a beginning.
type typedName struct {
	Beginning // Typed is "" for a whole name
	at        *string
}

// AsKnown returns some results of one draw with the names of known players that were typed otherwise: see roster.
// The beginning of a name is that player if nobody else fits, and if the player has no other board of the round and is
// nobody else in the same game, recorded or in the same results.
func (e *Event) AsKnown(read []Result, known []string) (named []Result, begun []Beginning) {
	named = slices.Clone(read)
	players, names := rosterOf(known), e.aliases()
	isKnown := func(name string) bool {
		key := PlayerKey(name)
		return key == "" || players.keys[key] || PlayerKey(names.of(name)) != key || strings.HasPrefix(name, "<@")
	}
	sits := map[string][]typedName{} // by the keys of known players
	sit := func(r *Result, typed bool) {
		for side, at := range []*string{&r.White, &r.Black} {
			name := typedName{Beginning{"", *at, r.Game, side == 0}, at}
			if typed && !isKnown(*at) {
				name.Typed, name.Name = *at, players.begunBy(*at)
			}
			sits[PlayerKey(name.Name)] = append(sits[PlayerKey(name.Name)], name)
		}
	}
	replaced := map[GameRef]bool{}
	for i := range named {
		r := &named[i]
		replaced[r.Game] = true
		for _, name := range []*string{&r.White, &r.Black} {
			if !isKnown(*name) {
				*name = cmp.Or(players.spelt(*name), *name)
			}
		}
		sit(r, true)
	}
	for _, r := range named[:min(1, len(named))] {
		for _, other := range e.GamesOf(&e.Draws[r.Game.Draw]) {
			if !replaced[other.Game] {
				sit(&other, false)
			}
		}
	}
	delete(sits, "") // nobody fits
	for _, sides := range sits {
		begun = append(begun, readBeginning(sides)...)
	}
	slices.SortFunc(begun, func(a, b Beginning) int {
		return cmp.Or(a.Game.Board-b.Game.Board, a.Game.Game-b.Game.Game, strings.Compare(a.Typed, b.Typed))
	})
	return named, begun
}

// readBeginning writes the name of a player where a beginning was typed, and returns the first such beginning. It
// returns none if a side may be somebody else's.
func readBeginning(sides []typedName) (begun []Beginning) {
	games := map[GameRef]bool{}
	for _, s := range sides {
		if s.Typed != "" {
			begun = append(begun, s.Beginning)
		}
		if games[s.Game] || s.Game.Board != sides[0].Game.Board || s.Typed != "" && PlayerKey(s.Typed) != PlayerKey(begun[0].Typed) {
			return nil
		}
		games[s.Game] = true
	}
	for _, s := range sides {
		*s.at = s.Name
	}
	return begun[:min(1, len(begun))]
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

// PlayerKey returns what two spellings of one player's name have in common: case, spaces, letters
// made of two characters and characters that nobody can see do not count.
func PlayerKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToLower(oneSpace(name))))
}

// Players returns the names in the last result of each game, the last first.
func (e *Event) Players() (players []string) {
	names, seen := e.aliases(), map[GameRef]bool{}
	for _, r := range slices.Backward(e.Results) {
		if r := r.named(names); !seen[r.Game] {
			players = append(players, r.White, r.Black)
		}
		seen[r.Game] = true
	}
	return players
}

// PlayerSum returns a short sum of a player's name, for a custom id. Spellings of a name have one sum.
func PlayerSum(name string) string {
	sum := sha256.Sum256([]byte(PlayerKey(name)))
	return hex.EncodeToString(sum[:8])
}

// PlayerOf returns the name with a sum in results, tellings and renames; "" for none. results is how many results
// have the name.
func (e *Event) PlayerOf(sum string) (name string, results int) {
	names := e.aliases()
	find := func(told ...string) (found string) { // the last spelling
		for _, spelt := range told {
			if spelt != "" && PlayerSum(spelt) == sum {
				found = spelt
			}
		}
		return found
	}
	for _, r := range e.Results {
		if found := find(r.White, names.of(r.White), r.Black, names.of(r.Black)); found != "" {
			name = found
			results++
		}
	}
	for _, t := range e.Tellings {
		name = cmp.Or(name, find(names.of(t.Name)))
	}
	for _, c := range e.Changes {
		if _, removed := c.Rename.Removed(); c.Rename != nil && !removed {
			name = cmp.Or(name, find(c.Rename.From, c.Rename.To))
		}
	}
	return name, results
}
