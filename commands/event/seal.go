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

// sealReply shows a sealed draw: the SHA-256 sum of its file, and buttons to add a
// number and to open it.
func (t Tools) sealReply(e *events.Event, d *events.Draw) (*chat.Reply, error) {
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
	ref, round, err := readRound(r)
	if err != nil {
		return nil, err
	}
	ref.OnlySealed = true
	e, err := t.Store.Event(ctx, ref)
	if err == nil && (e.Sealed() == nil || e.Sealed().Round != round) {
		err = events.ErrNotSealed
	}
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
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

// addNumber answers the form of askNumber. A number that is refused costs no write.
func (t Tools) addNumber(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	ref, round, err := readRound(r)
	if err != nil {
		return nil, err
	}
	n, ok := r.Options.Int("number")
	if !ok || n < 0 || n > events.MostAdded {
		return nil, notAdded(r.Options.Text("number"))
	}
	ref.OnlySealed = true
	add := func(e *events.Event) error {
		_, err := e.Add(round, t.asker(r), n)
		return err
	}
	e, err := t.Store.Event(ctx, ref)
	if err == nil {
		err = add(e)
	}
	if err == nil {
		e, err = t.Store.ChangeEvent(ctx, ref, add)
	}
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
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

// sealFiles returns what people need to check a sealed draw: the file of the seal. If
// many people added a number, a second file lists them, with a user id and a number on
// each line.
func sealFiles(e *events.Event, d *events.Draw) []chat.File {
	files := []chat.File{{Name: "seal.txt", ContentType: "text/plain", Bytes: []byte(e.SealFile(d))}}
	if added := d.Seal.Added; len(added) > namedAdded {
		list := ""
		for _, a := range added {
			list += fmt.Sprintf("%s %d\n", a.User, a.Number)
		}
		files = append(files, chat.File{Name: addedFile, ContentType: "text/plain", Bytes: []byte(list)})
	}
	return files
}
