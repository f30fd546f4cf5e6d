package event

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// The buttons of a round with study time: one lets the games begin at once, the other stands under
// the post that says so, and shows the round.
var (
	startGames = chat.NewControl("event-start", (*boardRef).fields)
	begunRound = chat.NewControl("event-begun", (*boardRef).fields)
)

// beginOf says when the games of a draw begin, with the button that lets them begin at once; nil
// without study time.
func (t Tools) beginOf(e *evening.Event, d *evening.Draw) (voice.Sentence, []chat.Component) {
	if d.BeginsAt.IsZero() || d.Void != nil {
		return nil, nil
	}
	at := clock(d.BeginsAt)
	if !t.Now().Before(d.BeginsAt) {
		return voice.Say("event.gamesBegan", voice.F{"At": at}), nil
	}
	text := voice.Say("event.gamesBegin", voice.F{"At": at})
	if !e.ClosedAt.IsZero() {
		return text, nil
	}
	return text, []chat.Component{chat.Button(discordgo.PrimaryButton, voice.Phrase("event.startNow"), startGames.ID(boardRef{e.ID, d.Index, 0}))}
}

// startGames answers the button “Start now”. The post that says so comes as it would have come later.
func (t Tools) startGames(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	var d *evening.Draw
	ref := evening.Ref{Channel: r.ChannelID, ID: b.event, WithoutResults: true}
	_, err := t.update(ctx, r, ref, func(e *evening.Event) (err error) {
		if b.draw >= len(e.Draws) {
			return beyondRecord(r, e)
		}
		if d, err = e.StartGames(b.draw, t.asker(r)); errors.Is(err, evening.ErrBegun) {
			err = chat.Refuse(voice.Say("event.gamesBegan", voice.F{"At": clock(d.BeginsAt)}), voice.Phrase("event.seeRounds"))
		}
		return err
	})
	if err != nil {
		return orElsewhere(nil, err)
	}
	return chat.Say(voice.Say("event.startsNow", voice.F{"Round": d.Round})), nil
}

// BeginID returns the custom id of the button under the post that says that games begin.
func BeginID(e *evening.Event, d *evening.Draw) string {
	return begunRound.ID(boardRef{e.ID, d.Index, 0})
}

// Begins returns the post that says that the games of a draw begin.
func Begins(e *evening.Event, d *evening.Draw) (outbox.Message, error) {
	reply := chat.Say(voice.Say("event.roundBegins", voice.F{"Round": d.Round, "Positions": positionsOf(e, d)}))
	reply.Audience = chat.AsAsked
	if lines := pingRole(reply, e); lines != nil {
		reply.Components = append(reply.Components, chat.Text(lines))
	}
	reply.Components = append(reply.Components, chat.Row(chat.Secondary(voice.Phrase("event.showRound"), BeginID(e, d))))
	return reply, nil
}

// showBegun answers the button under that post: it shows the round privately.
func (t Tools) showBegun(ctx context.Context, r *chat.Request, b boardRef) (*chat.Reply, error) {
	return t.roundPage(ctx, r, boardRef{b.event, b.draw, 0}, 0)
}
