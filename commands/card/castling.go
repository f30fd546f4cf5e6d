package card

import (
	"context"
	"slices"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// showCastling shows how the position castles by Chess960's rules.
func (c Card) showCastling(l *Layout) []chat.Component {
	l.Castlings(c.Position, c.Position, chess960.Chess960Castling)
	return []chat.Component{MannersButton(aloneOf(c.Position), chess960.Chess960Castling)}
}

// CastlingButtons returns the buttons under the castlings of the card's position: how to
// carry them out, and More.
func (c Card) CastlingButtons(rules *chess960.CastlingRules) []chat.Component {
	return []chat.Component{MannersButton(aloneOf(c.Position), rules), c.PageButton(explorePage)}
}

// Castlings shows castling to both sides, for White and Black together if they start
// from the same position.
func (l *Layout) Castlings(p, black chess960.Position, rules *chess960.CastlingRules, notes ...voice.Sentence) {
	whose := voice.Phrase("card.blackCastlesToo")
	if black != p {
		whose = "card.whiteCastles"
	}
	l.shows(p)
	l.CastlingSquares(voice.Raw(Title(p)), aloneOf(p), rules, append([]voice.Sentence{whose}, notes...)...)
}

// aloneOf returns White's king and rooks.
func aloneOf(p chess960.Position) castling.Alone {
	return castling.Alone{King: p.Files(chess960.King).First(), Rooks: p.Files(chess960.Rook)}
}

// CastlingSquares shows a king and its rooks on a strip, and each castling on one. The notes
// stand under the heading.
func (l *Layout) CastlingSquares(name voice.Sentence, a castling.Alone, rules *chess960.CastlingRules, notes ...voice.Sentence) {
	var smaller voice.Lines
	for _, note := range notes[1:] {
		smaller = append(smaller, voice.Small(note))
	}
	l.Text(voice.Lines{
		voice.Heading(3, voice.Say("card.castlingOf", voice.F{"Name": name})),
		voice.Small(voice.Run{CastlingBy{Rules: voice.Raw(rules.Name)}, notes[0], voice.Phrase("card.castlingMarks")}),
		smaller,
	})
	for _, side := range chess960.CastlingSides() {
		c, ok := a.Castling(side, rules)
		if !ok {
			continue
		}
		on := func(p chess960.Piece, files chess960.Files) men {
			return men{Piece: castling.PieceOf(a.Colour, p), Squares: files.On(a.Colour.Square(0).Rank())}
		}
		before := voice.And{on(chess960.King, chess960.FilesOf(a.King)), on(chess960.Rook, a.Rooks)}
		alt := voice.Run{voice.Say("card.beforeCastling", voice.F{"Men": before}), explain.CastlingPicture(c, a.Colour)}
		l.Diagram(strings.ToLower(side.String())+".png", alt, castlingDiagram(a, c))
		l.Text(voice.Run(append(explain.CastlingRule(c, a.Colour), explain.CastlingNotes(c, a.Colour)...)))
	}
}

// A CastlingBy names the rules.
type CastlingBy struct {
	voice.Facts
	Rules voice.Raw
}

// castlingDiagram shows a king and its rooks before a castling, and below where king and rook
// stand then. Squares that must be empty have a frame, and squares that must not be attacked a
// shield.
func castlingDiagram(a castling.Alone, c chess960.Castling) render.Diagram {
	king, rook := byte(castling.PieceOf(a.Colour, chess960.King)), byte(castling.PieceOf(a.Colour, chess960.Rook))
	d := render.Diagram{Rank: a.Colour.Square(0).Rank()}
	d.Men[a.Colour.Square(a.King)] = king
	for f := range a.Rooks.All() {
		d.Men[a.Colour.Square(f)] = rook
	}
	for f := range c.MustBeEmpty().All() {
		d.Marked = append(d.Marked, int(a.Colour.Square(f)))
	}
	for _, f := range c.MustNotBeAttacked() {
		d.Shielded = append(d.Shielded, int(a.Colour.Square(f)))
	}
	for f := range (a.Rooks&^chess960.FilesOf(c.Rook.From) | chess960.FilesOf(c.Rook.To)).All() {
		d.Then[f] = rook
	}
	d.Then[c.King.To] = king
	return d
}

// castlingArrow returns the arrow of the king, or that of the rook if the king stays.
func castlingArrow(c chess960.Castling, player castling.Colour) render.Arrow {
	way, kind := c.King, render.KingArrow
	if way.Stays() {
		way, kind = c.Rook, render.RookArrow
	}
	return render.Arrow{From: int(player.Square(way.From)), To: int(player.Square(way.To)), Kind: kind}
}

// manners are the fields of the button "How to castle": rules:king and rooks.
type manners struct {
	rules *chess960.CastlingRules
	alone castling.Alone
}

func (m *manners) fields(f *chat.Fields) {
	chat.OneOf(f, &m.rules, CastlingRules())
	chat.Parsed(f, &m.alone, castling.Alone.String, castling.ParseAlone)
}

var mannersButton = chat.NewControl("manners", (*manners).fields)

// MannersButton returns the button "How to castle" for a king and its rooks.
func MannersButton(a castling.Alone, rules *chess960.CastlingRules) chat.Component {
	return chat.Secondary(explain.HowToCastleTitle, mannersButton.ID(manners{rules, a}))
}

// mannersPage are the buttons to a page of How to castle: rules:king and rooks:board, surprises
// or screen.
var mannersPage = chat.NewControl("manners-page", (*pageOfManners).fields)

type pageOfManners struct {
	manners
	page explain.Note // its label
}

func (m *pageOfManners) fields(f *chat.Fields) {
	m.manners.fields(f)
	chat.OneOf(f, &m.page, chat.List[explain.Note]{
		All: []explain.Note{explain.AtTheBoard, explain.Surprising, explain.OnAScreen},
		ID: func(page explain.Note) string {
			return map[explain.Note]string{explain.AtTheBoard: "board", explain.Surprising: "surprises", explain.OnAScreen: "screen"}[page]
		},
	})
}

// pressManners shows how to carry the castlings out at the board, to the person who pressed.
// The page with the squares stays.
func pressManners(_ context.Context, _ *chat.Request, m manners) (*chat.Reply, error) {
	return pageOfManners{m, explain.AtTheBoard}.reply(chat.OnlyAsker), nil
}

func turnManners(_ context.Context, _ *chat.Request, m pageOfManners) (*chat.Reply, error) {
	return m.reply(chat.OwnPage), nil
}

// reply shows one of the pages. The page for a screen is only for Chess960's rules.
func (m pageOfManners) reply(audience chat.Audience) *chat.Reply {
	var castlings []chess960.Castling
	var surprises voice.Lines
	for _, side := range chess960.CastlingSides() {
		if c, ok := m.alone.Castling(side, m.rules); ok {
			castlings = append(castlings, c)
			if said := explain.Surprises(c, m.alone.Colour, m.rules); said != nil {
				surprises = append(surprises, voice.Bold(voice.Raw(side.String())), voice.Bullets(said))
			}
		}
	}
	var screen voice.Lines
	if m.rules == chess960.Chess960Castling {
		screen = voice.Lines{voice.Bullets(explain.CastleOnAScreen(castlings, m.alone.Colour))}
	}
	var shown voice.Lines
	var buttons []chat.Component
	for _, page := range []struct {
		label explain.Note
		text  voice.Lines
	}{
		{explain.AtTheBoard, voice.Lines{explain.CastlingConditions, explain.ByFIDE, voice.Bullets(explain.HowToCastle(castlings, m.rules))}},
		{explain.Surprising, surprises},
		{explain.OnAScreen, screen},
	} {
		if page.label == m.page {
			shown = page.text
		} else if page.text != nil {
			buttons = append(buttons, chat.Secondary(page.label, mannersPage.ID(pageOfManners{m.manners, page.label})))
		}
	}
	return Page(audience, voice.Lines{voice.Heading(3, explain.HowToCastleTitle), shown}, chat.Row(buttons...))
}

// CastlingRules lists the rules of castling, Chess960's first.
func CastlingRules() chat.List[*chess960.CastlingRules] {
	return chat.List[*chess960.CastlingRules]{
		All:  chess960.AllCastlingRules(),
		ID:   func(r *chess960.CastlingRules) string { return r.ID },
		Name: func(r *chess960.CastlingRules) voice.Sentence { return voice.Raw(r.Name) },
	}
}

// CastlingNow is the control of the button that shows which castlings are allowed in a position of
// a game: four fields of its FEN, and how its game has lost rights to castle. If there is no room for
// that, "?" says that a game has lost them, not a FEN.
var CastlingNow = chat.NewControl("castle-now", func(fen *string, f *chat.Fields) { f.Text(fen) })

// CastlingNowButton returns the button for a position, with the losses of its game.
func CastlingNowButton(label voice.Sentence, p game.Position, losses game.Losses) chat.Component {
	const longest = 100 - len("castle-now:")
	fen := strings.Join(strings.Fields(p.XFEN())[:4], " ")
	switch code := losses.String(); {
	case code == "":
	case len(fen)+len(" ")+len(code) > longest:
		fen += " ?"
	default:
		fen += " " + code
	}
	return chat.Secondary(label, CastlingNow.ID(fen))
}

// A Judge says which castlings are allowed in a position of a game.
type Judge struct {
	Rules  *chess960.CastlingRules
	Losses game.Losses // of the game that was played
	Played bool        // the position is one of a game without its moves, so no FEN is to blame
}

// Verdicts judges both castlings of a player.
func (j Judge) Verdicts(p castling.Position, player castling.Colour) []castling.Verdict {
	var verdicts []castling.Verdict
	for _, side := range chess960.CastlingSides() {
		verdicts = append(verdicts, p.Judge(player, side, j.Rules))
	}
	return verdicts
}

// Lines says each verdict in one line: the castling, the answer, and then every reason,
// or the ways of king and rook if the castling is allowed. The reason why a game has lost a right
// is one of its moves. What stops both castlings is said once: a check above them.
func (j Judge) Lines(verdicts []castling.Verdict) (lines voice.Lines) {
	if verdicts == nil {
		return nil
	}
	var line, checks voice.Run
	if a, b := verdicts[0], verdicts[1]; a.Answer() == b.Answer() && !j.stoppedAlike(a, b) {
		for _, r := range a.Reasons {
			if r.Kind == castling.InCheck {
				checks = append(checks, r)
			}
		}
	}
	if checks != nil {
		lines = append(lines, checks)
	}
	for i, v := range verdicts {
		line = append(line, v.Heading())
		if i+1 < len(verdicts) && j.stoppedAlike(v, verdicts[i+1]) {
			continue
		}
		switch lost := j.Losses[v.Colour][v.Side]; {
		case lost.How != "":
			line = append(line, lost)
		case j.Played && v.Answer() == castling.NotAnyMore:
			line = append(line, voice.Phrase("card.lostInGame"))
		case len(v.Reasons) > 0:
			v.Reasons = v.Reasons[len(checks):]
			line = append(line, ReasonsOf(v.Reasons)...)
		default:
			line = append(line, v.Ways())
		}
		lines, line = append(lines, line), nil
	}
	return lines
}

// ReasonsOf says what forbids a castling: the men in the way in one sentence, all attacks in one,
// every other reason in one of its own. One man in the way has a name, more have their squares, and
// so have attackers. The arrows of the board say which of those attacks which square.
func ReasonsOf(reasons []castling.Reason) voice.Run {
	var inTheWay, attacks, others []castling.Reason
	for _, r := range reasons {
		switch r.Kind {
		case castling.Occupied:
			inTheWay = append(inTheWay, r)
		case castling.Attacked:
			attacks = append(attacks, r)
		default:
			others = append(others, r)
		}
	}
	var said voice.Run
	switch {
	case len(inTheWay) == 1:
		said = append(said, inTheWay[0])
	case inTheWay != nil:
		var on voice.And
		for _, r := range inTheWay {
			on = append(on, r.Square)
		}
		said = append(said, voice.Say("card.inTheWay", voice.F{"Squares": on}))
	}
	if attacks != nil {
		var on, from []castling.Square
		for _, r := range attacks {
			on, from = append(on, r.Square), append(from, r.From)
		}
		slices.Sort(on)
		slices.Sort(from)
		on, from = slices.Compact(on), slices.Compact(from)
		if len(from) > 1 {
			said = append(said, voice.Say("card.attackedByMany", voice.F{"From": from, "Squares": on}))
		} else {
			said = append(said, voice.Say("card.attacked", voice.F{"By": attacks[0].By, "From": from, "Squares": on}))
		}
	}
	for _, r := range others {
		said = append(said, r)
	}
	return said
}

// stoppedAlike reports whether two castlings are forbidden for the same reasons.
func (j Judge) stoppedAlike(a, b castling.Verdict) bool {
	if lost := j.Losses[a.Colour][a.Side]; lost.How != "" {
		return lost == j.Losses[b.Colour][b.Side]
	}
	return a.Answer() != castling.Allowed && a.Answer() == b.Answer() && slices.Equal(a.Reasons, b.Reasons)
}

// GameBoard adds the board of a position, with an arrow for each castling that is allowed, and what stops the others if they
// have a right: a cross on each man in the way, and an arrow from each attacker. The alt text has the same.
func (l *Layout) GameBoard(fileName string, p castling.Position, verdicts []castling.Verdict) {
	var d render.Diagram
	for s := range castling.Square(64) {
		d.Men[s] = byte(p.Piece(s))
	}
	alt := voice.Run{voice.Say("card.seenFrom", voice.F{"Viewer": l.Style.Viewer(), "Player": p.Turn()})}
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		alt = append(alt, voice.Say("card.menOf", voice.F{"Player": player, "Men": placed(p, player)}))
	}
	for _, v := range verdicts {
		if v.Answer() == castling.Allowed {
			a, kind := castlingArrow(v.Castling, v.Colour), "king" // its arrow is blue
			if a.Kind == render.RookArrow {
				kind = "rook" // orange, if the king stays
			}
			d.Arrows = append(d.Arrows, a)
			alt = append(alt, voice.Say("card.castlingArrow."+kind, voice.F{"From": castling.Square(a.From), "To": castling.Square(a.To)}))
		}
	}
	var crossed voice.And
	var stops []castling.Reason // each once: a check stops both castlings
	for _, v := range verdicts {
		for _, r := range v.Reasons {
			if v.Answer() == castling.NotNow && !slices.Contains(stops, r) { // the castling has a right
				stops = append(stops, r)
			}
		}
	}
	for _, r := range stops {
		if r.Kind == castling.Occupied {
			d.Crossed, crossed = append(d.Crossed, int(r.Square)), append(crossed, r.Square)
			continue
		}
		d.Arrows = append(d.Arrows, render.Arrow{From: int(r.From), To: int(r.Square), Kind: render.AttackArrow})
		alt = append(alt, voice.Say("card.redArrow", voice.F{"From": r.From, "To": r.Square}))
	}
	if crossed != nil {
		alt = append(alt, voice.Say("card.crossedSquares", voice.F{"Squares": crossed}))
	}
	l.Diagram(fileName, alt, d)
}

// placed returns a player's men, a line for each kind.
func placed(p castling.Position, player castling.Colour) (men voice.Row) {
	for _, kind := range "KQRBNP" {
		var piece castling.Piece
		var on voice.Plural[castling.Square]
		for s := range castling.Square(64) {
			if man := p.Piece(s); man != 0 && man.Colour() == player && rune(man.Kind()) == kind {
				piece, on = man, append(on, s)
			}
		}
		if on != nil {
			men = append(men, voice.Say("card.kindOn", voice.F{"Piece": piece, "Squares": on}))
		}
	}
	return men
}
