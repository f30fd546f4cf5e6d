package event

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// secretBits returns 128 random bits for a seal.
func secretBits() (bits [16]byte) {
	rand.Read(bits[:]) // never fails
	return bits
}

// sealReply shows what the message of a seal says now: the SHA-256 sum of its file, and
// buttons to add a number and to open it. An open seal has no buttons.
func (t Tools) sealReply(e *evening.Event, d *evening.Draw) (*chat.Reply, error) {
	l := t.layout(chat.AsAsked)
	if !d.Sealed() {
		var result voice.Sentence = voice.Phrase("event.resultBelow")
		if d.Message != "" {
			result = voice.Say("event.sealResult", voice.F{
				"Positions": positionsOf(e, d), "Link": voice.Raw(chat.MessageURL(e.Guild, e.PostChannel(), d.Message)),
			})
		}
		l.Text(voice.Lines{headingOf("open", e, d), voice.Phrase("event.shownCode"), voice.Block(voice.Raw(e.Sum(d))), result})
		return l.Reply()
	}
	l.Text(sealedText(e, d))
	l.Buttons([]chat.Component{
		chat.Button(discordgo.PrimaryButton, voice.Phrase("event.addNumber"), numberButton.ID(roundButton{e.ID, d.Round})),
		chat.Secondary(voice.Phrase("event.openSeal"), openSeal.ID(roundButton{e.ID, d.Round})),
	})
	return l.Reply()
}

// showSeal shows a sealed draw to everyone, and notes the message. Once people have seen
// that message, only the asker sees the seal again.
func (t Tools) showSeal(r *chat.Request, e *evening.Event, d *evening.Draw) (*chat.Reply, error) {
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
		return t.note(ctx, e.Ref(), func(e *evening.Event) { // if this fails, the message stays unchanged
			if s := e.Draws[d.Index].Seal; s.Message == "" {
				s.Channel, s.Message = r.ChannelID, message
			}
		})
	})
	return reply, nil
}

// askNumber answers the button "Add a number" with a form.
func (t Tools) askNumber(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	ref := b.ref(r)
	ref.OnlySealed = true
	e, err := t.Store.Event(ctx, ref)
	if err == nil && (e.Sealed() == nil || e.Sealed().Round != b.round) {
		err = evening.ErrNotSealed
	}
	if err != nil {
		return nil, t.noNumber(ctx, r, b, err)
	}
	return &chat.Reply{Form: &chat.Form{
		CustomID: numberForm.ID(b),
		Title:    voice.Phrase("event.addNumber"),
		Parts: []chat.FormPart{chat.Label(voice.Say("event.numberLabel", voice.F{
			"Most": evening.MostAdded,
		}), voice.Phrase("event.numberStays"), addedNumber())},
	}}, nil
}

// noNumber refuses a number because of an error.
func (t Tools) noNumber(ctx context.Context, r *chat.Request, b roundButton, err error) error {
	ref := b.ref(r)
	if errors.Is(err, evening.ErrNotSealed) {
		ref.WithoutResults = true
		e, failed := t.Store.Event(ctx, ref)
		if failed == nil && !wasDrawn(e, b.round) {
			return beyondRecord(r, e)
		}
	}
	return refusalOf(r, ref, nil, err)
}

// addedNumber is the line for the number in the form.
func addedNumber() chat.Input {
	return chat.TextInput("number", voice.Phrase("event.numberExample"), len(strconv.Itoa(evening.MostAdded)))
}

// addNumber answers the form of askNumber. A number that is refused costs no write.
func (t Tools) addNumber(ctx context.Context, r *chat.Request, b roundButton) (*chat.Reply, error) {
	n, ok := addedNumber().ReadNumber(r)
	if !ok || n < 0 || n > evening.MostAdded {
		var wrong voice.Sentence = voice.Phrase("event.formWithoutNumber")
		if typed := addedNumber().Read(r); voice.Harmless(typed) != "" {
			wrong = voice.Say("event.noNumber", voice.F{"Typed": voice.Quoted(typed), "Most": evening.MostAdded})
		}
		return nil, chat.Refuse(wrong, voice.Say("event.typeNumber", voice.F{"Most": evening.MostAdded}))
	}
	ref := b.ref(r)
	ref.OnlySealed = true
	add := func(e *evening.Event) error { return e.Add(b.round, t.asker(r), n) }
	e, err := t.Store.Event(ctx, ref)
	if err == nil {
		err = add(e)
	}
	if err == nil {
		e, err = t.Store.UpdateEvent(ctx, ref, add)
	}
	if err != nil {
		return nil, t.noNumber(ctx, r, b, err)
	}
	return chat.Done(voice.Run{voice.Say("event.numberAdded", voice.F{"Number": n, "Round": b.round}), voice.Say("event.addedSoFar", voice.F{
		"N": voice.Count(len(e.Sealed().Seal.Added)),
	})}), nil
}

// sealFiles returns what people need to check a sealed draw: the file of the seal. If
// many people added a number, a second file lists them, with a user id and a number on
// each line.
func sealFiles(e *evening.Event, d *evening.Draw) []chat.File {
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

// sealedText shows the SHA-256 sum of a sealed draw.
func sealedText(e *evening.Event, d *evening.Draw) voice.Sentence {
	who := "sealer"
	switch {
	case d.Seal.ByPress && d.By == "": // the bot cannot post the result, and the sealer was forgotten
		who = "anyoneByPress"
	case d.Seal.ByPress:
		who = "sealerByPress"
	case d.By == "":
		who = "itself"
	}
	opens := voice.Say("event.opensSeal."+who, voice.F{
		"By": mention(d.By, d.ByName), "At": clock(d.Seal.OpensAt),
	})
	return voice.Lines{
		headingOf("sealed", e, d),
		voice.Say("event.locked", voice.F{"Pool": d.Pool}),
		voice.Block(voice.Raw(e.Sum(d))),
		voice.Run{voice.Say("event.mayAdd", voice.F{"Most": evening.MostAdded}), opens},
		voice.Say("event.addedSoFar", voice.F{"N": voice.Count(len(d.Seal.Added))}),
	}
}

// unsealedText shows the numbers of an opened seal, how they lead to the positions, and whether
// the seal was opened late.
func unsealedText(e *evening.Event, d *evening.Draw, named naming) (numbers, index, late voice.Sentence) {
	s := d.Seal
	more, how := len(s.Added)-namedAdded, "some" // people who are not named
	var added []addition
	terms := []string{fmt.Sprint(s.Number)}
	for i, a := range s.Added {
		if i < namedAdded {
			added = append(added, addition{By: named(a.User, a.Name), Number: a.Number})
		}
		terms = append(terms, fmt.Sprint(a.Number))
	}
	switch {
	case len(s.Added) == 0:
		how = "nobody"
	case more > 0:
		how, terms = "crowd", nil
	}
	of := "list"
	switch {
	case e.Rules.Each:
		of = "each"
	case len(s.Order) == chess960.Count:
		of = "number"
	}
	if s.Opened.Sub(s.OpensAt) >= evening.Late && !s.ByPress {
		late = voice.Say("event.openedLate", voice.F{"At": moment(s.OpensAt)})
	}
	return voice.Say("event.unsealed."+how, voice.F{"Number": s.Number, "Added": added, "More": more}),
		voice.Say("event.sealIndex."+of, voice.F{"Sum": voice.Raw(sum(terms, s.Total(), len(s.Order))), "Index": s.Index(), "Position": spName(d.SPs[0])}), late
}

// addition is the number of one person.
type addition struct {
	voice.Facts
	By     voice.Sentence
	Number int
}

// namedAdded is the largest number of people that the text of an opened seal names with
// their numbers. If more people added numbers, addedFile lists all of them.
const (
	namedAdded = 20
	addedFile  = "added.txt"
)

// sum writes the calculation of the index: "612 + 17 + 803 = 1432, 1432 − 960 = 472". Without
// terms it begins with the total.
func sum(terms []string, total, pool int) string {
	var steps []string
	if len(terms) > 1 {
		steps = append(steps, fmt.Sprintf("%s = %d", strings.Join(terms, " + "), total))
	}
	switch times := total / pool; {
	case times == 1:
		steps = append(steps, fmt.Sprintf("%d − %d = %d", total, pool, total-pool))
	case times > 1:
		steps = append(steps, fmt.Sprintf("%d − %d × %d = %d", total, times, pool, total%pool))
	}
	if steps == nil {
		return fmt.Sprint(total)
	}
	return strings.Join(steps, ", ")
}

// howToCheck answers the button “How to check” of an opened seal.
func (t Tools) howToCheck(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	e, d, err := t.openedDraw(ctx, r, b)
	if err != nil {
		return nil, err
	}
	if d.Seal == nil {
		return nil, chat.Foreign()
	}
	numbers, index, _ := unsealedText(e, d, person)
	made, _ := madeAndLate(e, d)
	l := t.layout(chat.OnlyAsker)
	l.Text(voice.Paragraphs{voice.Lines{numbers, index, madeText(e, d, made, person)}, voice.Say("event.checkSeal", voice.F{
		"Sum": voice.Raw(e.Sum(d)),
	})})
	l.Files(sealFiles(e, d)...)
	return l.Reply()
}
