package card

import (
	"fmt"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// showFirstLook shows what players look for first: on the board, and in as few sentences as a
// phone has room for.
func (c Card) showFirstLook(l *Layout) []chat.Component {
	facts := firstlook.Of(c.Position)
	l.Text(voice.Heading(2, voice.Say("card.watchFor", voice.F{"Name": c.Position.Name()})))
	l.Diagram(fmt.Sprintf("first-look-%03d.png", c.Position.SP()), c.lookAlt(facts), c.lookDiagram(facts))
	l.Text(voice.Lines{voice.Say("card.undefended", voice.F{"Men": undefendedMen(facts)}), earlyAttacks(facts)})
	return []chat.Component{c.PageButton(factsPage), c.PageButton(fairPage)}
}

// showFacts shows what else the first look says of a position.
func (c Card) showFacts(l *Layout) []chat.Component {
	facts := firstlook.Of(c.Position)
	lines := voice.Lines{voice.Heading(2, voice.Say("card.moreFacts", voice.F{
		"Name": c.Position.Name(), "Rank": voice.Raw(c.Position.String()),
	}))}
	if facts.Cornered != 0 {
		lines = append(lines, voice.Say("card.inCorner", voice.F{"Men": cornersOf(facts)}))
	}
	lines = append(lines, soonest(facts))
	if facts.SecondMove != 0 {
		lines = append(lines, voice.Say("card.attackLater", voice.F{"Squares": squares(facts.SecondMove.On(7))}))
	}
	for _, b := range facts.Bishops {
		lines = append(lines, openingOf(b))
	}
	for _, n := range facts.Knights {
		lines = append(lines, voice.Say("card.development", voice.F{
			"Knight": castling.Square(n.At), "To": voice.OrOf(n.To.On(3)),
		}))
	}
	l.Text(append(lines, besideClassical(c.Position)))
	return []chat.Component{c.PageButton(lookPage), c.PageButton(fairPage)}
}

// lookDiagram shows the board with White's undefended men framed, and an arrow for each
// attack on move 1. The arrow begins at the pawn that opens the line. An
// arrow from the attacker would cross this pawn.
func (c Card) lookDiagram(facts firstlook.Facts) render.Diagram {
	d := render.Diagram{Men: c.Position.Board()}
	for f := range facts.UndefendedPieces.All() {
		d.Marked = append(d.Marked, int(f))
	}
	for f := range facts.UndefendedPawns.All() {
		d.Marked = append(d.Marked, 8+int(f))
	}
	for _, a := range facts.Attacks {
		d.Arrows = append(d.Arrows, render.Arrow{From: 8 + int(a.Opener), To: 48 + int(a.Target), Kind: render.AttackArrow})
	}
	return d
}

func (c Card) lookAlt(facts firstlook.Facts) voice.Sentence {
	alt := voice.Run{boardAlt(c.Position, c.Style), voice.Say("card.framed", voice.F{"Men": undefendedMen(facts)})}
	for _, a := range facts.Attacks {
		alt = append(alt, voice.Say("card.arrow", voice.F{
			"From": castling.Square(a.Opener) + 8, "To": castling.Black.Square(a.Target) - 8,
		}))
	}
	return alt
}

// undefendedMen names the pieces and the pawns that nothing protects, each kind once.
func undefendedMen(facts firstlook.Facts) (named voice.And) {
	for _, kind := range "KQRBN" {
		on := chess960.FilesWhere(func(f chess960.File) bool {
			return facts.UndefendedPieces.Has(f) && rune(facts.Position.Piece(f)) == kind
		})
		if on != 0 {
			named = append(named, men{Piece: castling.Piece(kind), Squares: on.On(1)})
		}
	}
	if facts.UndefendedPawns != 0 {
		named = append(named, men{Piece: 'P', Squares: facts.UndefendedPawns.On(2)})
	}
	return named
}

// corners choose the plural form.
type corners []voice.Sentence

// Count returns how many corners there are.
func (c corners) Count() int { return len(c) }

func cornersOf(facts firstlook.Facts) (all corners) {
	for f := range facts.Cornered.All() {
		all = append(all, voice.Say("card.cornered", voice.F{
			"Piece": castling.Piece(facts.Position.Piece(f)), "Square": castling.Square(f),
		}))
	}
	return all
}

// squares choose the plural form.
type squares []castling.Square

// Count returns how many squares there are.
func (s squares) Count() int { return len(s) }

// A castles says which castling can come first, or that both can.
type castles string

// soonest says how soon White can castle, and what moves before. The castling that can come first is
// said first.
func soonest(facts firstlook.Facts) voice.Sentence {
	kind, atOnce, first, then := castles("shortFirst"), castles("shortAtOnce"), movedOf(facts.HSide), movedOf(facts.ASide)
	if facts.ASide.Moves() < facts.HSide.Moves() {
		kind, atOnce, first, then = "longFirst", "longAtOnce", then, first
	}
	switch {
	case facts.HSide == facts.ASide:
		kind = "both"
	case first == nil:
		kind = atOnce
	}
	return voice.Say("card.castles."+string(kind), voice.F{"First": first, "Then": then})
}

// movedOf counts the men that move before a castling. It returns nil for none.
func movedOf(c firstlook.Clearing) voice.Sentence {
	switch {
	case c.Moves() == 0:
		return nil
	case c.Pawns == 0:
		return voice.Say("card.movedPieces", voice.F{"Number": counted{numeral(c.Pieces)}})
	}
	return voice.Say("card.moved", voice.F{
		"Pieces": voice.Say("card.movedPieces", voice.F{
			"Number": counted{numeral(c.Pieces)},
		}), "Pawns": voice.Say("card.movedPawns", voice.F{"Number": counted{numeral(c.Pawns)}}),
	})
}

// openingOf says which pawns open a bishop, and what a bishop in a corner faces behind the
// pawns.
func openingOf(b firstlook.Bishop) voice.Sentence {
	var pawns voice.Or
	for f := range b.Pawns.All() {
		pawns = append(pawns, voice.Say("card.opener", voice.F{"File": f}))
	}
	if b.Faces == 0 {
		return voice.Say("card.opening.opened", voice.F{"Bishop": castling.Square(b.At), "Pawns": pawns})
	}
	faces := manOn(castling.Piece(b.Faces), castling.Black.Square(chess960.FileH-b.At))
	return voice.Say("card.opening.facing", voice.F{"Bishop": castling.Square(b.At), "Pawns": pawns, "Faces": faces})
}

// A target is a pawn that is attacked, or one that is undefended too.
type target string

// earlyAttacks says which pawns White can attack on move 1.
func earlyAttacks(facts firstlook.Facts) voice.Sentence {
	var said voice.Run
	for _, a := range facts.Attacks {
		on := target("pawn")
		if facts.UndefendedPawns.Has(a.Target) {
			on = "undefended"
		}
		said = append(said, voice.Say("card.attack."+string(on), voice.F{
			"Opener": a.Opener, "By": manOn(castling.Piece(facts.Position.Piece(a.By)), castling.Square(a.By)),
			"Pawn": castling.Black.Square(a.Target) - 8,
		}))
	}
	if said == nil {
		return voice.Phrase("card.noAttack")
	}
	return said
}

// besideClassical compares a position with the normal start position and its mirror image.
func besideClassical(p chess960.Position) voice.Sentence {
	classical := chess960.Classical()
	switch p {
	case classical:
		return voice.Phrase("card.isNormal")
	case classical.Mirror():
		return voice.Phrase("card.isMirror")
	}
	said := voice.Run{voice.Say("card.exchanges", voice.F{
		"Normal": counted{numeral(p.SwapDistance())}, "Mirror": numeral(p.Mirror().SwapDistance()),
	})}
	if same := chess960.FilesWhere(func(f chess960.File) bool { return p.Piece(f) == classical.Piece(f) }); same != 0 {
		said = append(said, voice.Say("card.alike", voice.F{"Squares": squares(same.On(1))}))
	}
	return said
}
