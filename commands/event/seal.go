package event

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/events"
)

// secretBits returns 128 random bits for a seal.
func secretBits() (bits [16]byte) {
	rand.Read(bits[:]) // never fails
	return bits
}

// showSeal shows a sealed draw: the SHA-256 sum of its file, and buttons to add a
// number and to open it.
func (t Tools) showSeal(e *events.Event, d *events.Draw) (*chat.Reply, error) {
	l := t.layout()
	l.Text(sealedText(e, d))
	l.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, "Add a number", roundID("event-number", e, d.Round)),
		chat.Button(discordgo.SecondaryButton, "Open", roundID("event-open", e, d.Round)),
	})
	return l.Reply()
}

// askNumber answers the button "Add a number" with a form.
func (t Tools) askNumber(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, round, err := t.pressedRound(ctx, r)
	if err != nil {
		return nil, err
	}
	if d := e.Sealed(); d == nil || d.Round != round {
		return nil, eventRefusal(e, events.ErrNotSealed)
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: roundID("event-add", e, round),
		Title:    "Add a number",
		Parts: []chat.FormPart{
			chat.Label(fmt.Sprintf("A number from 0 to %d", events.MostAdded), "It is added to the sealed number. You cannot change it later.",
				chat.TextInput("number", "for example 17", len(strconv.Itoa(events.MostAdded)))),
		},
	}}, nil
}

// addNumber answers the form of askNumber.
func (t Tools) addNumber(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, round, err := t.pressedRound(ctx, r)
	if err != nil {
		return nil, err
	}
	n, ok := r.Options.Int("number")
	if !ok || n < 0 || n > events.MostAdded {
		return nil, notAdded(r.Options.Text("number"))
	}
	e, err = t.Store.ChangeEvent(ctx, e.ID, func(e *events.Event) error {
		_, err := e.Add(round, r.Asker, n)
		return err
	})
	if err != nil {
		return nil, eventRefusal(e, err)
	}
	return chat.Say(fmt.Sprintf("Your number %d is added to round %d. It stays: nobody can take a number back.", n, round)), nil
}

// notAdded refuses a text that is not a number to add.
func notAdded(typed string) error {
	wrong := "The form came back without a number."
	if chat.Harmless(typed) != "" {
		wrong = fmt.Sprintf("%s is not a whole number from 0 to %d.", chat.Quote(typed), events.MostAdded)
	}
	return chat.Refuse(wrong, fmt.Sprintf("Press **Add a number** again and type a whole number from 0 to %d.", events.MostAdded))
}

// pressOpen answers the button "Open". Until OpensAt only the person who sealed the
// draw may open it.
func (t Tools) pressOpen(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	e, round, err := t.pressedRound(ctx, r)
	if err != nil {
		return nil, err
	}
	by := t.asker(r)
	sealed := e.Sealed()
	switch {
	case sealed == nil || sealed.Round != round:
		if d := e.Round(round); d != nil && d.Seal != nil {
			if d.Seen(t.Process) {
				return t.privately(t.showResult(e, d, ""))
			}
			return t.showing(e, d)(t.showResult(e, d, ""))
		}
		return nil, eventRefusal(e, events.ErrNotSealed)
	case sealed.By != r.Asker && by.At.Before(sealed.Seal.OpensAt):
		return nil, chat.Refuse(
			fmt.Sprintf("Only %s, who sealed this draw, can open it before <t:%d:T>.", chat.Mention(sealed.By), sealed.Seal.OpensAt.Unix()),
			"Until then, add a number of your own.",
		)
	}
	var opened *events.Draw
	e, err = t.Store.ChangeEvent(ctx, e.ID, func(e *events.Event) (err error) {
		opened, err = e.OpenSeal(round, by)
		return err
	})
	if err != nil {
		return nil, eventRefusal(e, err)
	}
	return t.showing(e, opened)(t.showResult(e, opened, ""))
}

// showResult shows a draw, with the files to check a sealed one.
func (t Tools) showResult(e *events.Event, d *events.Draw, note string) (*chat.Reply, error) {
	return withSeal(e, d)(t.showDraw(e, d, note))
}

// withSeal returns a function that adds to a reply what people need to check a sealed
// draw: the file of the seal. If many people added a number, a second file lists them,
// with a user id and a number on each line.
func withSeal(e *events.Event, d *events.Draw) func(*chat.Reply, error) (*chat.Reply, error) {
	return func(reply *chat.Reply, err error) (*chat.Reply, error) {
		if err != nil || d.Seal == nil {
			return reply, err
		}
		reply.Files = append(reply.Files, chat.File{Name: "seal.txt", ContentType: "text/plain", Bytes: []byte(e.SealFile(d))})
		if added := d.Seal.Added; len(added) > namedAdded {
			list := ""
			for _, a := range added {
				list += fmt.Sprintf("%s %d\n", a.User, a.Number)
			}
			reply.Files = append(reply.Files, chat.File{Name: addedFile, ContentType: "text/plain", Bytes: []byte(list)})
		}
		container := &reply.Components[0]
		for _, file := range reply.Files {
			container.Components = append(container.Components, chat.Attached(file.Name))
		}
		return reply, nil
	}
}
