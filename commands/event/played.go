package event

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// mostPlayed is how many rounds an answer names that played a position.
const mostPlayed = 10

// whenPlayed answers /round played: it says when a position was played in this channel. Draws
// that nobody has seen, that are locked or that do not count are left out.
func (t Tools) whenPlayed(ctx context.Context, r *chat.Request, typed string) (*chat.Reply, error) {
	sps, notes, err := readPositions(typed, voice.Phrase("event.typeOne"))
	if err != nil {
		return nil, err
	}
	if len(sps) != 1 {
		return nil, chat.Refuse(voice.Say("event.otherCount", voice.F{
			"Given": positionCount(len(sps)), "Needed": 1,
		}), voice.Phrase("event.typeOne"))
	}
	lines := voice.Lines{voice.Heading(2, spName(sps[0]))}
	err = t.Heavy.Do(ctx, r.Asker, func() (err error) {
		lines, err = t.playedIn(ctx, r.ChannelID, sps[0], lines)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(lines) == 1 {
		lines = append(lines, voice.Phrase("event.neverPlayed"))
	}
	return chat.Say(append(lines, notes...)), nil
}

// playedIn appends a line for each round of the channel that has played a position.
func (t Tools) playedIn(ctx context.Context, channel string, sp int, lines voice.Lines) (voice.Lines, error) {
	heads, err := t.Store.Heads(ctx, channel, mostSummed)
	if err != nil {
		return nil, err
	}
	for _, h := range heads {
		e, err := t.settled(ctx, evening.Ref{Channel: channel, ID: h.ID, WithoutResults: true})
		if errors.Is(err, evening.ErrNone) { // deleted meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		for d := range e.Seen() {
			if slices.Contains(d.SPs, sp) && len(lines) <= mostPlayed {
				var boards voice.Plural[int] // nil if all had the position
				for i, drawn := range d.SPs {
					if e.Rules.Each && drawn == sp {
						boards = append(boards, i+1)
					}
				}
				lines = append(lines, voice.Say("event.playedIn", voice.F{
					"Now": e.ClosedAt.IsZero(), "Event": voice.Typed(e.Rules.Name), "Round": d.Round,
					"On": voice.Moment{Time: d.At, Style: voice.LongDate}, "Boards": boards,
				}))
			}
		}
	}
	return lines, nil
}

// earlier returns the id of one of the channel's last events: the one with the id that was typed, or
// the last one with a name.
func (t Tools) earlier(ctx context.Context, channel, typed string) (id string, err error) {
	heads, err := t.Store.Heads(ctx, channel, mostSummed)
	if err != nil {
		return "", err
	}
	for _, h := range heads {
		if h.ID == typed || strings.EqualFold(h.Name, strings.TrimSpace(typed)) {
			return h.ID, nil
		}
	}
	return "", chat.Refuse(voice.Say("event.unknownEvening", voice.F{
		"Typed": voice.Quoted(typed),
	}), voice.Phrase("event.chooseEvening"))
}

// completeEvening offers the channel's last events, the newest first.
func (t Tools) completeEvening(ctx context.Context, r *chat.Request, typed string) []chat.Choice {
	heads, err := t.Store.Heads(ctx, r.ChannelID, mostSummed)
	if err != nil {
		return nil
	}
	var offered []chat.Choice
	days := map[string]int{} // evenings of one name on one day
	nameOnDay := func(h evening.Head) string { return h.OpenedAt.Format(time.DateOnly) + " " + h.Name }
	for _, h := range heads {
		days[nameOnDay(h)]++
	}
	for _, h := range heads {
		day := h.OpenedAt.Format(time.DateOnly)
		if days[nameOnDay(h)] > 1 {
			day = h.OpenedAt.UTC().Format("2006-01-02 15:04 UTC")
		}
		if len(offered) < chat.MostChoices && strings.Contains(strings.ToLower(h.Name), strings.ToLower(strings.TrimSpace(typed))) {
			offered = append(offered, chat.Choice{Name: voice.Say("event.eveningChoice", voice.F{
				"Day": voice.Raw(day), "Event": voice.Isolated(h.Name),
			}), Value: h.ID})
		}
	}
	return offered
}

// Drawn returns the positions of the boards of the channel's evening, as far as everybody has
// seen them.
func (t Tools) Drawn(ctx context.Context, channel string) (map[reading.Pairing]chess960.Position, error) {
	e, err := t.settled(ctx, evening.Ref{Channel: channel, WithoutResults: true})
	if errors.Is(err, evening.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	drawn := map[reading.Pairing]chess960.Position{}
	for d := range e.Seen() {
		for board, p := range e.Boards(d) { // none of a sealed draw
			drawn[reading.Pairing{Round: d.Round, Board: board}] = p
		}
	}
	return drawn, nil
}
