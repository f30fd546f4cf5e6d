package event

import (
	"cmp"
	"context"
	"sync"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// fileLimit returns the size in bytes of the largest file in an answer.
func fileLimit(r *chat.Request) int {
	const unboosted = 10 << 20 // of a server, if Discord does not say
	return cmp.Or(r.FileLimit, unboosted)
}

// export answers /event export.
func (t Tools) export(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var e *events.Event
	var files []events.ExportFile
	ref := events.Ref{Channel: r.ChannelID}
	err := t.Heavy.DoLarge(ctx, r.Asker, func() (err error) { // exports that wait hold no event in memory
		if e, err = t.Store.Event(ctx, ref); err == nil {
			files, err = e.Files(ctx, fileLimit(r), writeLog(e, sync.OnceValue(e.Log), r.AnswerLanguage(false)))
		}
		return err
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	l := t.layout(chat.OnlyAsker)
	l.Text(voice.Lines{voice.Heading(2, typed(e.Rules.Name)), voice.Phrase("event.exported")})
	attach(l, files)
	return l.Reply()
}

// attach adds the files of an event to an answer.
func attach(l *card.Layout, files []events.ExportFile) {
	for _, f := range files {
		l.Files(chat.File{Name: f.Name, ContentType: f.Type, Bytes: f.Data})
	}
}
