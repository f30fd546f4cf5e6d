package castling

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// menProblems names the rules that the numbers and squares of the pieces break: one king
// each, no pawn on the first or last rank, and no more pieces than promotion can give.
func (p *Position) menProblems() []chess960.Problem {
	var texts []string
	for _, c := range []Colour{White, Black} {
		switch kings := p.find(pieceOf(c, chess960.King)); {
		case len(kings) == 0:
			texts = append(texts, c.String()+" has no king")
		case len(kings) > 1:
			texts = append(texts, fmt.Sprintf("%s has %d kings, on %s", c, len(kings), list(kings)))
		}
		if text := p.tooMany(c); text != "" {
			texts = append(texts, text)
		}
	}
	for _, c := range []Colour{White, Black} {
		for _, s := range p.find(pieceOf(c, pawn)) {
			if s.Rank() == 1 || s.Rank() == 8 {
				texts = append(texts, fmt.Sprintf("%s has a pawn on %v, where no pawn can be", c, s))
			}
		}
	}
	return problems(texts)
}

// tooMany names an excess of pawns or of promoted pieces. A player starts with eight
// pawns, and each promoted piece is one pawn less.
func (p *Position) tooMany(c Colour) string {
	pawns := len(p.find(pieceOf(c, pawn)))
	if pawns > 8 {
		return fmt.Sprintf("%s has %d pawns", c, pawns)
	}
	promoted := max(0, len(p.find(pieceOf(c, chess960.Queen)))-1)
	for _, kind := range []chess960.Piece{chess960.Rook, chess960.Bishop, chess960.Knight} {
		promoted += max(0, len(p.find(pieceOf(c, kind)))-2)
	}
	if pawns+promoted > 8 {
		return fmt.Sprintf("%s has %s and %s too many: a promotion takes a pawn away", c, count(pawns, "pawn"), count(promoted, "other piece"))
	}
	return ""
}

// hasBothKings reports whether each player has one king.
func (p *Position) hasBothKings() bool {
	return len(p.find('K')) == 1 && len(p.find('k')) == 1
}

// checkProblems says why the player to move could capture the other king.
func (p *Position) checkProblems() []chess960.Problem {
	waiting := p.turn.Opponent()
	var texts []string
	for _, from := range p.attackers(p.king(waiting), p.turn) {
		if from == p.king(p.turn) {
			texts = append(texts, fmt.Sprintf("the kings stand side by side, on %v and %v", p.king(White), p.king(Black)))
			continue
		}
		texts = append(texts, fmt.Sprintf("%s is not to move, but the king on %v is in check by the %s on %v", waiting, p.king(waiting), p.board[from].Name(), from))
	}
	return problems(texts)
}

func problems(texts []string) []chess960.Problem {
	var problems []chess960.Problem
	for _, text := range texts {
		problems = append(problems, chess960.Problem{Text: text})
	}
	return problems
}

// list lists squares as words do: "e1 and g1", "a1, b1 and c1".
func list(squares []Square) string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
