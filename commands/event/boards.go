package event

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

const (
	boardsPerPage = render.MostRanks // boards that one picture shows
	mostPictured  = 4                // boards of a round whose picture stands in its answer
	listedOfMany  = 10               // boards of a round with more than a page, so that the answer fits a phone
)

// positions adds the positions of a draw below a list of the boards: a picture of the board with its
// numbers if all boards play the same position or one board is given, and otherwise the first ranks of the
// boards. With a long list the picture is behind a button. It returns the buttons for them, after the first
// ones.
func (t Tools) positions(l *card.Layout, e *evening.Event, d *evening.Draw, board int, list voice.Lines, buttons ...chat.Component) []chat.Component {
	if d.Seal != nil {
		buttons = append(buttons, chat.Secondary(voice.Phrase("event.howToCheck"), checkButton.ID(boardRef{e.ID, d.Index, 0})))
	}
	if list != nil {
		l.Text(list)
	}
	if !e.Rules.Each || board > 0 {
		c := card.Card{Position: positionOf(e, d, board), Style: l.Style, Method: explain.Direct}
		if list == nil || board > 0 { // a whole board below a list is too high for a phone
			l.Board(c.Position)
		} else {
			buttons = append(buttons, chat.Secondary(voice.Phrase("event.boardsButton"), boardsPage.ID(boardRef{e.ID, d.Index, 0})))
		}
		l.Text(voice.Raw(c.Numbers()))
		if l.Audience == chat.OnlyAsker || !e.Rules.PlayersTell { // the post has the button for results
			buttons = append(buttons, t.playButtons(e, d, board)...)
		}
		return c.AnswerButtons(buttons...)
	}
	if len(list) <= mostPictured {
		t.ranks(l, d, 0)
		buttons = append(buttons, chat.Secondary(voice.Phrase("event.fens"), fensButton.ID(boardRef{e.ID, d.Index, 0})))
	} else {
		buttons = append(buttons, chat.Secondary(voice.Phrase("event.boardsButton"), boardsPage.ID(boardRef{e.ID, d.Index, 0})))
	}
	return append(buttons, t.playButtons(e, d, board)...)
}

// onPage returns the positions of one page of boards, and the first board. The first page is
// 0.
func onPage(d *evening.Draw, page int) (first int, sps []int) {
	first = page * boardsPerPage
	return first + 1, d.SPs[first:min(first+boardsPerPage, len(d.SPs))]
}

// firstBoards lists the boards of a draw with a position each, as many as fit; nil if all play one.
func firstBoards(e *evening.Event, d *evening.Draw) voice.Lines {
	if !e.Rules.Each {
		return nil
	}
	list := boardList(d, 0)
	if len(d.SPs) > boardsPerPage {
		list = append(list[:listedOfMany], voice.Say("event.boardsBehind", voice.F{
			"More": voice.Count(len(d.SPs) - listedOfMany),
		}))
	}
	return list
}

// gamesPerPage is how many games a list has: more would not fit on the screen of a phone.
const gamesPerPage = 12

// gameLines lists a page of the games of a draw, or of one board, with what is known of them. The first page
// is 0. There are no lines if all boards play one position and nothing is known.
func gameLines(e *evening.Event, d *evening.Draw, board, page int) (lines voice.Lines, pages int) {
	games := e.Told(d)
	known := slices.ContainsFunc(games, evening.Told.Known)
	games = slices.DeleteFunc(games, func(g evening.Told) bool {
		return board > 0 && g.Game.Board != board || !known && g.Game.Game > 1
	})
	if !known && (board > 0 || !e.Rules.Each) {
		return nil, 1
	}
	most := gamesPerPage
	if d.Seal != nil { // the numbers stand above
		most -= 2
	}
	pages = (len(games) + most - 1) / most
	first := min(page, pages-1) * most
	for _, g := range games[first:min(first+most, len(games))] {
		if known {
			lines = append(lines, boardLine(e, d, g, true))
		} else {
			lines = append(lines, voice.Row{voice.Grouped(g.Game.Board), voice.Raw(card.Title(positionOf(e, d, g.Game.Board)))})
		}
	}
	return lines, pages
}

// boardLine tells what is known of a game in a line. In the list of a round it has the position if each board
// has its own: with the back rank, as long as nobody plays.
func boardLine(e *evening.Event, d *evening.Draw, g evening.Told, listed bool) voice.Sentence {
	var where, white, black, outcome voice.Sentence
	if g.White+g.Black != "" {
		white, black = player(g.White), opponent(g.Result, somebody)
	}
	if g.Outcome.Scored() || !listed {
		outcome = g.Outcome.Name()
	} else if mark := toldMark(g); mark != nil {
		outcome = mark
	}
	switch p := positionOf(e, d, g.Game.Board); {
	case !listed || !e.Rules.Each:
	case white == nil && outcome == nil:
		where = voice.Raw(card.Title(p))
	default:
		where = voice.Raw(p.Name().String())
	}
	label, _, _ := strings.Cut(e.ResultLine(g.Result), " ") // "3", "3.2" of a pairing with two games
	return voice.Say("event.boardResult", voice.F{
		"Board": voice.Raw(label), "Position": where, "White": white, "Black": black, "Outcome": outcome,
	})
}

// namedMissing is how many boards without a result a sentence names; more are counted.
const namedMissing = 8

// missingText says which boards of a draw have no result, and which have one of two; nil if no result is
// missing.
func missingText(e *evening.Event, d *evening.Draw) voice.Sentence {
	half := e.OneOfTwo(d)
	none := slices.DeleteFunc(e.Missing(d), func(board int) bool { return slices.Contains(half, board) })
	var text voice.Run
	if len(none) > 0 {
		text = append(text, voice.Say("event.missing", voice.F{"N": voice.Count(len(none)), "Boards": fewBoards(none)}))
	}
	if len(half) > 0 {
		text = append(text, voice.Say("event.oneOfTwo", voice.F{"N": voice.Count(len(half)), "Boards": fewBoards(half)}))
	}
	if text == nil {
		return nil
	}
	return text
}

// fewBoards returns the boards that a sentence names; nil if they are too many.
func fewBoards(boards []int) []int {
	if len(boards) > namedMissing {
		return nil
	}
	return boards
}

// boardList lists one page of boards, so that people can copy the positions.
func boardList(d *evening.Draw, page int) voice.Lines {
	var lines voice.Lines
	first, sps := onPage(d, page)
	for i, sp := range sps {
		lines = append(lines, voice.Row{voice.Grouped(first + i), spName(sp)})
	}
	return lines
}

// ranks adds a picture with the ranks of one page of boards.
func (t Tools) ranks(l *card.Layout, d *evening.Draw, page int) {
	first, sps := onPage(d, page)
	picture := render.Ranks{Theme: l.Style.Theme}
	last := first + len(sps) - 1
	var names voice.And
	for i, sp := range sps {
		p := chess960.MustFromSP(sp)
		picture.Ranks = append(picture.Ranks, render.NumberedRank{Board: first + i, Position: p})
		names = append(names, p.Name())
	}
	// The pieces would take a minute to hear.
	alt := voice.Say("event.boardNumbers", voice.F{"Boards": boardsLabel(first, last), "Positions": names})
	name := fmt.Sprintf("round-%d-boards-%d-%d.png", d.Round, first, last)
	png, err := t.Boards.Ranks(picture)
	l.Picture(chat.Picture{Name: name, Alt: alt, PNG: png}, err)
}

// boardsLabel is the label of a button for some boards.
func boardsLabel(first, last int) voice.Sentence {
	return voice.Say("event.boardsLabel", voice.F{"First": first, "Last": last, "One": last == first, "Two": last == first+1})
}

// turnBoards answers the button “Boards”: it shows a page of a round's boards privately.
func (t Tools) turnBoards(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	page := b.board
	e, d, err := t.openedDraw(ctx, r, boardRef{b.event, b.draw, 0})
	if err != nil {
		return nil, err
	}
	if page*boardsPerPage >= len(d.SPs) {
		return nil, chat.Foreign()
	}
	l := t.layout(chat.OwnPage)
	l.Text(roundHeading(e, d, 0))
	if !e.Rules.Each {
		l.Board(positionOf(e, d, 0))
		return l.Reply()
	}
	t.ranks(l, d, page)
	l.Text(boardList(d, page))
	var turns []chat.Component
	for _, other := range []int{page - 1, page + 1} {
		if other >= 0 && other*boardsPerPage < len(d.SPs) {
			first, sps := onPage(d, other)
			turns = append(turns, chat.Secondary(boardsLabel(first, first+len(sps)-1), boardsPage.ID(boardRef{e.ID, b.draw, other})))
		}
	}
	l.Buttons(append(turns, chat.Secondary(voice.Phrase("event.fens"), fensButton.ID(boardRef{e.ID, b.draw, 0}))))
	return l.Reply()
}

// mostFENs is how many FENs fit a message.
const mostFENs = 60

// showFENs answers the button “FENs”: the FEN of each board, one a line, to copy.
func (t Tools) showFENs(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, b)
	if err != nil {
		return nil, err
	}
	var fens strings.Builder
	for _, sp := range d.SPs {
		fens.WriteString(chess960.MustFromSP(sp).XFEN() + "\n")
	}
	l := t.layout(chat.OnlyAsker)
	l.Text(roundHeading(e, d, 0))
	if len(d.SPs) <= mostFENs {
		l.Text(voice.Block(voice.Lines{voice.Raw(strings.TrimSpace(fens.String()))}))
	} else {
		l.Text(voice.Phrase("event.fensInFile"))
		l.Files(chat.File{Name: "fens.txt", ContentType: "text/plain", Bytes: []byte(fens.String())})
	}
	return l.Reply()
}

// A roundButton is the custom id of a button for a round of an event.
type roundButton struct {
	event string
	round int
}

func (b *roundButton) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.round, 0, evening.MostRounds)
}

// ref names the event of the button in the channel of a request. A custom id that was copied
// to another channel refers to no event.
func (b roundButton) ref(r *chat.Request) evening.Ref {
	return evening.Ref{Channel: r.ChannelID, ID: b.event}
}

// The buttons for a round, and the form for a number.
var (
	drawRound    = chat.NewControl("event-draw", (*roundButton).fields)
	numberButton = chat.NewControl("event-number", (*roundButton).fields)
	numberForm   = chat.NewControl("event-add", (*roundButton).fields)
	openSeal     = chat.NewControl("event-open", (*roundButton).fields)
	moveHere     = chat.NewControl("event-move", (*roundButton).fields)
)

// mostDraws is more than an event can have, void ones included.
const mostDraws = 10_000

// boardsPage is a button for a page of a draw's boards, which stands in place of the board. The first
// page is 0.
var boardsPage = chat.NewControl("event-boards", (*boardRef).fields)

// A boardRef is the custom id of a button under a draw, and of its form: for one board, or for
// all.
type boardRef struct {
	event       string
	draw, board int // the index of the draw in the event; board 0 for all boards
}

func (b *boardRef) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.draw, 0, mostDraws)
	f.Number(&b.board, 0, evening.MostBoards)
}

// “How to check” under an opened seal, and the FENs of a draw.
var (
	checkButton = chat.NewControl("event-check", (*boardRef).fields)
	fensButton  = chat.NewControl("event-fens", (*boardRef).fields)
)

// openedDraw returns the draw of a button, in the event without its results. It refuses a draw that is still sealed, and a board
// that the draw does not have.
func (t Tools) openedDraw(ctx context.Context, r *chat.Request, b boardRef) (*evening.Event, *evening.Draw, error) {
	return t.openedRef(ctx, r, b, evening.Ref{Channel: r.ChannelID, ID: b.event, WithoutResults: true})
}

// openedGames is openedDraw with the results and the games on lichess.
func (t Tools) openedGames(ctx context.Context, r *chat.Request, b boardRef) (e *evening.Event, d *evening.Draw, err error) {
	_, err = t.inTurn(ctx, r, func() (_ *chat.Reply, err error) {
		e, d, err = t.openedRef(ctx, r, b, evening.Ref{Channel: r.ChannelID, ID: b.event})
		return nil, err
	})
	return e, d, err
}

func (t Tools) openedRef(ctx context.Context, r *chat.Request, b boardRef, ref evening.Ref) (*evening.Event, *evening.Draw, error) {
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, nil, refusalOf(r, ref, e, err)
	}
	if b.draw >= len(e.Draws) {
		return nil, nil, beyondRecord(r, e)
	}
	if e.Draws[b.draw].Sealed() || b.board > e.BoardsOf(&e.Draws[b.draw]) {
		return nil, nil, chat.Foreign()
	}
	return e, &e.Draws[b.draw], nil
}

// beyondRecord refuses a button that knows more draws than the event ever had, void ones included: a backup
// was put back.
func beyondRecord(r *chat.Request, e *evening.Event) error {
	var last evening.Draw
	if d := e.Last(); d != nil {
		last = *d
	}
	return chat.Refuse(voice.Say("event.recordEnds", voice.F{"Round": last.Round, "At": clock(last.At)}),
		hint(r, voice.Phrase("event.recordAgain"), voice.Phrase("event.seeRounds")))
}

// wasDrawn reports whether the event has a draw of a round, void ones included.
func wasDrawn(e *evening.Event, round int) bool {
	return slices.ContainsFunc(e.Draws, func(d evening.Draw) bool { return d.Round == round })
}

// positionOf returns the position of a board, counted from 1.
func positionOf(e *evening.Event, d *evening.Draw, board int) chess960.Position {
	if !e.Rules.Each {
		board = 1
	}
	return chess960.MustFromSP(d.SPs[board-1])
}
