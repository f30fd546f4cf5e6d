package card

import (
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/voice"
)

// A PrintedPage counts the pages of a file to print.
type PrintedPage struct {
	voice.Facts
	Page, Of int // from 1
}

// men are all that stand for one kind of piece: "the rooks a1 and h1".
type men struct {
	voice.Facts
	Piece   castling.Piece
	Squares squares
}

// A man is a piece with its square. Messages of some languages read both facts.
type man struct {
	voice.Facts
	Piece  castling.Piece
	Square castling.Square
}

func manOn(piece castling.Piece, square castling.Square) man {
	return man{Piece: piece, Square: square}
}

// A numeral is a number from 1 to 6 that is written as a word.
type numeral int

// Word returns the number's word.
func (n numeral) Word() string {
	return [...]string{"one", "two", "three", "four", "five", "six"}[n-1]
}

// A counted numeral chooses the plural form.
type counted struct{ numeral }

// Count returns the number.
func (c counted) Count() int { return int(c.numeral) }
