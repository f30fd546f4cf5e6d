package castling

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

// A ParseError is returned for a text that could not be read. It names every rule that was
// found broken.
type ParseError struct {
	Input    string // the whole text
	Problems []Problem
}

// Error names the rules, for operators: people read the sentences of the problems.
func (e *ParseError) Error() string {
	texts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		texts[i] = p.String()
	}
	return fmt.Sprintf("castling: %.80q: %s", e.Input, strings.Join(texts, "; "))
}

// A Problem is a rule that a text breaks, with the part of the text that breaks the rule.
type Problem struct {
	Broken Broken
	At     string // "" if the whole text does
}

// String writes the rule with its facts: `letter 6 "9"`, "kings White e1 g1".
func (p Problem) String() string {
	b := p.Broken
	text := string(b.Kind)
	if slices.Contains(ofPlayer, b.Kind) {
		text += " " + b.Player.String()
	}
	if b.By != 0 {
		text += " " + b.By.Name()
	}
	for _, s := range b.Squares {
		text += " " + s.String()
	}
	if b.Kind == "rook" || b.Kind == "rooks" {
		text += " " + b.Side.String()
	}
	for _, n := range []int{b.Rank, b.Number} {
		if n > 0 {
			text += " " + strconv.Itoa(n)
		}
	}
	if p.At != "" {
		text += " " + strconv.Quote(p.At)
	}
	return text
}

// Broken is a broken rule, as a sentence. The message of the rule (castling.broken in package
// voice) shows which fields it uses.
type Broken struct {
	Kind    Rule
	Player  Colour
	Squares []Square
	By      Piece
	Side    chess960.CastlingSide
	Rank    int
	Number  int // of ranks or squares
}

// Sentence returns the rule.
func (b Broken) Sentence() string { return string(b.Kind) }

// A Rule is one that a text must keep.
type Rule string

// ofPlayer lists the rules about one player.
var ofPlayer = []Rule{
	"king", "kings", "pawn", "pawns", "promotions", "check", "moved", "rooks", "rook", "absent", "owner",
}
