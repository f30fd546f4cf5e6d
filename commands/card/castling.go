package card

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// showCastling shows how the position castles by Chess960's rules.
func (c Card) showCastling(l *Layout) {
	l.Castlings(c.Position, c.Position, chess960.Chess960Castling)
}

// Castlings shows castling to both sides, for White and Black together if they start
// from the same position.
func (l *Layout) Castlings(p, black chess960.Position, rules *chess960.CastlingRules, notes ...string) {
	blackSide := "Black castles the same way on rank 8."
	if black != p {
		blackSide = "This is how White castles."
	}
	lines := append([]string{fmt.Sprintf("## Castling: SP-%d · %v", p.SP(), p)}, notes...)
	lines = append(lines, fmt.Sprintf("By %s's rules. %s Striped squares must be empty; squares with a shield must not be attacked.", rules.Name, blackSide))
	l.Text(strings.Join(lines, "\n"))
	for _, side := range chess960.CastlingSides() {
		c := p.Castling(side, rules)
		l.Text(explain.CastlingRule(c))
		l.beforeCastling(c)
		l.afterCastling(c)
		if notes := explain.CastlingNotes(p, side, rules); notes != nil {
			l.Text("- " + strings.Join(notes, "\n- "))
		}
	}
	l.Text("### How to castle\n" + explain.CastlingConditions + "\n" + explain.HowToCastle(p, rules))
}

// beforeCastling shows the king and the rook before castling, and which squares must
// be empty or not attacked.
func (l *Layout) beforeCastling(c chess960.Castling) {
	s := render.Strip{
		Theme: l.Look.Theme, FromBlack: l.Look.FromBlack,
		Marked: chess960.FilesOf(c.King.From, c.Rook.From),
		Empty:  c.MustBeEmpty(),
		Safe:   chess960.FilesOf(c.MustNotBeAttacked()...),
	}
	s.Rank[c.King.From], s.Rank[c.Rook.From] = chess960.King, chess960.Rook
	png, err := l.Boards.Strip(s)
	l.Picture(chat.Picture{Name: castlingPicture(c, "before"), Alt: explain.BeforeCastling(c), PNG: png}, err)
}

// afterCastling shows the king and the rook after castling.
func (l *Layout) afterCastling(c chess960.Castling) {
	s := render.Strip{
		Theme: l.Look.Theme, FromBlack: l.Look.FromBlack,
		Marked: chess960.FilesOf(c.King.To, c.Rook.To),
	}
	s.Rank[c.King.To], s.Rank[c.Rook.To] = chess960.King, chess960.Rook
	png, err := l.Boards.Strip(s)
	l.Picture(chat.Picture{Name: castlingPicture(c, "after"), Alt: explain.AfterCastling(c), PNG: png}, err)
}

// castlingPicture names a picture, such as "o-o-before.png".
func castlingPicture(c chess960.Castling, when string) string {
	return strings.ToLower(c.Side.String()) + "-" + when + ".png"
}
