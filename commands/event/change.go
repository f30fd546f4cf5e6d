package event

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/events"
)

// changeRules answers /event change.
func (t Tools) changeRules(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	amend, err := amendment(r.Options)
	if err != nil {
		return nil, err
	}
	return t.answerChanges(ctx, r, func(e *events.Event) ([]*events.Change, error) {
		rules := e.Rules
		amend(&rules)
		list, err := e.AnswerChange(t.asker(r), rules, t.Draw)
		if few, ok := errors.AsType[*events.TooFewError](err); ok {
			return nil, chat.Refuse(
				fmt.Sprintf("That cannot be played to the end: new boards and the rounds to come need %s, and these rules leave %d.", chat.Count(few.Needed, "position"), few.Available),
				"Play fewer rounds or boards, or leave out fewer positions.",
			)
		}
		return list, err
	})
}

// reopen answers /event reopen.
func (t Tools) reopen(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	return t.answerChanges(ctx, r, func(e *events.Event) ([]*events.Change, error) { return e.Reopen(t.asker(r)) })
}

// amendment reads the options of /event change and returns the function that changes the
// rules by them.
func amendment(options chat.Options) (func(*events.Rules), error) {
	if len(options) == 0 {
		return nil, chat.Refuse("Say what to change.", "For example "+chat.Slash("event change")+" `boards:13`, or `rounds`, `games`, `exclude`, `no_mirrors` or `name`.")
	}
	given := map[string]int{}
	for name, most := range map[string]int{"boards": events.MostBoards, "rounds": events.MostRounds, "games": events.MostGames} {
		if options[name] == nil {
			continue
		}
		var err error
		if given[name], err = ruleNumber(options, name, most, 0); err != nil {
			return nil, err
		}
	}
	exclude, err := excludeOption(options)
	if err != nil {
		return nil, err
	}
	name := strings.TrimSpace(options.Text("name"))
	if name == "" && options["name"] != nil {
		return nil, chat.Refuse("The event needs a name.", "For example "+chat.Slash("event change")+" `name:Thursday`.")
	}
	return func(rules *events.Rules) {
		for option, field := range map[string]*int{"boards": &rules.Boards, "rounds": &rules.Rounds, "games": &rules.Games} {
			if given[option] > 0 {
				*field = given[option]
			}
		}
		if options["exclude"] != nil {
			rules.Exclude = exclude
		}
		if options["no_mirrors"] != nil {
			rules.NoMirrors = options.Bool("no_mirrors")
		}
		if name != "" {
			rules.Name = name
		}
	}, nil
}

// answerChanges changes an event by a function that returns the changes to show, and shows
// them. See [events.Event.AnswerChange].
func (t Tools) answerChanges(ctx context.Context, r *chat.Request, change func(e *events.Event) ([]*events.Change, error)) (*chat.Reply, error) {
	var list []*events.Change
	e, err := t.change(ctx, r, func(e *events.Event) (err error) {
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
	reply.Sent = func(ctx context.Context, _ string, failed error) {
		if failed != nil {
			return
		}
		t.Store.ChangeEvent(ctx, e.Ref(), func(e *events.Event) error { // if this fails, the changes are shown again
			for _, c := range list {
				e.Changes[c.Index].Shown = true
			}
			return nil
		})
	}
	return reply, nil
}

// changesReply shows changes of an event, the positions of new boards, and the button that
// draws the next round.
func (t Tools) changesReply(e *events.Event, list []*events.Change) (*chat.Reply, error) {
	l := t.layout()
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = changedText(e, c)
	}
	l.Text(strings.Join(texts, "\n\n") + "\n" + poolLeft(e))
	if d, first, last := e.NewBoards(list[len(list)-1]); d != nil && first == last && e.Rules.Each {
		p, err := chess960.FromSP(d.SPs[last-1])
		if err != nil {
			return nil, err
		}
		l.Board(p, "")
	}
	if e.NextRound() != 0 && e.ClosedAt.IsZero() {
		l.Buttons([]chat.Component{drawButton(e)})
	}
	return l.Reply()
}

// changeRefusal turns an error of a change into a refusal; nil for other errors.
func changeRefusal(e *events.Event, err error) error {
	if fewer, ok := errors.AsType[*events.FewerError](err); ok {
		if fewer.What == "board" {
			return chat.Refuse(fmt.Sprintf("A round was drawn for %s, so there cannot be fewer.", chat.Count(fewer.Drawn, fewer.What)), "A board may stay empty.")
		}
		return chat.Refuse(fmt.Sprintf("Round %d was drawn, so there cannot be fewer rounds.", fewer.Drawn), "Rounds that nobody draws are no harm: end the event with "+chat.Slash("event close")+".")
	}
	switch {
	case errors.Is(err, events.ErrSame):
		return chat.Refuse("These are the rules of "+chat.AsTyped(e.Rules.Name)+" already: nothing changes.", "")
	case errors.Is(err, events.ErrOpen):
		return chat.Refuse(chat.AsTyped(e.Rules.Name)+" is open.", "Draw its next round with "+chat.Slash("event draw")+".")
	case errors.Is(err, events.ErrExists):
		return chat.Refuse("A newer event is open in this channel.", "End it with "+chat.Slash("event close")+" first.")
	case errors.Is(err, events.ErrManyOpen):
		return manyOpen()
	case errors.Is(err, events.ErrChanges):
		return chat.Refuse(fmt.Sprintf("%s has %d changes already, and an event keeps no more.", chat.AsTyped(e.Rules.Name), events.MostChanges), "End it with "+chat.Slash("event close")+" and open a new one.")
	}
	return nil
}
