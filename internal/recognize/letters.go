package recognize

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/chess960"
)

// The length of a back rank in letters: eight pieces, one of which, the Russian
// king "Кр", takes two letters.
const (
	shortest = 8
	longest  = 9
)

// findRanks returns the back ranks that are written in letters, in one word or in
// consecutive words. It returns only valid positions: many other texts have eight such
// letters in a row.
func findRanks(words []word) []match {
	var matches []match
	for i := 0; i < len(words); i++ {
		letters := ""
		for j := i; j < len(words); j++ {
			letters += words[j].text
			if len(letters) > longest*utf8.UTFMax || utf8.RuneCountInString(letters) > longest {
				break
			}
			if utf8.RuneCountInString(letters) < shortest {
				continue
			}
			if readings := readingsOf(strings.ToUpper(letters)); len(readings) == 1 {
				matches = append(matches, match{at: words[i].at, reading: readings[0]})
				i = j
				break
			}
		}
	}
	return matches
}

// readLetters reads eight pieces in the letters of any language.
func readLetters(letters string) (Reading, error) {
	letters = strings.ToUpper(letters)
	switch readings := readingsOf(letters); len(readings) {
	case 0:
		return Reading{}, reasons(letters)
	case 1:
		return readings[0], nil
	default:
		return Reading{}, &AmbiguousError{letters, readings}
	}
}

// readingsOf returns the positions that upper-case letters are in some language.
func readingsOf(letters string) []Reading {
	var matches []match
	for i, l := range languages {
		rank, ok := l.translate(letters)
		if !ok || !isFullSet(rank) {
			continue
		}
		p, err := chess960.ParsePosition(rank)
		r := Reading{White: p, Black: p, Text: letters}
		if i > 0 { // for English, Language stays nil
			r.Language = l
		}
		matches = append(matches, match{reading: r, err: err})
	}
	return distinct(matches)
}

// isFullSet reports whether English letters are the eight pieces of one side.
func isFullSet(rank string) bool {
	letters := []byte(rank)
	slices.Sort(letters)
	return string(letters) == "BBKNNQRR"
}

// reasons returns an error that says why letters are not a back rank, in the first
// language that has all of them, or else in English.
func reasons(letters string) error {
	_, err := chess960.ParsePosition(letters)
	for _, l := range Languages() {
		if rank, ok := l.translate(letters); ok {
			_, err = chess960.ParsePosition(rank)
			if parse, ok := errors.AsType[*chess960.ParseError](err); ok {
				return &chess960.ParseError{What: "back rank in " + l.Name + " letters", Input: letters, Problems: parse.Problems}
			}
		}
	}
	return err
}

// separators are what people put between the letters of a back rank.
var separators = strings.NewReplacer(" ", "", ",", "", "-", "", ";", "", "|", "")

// A text with fewest to most piece letters is meant as a back rank: if it is wrong, the
// error gives the reasons.
const fewest, most = 5, 12

// onlyPieces returns the letters of a text that consists only of piece letters: any
// number of English ones, or eight of another language.
func onlyPieces(clean string) (string, bool) {
	letters := separators.Replace(clean)
	pieces, others := countPieces(letters)
	if others == 0 && pieces >= fewest && pieces <= most {
		return letters, true
	}
	for _, l := range languages {
		if rank, ok := l.translate(strings.ToUpper(letters)); ok && len(rank) == 8 {
			return letters, true
		}
	}
	return "", false
}

// nearlyPieces reports whether three of four characters are English piece letters.
func nearlyPieces(clean string) bool {
	pieces, others := countPieces(separators.Replace(clean))
	n := pieces + others
	return n >= fewest && n <= most && 4*pieces >= 3*n
}

// countPieces counts the English piece letters of a text and its other
// characters.
func countPieces(letters string) (pieces, others int) {
	for _, r := range letters {
		if strings.ContainsRune("KQRBNkqrbn", r) {
			pieces++
		} else {
			others++
		}
	}
	return pieces, others
}
