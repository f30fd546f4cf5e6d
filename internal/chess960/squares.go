package chess960

import (
	"iter"
	"math/bits"
	"strings"
)

// A Piece is the English letter of a piece on the back rank. The zero Piece
// stands for an empty square.
type Piece byte

// The pieces of a back rank.
const (
	King   Piece = 'K'
	Queen  Piece = 'Q'
	Rook   Piece = 'R'
	Bishop Piece = 'B'
	Knight Piece = 'N'
)

// pieces lists the five kinds with their names and how many of each a back rank
// has, in the order in which people count them.
var pieces = []struct {
	piece Piece
	name  string
	count int
}{
	{King, "king", 1},
	{Queen, "queen", 1},
	{Rook, "rook", 2},
	{Bishop, "bishop", 2},
	{Knight, "knight", 2},
}

// String returns the piece's letter, "-" for an empty square.
func (p Piece) String() string {
	if p == 0 {
		return "-"
	}
	return string(rune(p))
}

// Name returns the piece's English name in lower case, such as "knight", or "" for
// a letter that stands for no piece.
func (p Piece) Name() string {
	for _, k := range pieces {
		if k.piece == p {
			return k.name
		}
	}
	return ""
}

// A File is a column of the board, 0 for the a-file to 7 for the h-file.
type File uint8

// The eight files.
const (
	FileA File = iota
	FileB
	FileC
	FileD
	FileE
	FileF
	FileG
	FileH
)

// String returns the file's letter, "a" to "h".
func (f File) String() string { return string(rune('a' + f)) }

// Square returns the file's square on the first rank, "a1" to "h1".
func (f File) Square() string { return f.String() + "1" }

// Dark reports whether the file's square on the first rank is dark: a, c, e, g.
func (f File) Dark() bool { return f%2 == 0 }

// Files is a set of files, one bit a file: the a-file is bit 0. The zero Files
// is empty.
type Files uint8

// The files with a dark square on the first rank (a, c, e, g), those with a light one
// (b, d, f, h), and all eight.
const (
	DarkFiles  Files = 0b01010101
	LightFiles Files = 0b10101010
	AllFiles   Files = 0xff
)

// FilesOf returns the set of the files given.
func FilesOf(files ...File) Files {
	var s Files
	for _, f := range files {
		s |= 1 << f
	}
	return s
}

// FilesWhere returns the files for which has is true.
func FilesWhere(has func(File) bool) Files {
	var s Files
	for f := range AllFiles.All() {
		if has(f) {
			s |= 1 << f
		}
	}
	return s
}

// Has reports whether f is in the set.
func (s Files) Has(f File) bool { return s>>f&1 == 1 }

// Len returns how many files the set has, 0 to 8.
func (s Files) Len() int { return bits.OnesCount8(uint8(s)) }

// All yields the files of the set from the a-side to the h-side.
func (s Files) All() iter.Seq[File] {
	return func(yield func(File) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(File(bits.TrailingZeros8(uint8(s)))) {
				return
			}
		}
	}
}

// First returns the set's file nearest the a-side. The set must not be empty.
func (s Files) First() File { return File(bits.TrailingZeros8(uint8(s))) }

// Last returns the set's file nearest the h-side. The set must not be empty.
func (s Files) Last() File { return File(bits.Len8(uint8(s)) - 1) }

// Index returns how many files of the set lie to the left of f.
func (s Files) Index(f File) int { return (s & (1<<f - 1)).Len() }

// String lists the files as words do: "none", "a", "a and c", "a, c and e".
func (s Files) String() string {
	if s == 0 {
		return "none"
	}
	var b strings.Builder
	left := s.Len()
	for f := range s.All() {
		b.WriteString(f.String())
		switch left--; {
		case left > 1:
			b.WriteString(", ")
		case left == 1:
			b.WriteString(" and ")
		}
	}
	return b.String()
}

// A Square is a square of the board: 0 for a1, 7 for h1, 63 for h8. So Square(f) is the square
// of a file on the first rank.
type Square uint8

// File returns the square's file.
func (s Square) File() File { return File(s % 8) }

// Rank returns the square's rank, 1 to 8.
func (s Square) Rank() int { return int(s/8) + 1 }

// String returns the square's name: "e4".
func (s Square) String() string { return s.File().String() + string(rune('0'+s.Rank())) }

// Towards returns the square a number of files and ranks away. ok is false outside the
// board.
func (s Square) Towards(files, ranks int) (to Square, ok bool) {
	f, r := int(s%8)+files, int(s/8)+ranks
	return Square(r*8 + f), 0 <= f && f < 8 && 0 <= r && r < 8
}

// On returns the files' squares on a rank, 1 to 8, from the a-side to the h-side.
func (s Files) On(rank int) (squares []Square) {
	for f := range s.All() {
		squares = append(squares, Square(8*(rank-1))+Square(f))
	}
	return squares
}
