package recognize

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A direction is a phrase that says from which side a first rank is written.
type direction struct {
	at        int // byte offset
	backwards bool
}

const between = `1?(?:-?(?:file|side|linie))? ?(?:-+|→|⇒|➡|=|to|through|bis|nach|[àa]u?|hasta|al|do|до|naar|til|till|\.{2,3}) *(?:the )?`

var directionPattern = regexp.MustCompile(`(?im)(?:\b|[ ,(])(?:(h` + between + `a(?:1|-file|-side|-linie)?\b)|(a` + between + `h(?:1|-file|-side|-linie)?\b)|` +
	`(right[ -]to[ -]left|rechts nach links|droite à gauche|derecha a izquierda|backwards?|reversed?|flipped|mirror(?: image)? of|mirror(?: image)?(?::|\W*$)|spiegelbild|miroir|espejo|reflejad[oa]|allo specchio|espelho|зеркальн\p{L}*|turned(?: around)?\W*$|gespiegelt|espejado|specchiata?|espelhad[ao]|black s (?:side|view|point of view|perspective)|(?:from|seen by) black|(?:black )?mirrored)(?:\b|$|[ ,;)]))`)

// directions finds the phrases "from h to a", "h1-a1", "right to left", "from Black's
// side" and "mirror of", and "a to h".
func directions(clean string) (found []direction) {
	for _, at := range directionPattern.FindAllStringSubmatchIndex(clean, -1) {
		if !strings.HasPrefix(strings.ToLower(strings.TrimLeft(clean[at[0]:at[1]], " ,(")), "black m") { // as usual
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
