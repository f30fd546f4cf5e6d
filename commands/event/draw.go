package event

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// draw answers /event draw: it draws or seals the next round. If somebody else draws
// that round at the same time, their draw is shown. If people may not have seen the
// last draw, that one is shown again instead: see [events.Event.Unshown].
func (t Tools) draw(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, err := t.eventToChange(ctx, r)
	if err != nil {
		return nil, err
	}
	return t.drawRound(ctx, r, e.ID, e.NextRound())
}

// pressDraw answers the button that draws a round. The first press draws the round;
// later presses show it.
func (t Tools) pressDraw(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, round, err := t.pressedRound(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := mayChange(r, e.OpenedBy); err != nil {
		return nil, err
	}
	if d := e.Round(round); d != nil && d.Seen(t.Process) {
		return t.privately(t.showResult(e, d, ""))
	}
	return t.drawRound(ctx, r, e.ID, round)
}

// drawRound draws a round and shows it; 0 means that all rounds are drawn. If two
// people ask at the same time, the first in the database draws the round, and the
// other sees it.
func (t Tools) drawRound(ctx context.Context, r *chat.Request, id string, round int) (*chat.Reply, error) {
	var drawn *events.Draw
	again := false
	e, err := t.Store.ChangeEvent(ctx, id, func(e *events.Event) (err error) {
		drawn, again = earlierDraw(e, r.ID, t.Process, round), true
		if drawn != nil {
			drawn.Process = t.Process
			return nil
		}
		again = false
		if e.Rules.Sealed {
			drawn, err = e.Seal(t.asker(r), t.Draw, secretBits)
		} else {
			drawn, err = e.Draw(t.asker(r), t.Draw)
		}
		return err
	})
	if err != nil && !(errors.Is(err, events.ErrSealed) && e.Sealed() != nil) {
		return nil, eventRefusal(e, err)
	}
	if sealed := e.Sealed(); sealed != nil {
		return t.showSeal(e, sealed)
	}
	note := ""
	if again {
		note = fmt.Sprintf("Shown again: this draw was made at <t:%d:T>.", drawn.At.Unix())
	}
	return t.showing(e, drawn)(t.showResult(e, drawn, note))
}

// earlierDraw returns the draw to show instead of a new one, or nil.
func earlierDraw(e *events.Event, interaction, process string, round int) *events.Draw {
	if d := e.ByInteraction(interaction); d != nil {
		return d
	}
	if round != 0 && e.Round(round) != nil {
		return e.Round(round)
	}
	return e.Unshown(process)
}

// showing returns a function that sets Sent of a reply: it records in the database
// whether the draw was shown.
func (t Tools) showing(e *events.Event, d *events.Draw) func(*chat.Reply, error) (*chat.Reply, error) {
	index := e.Index(d)
	return func(reply *chat.Reply, err error) (*chat.Reply, error) {
		if err != nil {
			return nil, err
		}
		reply.Sent = func(ctx context.Context, failed error) {
			t.Store.ChangeEvent(ctx, e.ID, func(e *events.Event) error { // if this fails, the draw is shown again
				d := &e.Draws[index]
				d.Shown, d.Process = d.Shown || failed == nil, ""
				return nil
			})
		}
		return reply, nil
	}
}

// privately makes a reply private.
func (t Tools) privately(reply *chat.Reply, err error) (*chat.Reply, error) {
	if err == nil {
		reply.Audience = chat.OnlyAsker
	}
	return reply, err
}

// show answers /event show: it shows a round again, with a page to print.
func (t Tools) show(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
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
		return t.showSeal(e, d)
	}
	l := t.layout()
	l.Text(drawnText(e, d, ""))
	if err := t.Heavy.Do(ctx, func() error { return t.sheet(l, e, d) }); err != nil {
		return nil, err
	}
	return withSeal(e, d)(l.Reply())
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
	l.Text(exportText(e))
	for _, f := range files {
		l.File(chat.File{Name: f.Name, ContentType: f.Type, Bytes: f.Data})
	}
	return t.privately(l.Reply())
}

// showDraw lays out a drawn round: a picture of the board if all boards play the same
// position, and otherwise the first rank for each board.
func (t Tools) showDraw(e *events.Event, d *events.Draw, note string) (*chat.Reply, error) {
	l := t.layout()
	l.Text(drawnText(e, d, note))
	if e.Rules.Each {
		if err := t.ranks(l, e, d, 0); err != nil {
			return nil, err
		}
		l.Buttons(append(nextRound(e, d), boardPages(e, d)...))
		return l.Reply()
	}
	p, err := chess960.FromSP(d.SPs[0])
	if err != nil {
		return nil, err
	}
	c := card.Card{Position: p, Look: l.Look, Method: explain.Direct}
	l.Board(p, "")
	l.Buttons(append(nextRound(e, d), c.PageButtons("")...))
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
	return Tools{Boards: boards, fileName: fileName}.showResult(e, d, "")
}
