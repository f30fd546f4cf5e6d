package recognize

import (
	"regexp"
	"strings"
)

// An item of a list is a square or a piece.
type item struct {
	at     int
	square int    // the file of a square on the first rank, 0 to 7; -1 for a piece
	piece  string // an English letter for a name, otherwise the letters as written
	named  bool   // the piece was written with its name
}

var (
	squareWord = regexp.MustCompile(`^[a-hA-H]1$`)
	pieceFirst = regexp.MustCompile(`^(\p{L}{1,2})([a-h]1)$`) // Ra1
	pieceLast  = regexp.MustCompile(`^([a-h]1)(\p{L}{1,2})$`) // a1R
	letterWord = regexp.MustCompile(`^(\p{L}{1,2})$`)
	linkWords  = map[string]bool{"and": true, "on": true, "at": true, "is": true, "the": true, "then": true}
)

// findLists returns the first ranks that are written as a list of names of pieces, or
// of pieces with their squares.
func findLists(words []word) []match {
	var matches []match
	var list []item
	flush := func() {
		matches = append(matches, readList(list)...)
		list = nil
	}
	for _, w := range words {
		if linkWords[strings.ToLower(w.text)] {
			continue
		}
		items := itemsOf(w)
		if items == nil {
			flush()
		}
		list = append(list, items...)
	}
	flush()
	return matches
}

// itemsOf returns the square, the piece, or both, that a word names.
func itemsOf(w word) []item {
	square := func(text string) item { return item{at: w.at, square: int(text[0]|0x20) - 'a'} }
	piece := func(text string) item { return item{at: w.at, square: -1, piece: text} }
	if letter, ok := pieceNames[strings.ToLower(w.text)]; ok {
		return []item{{at: w.at, square: -1, piece: letter, named: true}}
	}
	if squareWord.MatchString(w.text) {
		return []item{square(w.text)}
	}
	if m := pieceFirst.FindStringSubmatch(w.text); m != nil {
		return []item{piece(m[1]), square(m[2])}
	}
	if m := pieceLast.FindStringSubmatch(w.text); m != nil {
		return []item{square(m[1]), piece(m[2])}
	}
	if letterWord.MatchString(w.text) {
		return []item{piece(w.text)}
	}
	return nil
}

// readList reads the first ranks in a run of items.
func readList(list []item) []match {
	var matches []match
	for i := 0; i < len(list); {
		letters, n := pieceBySquare(list[i:])
		if n == 0 {
			letters, n = pieceNamesOf(list[i:])
		}
		if len(letters) > 0 {
			reading, err := readLetters(letters)
			matches = append(matches, match{list[i].at, reading, err})
		}
		i += max(n, 1)
	}
	return matches
}

// pieceBySquare reads sixteen items that are the eight squares in any order, each
// with its piece before or after it. It returns the pieces from a to h.
func pieceBySquare(list []item) (letters string, n int) {
	if len(list) < 16 {
		return "", 0
	}
	var rank [8]string
	for i := 0; i < 16; i += 2 {
		square, piece := list[i], list[i+1]
		if list[0].square < 0 {
			square, piece = piece, square
		}
		if square.square < 0 || piece.square >= 0 || rank[square.square] != "" {
			return "", 0
		}
		rank[square.square] = piece.piece
	}
	return strings.Join(rank[:], ""), 16
}

// pieceNamesOf reads the n names of pieces at the beginning of the list. If n is close to
// eight, they are meant as a first rank.
func pieceNamesOf(list []item) (letters string, n int) {
	for n < len(list) && list[n].named {
		if n < most {
			letters += list[n].piece
		}
		n++
	}
	if n < fewest || n > most {
		return "", n
	}
	return letters, n
}
