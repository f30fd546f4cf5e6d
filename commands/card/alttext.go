package card

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// An alt is the alt text of a board or a rank. Ranks are read from a to h, also when Black is
// at the bottom.
type alt struct {
	Kind         altKind
	SP           int
	Viewer       castling.Colour // the player at the bottom
	White, Black voice.And       // their first ranks
}

// An altKind is what a picture shows.
type altKind string

const (
	altOfBoard altKind = "board"
	altOfRank  altKind = "rank"
	altOfSides altKind = "sides" // a board on which White and Black start differently
)

// Sentence returns the kind.
func (a alt) Sentence() string { return string(a.Kind) }

func boardAlt(p chess960.Position, style Style) voice.Sentence {
	return alt{Kind: altOfBoard, SP: p.SP(), Viewer: style.Viewer(), White: Spelled(p.String())}
}

func rankAlt(p chess960.Position) voice.Sentence {
	return alt{Kind: altOfRank, SP: p.SP(), White: Spelled(p.String())}
}

func sidesAlt(white, black chess960.Pattern, style Style) voice.Sentence {
	return alt{Kind: altOfSides, Viewer: style.Viewer(), White: Spelled(white.String()), Black: Spelled(black.String())}
}

// A strip is the first rank after a step: the new pieces, and those placed before.
type strip struct {
	Kind        stripKind
	Step        int
	New, Before []onSquare
}

// A stripKind says which of the two there are.
type stripKind string

const (
	emptyStrip stripKind = "empty"
	onlyBefore stripKind = "before"
	onlyNew    stripKind = "new"
	newAndOld  stripKind = "both"
)

// Sentence returns the kind.
func (s strip) Sentence() string { return string(s.Kind) }

// An onSquare is a square with its piece.
type onSquare struct {
	voice.Facts
	Square castling.Square
	Piece  castling.Piece
}

// stripAlt returns the alt text of the first rank after a step: the pieces, how the method
// counts squares, and the row of the table.
func stripAlt(step int, v explain.View) voice.Sentence {
	s := strip{Step: step}
	for f := range chess960.AllFiles.All() {
		piece := onSquare{Square: castling.Square(f), Piece: castling.Piece(v.Rank[f])}
		if v.Rank[f] != 0 && v.New.Has(f) {
			s.New = append(s.New, piece)
		} else if v.Rank[f] != 0 {
			s.Before = append(s.Before, piece)
		}
	}
	switch {
	case s.New == nil && s.Before == nil:
		s.Kind = emptyStrip
	case s.New == nil:
		s.Kind = onlyBefore
	case s.Before == nil:
		s.Kind = onlyNew
	default:
		s.Kind = newAndOld
	}
	said := voice.Run{s, countsAlt(v.Counts)}
	if v.Row != nil {
		said = append(said, voice.Say("card.rowAlt", voice.F{
			"Number": v.Row.Number, "Pattern": Spelled(v.Row.Pattern),
		}))
	}
	return said
}

// Spelled names the pieces of a pattern, for people who listen.
func Spelled(pattern string) (names voice.And) {
	for _, letter := range []byte(pattern) {
		if letter == '-' {
			names = append(names, voice.Phrase("card.blank"))
		} else {
			names = append(names, voice.Say("card.pieceName", voice.F{"Piece": castling.Piece(letter)}))
		}
	}
	return names
}

// A countedFrom names squares whose numbers follow one another.
type countedFrom struct {
	voice.Facts
	First   int
	Squares []castling.Square
}

// A countedSquares names squares with their numbers.
type countedSquares struct {
	voice.Facts
	Squares []numberedSquare
}

// A numberedSquare is a square with its number.
type numberedSquare struct {
	voice.Facts
	Square castling.Square
	Number int
}

// countsAlt names the squares that a method counts. Each has its number, unless the numbers
// follow one another. There is no sentence if no square is counted.
func countsAlt(counts [8]int) voice.Sentence {
	var running countedFrom
	var all countedSquares
	follow := true
	for f := range chess960.AllFiles.All() {
		n := counts[f]
		if n < 0 {
			continue
		}
		if running.Squares == nil {
			running.First = n
		}
		follow = follow && n == running.First+len(running.Squares)
		running.Squares = append(running.Squares, castling.Square(f))
		all.Squares = append(all.Squares, numberedSquare{Square: castling.Square(f), Number: n})
	}
	switch {
	case all.Squares == nil:
		return nil
	case follow:
		return running
	}
	return all
}
