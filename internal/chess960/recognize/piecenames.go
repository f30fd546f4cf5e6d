package recognize

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// findNames finds the first ranks that are written in names of pieces in any language:
// "rook, knight, bishop, queen, king, bishop, knight and rook". A run of names that is
// close to eight is a match with an error.
func findNames(clean string, words []word) []match {
	var matches []match
	letters, at, end := "", 0, 0
	add := func(letters string) {
		matches = append(matches, readLetters(at, letters))
		matches[len(matches)-1].end = end
	}
	flush := func() {
		if n := len(letters); n >= fewest && n <= most {
			add(letters)
		}
		letters = ""
	}
	for _, w := range words {
		letter, ok := typed.Piece(w.text)
		if together, all := namesTogether(w); all && letters == "" {
			at, end = w.at, w.end()
			add(together)
			continue
		}
		switch {
		case ok && len(letters) <= most:
			if letters == "" {
				at = w.at
			}
			letters, end = letters+letter, w.end()
		case ok: // too many already
		case typed.IsLink(w.text):
		default:
			flush()
		}
	}
	flush()
	return turnAround(clean, matches)
}

// misnamed returns the error for eight words of which all but one name a piece; nil for other
// texts.
func misnamed(clean string) error {
	unknown, n := "", 0
	for _, w := range wordsOf(clean) {
		if typed.IsLink(w.text) {
			continue
		}
		n++
		if _, ok := typed.Piece(w.text); !ok && unknown == "" {
			unknown = w.text
		} else if !ok {
			return nil
		}
	}
	if n != shortest || unknown == "" {
		return nil
	}
	return &chess960.ParseError{What: "back rank", Input: clean, Problems: []chess960.Problem{{Broken: chess960.Broken{Kind: chess960.UnknownName}, At: unknown}}}
}

// namesTogether reads a word that is eight names of pieces without spaces.
func namesTogether(w word) (letters string, ok bool) {
	const fewestLetters, mostLetters, longestName = 24, 80, 12
	if n := len(w.text); n < fewestLetters || n > mostLetters {
		return "", false
	}
	rest := w.text
	for rest != "" {
		size := 0
		for n := min(longestName, len(rest)); n > 2 && size == 0; n-- {
			if letter, isPiece := typed.Piece(rest[:n]); isPiece {
				letters, size = letters+letter, n
			}
		}
		if size == 0 {
			return "", false
		}
		rest = rest[size:]
	}
	return letters, len(letters) == shortest
}
