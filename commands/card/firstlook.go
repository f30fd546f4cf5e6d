package card

import (
	"fmt"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
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
		var men voice.Plural[voice.Sentence]
		for f := range facts.Cornered.All() {
			men = append(men, voice.Say("card.cornered", voice.F{
				"Piece": castling.Piece(facts.Position.Piece(f)), "Square": castling.Square(f),
			}))
		}
		lines = append(lines, voice.Say("card.inCorner", voice.F{"Men": men}))
	}
	lines = append(lines, soonest(facts))
	if facts.SecondMove != 0 {
		lines = append(lines, voice.Say("card.attackLater", voice.F{"Squares": squares(facts.SecondMove.On(7))}))
	}
	for _, b := range facts.Bishops {
		bishop, pawns := castling.Square(b.At), voice.OrOf(openers(b.Pawns))
		if b.Faces == 0 {
			lines = append(lines, voice.Say("card.opening.opened", voice.F{"Bishop": bishop, "Pawns": pawns}))
			continue
		}
		faces := manOn(castling.Piece(b.Faces), castling.Black.Square(chess960.FileH-b.At))
		lines = append(lines, voice.Say("card.opening.facing", voice.F{"Bishop": bishop, "Pawns": pawns, "Faces": faces}))
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

// openers name the files of pawns: “the a- and h-pawns”.
func openers(files chess960.Files) (named voice.Plural[voice.Sentence]) {
	for f := range files.All() {
		named = append(named, voice.Say("card.opener", voice.F{"File": f}))
	}
	return named
}

// men are all that stand for one kind of piece: "the rooks a1 and h1".
type men struct {
	voice.Facts
	Piece   castling.Piece
	Squares squares
}

// A man is a piece with its square. Messages of some languages read both facts.
type man struct {
	voice.Facts
	Piece  castling.Piece
	Square castling.Square
}

func manOn(piece castling.Piece, square castling.Square) man {
	return man{Piece: piece, Square: square}
}

// A numeral is a number from 1 to 6 that is written as a word.
type numeral int

// Word returns the number's word.
func (n numeral) Word() string { return [...]string{"one", "two", "three", "four", "five", "six"}[n-1] }

// A counted numeral chooses the plural form.
type counted struct{ numeral }

// Count returns the number.
func (c counted) Count() int { return int(c.numeral) }

type squares = voice.Plural[castling.Square]

// soonest says how soon White can castle, and what moves before. The castling that can come first is
// said first.
func soonest(facts firstlook.Facts) voice.Sentence {
	kind, first, then := "shortFirst", movedOf(facts.HSide), movedOf(facts.ASide)
	longFirst := facts.ASide.Moves() < facts.HSide.Moves()
	if longFirst {
		first, then = then, first
	}
	switch {
	case facts.HSide == facts.ASide:
		kind = "both"
	case longFirst && first == nil:
		kind = "longAtOnce"
	case longFirst:
		kind = "longFirst"
	case first == nil:
		kind = "shortAtOnce"
	}
	return voice.Say("card.castles."+kind, voice.F{"First": first, "Then": then})
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

// earlyAttacks says which pawns White can attack on move 1.
func earlyAttacks(facts firstlook.Facts) voice.Sentence {
	var said voice.Run
	for _, a := range facts.Attacks {
		on := "pawn"
		if facts.UndefendedPawns.Has(a.Target) {
			on = "undefended"
		}
		said = append(said, voice.Say("card.attack."+on, voice.F{
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

// showFairness quotes the engines' evaluations, and says what they agree on.
func (c Card) showFairness(l *Layout) []chat.Component {
	var advantages voice.Bullets
	var authors voice.And
	for _, t := range firstlook.Tables() {
		advantages = append(advantages, voice.Say("card.advantage", voice.F{
			"Engine": voice.Raw(t.Engine), "Depth": t.Depth,
			"Here": inPawns(float64(t.Advantage(c.Position))), "Mean": inPawns(t.Mean()),
		}))
		authors = append(authors, voice.Say("card.author", voice.F{
			"Name": voice.Raw(t.Author), "Day": voice.DayOfMonth(t.Day), "Month": when.Month(t.Month), "Year": t.Year,
		}))
	}
	l.Text(voice.Lines{
		voice.Heading(2, voice.Say("card.isItFair", voice.F{
			"Name": c.Position.Name(), "Rank": voice.Raw(c.Position.String()),
		})),
		voice.Phrase("card.engines"),
		advantages,
		voice.Bold(agreement(firstlook.Agreed(c.Position))),
		voice.Phrase("card.noDifference"),
		voice.Small(voice.Say("card.computedBy", voice.F{"Authors": authors})),
	})
	return []chat.Component{c.PageButton(lookPage), c.PageButton(factsPage)}
}

// inPawns returns hundredths of a pawn in pawns: "+0.22", "−0.01", "0.00".
func inPawns(hundredths float64) voice.Decimal {
	return voice.Decimal{Value: hundredths / 100, Places: 2, Signed: true}
}

// agreement says what the two engines agree on.
func agreement(band firstlook.Band, agreed bool) voice.Phrase {
	if !agreed {
		return "card.enginesDisagree"
	}
	return map[firstlook.Band]voice.Phrase{
		firstlook.Smaller: "card.advantageSmaller", firstlook.Usual: "card.advantageUsual", firstlook.Larger: "card.advantageLarger",
	}[band]
}
