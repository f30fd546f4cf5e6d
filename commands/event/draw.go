package event

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/sleep"
	"chess960bot/internal/voice"
)

// draw answers /event draw, and the button that draws a round. It draws or seals a round; 0
// is the next one. If two people ask at the same time, the first in the
// database draws the round. See [evening.Event.Answer] for what it shows instead of a new
// draw. study is the study time in minutes; nil for the one of the rules.
func (t Tools) draw(ctx context.Context, r *chat.Request, ref evening.Ref, round int, study *int) (*chat.Reply, error) {
	return t.drawIf(ctx, r, ref, round, study, func(*evening.Event) error { return nil })
}

// drawIf is draw unless check, which is asked about the event, returns an error.
func (t Tools) drawIf(ctx context.Context, r *chat.Request, ref evening.Ref, round int, study *int, check func(*evening.Event) error) (*chat.Reply, error) {
	return t.answer(ctx, r, ref, func(e *evening.Event, asked evening.Request) (*evening.Draw, evening.Turn, error) {
		if err := mayManageHere(r, e); err != nil {
			return nil, 0, err
		}
		if round > len(e.Draws)+1 { // a button for a round comes after the draws of those before
			return nil, 0, beyondRecord(r, e)
		}
		if asked.Lost == "" { // not after another answer
			if err := check(e); err != nil {
				return nil, 0, err
			}
		}
		asked.Study = study
		return e.Answer(asked, round, t.Draw, secretBits)
	})
}

// drawOn is a button that draws a round although boards of the round before have no result.
var drawOn = chat.NewControl("event-draw-on", (*drawAnyway).fields)

// A drawAnyway is the custom id of that button: the round, and the study time in minutes that was asked for.
type drawAnyway struct {
	roundButton
	study int // noStudyAsked for that of the rules
}

const noStudyAsked = -1

func (b *drawAnyway) fields(f *chat.Fields) {
	b.roundButton.fields(f)
	f.Number(&b.study, noStudyAsked, evening.MostStudy)
}

// errDrawLater stops a draw before the results of the last round are looked at.
var errDrawLater = errors.New("the results of the last round come first")

// drawAfterResults draws a round as draw does. In an event with results it asks first if boards of the last
// round have none.
func (t Tools) drawAfterResults(ctx context.Context, r *chat.Request, ref evening.Ref, round int, study *int) (*chat.Reply, error) {
	next := 0 // whatever others draw meanwhile
	reply, err := t.drawIf(ctx, r, ref, round, study, func(e *evening.Event) error {
		d := e.Last()
		next = e.NextRound()
		isNew := next > 0 && (round == 0 || round == next) && e.ClosedAt.IsZero() && d != nil && !slices.Contains(d.Interactions, r.ID)
		if isNew && d.Shown && d.Void == nil {
			return errDrawLater
		}
		return nil
	})
	if !errors.Is(err, errDrawLater) {
		return reply, err
	}
	var e *evening.Event
	if _, err = t.inTurn(ctx, r, func() (_ *chat.Reply, err error) {
		e, err = t.Store.Event(ctx, ref)
		return nil, err
	}); err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	d := e.Last()
	if d == nil || d.Void != nil || d.Round == next || !e.HasResults() && !e.Rules.PlayersTell || len(e.Missing(d)) == 0 {
		return t.draw(ctx, r, ref, next, study)
	}
	on := drawAnyway{roundButton{e.ID, next}, noStudyAsked}
	if study != nil {
		on.study = *study
	}
	return card.Page(chat.OnlyAsker, voice.Run{
		voice.Say("event.inRound", voice.F{"Round": d.Round, "Says": missingText(e, d)}), voice.Say("event.askDraw", voice.F{"Round": next}),
	}, chat.Row(
		chat.Button(discordgo.PrimaryButton, voice.Say("event.drawLabel", voice.F{"Round": next}), drawOn.ID(on)),
		toResults(boardRef{e.ID, d.Index, 0}),
	)), nil
}

// pressOpen answers the button "Open the draw" of a sealed draw.
func (t Tools) pressOpen(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	return t.answer(ctx, r, b.ref(r), func(e *evening.Event, asked evening.Request) (*evening.Draw, evening.Turn, error) {
		if !wasDrawn(e, b.round) {
			return nil, 0, beyondRecord(r, e)
		}
		d, turn, err := e.Open(asked, b.round)
		if errors.Is(err, evening.ErrEarly) {
			next := voice.Phrase("event.addYours")
			if slices.ContainsFunc(d.Seal.Added, func(a evening.Added) bool { return a.User == r.Asker }) {
				next = "event.seeAgain"
			}
			err = chat.Refuse(voice.Say("event.tooEarly", voice.F{"By": sealer(d), "At": moment(d.Seal.OpensAt)}), next)
		}
		return d, turn, err
	})
}

// answer shows the draw that choose returns to everyone, unless people have seen the draw.
// While the answer to somebody else may be showing the draw, answer waits for it.
func (t Tools) answer(ctx context.Context, r *chat.Request, ref evening.Ref, choose func(*evening.Event, evening.Request) (*evening.Draw, evening.Turn, error)) (*chat.Reply, error) {
	asked := evening.Request{Since: t.Now().UTC()}
	ref.WithoutResults = true
	for {
		var d *evening.Draw
		var turn evening.Turn
		e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) (err error) {
			asked.Asker = t.asker(r)
			d, turn, err = choose(e, asked)
			return err
		})
		switch {
		case err != nil:
			return nil, refusalOf(r, ref, e, err)
		case turn == evening.Seen || turn == evening.Wait && asked.Lost != "":
			var link voice.Raw // "" if the message is not known
			if d.Message != "" {
				link = voice.Raw(chat.MessageURL(e.Guild, e.PostChannel(), d.Message))
			}
			return chat.Say(voice.Say("event.seen", voice.F{"Round": d.Round, "Positions": positionsOf(e, d), "Link": link})), nil
		case d.Sealed():
			return t.showSeal(r, e, d)
		case turn != evening.Wait:
			return t.drawReply(e, d, turn)
		}
		asked.Lost = d.Showing
		if _, err := t.awaitShown(ctx, e.Ref(), d.Index); err != nil {
			return nil, err
		}
	}
}

// awaitShown waits until people have seen a draw, for a second at most: less than half of
// the time that Discord waits for an answer. That includes the time of a slow database. It returns
// the event as it is then.
func (t Tools) awaitShown(ctx context.Context, ref evening.Ref, index int) (e *evening.Event, err error) {
	ref.WithoutResults = true
	until := time.Now().Add(time.Second)
	for pause := 16 * time.Millisecond; ; pause *= 2 {
		if !sleep.For(ctx, min(pause, time.Until(until))) {
			return nil, ctx.Err()
		}
		if e, err = t.Store.Event(ctx, ref); err != nil || e.Draws[index].Shown || time.Until(until) <= 0 {
			return e, err
		}
	}
}

// settled returns the event as soon as people have seen a draw whose answer is on its way.
func (t Tools) settled(ctx context.Context, ref evening.Ref) (*evening.Event, error) {
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, err
	}
	for i := range e.Draws {
		if d := &e.Draws[i]; d.BeingShown(t.Now()) {
			return t.awaitShown(ctx, e.Ref(), d.Index)
		}
	}
	return e, nil
}

// drawReply shows a draw without a locked seal to everyone: the positions, who drew, and what is out of the pool.
// An opened seal also has the files to check it.
func (t Tools) drawReply(e *evening.Event, d *evening.Draw, turn evening.Turn, files ...chat.File) (*chat.Reply, error) {
	l := t.layout(chat.AsAsked)
	text := voice.Lines{drawnText(e, d, 0, mention)}
	if turn == evening.Again {
		text = append(text, voice.Say("event.shownAgain", voice.F{"At": moment(d.At)}))
	}
	var next []chat.Component
	if begins, start := t.beginOf(e, d); begins != nil {
		text, next = append(text, begins), start
	}
	l.Text(append(text, t.notes...))
	if d.Void == nil { // loud, unless the games can be started
		if e.Rules.PlayersTell {
			next = append(next, tellButton(e, d))
		}
		next = append(next, toResults(boardRef{e.ID, d.Index, 0}))
		next[0].Style = discordgo.PrimaryButton
		next = append(next, toPairings(e, d)...)
	}
	if e.Last() == d {
		next = append(next, quiet(nextDraw(e), d.Void == nil)...)
	}
	l.Buttons(t.positions(l, e, d, 0, firstBoards(e, d), append(next, chat.Secondary(voice.Phrase("event.manage"), manageButton.ID(boardRef{e.ID, d.Index, 0})))...))
	if d.Seal != nil {
		l.Files(sealFiles(e, d)...)
	}
	l.Files(files...)
	reply, err := l.Reply()
	if err == nil && !d.Shown {
		if d.Message == "" { // once, though people may record one board after another
			t.announce(reply, e)
		}
		reply.Sent = append(reply.Sent, func(ctx context.Context, message string, failed error) error {
			if failed != nil {
				return nil
			}
			return t.Store.ShowDraw(ctx, e.Ref(), d.Index, message) // if this fails, the draw is shown again
		})
	}
	return reply, err
}

// sealer names who sealed a draw; nil if this person was forgotten.
func sealer(d *evening.Draw) voice.Sentence {
	if d.By == "" {
		return nil
	}
	return mention(d.By, d.ByName)
}

// nextDraw returns the button that draws the next round; nil if there is none, or the event is over.
func nextDraw(e *evening.Event) []chat.Component {
	if e.NextRound() == 0 || !e.ClosedAt.IsZero() {
		return nil
	}
	return []chat.Component{drawButton(e)}
}

// quiet returns buttons that do not stand out, if they are not what comes next.
func quiet(buttons []chat.Component, not bool) []chat.Component {
	for i := range buttons {
		if not {
			buttons[i].Style = discordgo.SecondaryButton
		}
	}
	return buttons
}

// drawButton returns the button that draws the next round.
func drawButton(e *evening.Event) chat.Component {
	round := e.NextRound()
	return chat.Button(discordgo.PrimaryButton, voice.Say("event.drawLabel", voice.F{"Round": round}), drawRound.ID(roundButton{e.ID, round}))
}

// set answers /event set: it records positions that were drawn elsewhere.
func (t Tools) set(ctx context.Context, r *chat.Request, round, board int, typed string) (*chat.Reply, error) {
	sps, notes, err := readPositions(typed, voice.Say("event.typePosition", voice.F{"Round": round}))
	if err != nil {
		return nil, err
	}
	t.notes = append(t.notes, notes...)
	return t.answer(ctx, r, here(r), func(e *evening.Event, asked evening.Request) (*evening.Draw, evening.Turn, error) {
		if err := mayManageHere(r, e); err != nil {
			return nil, 0, err
		}
		if round > e.Rules.Rounds {
			return nil, 0, chat.Refuse(beyond("round", round, e.Rules.Rounds), voice.Phrase("event.seeRounds"))
		}
		d, turn, err := e.AnswerSet(asked, round, board, sps)
		if wrong, ok := errors.AsType[*evening.SetError](err); ok && wrong.Board > 0 {
			err = chat.Refuse(voice.Say("event.boardFirst", voice.F{"Board": wrong.Board}),
				voice.Say("event.setInOrder", voice.F{"Round": round, "SP": voice.Raw(strconv.Itoa(sps[0])), "Board": wrong.Board}))
		}
		return d, turn, err
	})
}

// readPositions reads a position, or several with commas, semicolons or new lines between
// them, in any form that /encode reads, and what is to be said about them. A refusal has the hint.
func readPositions(text string, hint voice.Sentence) (sps []int, notes []voice.Sentence, err error) {
	for part := range reading.Parts(text) {
		none := chat.Refuse(voice.Say("event.notAPosition", voice.F{"Typed": voice.Quoted(part)}), hint)
		sp, said, err := reading.Position(part, none)
		if err != nil {
			return nil, nil, err
		}
		sps, notes = append(sps, sp), append(notes, said...)
	}
	return sps, notes, nil
}
