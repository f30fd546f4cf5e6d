package recognize

import (
	"regexp"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// An item of a list is a square, a piece, or something that ends the list.
type item struct {
	word  int // index of its word
	kind  int
	file  int    // of a square, 0 to 7
	rank  byte   // of a square, '1' or '8'
	piece string // an English letter for a name, otherwise the letters as written
}

// The kinds of items.
const (
	otherItem = iota
	awayItem  // a square that is no pawn's and on no first rank: the game has begun
	squareItem
	pieceItem
)

var (
	squareWord = regexp.MustCompile(`^([a-hA-H])([1-8])$`)
	pieceFirst = regexp.MustCompile(`^(\p{L}{1,2})([a-hA-H])([1-8])$`) // Ra1
	pieceLast  = regexp.MustCompile(`^([a-hA-H])([1-8])(\p{L}{1,2})$`) // a1R
)

// longestItem is the most bytes of a word in a list.
const longestItem = 60

// turkishPiece tells a Turkish list, in which "at" is a knight, from an English one.
var turkishPiece = regexp.MustCompile(`(?i)^(?:kale|fil|vezir)$`)

// itemsOf returns the square, the piece, or both, that a word names, and nothing for a word
// that only links others. With files, a small letter from a to h is a square too.
func itemsOf(w word, index int, turkish, files bool) []item {
	piece := func(text string) item {
		text, _ = pieceOf(text)
		return item{word: index, kind: pieceItem, piece: text}
	}
	if len(w.text) > longestItem {
		return []item{{word: index}}
	}
	if files && len(w.text) == 1 && 'a' <= w.text[0] && w.text[0] <= 'h' {
		return []item{squareOf(index, w.text, "1")}
	}
	if _, isPiece := typed.Piece(w.text); typed.IsLink(w.text) && !(turkish && isPiece) {
		return nil
	}
	if m := pieceFirst.FindStringSubmatch(w.text); m != nil {
		return []item{piece(m[1]), squareOf(index, m[2], m[3])}
	}
	if m := pieceLast.FindStringSubmatch(w.text); m != nil {
		return []item{squareOf(index, m[1], m[2]), piece(m[3])}
	}
	if m := squareWord.FindStringSubmatch(w.text); m != nil {
		return []item{squareOf(index, m[1], m[2])}
	}
	if _, ok := pieceOf(w.text); ok {
		return []item{piece(w.text)}
	}
	return []item{{word: index}}
}

// squareOf returns the item for a square in the word with the index.
func squareOf(index int, file, rank string) item {
	it := item{word: index, kind: squareItem, file: int(file[0]|0x20) - 'a', rank: rank[0]}
	if rank != "1" && rank != "8" {
		it.kind = awayItem
	}
	return it
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
			matches[len(matches)-1].end = words[done-1].end()
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
	piecesFirst := list[0].kind == pieceItem
	var rank byte
	for n < len(list) && s.filled < 8 {
		squares := list[n:]
		if piecesFirst {
			squares = squares[1:]
		}
		squares = leadingSquares(squares, rank)
		named := n
		if !piecesFirst {
			named += len(squares)
		}
		if len(squares) == 0 || named == len(list) || list[named].kind != pieceItem {
			break
		}
		for _, square := range squares {
			s.put(square.file, list[named].piece)
		}
		rank = squares[0].rank
		n += len(squares) + 1
	}
	return s, n
}

// leadingSquares returns the squares at the beginning of a list that are on one rank: the
// given one, or that of the first square if rank is 0.
func leadingSquares(list []item, rank byte) []item {
	n := 0
	for n < len(list) && n < most && list[n].kind == squareItem && (rank == 0 || list[n].rank == rank) {
		rank = list[n].rank
		n++
	}
	return list[:n]
}

func (s *squareList) put(file int, piece string) {
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
	e := &chess960.ParseError{What: "squares", Input: pattern.String()}
	open := chess960.FilesWhere(func(f chess960.File) bool { return s.pieces[f] == "" })
	if s.twice {
		e.Problems = append(e.Problems, chess960.Problem{Broken: chess960.Broken{Kind: chess960.RuleTwice}})
	}
	if open != 0 {
		e.Problems = append(e.Problems, chess960.Problem{Broken: chess960.Broken{Kind: chess960.RuleOpen, Squares: open.On(1)}})
	}
	return e
}
