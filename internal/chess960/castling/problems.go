package castling

import "chess960bot/internal/chess960"

// menProblems names the rules that the numbers and squares of the pieces break: one king
// each, no pawn on the first or last rank, and no more pieces than promotion can give.
func (p *Position) menProblems() (problems []Problem) {
	add := func(b Broken) { problems = append(problems, Problem{Broken: b}) }
	for _, c := range []Colour{White, Black} {
		switch king := PieceOf(c, chess960.King); p.count(king) {
		case 0:
			add(Broken{Kind: "king", Player: c})
		case 1:
		default:
			add(Broken{Kind: "kings", Player: c, Squares: p.find(king)})
		}
		if rule := p.tooMany(c); rule != "" {
			add(Broken{Kind: rule, Player: c})
		}
	}
	for _, c := range []Colour{White, Black} {
		for s := range Square(64) {
			if (s.Rank() == 1 || s.Rank() == 8) && p.at(s) == PieceOf(c, pawn) {
				add(Broken{Kind: "pawn", Player: c, Squares: []Square{s}})
			}
		}
	}
	return problems
}

// tooMany names an excess of pawns or of promoted pieces. A player starts with eight
// pawns, and each promoted piece is one pawn less.
func (p *Position) tooMany(c Colour) Rule {
	pawns := p.count(PieceOf(c, pawn))
	if pawns > 8 {
		return "pawns"
	}
	promoted := max(0, p.count(PieceOf(c, chess960.Queen))-1)
	for _, kind := range []chess960.Piece{chess960.Rook, chess960.Bishop, chess960.Knight} {
		promoted += max(0, p.count(PieceOf(c, kind))-2)
	}
	if pawns+promoted > 8 {
		return "promotions"
	}
	return ""
}

// hasBothKings reports whether each player has one king.
func (p *Position) hasBothKings() bool {
	return p.count('K') == 1 && p.count('k') == 1
}

// checkProblems says why the player to move could capture the other king.
func (p *Position) checkProblems() (problems []Problem) {
	waiting := p.turn.Opponent()
	for _, from := range p.Attackers(p.King(waiting), p.turn) {
		broken := Broken{Kind: "check", Player: waiting, By: p.at(from), Squares: []Square{from}}
		if from == p.King(p.turn) {
			broken = Broken{Kind: "meet", Squares: []Square{p.King(White), p.King(Black)}}
		}
		problems = append(problems, Problem{Broken: broken})
	}
	return problems
}
