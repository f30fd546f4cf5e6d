package event

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// boardsPerPage is how many boards one picture shows.
const boardsPerPage = render.MostRanks

// sheet adds tables to print: a row for each board with its position and FEN. If all
// boards play the same position, there is only one row.
func (t Tools) sheet(l *card.Layout, e *events.Event, d *events.Draw) error {
	const rows = 25 // of a page
	sps := d.SPs
	title := roundTitle(e, d)
	number := 0
	for page := range slices.Chunk(sps, rows) {
		table := render.Table{Title: title, Columns: 1, Theme: l.Style.Theme}
		var alt strings.Builder
		alt.WriteString(title + ".")
		for _, sp := range page {
			number++
			p, err := chess960.FromSP(sp)
			if err != nil {
				return err
			}
			board := fmt.Sprint(number)
			if !e.Rules.Each && e.Rules.Boards > 1 {
				board = fmt.Sprintf("1-%d", e.Rules.Boards)
			}
			table.Rows = append(table.Rows, render.TableRow{Number: board, Pattern: fmt.Sprintf("%v  SP-%-3d  %s", p, sp, p.XFEN())})
			if number%rows <= boardsPerPage { // Discord limits alt texts
				fmt.Fprintf(&alt, " %s: SP %d, %s.", boardsSpelled(number, e), sp, explain.Spell(p.String()))
			}
		}
		png, err := t.Boards.Table(table)
		l.Picture(chat.Picture{Name: fmt.Sprintf("round-%d-page-%d.png", d.Round, (number+rows-1)/rows), Alt: shorten(alt.String()), PNG: png}, err)
	}
	return nil
}

// boardsSpelled names the board with a number for screen readers, or all boards if they
// play the same position.
func boardsSpelled(number int, e *events.Event) string {
	if !e.Rules.Each && e.Rules.Boards > 1 {
		return fmt.Sprintf("Boards 1 to %d", e.Rules.Boards)
	}
	return fmt.Sprintf("Board %d", number)
}

// ranks adds a picture with the ranks of one page of boards, and a list to copy. The
// first page is 0.
func (t Tools) ranks(l *card.Layout, e *events.Event, d *events.Draw, page int) error {
	first := page * boardsPerPage
	sps := d.SPs[first:min(first+boardsPerPage, len(d.SPs))]
	picture := render.Ranks{Theme: l.Style.Theme}
	var alt, list strings.Builder
	for i, sp := range sps {
		p, err := chess960.FromSP(sp)
		if err != nil {
			return err
		}
		board := first + i + 1
		picture.Ranks = append(picture.Ranks, render.LabelledRank{Label: fmt.Sprintf("Board %d", board), Position: p})
		fmt.Fprintf(&alt, "Board %d: %s. ", board, explain.Spell(p.String()))
		fmt.Fprintf(&list, "%3d  %v  SP-%d\n", board, p, sp)
	}
	png, err := t.Boards.Ranks(picture)
	l.Picture(chat.Picture{
		Name: fmt.Sprintf("round-%d-boards-%d-%d.png", d.Round, first+1, first+len(sps)),
		Alt:  shorten(strings.TrimSpace(alt.String())),
		PNG:  png,
	}, err)
	l.Text("```\n" + list.String() + "```")
	return nil
}

// shorten cuts an alt text to the length that Discord allows.
func shorten(alt string) string {
	const most = 1024
	if runes := []rune(alt); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return alt
}

// boardPages returns the button for the other boards of a round, or nil.
func boardPages(e *events.Event, d *events.Draw) []chat.Component {
	if len(d.SPs) <= boardsPerPage {
		return nil
	}
	return []chat.Component{chat.Button(discordgo.SecondaryButton, fmt.Sprintf("Boards %d to %d", boardsPerPage+1, min(2*boardsPerPage, len(d.SPs))), boardsID(e, d.Index, 1))}
}

// turnBoards answers that button: it shows a page of a round's boards privately.
func (t Tools) turnBoards(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var b boardsButton
	if err := chat.ReadID(r.CustomID, b.fields); err != nil {
		return nil, err
	}
	e, err := t.event(ctx, events.Ref{Channel: r.ChannelID, ID: b.event})
	if err != nil {
		return nil, err
	}
	if b.draw >= len(e.Draws) || b.page*boardsPerPage >= len(e.Draws[b.draw].SPs) {
		return nil, chat.Foreign()
	}
	d := &e.Draws[b.draw]
	l := t.layout()
	l.Audience = chat.OwnPage
	l.Text(roundHeading(e, d))
	if err := t.ranks(l, e, d, b.page); err != nil {
		return nil, err
	}
	var turns []chat.Component
	for _, other := range []int{b.page - 1, b.page + 1} {
		if first := other * boardsPerPage; other >= 0 && first < len(d.SPs) {
			turns = append(turns, chat.Button(discordgo.SecondaryButton, fmt.Sprintf("Boards %d to %d", first+1, min(first+boardsPerPage, len(d.SPs))), boardsID(e, b.draw, other)))
		}
	}
	l.Buttons(turns)
	return l.Reply()
}
