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

// CastlingPicture returns the alt text of the picture with the arrows of a castling. The
// squares that are striped or ringed follow below the picture, in CastlingRule.
func CastlingPicture(c chess960.Castling) string {
	return fmt.Sprintf("Castling on the %s. %s. %s. Stripes and crossed rings as below.",
		sideName(c.Side), arrow("Blue arrow", "king", c.King), arrow("Broken orange arrow", "rook", c.Rook))
}

// arrow says where an arrow leads. A piece that stays has none.
func arrow(picture, piece string, w chess960.Way) string {
	if w.Stays() {
		return "No arrow: the " + piece + " stays on " + w.To.Square()
	}
	return picture + ": " + piece + " " + way(w)
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

// CastlingNotes returns notes on what surprises people about a castling, one or two
// sentences each. The list may be empty.
func CastlingNotes(c chess960.Castling) []string {
	var notes []string
	add := func(holds bool, format string, values ...any) {
		if holds {
			notes = append(notes, fmt.Sprintf(format, values...))
		}
	}
	add(c.PossibleOnFirstMove(), "They change places, on move 1 if you like.")
	add(c.Manner() == chess960.ChangePlaces && !c.PossibleOnFirstMove(), "They change places.")
	occupied := mayStayOccupied(c)
	add(occupied != 0, "May be occupied: %s.", squaresOrNothing(occupied))
	attacked := chess960.FilesOf(c.Rook.Crossed()...) &^ chess960.FilesOf(c.King.Crossed()...)
	add(attacked != 0, "May be attacked: %s.", squaresOrNothing(attacked))
	add(c.Uncovered() != 0, "Not with an enemy rook or queen on %s.", squaresOr(c.Uncovered()))
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

// manners are the four manners of castling, by the names in FIDE's Laws of Chess,
// Guidelines II (Chess960 rules), and how to castle so by hand.
var manners = [...]string{
	chess960.BothMove:     "double-move castling: king and rook both move. Put the king beside the board, move the rook, put the king down",
	chess960.KingAlone:    "king-move-only castling: just move the king",
	chess960.RookAlone:    "rook-move-only castling: just move the rook",
	chess960.ChangePlaces: "transposition castling: king and rook change places. Lift both, then put them down",
}

// surprises says what the hidden attackers attack, and where the castling ends by the other
// rules, if elsewhere.
func surprises(c chess960.Castling, rules *chess960.CastlingRules) string {
	said := ""
	if c.Uncovered() != 0 {
		said = fmt.Sprintf(" The rook on %s shields %s from an enemy rook or queen on %s only until it leaves.", c.Rook.From.Square(), c.King.To.Square(), squaresOr(c.Uncovered()))
	}
	for _, other := range chess960.AllCastlingRules() {
		if end := other.Castling(c.King.From, c.Rook.From); other != rules && end.King.To != c.King.To {
			said += fmt.Sprintf(" %s ends elsewhere: king on %s, rook on %s.", other.Name, end.King.To.Square(), end.Rook.To.Square())
		}
	}
	return said
}

// HowToCastle explains how to carry out castlings at a board and on a computer.
func HowToCastle(castlings []chess960.Castling, rules *chess960.CastlingRules) string {
	lines := []string{"### How to castle", CastlingConditions, "The manners are those of FIDE's Laws of Chess, Guidelines II."}
	for _, c := range castlings {
		lines = append(lines, fmt.Sprintf("- **%v** is %s.%s", c.Side, manners[c.Manner()], surprises(c, rules)))
	}
	lines = append(lines,
		"- Against a person, say “I am about to castle” first. Press the clock when both pieces are down.",
		"- The order of touching does not matter (WNCA): king or rook may come first.",
		"- On an electronic board: lift the king, lift the rook, put the rook down, put the king down.",
	)
	if rules != chess960.Chess960Castling {
		return strings.Join(append(lines, "- lichess and UCI engines castle by Chess960's rules."), "\n")
	}
	var uci []string
	for _, c := range castlings {
		uci = append(uci, fmt.Sprintf("`%s%s` for %v", c.King.From.Square(), c.Rook.From.Square(), c.Side))
	}
	return strings.Join(append(lines,
		"- On lichess and most other boards: drag the king onto the rook.",
		"- In UCI with `UCI_Chess960`: "+strings.Join(uci, ", ")+" (the king takes its own rook).",
	), "\n")
}
