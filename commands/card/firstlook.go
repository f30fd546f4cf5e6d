package card

import (
	"cmp"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/render"
	"chess960bot/voice"
)

// showFirstLook shows what players look for first: on the board, and in as few lines as a
// phone has room for.
func (c Card) showFirstLook(l *Layout) []chat.Component {
	facts := firstlook.Of(c.Position)
	l.Text(voice.Raw("## First look: " + c.Position.Name().String()))
	png, err := l.Boards.Diagram(c.lookDiagram(facts))
	l.Picture(chat.Picture{Name: fmt.Sprintf("first-look-%03d.png", c.Position.SP()), Alt: voice.Raw(c.lookAlt(facts)), PNG: png}, err)
	l.Text(voice.Raw(strings.Join([]string{
		"**Undefended**: " + undefendedSquares(facts) + ".",
		"**Castling**: " + clearings(facts) + ".",
		"**Attacks**: " + earlyAttacks(facts) + ".",
	}, "\n")))
	return []chat.Component{c.pageButton(factsPage), c.pageButton(fairPage)}
}

// showFacts shows what else the first look says of a position.
func (c Card) showFacts(l *Layout) []chat.Component {
	facts := firstlook.Of(c.Position)
	l.Text(voice.Raw(strings.Join([]string{
		"## More facts: " + Title(c.Position),
		"**Bishops** open: " + openedBishops(facts) + ".",
		"**Knights**: " + firstSquares(facts) + ".",
		"**Swaps**: " + besideClassical(c.Position) + ".",
	}, "\n")))
	return []chat.Component{c.pageButton(lookPage), c.pageButton(fairPage)}
}

// lookDiagram shows the board with White's undefended men framed, and an arrow for each
// attack on move 1.
func (c Card) lookDiagram(facts firstlook.Facts) render.Diagram {
	d := render.Diagram{Theme: c.Style.Theme, FromBlack: c.Style.FromBlack}
	for f := range chess960.AllFiles.All() {
		d.Men[f], d.Men[8+f] = byte(c.Position.Piece(f)), 'P'
		d.Men[56+f], d.Men[48+f] = byte(c.Position.Piece(f))+'a'-'A', 'p'
	}
	for f := range facts.UndefendedPieces.All() {
		d.Marked = append(d.Marked, int(f))
	}
	for f := range facts.UndefendedPawns.All() {
		d.Marked = append(d.Marked, 8+int(f))
	}
	for _, a := range facts.Attacks {
		d.Arrows = append(d.Arrows, render.Arrow{From: int(a.By), To: 48 + int(a.Target), Kind: render.AttackArrow})
	}
	return d
}

func (c Card) lookAlt(facts firstlook.Facts) string {
	alt := boardAlt(c.Position, c.Style) + " Framed: " + undefendedMen(facts) + "."
	for _, a := range facts.Attacks {
		alt += fmt.Sprintf(" An arrow leads from %v to %v7.", a.By.Square(), a.Target)
	}
	return alt
}

// undefendedMen names the undefended men, for people who cannot see them framed.
func undefendedMen(facts firstlook.Facts) string {
	var men []string
	for f := range facts.UndefendedPieces.All() {
		men = append(men, facts.Position.Piece(f).Name()+" "+f.Square())
	}
	for f := range facts.UndefendedPawns.All() {
		men = append(men, fmt.Sprintf("pawn %v2", f))
	}
	return cmp.Or(strings.Join(men, ", "), "nothing")
}

// undefendedSquares lists the squares of undefended men. The queen and knights in a corner
// follow.
func undefendedSquares(facts firstlook.Facts) string {
	text := cmp.Or(strings.Trim(squaresOf(facts.UndefendedPieces, 1)+", "+squaresOf(facts.UndefendedPawns, 2), ", "), "nothing")
	if facts.Cornered != 0 {
		text += "; **cornered**: " + squaresOf(facts.Cornered, 1)
	}
	return text
}

// squaresOf lists the squares of some files on a rank: "a2, e2".
func squaresOf(files chess960.Files, rank int) string {
	var squares []string
	for f := range files.All() {
		squares = append(squares, fmt.Sprintf("%v%d", f, rank))
	}
	return strings.Join(squares, ", ")
}

// clearings says what moves before each castling. The one that can come first is said first.
func clearings(facts firstlook.Facts) string {
	h, a := menBefore(facts.HSide), menBefore(facts.ASide)
	switch {
	case h == a:
		return "both: " + h
	case facts.HSide.Moves() < facts.ASide.Moves():
		return "O-O first: " + h + "; O-O-O: " + a
	case facts.HSide.Moves() > facts.ASide.Moves():
		return "O-O-O first: " + a + "; O-O: " + h
	}
	return "O-O: " + h + "; O-O-O as soon: " + a
}

// menBefore counts the men that move before a castling.
func menBefore(c firstlook.Clearing) string {
	switch {
	case c.Moves() == 0:
		return "at once"
	case c.Pawns == 0:
		return chat.Count(c.Pieces, "piece")
	}
	return fmt.Sprintf("%s, %s", chat.Count(c.Pieces, "piece"), chat.Count(c.Pawns, "pawn"))
}

// openedBishops says which pawns open each bishop, and what a bishop in a corner faces
// behind the pawns.
func openedBishops(facts firstlook.Facts) string {
	var opened []string
	for _, b := range facts.Bishops {
		text := b.At.Square() + " by " + pawnsOf(b.Pawns)
		if b.Faces != 0 {
			text += fmt.Sprintf(", facing %s %v8", b.Faces.Name(), chess960.FileH-b.At)
		}
		opened = append(opened, text)
	}
	return strings.Join(opened, "; ")
}

// pawnsOf names one pawn or two: "b- or d-pawn".
func pawnsOf(files chess960.Files) string {
	var named []string
	for f := range files.All() {
		named = append(named, f.String()+"-")
	}
	return strings.Join(named, " or ") + "pawn"
}

// firstSquares says where each knight can go.
func firstSquares(facts firstlook.Facts) string {
	var jumps []string
	for _, n := range facts.Knights {
		jumps = append(jumps, n.At.Square()+" to "+strings.ReplaceAll(squaresOf(n.To, 3), ", ", " or "))
	}
	return strings.Join(jumps, "; ")
}

// earlyAttacks says which pawns White can attack on move 1, undefended ones first, and which
// undefended ones on move 2.
func earlyAttacks(facts firstlook.Facts) string {
	var first chess960.Files
	for _, a := range facts.Attacks {
		first |= chess960.FilesOf(a.Target)
	}
	var attacks []string
	for _, attack := range []struct {
		format string
		on     chess960.Files
	}{
		{"undefended %s on move 1", first & facts.UndefendedPawns},
		{"%s on move 1", first &^ facts.UndefendedPawns},
		{"undefended %s on move 2", facts.SecondMove},
	} {
		if attack.on != 0 {
			attacks = append(attacks, fmt.Sprintf(attack.format, squaresOf(attack.on, 7)))
		}
	}
	if attacks == nil {
		return "none on move 1, none on an undefended pawn on move 2"
	}
	return strings.Join(attacks, "; ")
}

// besideClassical compares a position with the classical array and its mirror image.
func besideClassical(p chess960.Position) string {
	classical := chess960.Classical()
	usual := chess960.FilesWhere(func(f chess960.File) bool { return p.Piece(f) == classical.Piece(f) })
	return fmt.Sprintf("%d to SP %d, %d to SP %d%s", p.SwapDistance(), classical.SP(), p.Mirror().SwapDistance(), classical.Mirror().SP(), usualSquares(usual))
}

// usualSquares lists the squares with the piece of the classical array, if any. King and
// rooks together are named.
func usualSquares(usual chess960.Files) string {
	castlers := chess960.FilesOf(chess960.FileA, chess960.FileE, chess960.FileH)
	squares := squaresOf(usual, 1)
	switch {
	case usual == 0:
		return ""
	case usual == chess960.AllFiles:
		squares = "everything"
	case usual&castlers == castlers:
		squares = strings.TrimSuffix("king and rooks, "+squaresOf(usual&^castlers, 1), ", ")
	}
	return "; same: " + squares
}
