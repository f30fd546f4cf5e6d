package event

import (
	"context"
	"fmt"
	"strconv"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

const (
	boardsPerPage = render.MostRanks // boards that one picture shows
	mostPictured  = 6                // boards of a round whose picture stands above their list
	listedOfMany  = 10               // boards of a round with more than a page, so that the answer fits a phone
)

// positions adds the positions of a draw: a picture of the board with its numbers if all
// boards play the same position or one board is given, and otherwise the first ranks of the
// boards. It returns the buttons for them, after the first ones.
func (t Tools) positions(l *card.Layout, e *events.Event, d *events.Draw, board int, buttons ...chat.Component) []chat.Component {
	if d.Seal != nil {
		buttons = append(buttons, secondary(voice.Phrase("event.howToCheck"), checkButton.ID(boardRef{e.ID, d.Index, 0})))
	}
	if !e.Rules.Each || board > 0 {
		c := card.Card{Position: positionOf(e, d, board), Style: l.Style, Method: explain.Direct}
		l.Board(c.Position, "")
		l.Text(voice.Raw(c.Numbers()))
		return c.AnswerButtons(append(buttons, t.playButtons(e, d, board)...)...)
	}
	if len(d.SPs) <= mostPictured {
		t.ranks(l, d, 0)
	} else {
		buttons = append(buttons, secondary(voice.Phrase("event.boardsButton"), boardsPage.ID(boardsButton{e.ID, d.Index, 0})))
	}
	list := boardList(d, 0)
	if len(d.SPs) > boardsPerPage {
		list = append(list[:listedOfMany], voice.Say("event.boardsBehind", voice.F{
			"More": voice.Count(len(d.SPs) - listedOfMany),
		}))
	}
	l.Text(list)
	return append(buttons, t.playButtons(e, d, board)...)
}

// onPage returns the positions of one page of boards, and the first board. The first page is
// 0.
func onPage(d *events.Draw, page int) (first int, sps []int) {
	first = page * boardsPerPage
	return first + 1, d.SPs[first:min(first+boardsPerPage, len(d.SPs))]
}

// boardList lists one page of boards, so that people can copy the positions.
func boardList(d *events.Draw, page int) voice.Lines {
	var lines voice.Lines
	first, sps := onPage(d, page)
	for i, sp := range sps {
		lines = append(lines, voice.Row{voice.Grouped(first + i), spName(sp)})
	}
	return lines
}

// ranks adds a picture with the ranks of one page of boards.
func (t Tools) ranks(l *card.Layout, d *events.Draw, page int) {
	first, sps := onPage(d, page)
	picture := render.Ranks{Theme: l.Style.Theme}
	last := first + len(sps) - 1
	alt := boardNumbers{First: first, Last: lastOf(first, last)}
	for i, sp := range sps {
		p := events.Position(sp)
		picture.Ranks = append(picture.Ranks, render.LabelledRank{Label: strconv.Itoa(first + i), Position: p})
		alt.Positions = append(alt.Positions, p.Name())
	}
	name := fmt.Sprintf("round-%d-boards-%d-%d.png", d.Round, first, last)
	png, err := t.Boards.Ranks(picture)
	l.Picture(chat.Picture{Name: name, Alt: alt, PNG: png}, err)
}

// lastOf returns the last of several boards, and 0 for one board, which has no range.
func lastOf(first, last int) int {
	if first == last {
		return 0
	}
	return last
}

// boardNumbers is the alt text of the ranks of boards. Their pieces would take a minute to
// hear.
type boardNumbers struct {
	voice.Facts
	First     int
	Last      int // 0 for one board
	Positions voice.And
}

// boardsLabel is the label of a button for some boards.
type boardsLabel boardRange

// turnBoards answers the button “Boards”: it shows a page of a round's boards privately.
func (t Tools) turnBoards(ctx context.Context, r *chat.Request, b boardsButton) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, boardRef{b.event, b.draw, 0})
	if err != nil {
		return nil, err
	}
	if b.page*boardsPerPage >= len(d.SPs) {
		return nil, chat.Foreign()
	}
	l := t.layout(chat.OwnPage)
	l.Text(roundHeading(e, d, 0))
	t.ranks(l, d, b.page)
	l.Text(boardList(d, b.page))
	var turns []chat.Component
	for _, other := range []int{b.page - 1, b.page + 1} {
		if other >= 0 && other*boardsPerPage < len(d.SPs) {
			first, sps := onPage(d, other)
			turns = append(turns, secondary(boardsLabel(boardsFrom(first, first+len(sps)-1)), boardsPage.ID(boardsButton{e.ID, b.draw, other})))
		}
	}
	l.Buttons(turns)
	return l.Reply()
}
