package event

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/club/events"
	"chess960bot/render"
	"chess960bot/voice"
)

// boardsPerPage is how many boards one picture shows.
const boardsPerPage = render.MostRanks

// positions adds the positions of a draw: a picture of the board with its numbers if all
// boards play the same position or one board is given, and otherwise the first ranks of the
// boards. It returns the buttons for them, after the first ones.
func (t Tools) positions(l *card.Layout, e *events.Event, d *events.Draw, board int, first ...chat.Component) ([]chat.Component, error) {
	toPlay, offered := t.playButton(e, d, board)
	if e.Rules.Each && board == 0 {
		buttons := append(first, boardPages(e, d)...)
		if offered {
			buttons = append(buttons, toPlay)
		}
		return buttons, t.ranks(l, d, 0)
	}
	index := 0
	if e.Rules.Each {
		index = board - 1
	}
	p, err := chess960.FromSP(d.SPs[index])
	if err != nil {
		return nil, err
	}
	c := card.Card{Position: p, Style: l.Style, Method: explain.Direct}
	l.Board(p, "")
	l.Text(voice.Raw(c.Numbers()))
	own := first
	if offered {
		own = append(own, toPlay)
	}
	return c.AnswerButtons(own...), nil
}

// ranks adds a picture with the ranks of one page of boards. The first page is 0.
func (t Tools) ranks(l *card.Layout, d *events.Draw, page int) error {
	first := page * boardsPerPage
	sps := d.SPs[first:min(first+boardsPerPage, len(d.SPs))]
	picture := render.Ranks{Theme: l.Style.Theme}
	var spelled []string
	numbers := boardNumbers{First: first + 1, Last: first + len(sps)}
	for i, sp := range sps {
		p, err := chess960.FromSP(sp)
		if err != nil {
			return err
		}
		board := first + i + 1
		picture.Ranks = append(picture.Ranks, render.LabelledRank{Label: fmt.Sprintf("Board %d", board), Position: p})
		spelled = append(spelled, fmt.Sprintf("Board %d: SP %d, %s.", board, sp, explain.Spell(p.String())))
		numbers.Positions = append(numbers.Positions, voice.Raw(p.Name().String()))
	}
	const mostSpelled = 3
	var alt voice.Sentence = numbers
	if len(sps) <= mostSpelled {
		alt = voice.Raw(strings.Join(spelled, " "))
	}
	png, err := t.Boards.Ranks(picture)
	l.Picture(chat.Picture{
		Name: fmt.Sprintf("round-%d-boards-%d-%d.png", d.Round, first+1, first+len(sps)),
		Alt:  alt,
		PNG:  png,
	}, err)
	return nil
}

// boardNumbers is the alt text of the ranks of many boards. Their pieces would take a minute
// to hear.
type boardNumbers struct {
	voice.Facts
	First, Last int
	Positions   voice.And
}

// boardPages returns the button for the other boards of a round, or nil.
func boardPages(e *events.Event, d *events.Draw) []chat.Component {
	if len(d.SPs) <= boardsPerPage {
		return nil
	}
	return []chat.Component{chat.Button(discordgo.SecondaryButton, voice.Raw(fmt.Sprintf("Boards %d to %d", boardsPerPage+1, min(2*boardsPerPage, len(d.SPs)))), boardsPage.ID(boardsButton{e.ID, d.Index, 1}))}
}

// turnBoards answers that button: it shows a page of a round's boards privately.
func (t Tools) turnBoards(ctx context.Context, r *chat.Request, b boardsButton) (*chat.Reply, error) {
	ref := events.Ref{Channel: r.ChannelID, ID: b.event}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	if b.draw >= len(e.Draws) || b.page*boardsPerPage >= len(e.Draws[b.draw].SPs) {
		return nil, chat.Foreign()
	}
	d := &e.Draws[b.draw]
	l := t.layout()
	l.Audience = chat.OwnPage
	l.Text(voice.Raw(roundHeading(e, d, 0)))
	if err := t.ranks(l, d, b.page); err != nil {
		return nil, err
	}
	var turns []chat.Component
	for _, other := range []int{b.page - 1, b.page + 1} {
		if first := other * boardsPerPage; other >= 0 && first < len(d.SPs) {
			turns = append(turns, chat.Button(discordgo.SecondaryButton, voice.Raw(fmt.Sprintf("Boards %d to %d", first+1, min(first+boardsPerPage, len(d.SPs)))), boardsPage.ID(boardsButton{e.ID, b.draw, other})))
		}
	}
	l.Buttons(turns)
	return l.Reply()
}
