package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// The sentences about castling. People compare the lists of squares with a board, so
// the lists have commas and no "and".

// CastlingConditions are the conditions that hold for every castling.
const CastlingConditions = "King and rook must not have moved. The king must not be in check before or after castling. A player castles once a game; castling captures nothing."

// CastlingRule returns the moves of the king and the rook, and their conditions:
//
//	**O-O**: King e1 to g1, rook g1 to f1. Must be empty: f1. Must not be attacked: e1, f1, g1.
func CastlingRule(c chess960.Castling) string {
	return fmt.Sprintf("**%v**: King %s, rook %s. Must be empty: %s. Must not be attacked: %s.",
		c.Side, way(c.King), way(c.Rook), squaresOrNothing(c.MustBeEmpty()), squareList(c.MustNotBeAttacked()))
}

// BeforeCastling returns the alt text of the picture before castling.
func BeforeCastling(c chess960.Castling) string {
	return fmt.Sprintf("Before castling on the %s: king on %s, rook on %s. Striped, must be empty: %s. With a shield, must not be attacked: %s.",
		sideName(c.Side), c.King.From.Square(), c.Rook.From.Square(), squaresOrNothing(c.MustBeEmpty()), squareList(c.MustNotBeAttacked()))
}

// AfterCastling returns the alt text of the picture after castling.
func AfterCastling(c chess960.Castling) string {
	return fmt.Sprintf("After castling on the %s: king on %s, rook on %s.", sideName(c.Side), c.King.To.Square(), c.Rook.To.Square())
}

// sideName names a side for screen readers, which do not read O-O well.
func sideName(side chess960.CastlingSide) string {
	if side == chess960.ASide {
		return "a-side"
	}
	return "h-side"
}

func way(w chess960.Way) string {
	if w.Stays() {
		return "stays on " + w.To.Square()
	}
	return w.From.Square() + " to " + w.To.Square()
}

// squaresOrNothing names squares: "c1, d1", or "nothing".
func squaresOrNothing(s chess960.Files) string {
	if s == 0 {
		return "nothing"
	}
	return listed(s)
}

func squareList(files []chess960.File) string {
	var squares []string
	for _, f := range files {
		squares = append(squares, f.Square())
	}
	return strings.Join(squares, ", ")
}

// CastlingNotes returns notes on what surprises people about castling to a side in
// this position, one or two sentences each. The list may be empty.
func CastlingNotes(p chess960.Position, side chess960.CastlingSide, rules *chess960.CastlingRules) []string {
	c := p.Castling(side, rules)
	var notes []string
	add := func(holds bool, format string, values ...any) {
		if holds {
			notes = append(notes, fmt.Sprintf(format, values...))
		}
	}
	add(c.PossibleOnFirstMove(), "Castling is possible on move 1.")
	add(c.Manner() == chess960.ChangePlaces, "King and rook change places. By hand, lift both, then put them down.")
	add(c.Manner() == chess960.KingAlone, "By hand, just move the king.")
	add(c.Manner() == chess960.RookAlone, "By hand, just move the rook.")
	occupied := mayStayOccupied(c)
	add(occupied != 0, "May stay occupied: %s.", squaresOrNothing(occupied))
	attacked := chess960.FilesOf(c.Rook.Crossed()...) &^ chess960.FilesOf(c.King.Crossed()...)
	add(attacked != 0, "May be attacked: %s.", squaresOrNothing(attacked))
	add(c.Uncovered() != 0, "An enemy rook or queen that attacks the rook from %s prevents castling: the rook on %s shields %s only until it leaves.",
		squaresOr(c.Uncovered()), c.Rook.From.Square(), c.King.To.Square())
	for _, other := range chess960.AllCastlingRules() {
		end := p.Castling(side, other)
		add(end.King.To != c.King.To, "%s ends elsewhere: king on %s, rook on %s.", other.Name, end.King.To.Square(), end.Rook.To.Square())
	}
	return notes
}

// mayStayOccupied returns the squares that people often think must be empty, although
// this castling does not need them: out of a, b and e on the a-side, and out of e and
// h on the h-side. (Source: "Fischer Random Chess", consequences of the rules.)
func mayStayOccupied(c chess960.Castling) chess960.Files {
	squares := chess960.FilesOf(chess960.FileE, chess960.FileH)
	if c.Side == chess960.ASide {
		squares = chess960.FilesOf(chess960.FileA, chess960.FileB, chess960.FileE)
	}
	return squares &^ (c.MustBeEmpty() | chess960.FilesOf(c.King.From, c.Rook.From, c.King.To, c.Rook.To))
}

// squaresOr lists alternative squares: "a1", "f1, g1 or h1".
func squaresOr(s chess960.Files) string { return strings.Replace(s.Squares(), " and ", " or ", 1) }

// HowToCastle explains how to castle at a board and on a computer.
func HowToCastle(p chess960.Position, rules *chess960.CastlingRules) string {
	lines := []string{
		"- By hand: say “I am about to castle”. Take the king off the board, move the rook, put the king down.",
		"- With a clock: press it when both pieces are down.",
		"- On an electronic board: lift the king, lift the rook, put the rook down, put the king down.",
	}
	if rules != chess960.Chess960Castling {
		return strings.Join(append(lines, "- lichess and UCI engines castle by Chess960's rules."), "\n")
	}
	var uci []string
	for _, side := range chess960.CastlingSides() {
		c := p.Castling(side, rules)
		uci = append(uci, fmt.Sprintf("`%s%s` for %v", c.King.From.Square(), c.Rook.From.Square(), side))
	}
	return strings.Join(append(lines,
		"- On lichess and most other boards: drag the king onto the rook.",
		"- In UCI with `UCI_Chess960`: "+strings.Join(uci, ", ")+" (the king takes its own rook).",
	), "\n")
}
