package crashtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

// playersGame is the game of which Ben and Cleo tell.
var playersGame = evening.GameRef{Board: 1, Game: 1}

// toldEvent is an event with the id of its channel, in which Ben and Cleo have a board.
func toldEvent(channel string, at time.Time) (*evening.Event, error) {
	org := evening.Asker{User: discordtest.Anna.ID, At: at}
	e := &evening.Event{
		ID: channel, Channel: channel, OpenedBy: org.User, OpenedAt: at,
		Rules: evening.Rules{Name: "Crash", Rounds: 1, Boards: 1, Games: 1, PlayersTell: true},
	}
	d, err := e.Draw(org, func(int) (int, error) { return 0, nil })
	if err != nil {
		return nil, err
	}
	d.Shown = true
	_, err = e.AddResults(org, []evening.Result{{Game: playersGame, White: discordtest.Ben.Name, Black: discordtest.Cleo.Name, Outcome: evening.Unknown}})
	return e, err
}

// tellFor tells 1-0 for Ben or Cleo.
func tellFor(e *evening.Event, who discordtest.User, at time.Time) error {
	seat := evening.Seat{Game: playersGame, Black: who == discordtest.Cleo, Name: who.Name}
	return e.Tell(evening.Asker{User: who.ID, Name: who.Name, At: at}, seat, evening.WhiteWins, len(e.Tellings))
}

// toldScene has a round of which Ben tells the result. Once people have seen that, Cleo confirms. The channel has one
// message, which says at the end what counts.
func toldScene() scene {
	update := func(ctx context.Context, kept *store.Store, channel string, who discordtest.User, at time.Time) error {
		_, err := eventrows.Of(kept).UpdateEvent(ctx, evening.Ref{Channel: channel}, func(e *evening.Event) error { return tellFor(e, who, at) })
		return err
	}
	return scene{
		name: "results that players tell",
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			if _, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel}); err == nil {
				return nil
			}
			e, err := toldEvent(channel, now.Add(-time.Minute))
			if err == nil {
				err = eventrows.Of(kept).NewEvent(ctx, e)
			}
			return errors.Join(err, update(ctx, kept, channel, discordtest.Ben, now.Add(150*time.Millisecond)))
		},
		between: func(ctx context.Context, discord *discordtest.Server, kept *store.Store, now time.Time, channel discordtest.Place, _ *witness) (time.Time, error) {
			e, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel.ChannelID})
			if err == nil && len(e.Tellings) == 1 && len(messagesIn(discord, channel)) > 0 {
				err = update(ctx, kept, channel.ChannelID, discordtest.Cleo, now)
			}
			return now, err
		},
		final: func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error) {
			e, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel})
			if err != nil || len(e.Tellings) < 2 {
				return false, err
			}
			return noneOpen(ctx, kept, evening.ToldKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			seen := messagesIn(discord, channel)
			c := counted(len(seen), false)
			e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID})
			if err != nil || len(e.Tellings) != 2 || e.ResultOf(playersGame).Outcome != evening.WhiteWins {
				c.wrong = append(c.wrong, fmt.Sprintf("%+v, %v", e, err))
			}
			for _, m := range seen {
				if !strings.Contains(m.Text(), "Ben – Cleo · 1-0\n") && !strings.HasSuffix(m.Text(), "Ben – Cleo · 1-0") {
					c.wrong = append(c.wrong, "the message ends with "+m.Text())
				}
			}
			return c
		},
	}
}

// askTold lets somebody look at the round, and tell or confirm 1-0 with two presses.
func askTold(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, who discordtest.User) error {
	answer, err := discord.Slash(ctx, who, channel, "round", nil)
	for _, labels := range [][]string{{"Report my result"}, {"I won: 1-0", "Right", "I lost: 1-0", "Take it back"}} {
		switch {
		case err != nil:
			return err
		case answer.Message == nil:
			return fmt.Errorf("no message: %+v", answer)
		}
		var label string
		for _, l := range labels {
			if _, ok := answer.Message.Button(l); ok && label == "" {
				label = l
			}
		}
		button, ok := answer.Message.Button(label)
		switch {
		case !ok: // the bot has apologised
			return nil
		case label != "Take it back": // the result counts already
			answer, err = discord.Press(ctx, who, answer.Message, button.CustomID)
		}
	}
	return err
}
