package event

import (
	"errors"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
)

// refusalOf turns an error of an event into a refusal. Its hint names only commands that the
// asker sees. Other errors are returned unchanged.
func refusalOf(r *chat.Request, ref events.Ref, e *events.Event, err error) error {
	for _, refused := range []error{changeRefusal(e, err), setRefusal(err), resultRefusal(err)} {
		if refused != nil {
			return refused
		}
	}
	if few, ok := errors.AsType[*events.TooFewError](err); ok {
		return chat.Refuse(tooFewOf(forRound, few), hint(r, voice.Phrase("event.closeAndStart"), nil))
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
	case errors.Is(err, events.ErrSealed) && e.Sealed().Seal.ByPress:
		return chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpen"))
	case errors.Is(err, events.ErrSealed):
		return chat.Refuse(voice.Phrase("event.openFirst"), voice.Phrase("event.pressOpenOrWait"))
	case errors.Is(err, events.ErrManySealed):
		return chat.Refuse(limit{sealedDraws, events.MostSealed}, voice.Phrase("event.pressOneOrWait"))
	case errors.Is(err, events.ErrNotSealed):
		return chat.Refuse(voice.Phrase("event.openedAlready"), voice.Phrase("event.seeAgain"))
	case errors.Is(err, events.ErrAdded):
		return chat.Refuse(voice.Phrase("event.addedAlready"), voice.Phrase("event.seeRounds"))
	case errors.Is(err, events.ErrVoids):
		return chat.Refuse(limit{voidDraws, events.MostVoids}, hint(r, voice.Phrase("event.keepOrClose"), voice.Phrase("event.keep")))
	case errors.Is(err, events.ErrTooLarge):
		return tooLarge(e)
	case errors.Is(err, events.ErrNotDrawn):
		return chat.Refuse(voice.Phrase("event.notDrawn"), voice.Phrase("event.seeRounds"))
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
