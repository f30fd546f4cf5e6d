package card

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/voice"
)

// A PrintedPage counts the pages of a file to print.
type PrintedPage struct {
	voice.Facts
	Page, Of int // from 1
}

// The sentences of the pages “What to watch for” and “More facts”.
type (
	cornered struct {
		voice.Facts
		Piece  castling.Piece
		Square castling.Square
	}

	man struct {
		voice.Facts
		Piece  castling.Piece
		Square castling.Square
	}
	// men are all that stand for one kind of piece: "the rooks a1 and h1".
	men struct {
		voice.Facts
		Piece   castling.Piece
		Squares squares
	}

	// castles says what moves before each castling.
	castles struct {
		Kind        castlesKind
		First, Then voice.Sentence // what moves; nil for nothing
	}

	// opening says which pawns let a bishop out.
	opening struct {
		Kind   openingKind
		Bishop castling.Square
		Pawns  voice.Or // of opener
		Faces  man
	}

	// attack is an attack on a pawn after a move.
	attack struct {
		Kind   attackKind
		Opener chess960.File
		By     man
		Pawn   castling.Square
	}
)

// A castlesKind says which castling can come first.
type castlesKind string

const (
	bothAlike   castlesKind = "both"
	shortFirst  castlesKind = "shortFirst"
	longFirst   castlesKind = "longFirst"
	shortAtOnce castlesKind = "shortAtOnce"
	longAtOnce  castlesKind = "longAtOnce"
)

// An openingKind says whether a bishop looks at a piece in the opposite corner.
type openingKind string

const (
	opened openingKind = "opened"
	facing openingKind = "facing"
)

// An attackKind says whether something protects the pawn.
type attackKind string

const (
	onPawn       attackKind = "pawn"
	onUndefended attackKind = "undefended"
)

// Sentence returns the kind.
func (c castles) Sentence() string { return string(c.Kind) }

// Sentence returns the kind.
func (o opening) Sentence() string { return string(o.Kind) }

// Sentence returns the kind.
func (a attack) Sentence() string { return string(a.Kind) }

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
