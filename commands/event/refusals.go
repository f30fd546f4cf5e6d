package event

import (
	"errors"
	"fmt"

	"chess960bot/chat"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
)

// refusalOf turns an error of an event into a refusal. Its hint names only commands that the
// asker sees. Other errors are returned unchanged.
func refusalOf(r *chat.Request, ref events.Ref, e *events.Event, err error) error {
	if refused := changeRefusal(e, err); refused != nil {
		return refused
	}
	if few, ok := errors.AsType[*events.TooFewError](err); ok {
		return chat.Refuse(voice.Raw(fmt.Sprintf("The pool has too few positions left: a round needs %d.", few.Needed)),
			voice.Raw(hint(r, "Close the event with "+chat.Slash("event close")+" and open a new one.", "")))
	}
	see := "See the rounds so far with " + chat.Slash("round") + "."
	switch {
	case errors.Is(err, events.ErrNone) && ref.ID == "":
		return chat.Refuse(voice.Raw("This channel has no event."),
			voice.Raw(hint(r, "Open one with "+chat.Slash("event new")+", for example "+chat.Slash("event new")+" `name:Thursday rounds:5 boards:12`.", "People with the Manage Events permission can open one.")))
	case errors.Is(err, events.ErrNone):
		return chat.Refuse(voice.Raw("I do not know that event any more."), voice.Raw(hint(r, "Open one with "+chat.Slash("event new")+".", "")))
	case errors.Is(err, events.ErrClosed):
		return chat.Refuse(voice.Raw(fmt.Sprintf("The event %s is over.", chat.AsTyped(e.Rules.Name))),
			voice.Raw(hint(r, "See its rounds with "+chat.Slash("round")+", get them with "+chat.Slash("event export")+", open it again with "+chat.Slash("event reopen")+", or open a new event with "+chat.Slash("event new")+".", see)))
	case errors.Is(err, events.ErrComplete):
		return chat.Refuse(voice.Raw(fmt.Sprintf("Every round of %s has been drawn.", chat.AsTyped(e.Rules.Name))),
			voice.Raw(hint(r, "End the event with "+chat.Slash("event close")+", or strike a round through with "+chat.Slash("event void")+".", see)))
	case errors.Is(err, events.ErrSealed):
		open := "Press **Open** under it, or wait: it opens by itself."
		if e.Sealed().Seal.ByPress {
			open = "Press **Open** under it."
		}
		return chat.Refuse(voice.Raw("The sealed draw must be opened first."), voice.Raw(open))
	case errors.Is(err, events.ErrManySealed):
		return chat.Refuse(voice.Raw(fmt.Sprintf("%d draws that you have sealed are not open yet, and there cannot be more.", events.MostSealed)), voice.Raw("Press **Open** under one of them, or wait: they open by themselves."))
	case errors.Is(err, events.ErrNotSealed):
		return chat.Refuse(voice.Raw("That draw has been opened already: no number can be added."), voice.Raw("See the round again with "+chat.Slash("round")+"."))
	case errors.Is(err, events.ErrAdded):
		return chat.Refuse(voice.Raw("You have added a number already; it stays."), voice.Raw(""))
	case errors.Is(err, events.ErrVoids):
		return chat.Refuse(voice.Raw(fmt.Sprintf("%d draws of this event are void already, and an event keeps no more.", events.MostVoids)),
			voice.Raw(hint(r, "Keep this round, or end the event with "+chat.Slash("event close")+" and open a new one.", "Keep this round.")))
	case errors.Is(err, events.ErrTooLarge):
		return tooLarge(e)
	case errors.Is(err, events.ErrNotDrawn):
		return chat.Refuse(voice.Raw("That round has not been drawn."), voice.Raw(see))
	}
	return err
}

// tooLarge refuses files that Discord does not accept.
func tooLarge(e *events.Event) error {
	return chat.Refuse(voice.Raw(fmt.Sprintf("The files of %s are larger than Discord accepts here.", chat.AsTyped(e.Rules.Name))), voice.Raw(""))
}
