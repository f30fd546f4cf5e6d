package event

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/events"
)

// Round is /round: a round of the channel's event, for everyone to look up in private.
func Round(t Tools) chat.Command {
	round := chat.NumberOption("round", "The number of the round; the last one if left out").Between(1, events.MostRounds).Completed()
	return chat.Command{
		Def: chat.Define("round", "A round of this channel's club evening, shown only to you", round,
			chat.NumberOption("board", "The number of a board, to see its position").Between(1, events.MostBoards)),
		Example:  "/round",
		Run:      chat.WithDatabase(t.lookUp),
		Complete: t.completeRound,
	}
}

// lookUp answers /round.
func (t Tools) lookUp(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, d, err := t.chosenDraw(ctx, r)
	if err != nil {
		return nil, err
	}
	if d.Sealed() {
		reply, err := t.sealReply(e, d)
		reply.Audience = chat.OnlyAsker
		return reply, err
	}
	board, err := numberOption(r.Options, "board", e.RulesOf(d).Boards)
	if err != nil {
		return nil, err
	}
	l := t.layout()
	l.Audience = chat.OnlyAsker
	l.Text(drawnText(e, d, board, person))
	buttons, err := t.positions(l, e, d, board)
	if err != nil {
		return nil, err
	}
	l.Buttons(buttons)
	if d.Seal != nil {
		l.Files(sealFiles(e, d)...)
	}
	return l.Reply()
}

// chosenDraw returns the channel's event, and the draw of the round that the option "round"
// gives, or the last draw. A void draw is refused.
func (t Tools) chosenDraw(ctx context.Context, r *chat.Request) (*events.Event, *events.Draw, error) {
	ref := events.Ref{Channel: r.ChannelID}
	e, err := t.Store.Event(ctx, ref)
	if err != nil {
		return nil, nil, refusalOf(r, ref, e, err)
	}
	round, err := numberOption(r.Options, "round", e.Rules.Rounds)
	switch d := e.Last(); {
	case err != nil:
		return nil, nil, err
	case d == nil && round == 0:
		return nil, nil, chat.Refuse("No round has been drawn yet.", hint(r, "Draw the first with "+chat.Slash("event draw")+".", ""))
	case round == 0 && d.Void == nil:
		return e, d, nil
	case round == 0:
		round = d.Round
	}
	if d := e.Round(round); d != nil {
		return e, d, nil
	}
	problem := fmt.Sprintf("Round %d has not been drawn.", round)
	for _, d := range e.Draws {
		if d.Round == round {
			problem = fmt.Sprintf("Round %d was drawn and struck out. The next draw replaces it.", round)
		}
	}
	return nil, nil, chat.Refuse(problem, roundsSoFar(e))
}

// numberOption returns a whole number from 1 to most, or 0 if the option is left out.
func numberOption(options chat.Options, name string, most int) (int, error) {
	if options[name] == nil {
		return 0, nil
	}
	n, ok := options.Int(name)
	switch {
	case !ok || n < 1:
		return 0, chat.Refuse(fmt.Sprintf("`%s` must be a whole number from 1 to %d.", name, most), "")
	case n > most:
		return 0, chat.Refuse(fmt.Sprintf("There is no %s %d: this event has %s.", name, n, chat.Count(most, name)), "")
	}
	return n, nil
}

// completeRound offers the rounds that were drawn, the last one first.
func (t Tools) completeRound(ctx context.Context, r *chat.Request) []chat.Choice {
	e, err := t.Store.Event(ctx, events.Ref{Channel: r.ChannelID})
	if err != nil || r.Focused != "round" {
		return nil
	}
	var offered []chat.Choice
	for round := e.Rules.Rounds; round > 0 && len(offered) < chat.MostChoices; round-- {
		if d := e.Round(round); d != nil && strings.HasPrefix(strconv.Itoa(round), strings.TrimSpace(r.Options.Text("round"))) {
			offered = append(offered, chat.Choice{Name: fmt.Sprintf("Round %d: %s", round, positionsOf(e, d)), Value: round})
		}
	}
	return offered
}

// show answers /event show: it shows a round to everyone again, as its draw did, and draws
// nothing.
func (t Tools) show(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, d, err := t.chosenDraw(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := stayInThread(r, e); err != nil {
		return nil, err
	}
	if d.Sealed() {
		return t.showSeal(r, e, d)
	}
	var files []chat.File
	if r.Options.Bool("cards") {
		err = t.Heavy.Do(ctx, func() (err error) {
			files, err = t.cards(e, d, fileLimit(r))
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	return t.drawReply(e, d, events.First, files...)
}
