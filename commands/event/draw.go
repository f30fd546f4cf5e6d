package event

import (
	"context"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// draw answers /event draw: it draws or seals the next round. See [events.Event.Answer]
// for what it shows instead of a new draw.
func (t Tools) draw(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.drawRound(ctx, r, events.Ref{Channel: r.ChannelID}, 0)
}

// pressDraw answers the button that draws a round. The first press draws the round;
// later presses show it.
func (t Tools) pressDraw(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	ref, round, err := readRound(r)
	if err != nil {
		return nil, err
	}
	return t.drawRound(ctx, r, ref, round)
}

// drawRound draws a round of an event, or the next one if round is 0, and shows it. If
// two people ask at the same time, the first in the database draws the round, and the
// other sees it.
func (t Tools) drawRound(ctx context.Context, r *chat.Request, ref events.Ref, round int) (*chat.Reply, error) {
	var d *events.Draw
	var made bool
	by, moment := t.asker(r), t.Showings.moment()
	e, err := t.change(ctx, r, ref, func(e *events.Event) (err error) {
		showing := func(d *events.Draw) bool { return t.Showings.has(drawRef{e.ID, d.Index}, moment, by.At) }
		d, made, err = e.Answer(by, round, showing, t.Draw, secretBits)
		return err
	})
	if err != nil {
		return nil, err
	}
	return t.show(r, e, d, made)
}

// print answers /event show: it shows a round again, with a page to print.
func (t Tools) print(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, err := t.current(ctx, r)
	if err != nil {
		return nil, err
	}
	d := e.Last()
	if round, ok := r.Options.Int("round"); ok {
		if d = e.Round(round); d == nil {
			return nil, chat.Refuse(fmt.Sprintf("Round %d has not been drawn.", round), roundsSoFar(e))
		}
	}
	switch {
	case d == nil:
		return nil, chat.Refuse("No round has been drawn yet.", "Draw one with "+chat.Slash("event draw")+".")
	case d.Sealed():
		return t.sealReply(e, d)
	}
	l := t.layout()
	l.Text(drawnText(e, d, ""))
	err = t.Heavy.Do(ctx, func() error {
		if r.Options.Bool("cards") {
			if err := t.cards(l, e, d); err != nil {
				return err
			}
		}
		return t.sheet(l, e, d)
	})
	if err != nil {
		return nil, err
	}
	addSealFiles(l, e, d)
	return l.Reply()
}

// discordsLimit is the size in bytes of a file that Discord takes from anyone.
const discordsLimit = 10 << 20

// export answers /event export.
func (t Tools) export(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var e *events.Event
	var files []events.ExportFile
	err := t.Heavy.Do(ctx, func() (err error) { // exports that wait hold no event in memory
		if e, err = t.current(ctx, r); err == nil {
			files, err = e.Files(ctx, discordsLimit, nil)
		}
		return err
	})
	if err != nil {
		return nil, eventRefusal(e, err)
	}
	l := t.layout()
	l.Audience = chat.OnlyAsker
	l.Text(exportText(e))
	for _, f := range files {
		l.File(chat.File{Name: f.Name, ContentType: f.Type, Bytes: f.Data})
	}
	return l.Reply()
}

// drawReply shows a drawn round: a picture of the board if all boards play the same
// position, and otherwise the first rank for each board. A sealed draw also has the files
// to check it.
func (t Tools) drawReply(e *events.Event, d *events.Draw, note string) (*chat.Reply, error) {
	l := t.layout()
	l.Text(drawnText(e, d, note))
	buttons := nextRound(e, d)
	if e.Rules.Each {
		if err := t.ranks(l, e, d, 0); err != nil {
			return nil, err
		}
		buttons = append(buttons, boardPages(e, d)...)
	} else {
		p, err := chess960.FromSP(d.SPs[0])
		if err != nil {
			return nil, err
		}
		l.Board(p, "")
		c := card.Card{Position: p, Style: l.Style, Method: explain.Direct}
		buttons = append(buttons, c.PageButtons("")...)
	}
	l.Buttons(buttons)
	addSealFiles(l, e, d)
	return l.Reply()
}

// nextRound returns the button that draws the round after the last draw, or nil.
func nextRound(e *events.Event, d *events.Draw) []chat.Component {
	if e.Last() != d || e.NextRound() == 0 || !e.ClosedAt.IsZero() {
		return nil
	}
	return []chat.Component{drawButton(e)}
}

// drawButton returns the button that draws the next round.
func drawButton(e *events.Event) chat.Component {
	round := e.NextRound()
	return chat.Button(discordgo.PrimaryButton, fmt.Sprintf("Draw round %d", round), roundID("event-draw", e, round))
}

// Opened returns the post of a sealed draw that opened by itself. Its first picture has
// the file name.
func Opened(boards *render.Renderer, e *events.Event, d *events.Draw, fileName string) (*chat.Reply, error) {
	return Tools{Boards: boards, fileName: fileName}.drawReply(e, d, "")
}
