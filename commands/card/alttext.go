package card

import (
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// boardAlt is the alt text of a board. Ranks are read from a to h, also when Black is at the bottom.
func boardAlt(p chess960.Position, style Style) voice.Sentence {
	return voice.Say("card.alt.board", voice.F{"SP": p.SP(), "Viewer": style.Viewer(), "White": Spelled(p.String())})
}

func rankAlt(p chess960.Position) voice.Sentence {
	return voice.Say("card.alt.rank", voice.F{"SP": p.SP(), "White": Spelled(p.String())})
}

// sidesAlt is the alt text of a board on which White and Black start differently.
func sidesAlt(white, black chess960.Pattern, style Style) voice.Sentence {
	return voice.Say("card.alt.sides", voice.F{
		"Viewer": style.Viewer(), "White": Spelled(white.String()), "Black": Spelled(black.String()),
	})
}

// stripAlt returns the alt text of the first rank after a step: the pieces, how the method
// counts squares, and the row of the table.
func stripAlt(step int, v explain.View) voice.Sentence {
	var fresh, before voice.And
	for f := range chess960.AllFiles.All() {
		piece := voice.Say("card.onSquare", voice.F{"Square": castling.Square(f), "Piece": castling.Piece(v.Rank[f])})
		if v.Rank[f] != 0 && v.New.Has(f) {
			fresh = append(fresh, piece)
		} else if v.Rank[f] != 0 {
			before = append(before, piece)
		}
	}
	has := "both"
	switch {
	case fresh == nil && before == nil:
		has = "empty"
	case fresh == nil:
		has = "before"
	case before == nil:
		has = "new"
	}
	said := voice.Run{voice.Say("card.strip."+has, voice.F{"Step": step, "New": fresh, "Before": before}), countsAlt(v.Counts)}
	if v.Row != nil {
		said = append(said, voice.Say("card.rowAlt", voice.F{
			"Number": v.Row.Number, "Pattern": Spelled(v.Row.Pattern),
		}))
	}
	return said
}

// Spelled names the pieces and counts the hyphens of a pattern, for people who listen.
func Spelled(pattern string) (names voice.And) {
	for pattern != "" {
		rest := strings.TrimLeft(pattern, "-")
		if hyphens := len(pattern) - len(rest); hyphens > 0 {
			names = append(names, voice.Say("card.hyphens", voice.F{"Number": counted{numeral(hyphens)}}))
		} else {
			names, rest = append(names, voice.Say("card.pieceName", voice.F{"Piece": castling.Piece(pattern[0])})), pattern[1:]
		}
		pattern = rest
	}
	return names
}

// countsAlt names the squares that a method counts. Each has its number, unless the numbers
// follow one another. There is no sentence if no square is counted.
func countsAlt(counts [8]int) voice.Sentence {
	first, follow := 0, true
	var squares, numbered voice.And
	for f := range chess960.AllFiles.All() {
		n := counts[f]
		if n < 0 {
			continue
		}
		if squares == nil {
			first = n
		}
		follow = follow && n == first+len(squares)
		squares = append(squares, castling.Square(f))
		numbered = append(numbered, voice.Say("card.numberedSquare", voice.F{"Square": castling.Square(f), "Number": n}))
	}
	switch {
	case squares == nil:
		return nil
	case follow:
		return voice.Say("card.countedFrom", voice.F{"First": first, "Squares": squares})
	}
	return voice.Say("card.countedSquares", voice.F{"Squares": numbered})
}
