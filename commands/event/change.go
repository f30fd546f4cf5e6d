package event

import (
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// changeRules answers /event change.
func (t Tools) changeRules(ctx context.Context, r *chat.Request, o ruleOptions) (*chat.Reply, error) {
	changes := slices.ContainsFunc(o.changeable(), func(o chat.Option) bool { return o.Given(r) })
	switch {
	case o.server.given(r) && !changes:
		return t.changeServer(ctx, r, rulesHere(r), o.server.typed(r))
	case !changes:
		return nil, chat.Refuse(voice.Phrase("event.noChange"), voice.Phrase("event.sayChange"))
	}
	var listed voice.Sentence
	var same bool // the rules, so the server's event alone may change
	reply, err := t.answerChanges(ctx, r, rulesHere(r), func(e *evening.Event) ([]*evening.Change, error) {
		rules := e.Rules
		if err := o.read(r, &rules, voice.Phrase("event.nameChanged")); err != nil {
			return nil, err
		}
		if o.server.given(r) {
			if err := t.enlist(ctx, r, e, o.server.typed(r)); err != nil {
				return nil, err
			}
			rules.Zone, listed = e.Rules.Zone, serverText(r, e)
		}
		list, err := e.AnswerChange(t.asker(r), rules, t.Draw)
		same = errors.Is(err, evening.ErrSame)
		return list, tooFew("change", err, voice.Phrase("event.playFewer"))
	})
	if same && o.server.given(r) {
		return t.changeServer(ctx, r, rulesHere(r), o.server.typed(r))
	}
	if err == nil && listed != nil {
		reply.Components = append(reply.Components, chat.Text(listed))
	}
	return reply, err
}

// reopen answers /event reopen.
func (t Tools) reopen(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.answerChanges(ctx, r, rulesHere(r), func(e *evening.Event) ([]*evening.Change, error) { return e.Reopen(t.asker(r)) })
}

// answerChanges changes an event by a function that returns the changes to show, and shows
// them. See [evening.Event.AnswerChange].
func (t Tools) answerChanges(ctx context.Context, r *chat.Request, ref evening.Ref, change func(e *evening.Event) ([]*evening.Change, error)) (*chat.Reply, error) {
	var list []*evening.Change
	e, err := t.update(ctx, r, ref, func(e *evening.Event) (err error) {
		list, err = change(e)
		return err
	})
	if err != nil {
		return nil, err
	}
	const most = 3 // that fit one message; the next change shows the others
	list = list[max(0, len(list)-most):]
	if ref.WithoutResults && slices.ContainsFunc(list, func(c *evening.Change) bool { return c.Rename != nil }) {
		if e, err = t.Store.Event(ctx, here(r)); err != nil { // a rename counts results
			return nil, err
		}
	}
	reply, err := t.changesReply(e, list)
	if err != nil {
		return nil, err
	}
	reply.Sent = append(reply.Sent, t.changesShown(e.Ref(), list))
	return reply, nil
}

// changesShown returns the function that notes that people have seen some changes.
func (t Tools) changesShown(ref evening.Ref, list []*evening.Change) func(ctx context.Context, message string, failed error) error {
	return func(ctx context.Context, _ string, failed error) error {
		if failed != nil {
			return nil
		}
		return t.note(ctx, ref, func(e *evening.Event) { // if this fails, the changes are shown again
			for _, c := range list {
				e.Changes[c.Index].Shown = true
			}
		})
	}
}

// changesReply shows changes of an event, the positions of new boards, and the button that
// draws the next round.
func (t Tools) changesReply(e *evening.Event, list []*evening.Change) (*chat.Reply, error) {
	l := t.layout(chat.AsAsked)
	l.Done = true
	var texts voice.Lines
	for _, c := range list {
		texts = append(texts, changedText(e, c))
	}
	last := list[len(list)-1]
	if last.Rename != nil {
		l.Text(texts)
		l.Buttons([]chat.Component{tableButton(e)})
		return l.Reply()
	}
	left := only(e.NextRound() > 0, voice.Say("event.poolLeft", voice.F{"N": voice.Count(len(e.Pool()))}))
	l.Text(append(texts, left, serverEnded(e, last)))
	d, first, board := e.NewBoards(last)
	if last.Redraw != nil {
		d, first, board = &e.Draws[last.Redraw.Draw], last.Redraw.Board, last.Redraw.Board
	}
	if d != nil && first == board && e.Rules.Each {
		l.Board(positionOf(e, d, board))
	}
	l.Buttons(nextDraw(e))
	return l.Reply()
}

// namedBoards is how many boards that joined a round a text names with their positions.
const namedBoards = 8

// moment shows a time of day with its seconds, in each reader's zone.
func moment(at time.Time) voice.Moment { return voice.Moment{Time: at, Style: voice.LongTime} }

// changedText is the record of a change.
func changedText(e *evening.Event, c *evening.Change) voice.Sentence {
	if n, removed := c.Rename.Removed(); removed {
		return removedText(c, n, mention)
	}
	if to := c.Rename; to != nil {
		return voice.Lines{
			voice.Say("event.renamed", voice.F{"Results": voice.Count(e.Renamed(c)), "From": player(to.From), "To": player(to.To)}),
			voice.Say("event.renamedBy", voice.F{"By": mention(c.By, c.ByName)}),
		}
	}
	kind, lines := "changed", voice.Lines{voice.Run(newRules(c.Was, e.After(c)))}
	switch {
	case c.Reopened:
		kind = "reopened"
	case c.Redraw != nil:
		kind, lines = "redrawn", redrawText(e, c)
	}
	title := voice.Say("event.aboutEvent."+kind, voice.F{"Event": eventName(e)})
	lines = append(append(voice.Lines{voice.Heading(2, title)}, lines...), joinedBoards(e, c)...)
	return append(lines, voice.Say("event.changeBy."+kind, voice.F{"By": mention(c.By, c.ByName), "At": moment(c.At)}))
}

// removedText says who removed a name.
func removedText(c *evening.Change, results int, named naming) voice.Sentence {
	return voice.Say("event.nameRemoved", voice.F{"By": named(c.By, c.ByName), "Results": voice.Count(results)})
}

// redrawText says which position a board has instead of which.
func redrawText(e *evening.Event, c *evening.Change) voice.Lines {
	d := &e.Draws[c.Redraw.Draw]
	return voice.Lines{
		voice.Say("event.redrawnBoard", voice.F{
			"Board": c.Redraw.Board, "Round": d.Round, "Old": spName(c.Redraw.SP), "New": spName(e.Redrawn(c)),
		}),
		because(c.Redraw.Reason),
	}
}

// newRules says what is different in new rules, a sentence for each difference.
func newRules(was, now evening.Rules) []voice.Sentence {
	out := !slices.Equal(now.Exclude, was.Exclude)
	study := now.Study != was.Study
	return []voice.Sentence{
		only(now.Name != was.Name, voice.Say("event.oldName", voice.F{"Name": voice.Typed(was.Name)})),
		only(now.Boards != was.Boards, voice.Say("event.instead.boards", voice.F{"N": voice.Count(now.Boards), "Was": was.Boards})),
		only(now.Rounds != was.Rounds, voice.Say("event.instead.rounds", voice.F{"N": voice.Count(now.Rounds), "Was": was.Rounds})),
		only(now.Games > was.Games, voice.Phrase("event.twoGamesNow")),
		only(now.Games < was.Games, voice.Phrase("event.oneGameNow")),
		only(out && len(now.Exclude) == 0, voice.Phrase("event.nothingOut")),
		only(out, without("rules", now.Exclude)),
		only(now.NoMirrors && !was.NoMirrors, voice.Phrase("event.mirrorsGo")),
		only(study && now.Study > 0, voice.Say("event.studyNow", voice.F{"N": voice.Count(now.Study)})),
		only(study && now.Study == 0, voice.Phrase("event.noStudyNow")),
		only(now.PlayersTell && !was.PlayersTell, voice.Phrase("event.tell.now")),
		only(!now.PlayersTell && was.PlayersTell, voice.Phrase("event.tell.noMore")),
		only(!now.NoMirrors && was.NoMirrors, voice.Phrase("event.mirrorsCome")),
	}
}

// joinedBoards says for each new board of a drawn round which position it plays. Of many
// boards it names the first ones.
func joinedBoards(e *evening.Event, c *evening.Change) []voice.Sentence {
	d, first, last := e.NewBoards(c)
	if d == nil {
		return nil
	}
	if !e.Rules.Each {
		return []voice.Sentence{voice.Say("event.joined", voice.F{
			"Boards": boardsFrom(first, last), "Round": d.Round, "Position": spName(d.SPs[0]),
		})}
	}
	var lines []voice.Sentence
	for board := first; board <= last && len(lines) < namedBoards; board++ {
		lines = append(lines, voice.Say("event.joined", voice.F{
			"Boards": boardsFrom(board, board), "Round": d.Round, "Position": spName(d.SPs[board-1]),
		}))
	}
	if more := last - first + 1 - len(lines); more > 0 {
		lines = append(lines, voice.Say("event.moreBoards", voice.F{"More": voice.Count(more)}))
	}
	if d.Seal != nil {
		lines = append(lines, voice.Phrase("event.nextInSeal"))
	}
	return lines
}

// void answers /event void: it strikes a round through, or gives one board another position. Board
// 0 is the whole round.
func (t Tools) void(ctx context.Context, r *chat.Request, round, board int, reason string) (*chat.Reply, error) {
	if board > 0 {
		return t.answerChanges(ctx, r, rulesHere(r), func(e *evening.Event) ([]*evening.Change, error) {
			list, err := e.AnswerRedraw(t.asker(r), round, board, reason, t.Draw)
			if errors.Is(err, evening.ErrNotDrawn) {
				err = noDrawOf(e, round)
			}
			return list, err
		})
	}
	var voided *evening.Draw
	planned := false
	e, err := t.update(ctx, r, rulesHere(r), func(e *evening.Event) (err error) {
		planned = e.Plan != nil
		if voided, err = e.Void(round, reason, t.asker(r)); errors.Is(err, evening.ErrNotDrawn) {
			err = noDrawOf(e, round)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	cancelled := only(planned && e.Plan == nil, voice.Phrase("event.planCancelled"))
	var position voice.Raw // of all boards
	if !e.Rules.Each {
		position = spName(voided.SPs[0])
	}
	why := voice.Run{voice.Say("event.voidPositions", voice.F{"Position": position}), because(voided.Void.Reason)}
	return t.done(voice.Lines{headingOf("void", e, voided), why, voice.Phrase("event.replaced"), cancelled}, drawButton(e))
}
