package event

import (
	"cmp"
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// hint returns the first hint to people who see /event, and the other one to members.
func hint(r *chat.Request, forManagers, forMembers voice.Sentence) voice.Sentence {
	if r.May(discordgo.PermissionManageEvents) {
		return forManagers
	}
	return forMembers
}

// mayManage returns nil if the asker may draw, void and close, and otherwise the
// refusal. openedBy is the person who opened the event; "" for a new one, and for somebody
// who was forgotten.
func mayManage(r *chat.Request, openedBy string) error {
	if r.May(discordgo.PermissionManageEvents) || r.Asker == openedBy {
		return nil
	}
	if openedBy == "" {
		return chat.Refuse(voice.Phrase("event.onlyManagers"), voice.Phrase("event.askManager"))
	}
	return chat.Refuse(voice.Say("event.onlyOpener", voice.F{
		"Person": voice.Raw(chat.Mention(openedBy)),
	}), voice.Phrase("event.seeRounds"))
}

// mayManageHere is mayManage for a request about an event, which must come from its thread if it
// has one.
func mayManageHere(r *chat.Request, e *evening.Event) error {
	return cmp.Or(mayManage(r, e.OpenedBy), stayInThread(r, e))
}

// here is the channel's event, with its results.
func here(r *chat.Request) evening.Ref { return evening.Ref{Channel: r.ChannelID} }

// rulesHere is the channel's event without its results.
func rulesHere(r *chat.Request) evening.Ref {
	return evening.Ref{Channel: r.ChannelID, WithoutResults: true}
}

// update changes an event for somebody who may draw, void and close.
func (t Tools) update(ctx context.Context, r *chat.Request, ref evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	e, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		if err := mayManageHere(r, e); err != nil {
			return err
		}
		return update(e)
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return e, nil
}

// inTurn answers a question about results: as heavy work if the channel has an event with many.
func (t Tools) inTurn(ctx context.Context, r *chat.Request, answer func() (*chat.Reply, error)) (reply *chat.Reply, err error) {
	many, err := t.Store.ManyResults(ctx, r.ChannelID)
	switch {
	case err != nil:
		return nil, err
	case !many:
		return answer()
	}
	err = t.Heavy.DoLarge(ctx, r.Asker, func() (err error) {
		reply, err = answer()
		return err
	})
	return reply, err
}

// note stores what became of an answer in its event. An event that was deleted meanwhile
// needs no note.
func (t Tools) note(ctx context.Context, ref evening.Ref, update func(*evening.Event)) error {
	ref.WithoutResults = true
	_, err := t.Store.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		update(e)
		return nil
	})
	if errors.Is(err, evening.ErrNone) {
		return nil
	}
	return err
}

// refusals are those that follow from the error alone.
var refusals = map[error]chat.UserError{
	evening.ErrAdded:      {Msg: voice.Phrase("event.addedAlready"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrByPeople:   {Msg: voice.Phrase("event.lockedByPeople"), Hint: voice.Phrase("event.drawNext")},
	evening.ErrChanges:    {Msg: voice.Say("event.limit.changes", voice.F{"Most": evening.MostChanges}), Hint: voice.Phrase("event.closeAndStart")},
	evening.ErrDrawn:      {Msg: voice.Phrase("event.drawnAlready"), Hint: voice.Phrase("event.voidFirst")},
	evening.ErrExists:     {Msg: voice.Phrase("event.newerOpen"), Hint: voice.Phrase("event.closeFirst")},
	evening.ErrManyOpen:   {Msg: voice.Say("event.limit.openEvents", voice.F{"Most": evening.MostOpen}), Hint: voice.Phrase("event.closeOne")},
	evening.ErrManySealed: {Msg: voice.Say("event.limit.sealedDraws", voice.F{"Most": evening.MostSealed}), Hint: voice.Phrase("event.pressOneOrWait")},
	evening.ErrNoBoard:    {Msg: voice.Phrase("event.noSuchBoard"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrNoGame:     {Msg: voice.Phrase("event.noGame"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrNoPosts:    {Msg: voice.Phrase("event.mayNotDrawOnTime"), Hint: voice.Phrase("event.drawNext")},
	evening.ErrNoStudy:    {Msg: voice.Phrase("event.noStudy"), Hint: voice.Phrase("event.seeRounds")},
	evening.ErrNotSealed:  {Msg: voice.Phrase("event.openedAlready"), Hint: voice.Phrase("event.seeAgain")},
	evening.ErrOneForAll:  {Msg: voice.Phrase("event.oneForAll"), Hint: voice.Phrase("event.withoutBoard")},
	evening.ErrPast:       {Msg: voice.Phrase("event.timeOver"), Hint: voice.Phrase("event.writeTime")},
	evening.ErrRenames:    {Msg: voice.Say("event.limit.renames", voice.F{"Most": evening.MostChanges})},
	evening.ErrResults:    {Msg: voice.Say("event.limit.results", voice.F{"Most": evening.MostResults}), Hint: voice.Phrase("event.closeAndStart")},
}

// refusalOf turns an error of an event into a refusal. Its hint names only commands that the
// asker sees. Other errors are returned unchanged.
func refusalOf(r *chat.Request, ref evening.Ref, e *evening.Event, err error) error {
	for cause, refusal := range refusals {
		if errors.Is(err, cause) {
			if refusal.Hint == voice.Phrase("event.closeAndStart") && !e.ClosedAt.IsZero() {
				refusal.Hint = hint(r, voice.Phrase("event.start"), nil)
			}
			return &refusal
		}
	}
	if fewer, ok := errors.AsType[*evening.FewerError](err); ok {
		return chat.Refuse(roundState("lastDrawn", fewer.Drawn), voice.Phrase("event.closeEarly"))
	}
	if wrong, ok := errors.AsType[*evening.SetError](err); ok {
		if wrong.Board > 0 {
			return chat.Refuse(voice.Say("event.boardFirst", voice.F{"Board": wrong.Board}), voice.Phrase("event.setInOrder"))
		}
		return chat.Refuse(voice.Say("event.otherCount", voice.F{
			"Given": positionCount(wrong.Given), "Needed": positionCount(wrong.Needed),
		}), voice.Phrase("event.setOneOrAll"))
	}
	switch {
	case errors.Is(err, evening.ErrNone) && ref.ID == "":
		return chat.Refuse(voice.Phrase("event.noEvent"), hint(r, voice.Phrase("event.startFirst"), voice.Phrase("event.askToStart")))
	case errors.Is(err, evening.ErrNone):
		return chat.Refuse(voice.Phrase("event.unknownEvent"), hint(r, voice.Phrase("event.start"), nil))
	case errors.Is(err, evening.ErrNotDrawn):
		return chat.Refuse(voice.Phrase("event.notDrawn"), roundsSoFar(e))
	case errors.Is(err, evening.ErrClosed):
		return chat.Refuse(aboutEvent("over", e), hint(r, voice.Phrase("event.afterEnd"), voice.Phrase("event.seeRounds")))
	case errors.Is(err, evening.ErrComplete):
		return chat.Refuse(aboutEvent("allDrawn", e), hint(r, voice.Phrase("event.endOrReplace"), voice.Phrase("event.seeRounds")))
	case errors.Is(err, evening.ErrSame):
		return chat.Refuse(aboutEvent("sameRules", e), nil)
	case errors.Is(err, evening.ErrOpen):
		return chat.Refuse(aboutEvent("open", e), voice.Phrase("event.drawNext"))
	case errors.Is(err, evening.ErrSealed) && e.Sealed().Seal.ByPress:
		return chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpen"))
	case errors.Is(err, evening.ErrSealed):
		return chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpenOrWait"))
	case errors.Is(err, evening.ErrVoids):
		many := voice.Say("event.limit.voidDraws", voice.F{"Most": evening.MostVoids})
		return chat.Refuse(many, hint(r, voice.Phrase("event.keepOrClose"), voice.Phrase("event.keep")))
	case errors.Is(err, evening.ErrTooLarge):
		return tooLarge(e)
	}
	return tooFew("round", err, hint(r, voice.Phrase("event.closeAndStart"), nil))
}

// tooFew turns a *TooFewError into a refusal. Other errors are returned unchanged.
func tooFew(of string, err error, hint voice.Sentence) error {
	few, ok := errors.AsType[*evening.TooFewError](err)
	if !ok {
		return err
	}
	counts := voice.F{"Needed": voice.Grouped(few.Needed), "Left": voice.Grouped(few.Available)}
	return chat.Refuse(voice.Say("event.tooFew."+of, counts), hint)
}

// tooLarge refuses files that Discord does not accept.
func tooLarge(e *evening.Event) error {
	return chat.Refuse(aboutEvent("filesTooLarge", e), nil)
}
