package recognize

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"chess960bot/internal/chess960/typed"
)

// A direction is a phrase that says from which side a first rank is written.
type direction struct {
	at        int // byte offset
	backwards bool
}

var (
	side       = `(?:1|-?` + typed.Pattern("file") + `)?`
	otherSide  = side + ` ?(?:-+|→|⇒|➡|=|\.{2,3}|` + typed.Pattern("to") + `) *(?:the )?`
	fromBlack  = `black s (?:side|view|point of view|perspective)|(?:from|seen by) black`
	afterWords = `(?:[^\p{L}]|$)`
)

// directionPattern has groups for “from h to a” and “from a to h”. Other words turn a rank around:
// those that can mean something else only beside the rank, at the end of the line or before a colon.
var directionPattern = regexp.MustCompile(`(?im)(?:^|[^\p{L}\p{N}\n])(?:(h` + otherSide + `a` + side + `)|(a` + otherSide + `h` + side + `)|` +
	fromBlack + `|(?:black )?` + typed.Pattern("mirrored") + `|` + typed.Pattern("turned") + `(?::| [kqrbn]{8}\b|\W*$))` + afterWords)

// directions finds the phrases "from h to a", "h1-a1", "right to left", "from Black's
// side" and "mirror of", and "a to h".
func directions(clean string) (found []direction) {
	for _, at := range directionPattern.FindAllStringSubmatchIndex(clean, -1) {
		if !strings.Contains(strings.ToLower(clean[at[0]:at[1]]), "black m") { // as usual
			found = append(found, direction{at: at[0], backwards: at[4] < 0})
		}
	}
	return found
}

// backwards reports whether a first rank is written from h to a. The last direction
// before it in its line counts, or else the first one after it.
func backwards(clean string, directions []direction, at int) bool {
	sameLine := func(from, to int) bool { return !strings.Contains(clean[from:to], "\n") }
	next, _ := slices.BinarySearchFunc(directions, at, func(d direction, at int) int { return cmp.Compare(d.at, at) })
	if next > 0 && sameLine(directions[next-1].at, at) {
		return directions[next-1].backwards
	}
	return next < len(directions) && sameLine(at, directions[next].at) && directions[next].backwards
}

// turnAround turns the first ranks around that are written from h to a.
func turnAround(clean string, matches []match) []match {
	if matches == nil {
		return nil
	}
	found := directions(clean)
	for _, m := range matches {
		if !backwards(clean, found, m.at) {
			continue
		}
		for i, r := range m.readings {
			p := r.White.Mirror()
			m.readings[i] = Reading{White: p, Black: p, Text: p.String(), Language: r.Language}
			if r.Language != nil {
				m.readings[i].Text = r.Language.Write(p.String())
			}
		}
	}
	return matches
}
