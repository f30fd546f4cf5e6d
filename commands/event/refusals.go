package event

import (
	"errors"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// refusals are those that follow from the error alone.
var refusals = map[error]chat.UserError{
	events.ErrAdded:      {Msg: voice.Phrase("event.addedAlready"), Hint: voice.Phrase("event.seeRounds")},
	events.ErrByPeople:   {Msg: voice.Phrase("event.lockedByPeople"), Hint: voice.Phrase("event.drawNext")},
	events.ErrChanges:    {Msg: limit{changes, events.MostChanges}, Hint: voice.Phrase("event.closeAndStart")},
	events.ErrDrawn:      {Msg: voice.Phrase("event.drawnAlready"), Hint: voice.Phrase("event.voidFirst")},
	events.ErrExists:     {Msg: voice.Phrase("event.newerOpen"), Hint: voice.Phrase("event.closeFirst")},
	events.ErrManyOpen:   {Msg: limit{openEvents, events.MostOpen}, Hint: voice.Phrase("event.closeOne")},
	events.ErrManySealed: {Msg: limit{sealedDraws, events.MostSealed}, Hint: voice.Phrase("event.pressOneOrWait")},
	events.ErrNoBoard:    {Msg: voice.Phrase("event.noSuchBoard"), Hint: voice.Phrase("event.seeRounds")},
	events.ErrNoGame:     {Msg: voice.Phrase("event.noGame"), Hint: voice.Phrase("event.seeRounds")},
	events.ErrNoPosts:    {Msg: voice.Phrase("event.mayNotDrawOnTime"), Hint: voice.Phrase("event.drawNext")},
	events.ErrNotDrawn:   {Msg: voice.Phrase("event.notDrawn"), Hint: voice.Phrase("event.seeRounds")},
	events.ErrNotSealed:  {Msg: voice.Phrase("event.openedAlready"), Hint: voice.Phrase("event.seeAgain")},
	events.ErrOneForAll:  {Msg: voice.Phrase("event.oneForAll"), Hint: voice.Phrase("event.withoutBoard")},
	events.ErrPast:       {Msg: voice.Phrase("event.timeOver"), Hint: voice.Phrase("event.writeTime")},
	events.ErrResults:    {Msg: limit{resultLines, events.MostResults}, Hint: voice.Phrase("event.closeAndStart")},
}

// refusalOf turns an error of an event into a refusal. Its hint names only commands that the
// asker sees. Other errors are returned unchanged.
func refusalOf(r *chat.Request, ref events.Ref, e *events.Event, err error) error {
	for cause, refusal := range refusals {
		if errors.Is(err, cause) {
			return &refusal
		}
	}
	if few, ok := errors.AsType[*events.TooFewError](err); ok {
		return chat.Refuse(tooFewOf(forRound, few), hint(r, voice.Phrase("event.closeAndStart"), nil))
	}
	if fewer, ok := errors.AsType[*events.FewerError](err); ok {
		return chat.Refuse(roundState{lastDrawn, fewer.Drawn}, voice.Phrase("event.closeEarly"))
	}
	if wrong, ok := errors.AsType[*events.SetError](err); ok {
		if wrong.Board > 0 {
			return chat.Refuse(voice.Say("event.boardFirst", voice.F{"Board": wrong.Board}), voice.Phrase("event.setInOrder"))
		}
		return chat.Refuse(voice.Say("event.otherCount", voice.F{
			"Given": voice.Say("event.positionCount", voice.F{"N": voice.Count(wrong.Given)}), "Needed": voice.Say("event.positionCount", voice.F{"N": voice.Count(wrong.Needed)}),
		}), voice.Phrase("event.setOneOrAll"))
	}
	switch {
	case errors.Is(err, events.ErrNone) && ref.ID == "":
		return chat.Refuse(voice.Phrase("event.noEvent"), hint(r, voice.Phrase("event.startFirst"), voice.Phrase("event.askToStart")))
	case errors.Is(err, events.ErrNone):
		return chat.Refuse(voice.Phrase("event.unknownEvent"), hint(r, voice.Phrase("event.start"), nil))
	case errors.Is(err, events.ErrClosed):
		return chat.Refuse(about(e, isOver), hint(r, voice.Phrase("event.afterEnd"), voice.Phrase("event.seeRounds")))
	case errors.Is(err, events.ErrComplete):
		return chat.Refuse(about(e, allDrawn), hint(r, voice.Phrase("event.endOrReplace"), voice.Phrase("event.seeRounds")))
	case errors.Is(err, events.ErrSame):
		return chat.Refuse(about(e, sameRules), nil)
	case errors.Is(err, events.ErrOpen):
		return chat.Refuse(about(e, isOpen), voice.Phrase("event.drawNext"))
	case errors.Is(err, events.ErrSealed) && e.Sealed().Seal.ByPress:
		return chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpen"))
	case errors.Is(err, events.ErrSealed):
		return chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpenOrWait"))
	case errors.Is(err, events.ErrVoids):
		return chat.Refuse(limit{voidDraws, events.MostVoids}, hint(r, voice.Phrase("event.keepOrClose"), voice.Phrase("event.keep")))
	case errors.Is(err, events.ErrTooLarge):
		return tooLarge(e)
	}
	return err
}

// tooLarge refuses files that Discord does not accept.
func tooLarge(e *events.Event) error { return chat.Refuse(about(e, filesTooLarge), nil) }

// An aboutEvent says something about an event by its name.
type aboutEvent struct {
	Kind  aboutKind
	Event voice.Typed
}

// Sentence implements [voice.Sentence].
func (a aboutEvent) Sentence() string { return string(a.Kind) }

type aboutKind string

const (
	allDrawn      aboutKind = "allDrawn"
	hasChanged    aboutKind = "changed"
	hasRedrawn    aboutKind = "redrawn"
	hasReopened   aboutKind = "reopened"
	isHere        aboutKind = "here"
	filesTooLarge aboutKind = "filesTooLarge"
	hasEnded      aboutKind = "ended"
	isOpen        aboutKind = "open"
	isOver        aboutKind = "over"
	sameRules     aboutKind = "sameRules"
)

func about(e *events.Event, kind aboutKind) aboutEvent {
	return aboutEvent{kind, voice.Typed(brief(e.Rules.Name))}
}

// A limit says that there cannot be more of something.
type limit struct {
	Kind limitKind
	Most int
}

// Sentence implements [voice.Sentence].
func (l limit) Sentence() string { return string(l.Kind) }

type limitKind string

const (
	changes     limitKind = "changes"
	openEvents  limitKind = "openEvents"
	sealedDraws limitKind = "sealedDraws"
	voidDraws   limitKind = "voidDraws"
	resultLines limitKind = "results"
)

// tooFew says that rules leave too few positions.
type tooFew struct {
	Kind         tooFewKind
	Needed, Left voice.Grouped
}

// Sentence implements [voice.Sentence].
func (f tooFew) Sentence() string { return string(f.Kind) }

// A tooFewKind is what the positions are needed for.
type tooFewKind string

const (
	forChange tooFewKind = "change"
	forEvent  tooFewKind = "event"
	forRound  tooFewKind = "round"
)

func tooFewOf(kind tooFewKind, few *events.TooFewError) tooFew {
	return tooFew{kind, voice.Grouped(few.Needed), voice.Grouped(few.Available)}
}
