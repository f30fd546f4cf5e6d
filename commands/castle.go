package commands

import (
	"context"
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/recognize"
	"chess960bot/render"
)

// castle answers /castle: how a position castles, by Chess960's rules or by
// Chess480's.
func castle(tools Tools) Command {
	var choices []Choice
	for _, rules := range chess960.AllCastlingRules() {
		choices = append(choices, Choice{rules.Name, rules.ID})
	}
	return Command{
		Def: define("castle", "Show how a start position castles, square by square", append([]Option{
			textOption("position", "A number such as SP-594, White's first rank such as BRQNKBRN, a FEN or a link").required(),
			choiceOption("rules", "Where king and rook end: as in classical chess (Chess960), or two squares on (Chess480)", choices),
		}, lookOptions()...)...),
		Example: "/castle position:BRQNKBRN",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			board, err := readPosition(r.Options.Text("position"), chess960.Scharnagl)
			if err != nil {
				return nil, err
			}
			rules, err := castlingRulesOf(r.Options)
			if err != nil {
				return nil, err
			}
			lk, err := lookOf(r.Options)
			if err != nil {
				return nil, err
			}
			c := newCard(explain.Direct.Scheme.Derive(board.White), lk, explain.Direct, explain.ToPosition)
			l := layout{boards: tools.Boards, look: lk}
			l.castlings(board, rules)
			l.buttons(c.pageButtons("castling"))
			reply, err := l.reply()
			if err != nil {
				return nil, err
			}
			reply.Private = r.Options.Bool("private")
			return reply, nil
		},
	}
}

// castlingRulesOf reads the option "rules". The default is Chess960's rules.
func castlingRulesOf(options Options) (*chess960.CastlingRules, error) {
	id := options.Text("rules")
	var ids []string
	for _, rules := range chess960.AllCastlingRules() {
		if id == rules.ID || id == "" {
			return rules, nil
		}
		ids = append(ids, rules.ID)
	}
	return nil, &UserError{quoteFirst(id) + " is not a set of castling rules.", "Choose " + either(ids) + "."}
}

// showCastling shows how the position castles by Chess960's rules.
func (c card) showCastling(l *layout) {
	l.castlings(recognize.Reading{White: c.position(), Black: c.position()}, chess960.Chess960Castling)
}

// castlings shows castling to both sides, for White and Black together if they start
// from the same position.
func (l *layout) castlings(board recognize.Reading, rules *chess960.CastlingRules) {
	p := board.White
	black := "Black castles the same way on rank 8."
	if board.Black != p {
		black = "This is how White castles."
	}
	lines := append([]string{fmt.Sprintf("## Castling: SP-%d · %v", p.SP(), p)}, readingNotes(board)...)
	lines = append(lines, fmt.Sprintf("By %s's rules. %s Striped squares must be empty; squares with a shield must not be attacked.", rules.Name, black))
	l.text(strings.Join(lines, "\n"))
	for _, side := range chess960.CastlingSides() {
		c := p.Castling(side, rules)
		l.text(explain.CastlingRule(c))
		l.beforeCastling(c)
		l.afterCastling(c)
		if notes := explain.CastlingNotes(p, side, rules); notes != nil {
			l.text("- " + strings.Join(notes, "\n- "))
		}
	}
	l.text("### How to castle\n" + explain.CastlingConditions + "\n" + explain.HowToCastle(p, rules))
}

// beforeCastling shows the king and the rook before castling, and which squares must
// be empty or not attacked.
func (l *layout) beforeCastling(c chess960.Castling) {
	s := render.Strip{
		Theme: l.look.theme, FromBlack: l.look.fromBlack,
		Marked: chess960.FilesOf(c.King.From, c.Rook.From),
		Empty:  c.MustBeEmpty(),
		Safe:   chess960.FilesOf(c.MustNotBeAttacked()...),
	}
	s.Rank[c.King.From], s.Rank[c.Rook.From] = chess960.King, chess960.Rook
	png, err := l.boards.Strip(s)
	l.picture(Picture{Name: castlingPicture(c, "before"), Alt: explain.BeforeCastling(c), PNG: png}, err)
}

// afterCastling shows the king and the rook after castling.
func (l *layout) afterCastling(c chess960.Castling) {
	s := render.Strip{
		Theme: l.look.theme, FromBlack: l.look.fromBlack,
		Marked: chess960.FilesOf(c.King.To, c.Rook.To),
	}
	s.Rank[c.King.To], s.Rank[c.Rook.To] = chess960.King, chess960.Rook
	png, err := l.boards.Strip(s)
	l.picture(Picture{Name: castlingPicture(c, "after"), Alt: explain.AfterCastling(c), PNG: png}, err)
}

// castlingPicture names a picture, such as "o-o-before.png".
func castlingPicture(c chess960.Castling, when string) string {
	return strings.ToLower(c.Side.String()) + "-" + when + ".png"
}
