package recognize

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/typed"
)

// An item of a list is a square, a piece, or something that ends the list.
type item struct {
	word  int // index of its word
	kind  int
	file  int    // of a square, 0 to 7
	rank  byte   // of a square, '1' or '8'
	piece string // an English letter for a name, otherwise the letters as written
}

const (
	otherItem = iota
	awayItem  // a square that is no pawn's and on no first rank: the game has begun
	squareItem
	pieceItem
)

// findLists finds the first ranks that are written as lists, in letters or names of any
// language:
//
//   - the squares with their pieces, in any order: "Ra1 Nb1 …", "a1=R b1=N …",
//     "rook on a1 and …", "wRa1 …", and Black's: "Ra8 Nb8 …";
//   - the squares of each piece, "K: e1 R: a1 h1 …", or their files, also if the squares
//     left determine the pieces that are not named;
//   - the files or their numbers with the pieces: "a: rook b: knight …", "aR bN …",
//     "1. R 2. N …".
//
// It returns the words outside of lists too.
func findLists(words []word) (matches []match, rest []word) {
	matches, rest = findKeyed(words)
	if found, others := findSquares(rest, true); distinct(found) != nil {
		return append(matches, found...), others
	}
	found, rest := findSquares(withoutArticles(rest), false)
	return append(matches, found...), rest
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
	}
	return matches, rest
}

// keyedAt reads the n words at the beginning that are a list by file.
func keyedAt(words []word) (letters string, n int) {
	for _, order := range keys {
		for _, form := range []func(words []word, key byte) (piece string, n int){keyThenPiece, keyAndPiece, pieceAndKey} {
			var pieces [8]string
			n := 0
			for i := range len(order) {
				piece, used := form(words[n:], order[i])
				if used == 0 {
					n = 0
					break
				}
				pieces[i], n = piece, n+used
			}
			if n == 0 {
				continue
			}
			if order[0] > order[7] {
				for i := range 4 {
					pieces[i], pieces[7-i] = pieces[7-i], pieces[i]
				}
			}
			return strings.Join(pieces[:], ""), n
		}
	}
	return "", 0
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

var (
	squareWord = regexp.MustCompile(`^([a-hA-H])([1-8])$`)
	pieceFirst = regexp.MustCompile(`^(\p{L}{1,2})([a-hA-H])([1-8])$`) // Ra1
	pieceLast  = regexp.MustCompile(`^([a-hA-H])([1-8])(\p{L}{1,2})$`) // a1R
)

// longestItem is the most bytes of a word in a list.
const longestItem = 60

// turkishPiece tells a Turkish list, in which "at" is a knight, from an English one.
var turkishPiece = regexp.MustCompile(`(?i)^(?:kale|fil|vezir)$`)

// itemsOf returns the square, the piece, or both, that a word names. With files, a small
// letter from a to h is a square too.
func itemsOf(w word, index int, turkish, files bool) []item {
	if len(w.text) > longestItem {
		return []item{{word: index}}
	}
	square := func(file, rank string) item {
		it := item{word: index, kind: squareItem, file: int(file[0]|0x20) - 'a', rank: rank[0]}
		if it.rank != '1' && it.rank != '8' {
			it.kind = awayItem
		}
		return it
	}
	piece := func(text string) item {
		text, _ = pieceOf(text)
		return item{word: index, kind: pieceItem, piece: text}
	}
	if files && len(w.text) == 1 && 'a' <= w.text[0] && w.text[0] <= 'h' {
		return []item{square(w.text, "1")}
	}
	if typed.IsLink(w.text) && !turkish {
		return nil
	}
	if m := pieceFirst.FindStringSubmatch(w.text); m != nil {
		return []item{piece(m[1]), square(m[2], m[3])}
	}
	if m := pieceLast.FindStringSubmatch(w.text); m != nil {
		return []item{square(m[1], m[2]), piece(m[3])}
	}
	if m := squareWord.FindStringSubmatch(w.text); m != nil {
		return []item{square(m[1], m[2])}
	}
	if text, ok := pieceOf(w.text); ok {
		return []item{{word: index, kind: pieceItem, piece: text}}
	}
	if typed.IsLink(w.text) {
		return nil
	}
	return []item{{word: index}}
}

// findSquares finds the lists with squares, or with files.
func findSquares(words []word, files bool) (matches []match, rest []word) {
	turkish := slices.ContainsFunc(words, func(w word) bool { return turkishPiece.MatchString(w.text) })
	var list []item
	for i, w := range words {
		list = append(list, itemsOf(w, i, turkish, files)...)
	}
	done := 0 // words
	for i := 0; i < len(list); {
		s, n := squaresAt(list[i:])
		s.part = i > 0 && list[i-1].kind != otherItem || i+n < len(list) && list[i+n].kind != otherItem
		if m, ok := s.match(words[list[i].word].at); ok {
			matches = append(matches, m)
			rest = append(rest, words[done:list[i].word]...)
			done = list[i+n-1].word + 1
		}
		i += max(n, 1)
	}
	return matches, append(rest, words[done:]...)
}

// A squareList is what a list says about a first rank.
type squareList struct {
	pieces [8]string
	filled int
	twice  bool // a square has two pieces
	part   bool // the list goes on, such as with pieces that have moved
}

// squaresAt reads the n items at the beginning that are pieces with their squares: each
// piece before its squares, or each after them.
func squaresAt(list []item) (s squareList, n int) {
	if list[0].kind < squareItem {
		return s, 1
	}
	var rank byte
	piecesFirst := list[0].kind == pieceItem
	for n < len(list) {
		next := n
		for piecesFirst && next < len(list) && list[next].kind == pieceItem && next == n {
			next++
		}
		first := next
		for next < len(list) && next-first < most && list[next].kind == squareItem && (rank == 0 || list[next].rank == rank) {
			rank = list[next].rank
			next++
		}
		if next == first {
			break
		}
		named := n
		if !piecesFirst {
			if next == len(list) || list[next].kind != pieceItem {
				break
			}
			named = next
		}
		for _, square := range list[first:next] {
			s.place(square.file, list[named].piece)
		}
		if n = next; !piecesFirst {
			n++
		}
		if s.filled == 8 {
			break
		}
	}
	return s, n
}

func (s *squareList) place(file int, piece string) {
	if s.pieces[file] != "" {
		s.twice = true
		return
	}
	s.pieces[file] = piece
	s.filled++
}

// match reads the list. ok is false for a list that is not close to a first rank.
func (s squareList) match(at int) (m match, ok bool) {
	m.at = at
	switch {
	case s.filled == 8 && !s.twice:
		return readLetters(at, strings.Join(s.pieces[:], "")), true
	case s.filled < fewest || s.part:
		return m, false
	}
	if m.readings = s.completed(); s.twice || len(m.readings) != 1 {
		m.readings, m.err = nil, s.incomplete()
	}
	return m, true
}

// pattern returns the list as a pattern, and false if it has letters of another language.
func (s squareList) pattern() (pattern chess960.Pattern, ok bool) {
	for file, piece := range s.pieces {
		if piece == "" {
			continue
		}
		pattern[file] = chess960.Piece(strings.ToUpper(piece)[0])
		if len(piece) > 1 || pattern[file].Name() == "" {
			return pattern, false
		}
	}
	return pattern, true
}

// completed returns the positions that have the pieces of the list, at most two.
func (s squareList) completed() []Reading {
	pattern, ok := s.pattern()
	if !ok {
		return nil
	}
	var readings []Reading
	for _, p := range chess960.All() {
		if pattern.Matches(p) && len(readings) < 2 {
			readings = append(readings, Reading{White: p, Black: p, Text: p.String()})
		}
	}
	return readings
}

// incomplete returns the error for a list that does not have each square once.
func (s squareList) incomplete() error {
	pattern, _ := s.pattern()
	e := &chess960.ParseError{What: "list of squares", Input: pattern.String()}
	var missing []string
	for file, piece := range s.pieces {
		if piece == "" {
			missing = append(missing, chess960.File(file).Square())
		}
	}
	if s.twice {
		e.Problems = append(e.Problems, chess960.Problem{Text: "a square has two pieces"})
	}
	if missing != nil {
		e.Problems = append(e.Problems, chess960.Problem{Text: "no piece on " + strings.Join(missing, ", ") + ", and more than one way, or none, to fill the rest"})
	}
	return e
}
