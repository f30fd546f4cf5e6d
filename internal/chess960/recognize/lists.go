package recognize

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"chess960bot/internal/chess960"
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
		matches = append(matches, readLetters(words[i].at, words[i+n-1].end(), letters))
		i += n
	}
	return matches, rest
}

// keyedAt reads the n words at the beginning that are a list by file.
func keyedAt(words []word) (letters string, n int) {
	for _, order := range keys {
		for _, form := range []string{"a R", "aR", "Ra"} {
			var pieces []string
			n := 0
			for piece, used := "", 1; used > 0 && len(pieces) < len(order); {
				if piece, used = keyed(form, words[n:], order[len(pieces)]); used > 0 {
					pieces, n = append(pieces, piece), n+used
				}
			}
			if len(pieces) < len(order) {
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

// keyed reads the n words at the beginning that are a file's name and its piece in a form: "a rook" or
// "1 R", "aR" or "1R", "Ra" or "R1". n is 0 for other words.
func keyed(form string, words []word, key byte) (piece string, n int) {
	if len(words) == 0 {
		return "", 0
	}
	isKey := func(b byte) bool { return b|0x20 == key|0x20 }
	switch text, last := words[0].text, len(words[0].text)-1; {
	case form == "a R" && last == 0 && isKey(text[0]) && len(words) > 1:
		if piece, ok := pieceOf(words[1].text); ok {
			return piece, 2
		}
	case last == 0 || words[0].letters() > 3:
	case form == "aR" && isKey(text[0]) && text[1] > '9':
		return text[1:], 1
	case form == "Ra" && isKey(text[last]):
		return text[:last], 1
	}
	return "", 0
}

// pieceOf returns the piece that a word names, or the word if it is so short that it may
// be a letter.
func pieceOf(text string) (string, bool) {
	if letter, ok := typed.Piece(text); ok {
		return letter, true
	}
	isLetter := func(l *typed.Language) bool { return slices.Contains(l.Letters[:], text[1:]) }
	switch n := utf8.RuneCountInString(text); {
	case n >= 2 && strings.ContainsRune("wWbB", rune(text[0])) &&
		(strings.ContainsRune("KQRBNkqrbn", rune(text[1])) || slices.ContainsFunc(typed.Languages(), isLetter)):
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
		if len(w.text) == 1 && typed.Is(w.text, "article") && i+1 < len(words) {
			if _, ok := typed.Piece(words[i+1].text); ok {
				continue
			}
		}
		rest = append(rest, w)
	}
	return rest
}

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

// squareWord is a square, perhaps with its piece: a1, Ra1 or a1R.
var squareWord = typed.Lazy(`^(?:(\p{L}{0,2})([a-hA-H])([1-8])|([a-hA-H])([1-8])(\p{L}{1,2}))$`)

// glued are the squares of a whole rank with their pieces and nothing between: Ra1Nb1Bc1….
var glued = typed.Lazy(`^(?:\pL{1,2}[a-hA-H][18]){8}$`)

var gluedPart = typed.Lazy(`(\pL{1,2})([a-hA-H])([18])`)

// longestItem is the most bytes of a word in a list.
const longestItem = 60

// turkishPiece tells a Turkish list, in which "at" is a knight, from an English one.
var turkishPiece = sync.OnceValue(func() *regexp.Regexp {
	names := strings.Fields(typed.Words("tr", "rook") + " " + typed.Words("tr", "bishop") + " " + typed.Words("tr", "queen"))
	return regexp.MustCompile(`(?i)^(?:` + strings.Join(names, "|") + `)$`)
})

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
	if glued().MatchString(w.text) {
		var items []item
		for _, m := range gluedPart().FindAllStringSubmatch(w.text, -1) {
			items = append(items, piece(m[1]), squareOf(index, m[2], m[3]))
		}
		return items
	}
	if m := squareWord().FindStringSubmatch(w.text); m != nil {
		square := squareOf(index, m[2]+m[4], m[3]+m[5])
		switch {
		case m[1] != "":
			return []item{piece(m[1]), square}
		case m[6] != "":
			return []item{square, piece(m[6])}
		}
		return []item{square}
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
	turkish := slices.ContainsFunc(words, func(w word) bool { return turkishPiece().MatchString(w.text) })
	var list []item
	for i, w := range words {
		list = append(list, itemsOf(w, i, turkish, files)...)
	}
	done := 0 // words
	for i := 0; i < len(list); {
		s, n := squaresAt(list[i:])
		s.part = i > 0 && list[i-1].kind != otherItem || i+n < len(list) && list[i+n].kind != otherItem
		if m, ok := s.match(words[list[i].word].at); ok {
			rest = append(rest, words[done:list[i].word]...)
			done = list[i+n-1].word + 1
			m.end = words[done-1].end()
			matches = append(matches, m)
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
			if s.pieces[square.file] == "" {
				s.filled++
				s.pieces[square.file] = list[named].piece
			} else {
				s.twice = true
			}
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

// match reads the list. ok is false for a list that is not close to a first rank.
func (s squareList) match(at int) (m match, ok bool) {
	m.at = at
	switch {
	case s.filled == 8 && !s.twice:
		return readLetters(at, 0, strings.Join(s.pieces[:], "")), true
	case s.filled < fewest || s.part:
		return m, false
	}
	if m.readings = s.completed(); !s.twice && len(m.readings) == 1 {
		return m, true
	}
	e := &chess960.ParseError{What: "squares", Input: s.String()}
	if s.twice {
		e.Problems = append(e.Problems, chess960.Problem{Broken: chess960.Broken{Kind: chess960.RuleTwice}})
	}
	if open := chess960.FilesWhere(func(f chess960.File) bool { return s.pieces[f] == "" }); open != 0 {
		e.Problems = append(e.Problems, chess960.Problem{Broken: chess960.Broken{Kind: chess960.RuleOpen, Squares: open.On(1)}})
	}
	m.readings, m.err = nil, e
	return m, true
}

// String returns the list in its own letters, in upper case, with "." for a square that it does not name.
func (s squareList) String() string {
	var b strings.Builder
	for _, piece := range s.pieces {
		b.WriteString(cmp.Or(strings.ToUpper(piece), "."))
	}
	return b.String()
}

// patterns returns what the letters of the list mean in each language that has all of them, English first.
func (s squareList) patterns() (patterns []chess960.Pattern) {
	for _, l := range typed.Languages() {
		pattern, hasAll := chess960.Pattern{}, true
		for file, piece := range s.pieces {
			letter, ok := l.Translate(strings.ToUpper(piece)) // nothing for an open square
			if hasAll = hasAll && ok && len(letter) == min(len(piece), 1); hasAll && piece != "" {
				pattern[file] = chess960.Piece(letter[0])
			}
		}
		if hasAll && !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// completed returns the positions that have the pieces of the list in some language, at most two.
func (s squareList) completed() []Reading {
	patterns := s.patterns()
	if patterns == nil {
		return nil
	}
	var readings []Reading
	for _, p := range chess960.All() {
		matches := func(pattern chess960.Pattern) bool { return pattern.Matches(p) }
		if len(readings) < 2 && slices.ContainsFunc(patterns, matches) {
			readings = append(readings, Reading{White: p, Black: p, Text: p.String()})
		}
	}
	return readings
}
