package event

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"chess960bot/commands/card"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render/paper"
)

// fileLimit returns the size in bytes of the largest file in an answer.
func fileLimit(r *chat.Request) int {
	const unboosted = 10 << 20 // of a server, if Discord does not say
	return cmp.Or(r.FileLimit, unboosted)
}

// export answers /event export.
func (t Tools) export(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	var e *evening.Event
	var files []evening.ExportFile
	ref := here(r)
	err := t.Heavy.DoLarge(ctx, r.Asker, func() (err error) { // exports that wait hold no event in memory
		var moves map[string]string
		if e, err = t.Store.Event(ctx, ref); err == nil {
			moves, err = t.Store.Moves(ctx, e.ID)
		}
		if err == nil {
			names := namesOf(ctx, r, e)
			files, err = e.Files(ctx, fileLimit(r), names, moves, writeLog(e, t.logOf(e), names, r.AnswerLanguage(false)))
		}
		return err
	})
	if err != nil {
		return nil, refusalOf(r, ref, e, err)
	}
	l := t.layout(chat.OnlyAsker)
	standings := slices.ContainsFunc(files, func(f evening.ExportFile) bool { return strings.HasPrefix(f.Name, "standings.csv") })
	l.Text(voice.Lines{voice.Heading(2, typed(e.Rules.Name)), voice.Say("event.exported", voice.F{"Standings": standings})})
	attach(l, files)
	return l.Reply()
}

// How long and how often Discord is asked for the names of players in a file.
const (
	askedFor  = time.Second
	mostAsked = 50
)

// namesOf returns names for the players who were given as mentions, as Discord shows them now, or
// “Player 3”. They are not stored.
func namesOf(ctx context.Context, r *chat.Request, e *evening.Event) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, askedFor)
	defer cancel()
	var mentions []string
	note := func(names ...string) {
		for _, name := range names {
			if isMention(name) && !slices.Contains(mentions, name) {
				mentions = append(mentions, name)
			}
		}
	}
	for _, r := range e.Results {
		note(r.White, r.Black)
	}
	for _, c := range e.Changes {
		if c.Rename != nil {
			note(c.Rename.From, c.Rename.To)
		}
	}
	found := make([]string, len(mentions))
	var asked errgroup.Group
	asked.SetLimit(8)
	for i, mention := range mentions[:min(len(mentions), mostAsked)] {
		if r.NameOf != nil {
			asked.Go(func() error {
				found[i] = r.NameOf(ctx, strings.Trim(mention, "<@>"))
				return nil
			})
		}
	}
	asked.Wait()
	names := map[string]string{}
	for i, mention := range mentions {
		names[mention] = cmp.Or(found[i], "Player "+strconv.Itoa(i+1))
	}
	return names
}

// attach adds the files of an event to an answer.
func attach(l *card.Layout, files []evening.ExportFile) {
	for _, f := range files {
		l.Files(chat.File{Name: f.Name, ContentType: f.Type, Bytes: f.Data})
	}
}

// cards returns a PDF file with a card for each board of a round, in a language. A file with
// more bytes than the limit is refused.
func (t Tools) cards(language string, e *evening.Event, d *evening.Draw, limit int) ([]chat.File, error) {
	v := voice.In(language)
	words := paper.Words{
		Language: v.Language(),
		Number:   v.Say(voice.Say("event.cardsNumber", voice.F{"Scheme": voice.Raw(chess960.Scharnagl.Name)})),
		Page:     func(page, of int) string { return v.Say(card.PrintedPage{Page: page, Of: of}) },
		Castling: func(c chess960.Castling) string {
			return v.Say(voice.Say("event.cardsCastling", voice.F{
				"Side": c.Side, "King": cardsWay(c.King), "Rook": cardsWay(c.Rook),
			}))
		},
	}
	var cards []paper.Card
	for board, p := range e.Boards(d) {
		cards = append(cards, paper.Card{Label: v.Say(boardsLabel(board, board)), Position: p})
	}
	title := voice.Say("event.cardsTitle", voice.F{
		"Event": voice.Raw(e.Rules.Name), "Round": d.Round, "Of": e.Rules.Rounds,
	})
	pdf, err := t.Press.Cards(words, v.Say(title), cards)
	if err != nil {
		return nil, err
	}
	if len(pdf) > limit {
		return nil, tooLarge(e)
	}
	return []chat.File{{Name: fmt.Sprintf("round-%d-cards.pdf", d.Round), ContentType: "application/pdf", Bytes: pdf}}, nil
}

// cardsWay says from where to where a piece goes.
func cardsWay(w chess960.Way) voice.Sentence {
	if w.Stays() {
		return voice.Say("event.cardsStay", voice.F{"On": voice.Raw(w.To.Square())})
	}
	return voice.Raw(w.From.Square() + "→" + w.To.Square())
}
