package recognize

import (
	"slices"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/chess960/typed"
)

// findLists finds the first ranks that are written as lists, in letters or names of any
// language:
//
//   - findKeyed: the files or their numbers with the pieces, in the order of the files:
//     "a: rook b: knight …", "aR bN …", "1. R 2. N …";
//   - findSquares: the squares with their pieces, in any order: "Ra1 Nb1 …",
//     "a1=R b1=N …", "rook on a1 and …", "wRa1 …", and Black's: "Ra8 Nb8 …";
//   - findSquares, too: the squares of each piece, "K: e1 R: a1 h1 …", or their files, also
//     if the squares left determine the pieces that are not named.
//
// A file alone counts as a square only if the list is complete: "a" is a word as well. The
// words outside of lists are returned too.
func findLists(words []word) (matches []match, rest []word) {
	matches, rest = findKeyed(words)
	if found, others := findSquares(rest, true); distinct(found) != nil {
		return append(matches, found...), others
	}
	found, rest := findSquares(withoutArticles(rest), false)
	return append(matches, found...), rest
}

// keys are the names of the files, in the orders in which people list them.
var keys = []string{"abcdefgh", "hgfedcba", "12345678", "87654321"}

// findKeyed finds the lists by file: each file's letter or number with its piece.
func findKeyed(words []word) (matches []match, rest []word) {
	for i := 0; i < len(words); {
		letters, n := keyedAt(words[i:])
		if n == 0 {
			rest = append(rest, words[i])
			i++
			continue
		}
		matches = append(matches, readLetters(words[i].at, letters))
		i += n
		matches[len(matches)-1].end = words[i-1].end()
	}
	return matches, rest
}

// keyedAt reads the n words at the beginning that are a list by file.
func keyedAt(words []word) (letters string, n int) {
	for _, order := range keys {
		for _, form := range []keyedForm{keyThenPiece, keyAndPiece, pieceAndKey} {
			pieces, n := form.all(words, order)
			if n == 0 {
				continue
			}
			if order[0] > order[7] {
				slices.Reverse(pieces)
			}
			return strings.Join(pieces, ""), n
		}
	}
	return "", 0
}

// A keyedForm reads the n words at the beginning that are a file's name and its piece; n is
// 0 for other words.
type keyedForm func(words []word, key byte) (piece string, n int)

// all reads the pieces of all files, in the given order.
func (form keyedForm) all(words []word, order string) (pieces []string, n int) {
	for i := range len(order) {
		piece, used := form(words[n:], order[i])
		if used == 0 {
			return nil, 0
		}
		pieces, n = append(pieces, piece), n+used
	}
	return pieces, n
}

// keyThenPiece reads "a rook" or "1 R".
func keyThenPiece(words []word, key byte) (string, int) {
	if len(words) < 2 || len(words[0].text) != 1 || words[0].text[0]|0x20 != key|0x20 {
		return "", 0
	}
	if piece, ok := pieceOf(words[1].text); ok {
		return piece, 2
	}
	return "", 0
}

// keyAndPiece reads "aR" or "1R".
func keyAndPiece(words []word, key byte) (string, int) {
	if len(words) == 0 || len(words[0].text) < 2 || words[0].text[0]|0x20 != key|0x20 || words[0].text[1] <= '9' || words[0].letters() > 3 {
		return "", 0
	}
	return words[0].text[1:], 1
}

// pieceAndKey reads "Ra" or "R1".
func pieceAndKey(words []word, key byte) (string, int) {
	if len(words) == 0 || len(words[0].text) < 2 || words[0].letters() > 3 {
		return "", 0
	}
	last := len(words[0].text) - 1
	if words[0].text[last]|0x20 != key|0x20 {
		return "", 0
	}
	return words[0].text[:last], 1
}

// pieceOf returns the piece that a word names, or the word if it is so short that it may
// be a letter.
func pieceOf(text string) (string, bool) {
	if letter, ok := typed.Piece(text); ok {
		return letter, true
	}
	switch n := utf8.RuneCountInString(text); {
	case n == 2 && strings.ContainsRune("wWbB", rune(text[0])) && strings.ContainsRune("KQRBNkqrbn", rune(text[1])):
		return text[1:], true // with its colour
	case n <= 2 && text[0] > '9':
		return text, true
	}
	return "", false
}

// withoutArticles drops the articles of one letter before the names of pieces: "a rook",
// "o cavalo", "l'alfiere".
func withoutArticles(words []word) []word {
	var rest []word
	for i, w := range words {
		if len(w.text) == 1 && strings.Contains("aolAOL", w.text) && i+1 < len(words) {
			if _, ok := typed.Piece(words[i+1].text); ok {
				continue
			}
		}
		rest = append(rest, w)
	}
	return rest
}
