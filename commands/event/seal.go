package event

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// secretBits returns 128 random bits for a seal.
func secretBits() (bits [16]byte) {
	rand.Read(bits[:]) // never fails
	return bits
}

// sealReply shows what the message of a seal says now: the SHA-256 sum of its file, and
// buttons to add a number and to open it. An open seal has no buttons.
func (t Tools) sealReply(e *events.Event, d *events.Draw) (*chat.Reply, error) {
	l := t.layout(chat.AsAsked)
	if !d.Sealed() {
		l.Text(openText(e, d))
		return l.Reply()
	}
	l.Text(sealedText(e, d))
	l.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, voice.Phrase("event.addNumber"), numberButton.ID(roundButton{e.ID, d.Round})),
		secondary(voice.Phrase("event.openSeal"), openSeal.ID(roundButton{e.ID, d.Round})),
	})
	return l.Reply()
}

// showSeal shows a sealed draw to everyone, and notes the message. Once people have seen
// that message, only the asker sees the seal again.
func (t Tools) showSeal(r *chat.Request, e *events.Event, d *events.Draw) (*chat.Reply, error) {
	reply, err := t.sealReply(e, d)
	if err != nil {
		return nil, err
	}
	if d.Seal.Message != "" {
		reply.Audience = chat.OnlyAsker
		return reply, nil
	}
	t.announce(reply, e)
	reply.Sent = append(reply.Sent, func(ctx context.Context, message string, failed error) error {
		if failed != nil || message == "" {
			return nil
		}
		return t.note(ctx, e.Ref(), func(e *events.Event) { // if this fails, the message stays unchanged
			if s := e.Draws[d.Index].Seal; s.Message == "" {
				s.Channel, s.Message = r.ChannelID, message
			}
		})
	})
	return reply, nil
}

// SealMessage brings the message of a draw's seal up to date.
func SealMessage(boards *render.Renderer, e *events.Event, d *events.Draw) (*chat.Edit, error) {
	reply, err := Tools{Boards: boards}.sealReply(e, d)
	return &chat.Edit{Message: d.Seal.Message, Reply: reply}, err
}

// askNumber answers the button "Add a number" with a form.
func (t Tools) askNumber(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	ref := b.ref(r)
	ref.OnlySealed = true
	e, err := t.Store.Event(ctx, ref)
	if err == nil && (e.Sealed() == nil || e.Sealed().Round != b.round) {
		err = events.ErrNotSealed
	}
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: numberForm.ID(b),
		Title:    voice.Phrase("event.addNumber"),
		Parts: []chat.FormPart{chat.Label(voice.Say("event.numberLabel", voice.F{
			"Most": events.MostAdded,
		}), voice.Phrase("event.numberStays"), addedNumber())},
	}}, nil
}

// addedNumber is the line for the number in the form.
func addedNumber() chat.Input {
	return chat.TextInput("number", voice.Phrase("event.numberExample"), len(strconv.Itoa(events.MostAdded)))
}

// addNumber answers the form of askNumber. A number that is refused costs no write.
func (t Tools) addNumber(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	n, ok := addedNumber().ReadNumber(r)
	if !ok || n < 0 || n > events.MostAdded {
		return nil, notAdded(addedNumber().Read(r))
	}
	ref := b.ref(r)
	ref.OnlySealed = true
	add := func(e *events.Event) error {
		_, err := e.Add(b.round, t.asker(r), n)
		return err
	}
	e, err := t.Store.Event(ctx, ref)
	if err == nil {
		err = add(e)
	}
	if err == nil {
		e, err = t.Store.UpdateEvent(ctx, ref, add)
	}
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	return chat.Done(voice.Run{voice.Say("event.numberAdded", voice.F{"Number": n, "Round": b.round}), voice.Say("event.addedSoFar", voice.F{
		"N": voice.Count(len(e.Sealed().Seal.Added)),
	})}), nil
}

// notAdded refuses a text that is not a number to add.
func notAdded(typed string) error {
	var wrong voice.Sentence = voice.Phrase("event.formWithoutNumber")
	if voice.Harmless(typed) != "" {
		wrong = voice.Say("event.noNumber", voice.F{"Typed": voice.Quoted(typed), "Most": events.MostAdded})
	}
	return chat.Refuse(wrong, voice.Say("event.typeNumber", voice.F{"Most": events.MostAdded}))
}

// sealFiles returns what people need to check a sealed draw: the file of the seal. If
// many people added a number, a second file lists them, with a user id and a number on
// each line.
func sealFiles(e *events.Event, d *events.Draw) []chat.File {
	files := []chat.File{{Name: "seal.txt", ContentType: "text/plain", Bytes: []byte(e.SealFile(d))}}
	if added := d.Seal.Added; len(added) > namedAdded {
		list := ""
		for _, a := range added {
			list += fmt.Sprintf("%s %d\n", cmp.Or(a.User, "somebody"), a.Number)
		}
		files = append(files, chat.File{Name: addedFile, ContentType: "text/plain", Bytes: []byte(list)})
	}
	return files
}
