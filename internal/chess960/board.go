package chess960

import (
	"cmp"
	"strings"
	"unicode"
)

// A Board is the first field of a FEN: the men on the 64 squares, a1 first, then b1, h8
// last. White's men are the letters KQRBNP, Black's are kqrbnp, and an empty square is 0.
// Boards compare with ==. The zero Board is empty.
type Board [64]byte

// A BoardError is returned for a text that is not the first field of a FEN.
type BoardError struct {
	Input string
	Ranks int // the number of ranks; if it is not 8, no rank is read
	Wrong []WrongRank
}

// A WrongRank is a rank that does not have eight squares, or has a character that is no man.
type WrongRank struct {
	Rank    int    // 1 to 8
	Text    string // the rank as written
	Squares int    // their number
	Unknown string // the first character that is no man; "" for none
}

// Error quotes the input and every wrong rank.
func (e *BoardError) Error() string { return (&ParseError{"board", e.Input, e.problems()}).Error() }

func (e *BoardError) problems() (problems []Problem) {
	if e.Ranks != 8 {
		return []Problem{{Broken: Broken{Kind: "ranks", Number: e.Ranks}}}
	}
	for _, w := range e.Wrong {
		if w.Unknown != "" {
			problems = append(problems, Problem{Broken{Kind: "man", Rank: w.Rank}, w.Unknown})
		} else {
			problems = append(problems, Problem{Broken{Kind: "squares", Rank: w.Rank, Number: w.Squares}, cut(w.Text, maxQuoted)})
		}
	}
	return problems
}

// ParseBoard reads the first field of a FEN. The error, if any, is a *BoardError.
func ParseBoard(field string) (Board, error) {
	ranks := strings.Split(field, "/")
	e := BoardError{Input: field, Ranks: len(ranks)}
	if e.Ranks != 8 {
		return Board{}, &e
	}
	var b Board
	for i, text := range ranks {
		if w := b.readRank(8-i, text); w.Squares != 8 || w.Unknown != "" {
			e.Wrong = append(e.Wrong, w)
		}
	}
	if e.Wrong != nil {
		return Board{}, &e
	}
	return b, nil
}

// readRank reads one rank, and counts its squares.
func (b *Board) readRank(rank int, text string) WrongRank {
	w := WrongRank{Rank: rank, Text: text}
	for _, r := range text {
		switch {
		case '1' <= r && r <= '8':
			w.Squares += int(r - '0')
			continue
		case r > unicode.MaxASCII || strings.IndexByte("KQRBNPkqrbnp", byte(r)) < 0:
			w.Unknown = cmp.Or(w.Unknown, string(r))
		case w.Squares < 8:
			b[(rank-1)*8+w.Squares] = byte(r)
		}
		w.Squares++
	}
	return w
}

// String returns the board as the first field of a FEN.
func (b Board) String() string {
	var ranks []string
	for rank := 8; rank >= 1; rank-- {
		ranks = append(ranks, emptySquares.Replace(b.rank(rank)))
	}
	return strings.Join(ranks, "/")
}

// emptySquares replaces empty squares by their number, the longest run first.
var emptySquares = strings.NewReplacer("........", "8", ".......", "7",
	"......", "6", ".....", "5", "....", "4", "...", "3", "..", "2", ".", "1")

// rank returns the letters of a rank, 1 to 8, with "." for an empty square.
func (b Board) rank(n int) string {
	return strings.ReplaceAll(string(b[8*n-8:8*n]), "\x00", ".")
}

// small is the bit that makes a letter lower case.
const small = 'a' - 'A'

// Start returns the start position that the board shows, of double Chess960 if the sides
// differ. ok is false if it shows none.
func (b Board) Start() (d Double, ok bool) {
	for f := range 8 {
		d.White.rank[f], d.Black.rank[f] = b[f], b[56+f]&^small
	}
	if d.White.SP() < 0 || d.Black.SP() < 0 || d.Board() != b {
		return Double{}, false
	}
	return d, true
}

// Board returns the board before the first move.
func (p Position) Board() Board { return Double{p, p}.Board() }

// Board returns the board before the first move.
func (d Double) Board() (b Board) {
	for f := range 8 {
		b[f], b[8+f], b[48+f], b[56+f] = d.White.rank[f], 'P', 'p', d.Black.rank[f]|small
	}
	return b
}
