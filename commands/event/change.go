package event

import (
	"context"
	"errors"
	"slices"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// changeRules answers /event change.
func (t Tools) changeRules(ctx context.Context, r *chat.Request, o ruleOptions) (*chat.Reply, error) {
	if !slices.ContainsFunc(o.changeable(), func(o chat.Option) bool { return o.Given(r) }) {
		return nil, chat.Refuse(voice.Phrase("event.noChange"), voice.Phrase("event.sayChange"))
	}
	return t.answerChanges(ctx, r, t.update, func(e *events.Event) ([]*events.Change, error) {
		rules := e.Rules
		if err := o.read(r, &rules, voice.Phrase("event.nameChanged")); err != nil {
			return nil, err
		}
		list, err := e.AnswerChange(t.asker(r), rules, t.Draw)
		if few, ok := errors.AsType[*events.TooFewError](err); ok {
			return nil, chat.Refuse(voice.Say("event.tooFew.change", voice.F{"Needed": voice.Grouped(few.Needed), "Left": voice.Grouped(few.Available)}), voice.Phrase("event.playFewer"))
		}
		return list, err
	})
}

// reopen answers /event reopen.
func (t Tools) reopen(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.answerChanges(ctx, r, t.update, func(e *events.Event) ([]*events.Change, error) { return e.Reopen(t.asker(r)) })
}

// answerChanges changes an event by a function that returns the changes to show, and shows
// them. See [events.Event.AnswerChange].
func (t Tools) answerChanges(ctx context.Context, r *chat.Request, update updater, change func(e *events.Event) ([]*events.Change, error)) (*chat.Reply, error) {
	var list []*events.Change
	e, err := update(ctx, r, func(e *events.Event) (err error) {
		list, err = change(e)
		return err
	})
	if err != nil {
		return nil, err
	}
	const most = 3 // that fit one message; the next change shows the others
	list = list[max(0, len(list)-most):]
	reply, err := t.changesReply(e, list)
	if err != nil {
		return nil, err
	}
	reply.Sent = append(reply.Sent, t.changesShown(e.Ref(), list))
	return reply, nil
}

// changesShown returns the function that notes that people have seen some changes.
func (t Tools) changesShown(ref events.Ref, list []*events.Change) func(ctx context.Context, message string, failed error) error {
	return func(ctx context.Context, _ string, failed error) error {
		if failed != nil {
			return nil
		}
		return t.note(ctx, ref, func(e *events.Event) { // if this fails, the changes are shown again
			for _, c := range list {
				e.Changes[c.Index].Shown = true
			}
		})
	}
}

// changesReply shows changes of an event, the positions of new boards, and the button that
// draws the next round.
func (t Tools) changesReply(e *events.Event, list []*events.Change) (*chat.Reply, error) {
	l := t.layout(chat.AsAsked)
	l.Done = true
	var texts voice.Lines
	for _, c := range list {
		texts = append(texts, changedText(e, c))
	}
	last := list[len(list)-1]
	if last.Rename != nil {
		l.Text(texts)
		l.Buttons([]chat.Component{tableButton()})
		return l.Reply()
	}
	l.Text(append(texts, voice.Say("event.poolLeft", voice.F{"N": voice.Count(len(e.Pool()))})))
	d, first, board := e.NewBoards(last)
	if last.Redraw != nil {
		d, first, board = &e.Draws[last.Redraw.Draw], last.Redraw.Board, last.Redraw.Board
	}
	if d != nil && first == board && e.Rules.Each {
		l.Board(positionOf(e, d, board), "")
	}
	l.Buttons(nextDraw(e))
	return l.Reply()
}
