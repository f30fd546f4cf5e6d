package recognize

import "chess960bot/internal/chess960/typed"

// findNames finds the first ranks that are written in names of pieces in any language:
// "rook, knight, bishop, queen, king, bishop, knight and rook". A run of names that is
// close to eight is a match with an error.
func findNames(clean string, words []word) []match {
	var matches []match
	letters, at := "", 0
	flush := func() {
		if n := len(letters); n >= fewest && n <= most {
			matches = append(matches, readLetters(at, letters))
		}
		letters = ""
	}
	for _, w := range words {
		letter, ok := typed.Piece(w.text)
		switch {
		case ok && len(letters) <= most:
			if letters == "" {
				at = w.at
			}
			letters += letter
		case ok: // too many already
		case typed.IsLink(w.text):
		default:
			flush()
		}
	}
	flush()
	return turnAround(clean, matches)
}
