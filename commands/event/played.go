package event

import (
	"context"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// mostPlayed is how many rounds an answer names that played a position.
const mostPlayed = 10

// whenPlayed answers /round played: it says when a position was played in this channel. Draws
// that nobody has seen, that are locked or that do not count are left out.
func (t Tools) whenPlayed(ctx context.Context, r *chat.Request, typed string) (*chat.Reply, error) {
	sps, err := readPositions(typed)
	if err != nil {
		return nil, err
	}
	if len(sps) != 1 {
		return nil, chat.Refuse(voice.Say("event.otherCount", voice.F{
			"Given": voice.Say("event.positionCount", voice.F{"N": voice.Count(len(sps))}), "Needed": voice.Say("event.positionCount", voice.F{"N": voice.Count(1)}),
		}), voice.Phrase("event.typeOne"))
	}
	evenings, err := t.Store.Evenings(ctx, r.ChannelID, mostSummed)
	if err != nil {
		return nil, err
	}
	lines := voice.Lines{voice.Heading(2, spName(sps[0]))}
	for _, e := range evenings {
		if e, err = t.settled(ctx, e); err != nil {
			return nil, err
		}
		for d := range e.Seen() {
			if slices.Contains(d.SPs, sps[0]) && len(lines) <= mostPlayed {
				lines = append(lines, voice.Say("event.playedIn", voice.F{
					"Now": e.ClosedAt.IsZero(), "Event": voice.Typed(e.Rules.Name), "Round": d.Round,
					"On": voice.Moment{Time: d.At, Style: voice.LongDate}, "Boards": playedOn(e, d, sps[0]),
				}))
			}
		}
	}
	if len(lines) == 1 {
		lines = append(lines, voice.Phrase("event.neverPlayed"))
	}
	return chat.Say(lines), nil
}

// earlier returns one of the channel's last events by its id, or the last one with a name.
func (t Tools) earlier(ctx context.Context, channel, typed string) (*events.Event, error) {
	evenings, err := t.Store.Evenings(ctx, channel, mostSummed)
	if err != nil {
		return nil, err
	}
	for _, e := range evenings {
		if e.ID == typed || strings.EqualFold(e.Rules.Name, strings.TrimSpace(typed)) {
			return e, nil
		}
	}
	return nil, chat.Refuse(voice.Say("event.unknownEvening", voice.F{
		"Typed": voice.Quoted(typed),
	}), voice.Phrase("event.chooseEvening"))
}

// completeEvening offers the channel's last events, the newest first.
func (t Tools) completeEvening(ctx context.Context, r *chat.Request, typed string) []chat.Choice {
	evenings, err := t.Store.Evenings(ctx, r.ChannelID, mostSummed)
	if err != nil {
		return nil
	}
	var offered []chat.Choice
	for _, e := range evenings {
		if len(offered) < chat.MostChoices && strings.Contains(strings.ToLower(e.Rules.Name), strings.ToLower(strings.TrimSpace(typed))) {
			offered = append(offered, chat.Choice{Name: voice.Say("event.eveningChoice", voice.F{
				"Day": voice.Raw(e.OpenedAt.Format(time.DateOnly)), "Event": voice.Raw(e.Rules.Name),
			}), Value: e.ID})
		}
	}
	return offered
}

// playedOn returns the boards of a draw that have a position of their own, and nil for all.
func playedOn(e *events.Event, d *events.Draw, sp int) (boards []int) {
	for i, drawn := range d.SPs {
		if e.Rules.Each && drawn == sp {
			boards = append(boards, i+1)
		}
	}
	return boards
}
