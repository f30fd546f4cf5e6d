package crashtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

// eventScenes are the scenes of the posts of evenings.
func eventScenes() []scene {
	return []scene{
		sealScene("seal that opens by itself", false),
		sealScene("seal that was pressed", true),
		roundScene(), missedScene(), refusedScene(), beginScene(), lateResultsScene(), pairingsScene(),
	}
}

// sealScene has a sealed draw. It opens by itself soon, or somebody has pressed the button,
// and the answer is lost.
func sealScene(name string, pressed bool) scene {
	return scene{
		name: name, channels: 2,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			return seal(ctx, kept, channel, pressed, now)
		},
		final: func(ctx context.Context, kept *store.Store, _ string, now time.Time) (bool, error) {
			return noneOpen(ctx, kept, evening.SealKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID})
			if err != nil {
				t.Fatal(err)
			}
			return counted(len(messagesIn(discord, channel)), !e.Last().Shown) // an unshown draw is shown by the next
		},
	}
}

// seal opens an event with the id of its channel, and seals a draw.
func seal(ctx context.Context, kept *store.Store, channel string, pressed bool, now time.Time) error {
	if _, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel}); err == nil {
		return nil
	}
	e := &evening.Event{
		ID: channel, Channel: channel, OpenedBy: discordtest.Anna.ID, OpenedAt: now,
		Rules: evening.Rules{Name: "Crash", Rounds: 1, Boards: 1, Games: 1, Sealed: true},
	}
	sealed := now.Add(150*time.Millisecond - evening.SealTime)
	d, err := e.Seal(evening.Asker{User: discordtest.Anna.ID, At: sealed}, func(n int) (int, error) { return rand.IntN(n), nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		return err
	}
	if pressed {
		if _, err := e.OpenSeal(d.Round, evening.Asker{User: discordtest.Anna.ID, At: now.Add(-time.Minute)}); err != nil {
			return err
		}
	}
	if err := eventrows.Of(kept).NewEvent(ctx, e); !errors.Is(err, evening.ErrExists) { // another process may have made it
		return err
	}
	return nil
}

// roundScene has a round on time, for two boards with positions of their own. The round is
// drawn once, and shown once.
func roundScene() scene {
	return scene{
		name: "round on time", channels: 2,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			return planRound(ctx, kept, channel, now.Add(150*time.Millisecond))
		},
		final: func(ctx context.Context, kept *store.Store, _ string, now time.Time) (bool, error) {
			return noneOpen(ctx, kept, evening.RoundKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID})
			if err != nil {
				t.Fatal(err)
			}
			c := counted(len(messagesIn(discord, channel)), len(e.Draws) == 1 && !e.Draws[0].Shown)
			if len(e.Draws) > 1 || e.Plan != nil && len(e.Draws) == 1 {
				c.wrong = append(c.wrong, fmt.Sprintf("%d draws with the plan %v", len(e.Draws), e.Plan))
			}
			return c
		},
	}
}

// planRound opens an event with the id of its channel, and plans a round. Two boards have
// positions of their own.
func planRound(ctx context.Context, kept *store.Store, channel string, at time.Time) error {
	if _, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel}); err == nil {
		return nil
	}
	by := personOf(channel)
	e := &evening.Event{
		ID: channel, Channel: channel, OpenedBy: by.ID, OpenedAt: at,
		Rules: evening.Rules{Name: "Crash", Rounds: 2, Boards: 2, Games: 1, Each: true},
	}
	if err := e.PlanDraw(evening.Asker{User: by.ID, At: at.Add(-time.Second)}, at); err != nil {
		return err
	}
	if err := eventrows.Of(kept).NewEvent(ctx, e); !errors.Is(err, evening.ErrExists) { // another process may have made it
		return err
	}
	return nil
}

// beginScene has a round whose study time ends. The channel is told once that the games begin.
func beginScene() scene {
	return scene{
		name: "begin of games", channels: 2,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			if _, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel}); err == nil {
				return nil
			}
			by := personOf(channel)
			at := now.Add(150*time.Millisecond - time.Minute)
			e := &evening.Event{
				ID: channel, Channel: channel, OpenedBy: by.ID, OpenedAt: at,
				Rules: evening.Rules{Name: "Crash", Rounds: 2, Boards: 1, Games: 1, Study: 1},
			}
			d, err := e.Draw(evening.Asker{User: by.ID, At: at}, func(int) (int, error) { return 0, nil })
			if err != nil {
				return err
			}
			d.Shown = true
			if err := eventrows.Of(kept).NewEvent(ctx, e); !errors.Is(err, evening.ErrExists) { // another process may have made it
				return err
			}
			return nil
		},
		final: func(ctx context.Context, kept *store.Store, _ string, now time.Time) (bool, error) {
			return noneOpen(ctx, kept, evening.BeginKind, now)
		},
		judge: func(_ *testing.T, discord *discordtest.Server, _ *store.Store, channel discordtest.Place, _ *witness) count {
			return counted(len(messagesIn(discord, channel)), false)
		},
	}
}

// lateResultsScene has an event with a result that came after its end. The channel is told once.
func lateResultsScene() scene {
	return scene{
		name: "result after the end", channels: 2,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			by := evening.Asker{User: personOf(channel).ID, At: now.Add(150*time.Millisecond - 3*time.Minute)}
			e := &evening.Event{
				ID: channel, Channel: channel, OpenedBy: by.User, OpenedAt: by.At.Add(-time.Hour),
				Rules: evening.Rules{Name: "Crash", Rounds: 1, Boards: 1, Games: 1},
			}
			d, err := e.Draw(by, func(int) (int, error) { return 0, nil })
			if err != nil {
				return err
			}
			d.Shown = true
			if _, err := eventrows.Of(kept).Event(ctx, e.Ref()); errors.Is(err, evening.ErrNone) {
				if err := eventrows.Of(kept).NewEvent(ctx, e); err != nil && !errors.Is(err, evening.ErrExists) { // another process may have made it
					return err
				}
			}
			_, err = eventrows.Of(kept).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
				if len(e.Results) > 0 {
					return nil
				}
				end := by
				end.At = by.At.Add(-time.Second)
				if err := e.Close(end); err != nil {
					return err
				}
				_, err := e.AddResults(by, []evening.Result{{Game: evening.GameRef{Board: 1, Game: 1}, White: "Anna", Black: "Ben", Outcome: evening.Drawn}})
				return err
			})
			return err
		},
		final: func(ctx context.Context, kept *store.Store, _ string, now time.Time) (bool, error) {
			return noneOpen(ctx, kept, evening.LateResultsKind, now)
		},
		judge: func(_ *testing.T, discord *discordtest.Server, _ *store.Store, channel discordtest.Place, _ *witness) count {
			return counted(len(messagesIn(discord, channel)), false)
		},
	}
}

// missedScene has a round that was to be drawn while the bot was away, and was found to be over a minute
// ago. The channel is told once.
func missedScene() scene {
	return scene{
		name: "round that was missed", channels: 2,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			if _, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel}); err == nil {
				return nil
			}
			at := now.Add(-3 * time.Hour)
			return errors.Join(eventrows.Of(kept).PlanPost(ctx, outbox.Post{
				Kind: evening.RoundTroubleKind, Subject: channel, Number: int(at.UnixMilli()), Channel: channel,
				DueAt: now, ExpiresAt: now.Add(time.Hour), State: outbox.Open,
			}), planRound(ctx, kept, channel, at))
		},
		final: func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error) {
			late, err := eventrows.Of(kept).OverduePlans(ctx, now)
			if err != nil || slices.ContainsFunc(late, func(e *evening.Event) bool { return e.ID == channel }) {
				return false, err
			}
			return noneOpen(ctx, kept, evening.RoundTroubleKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			c := counted(len(messagesIn(discord, channel)), false)
			if e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID}); err != nil || len(e.Draws) > 0 {
				c.wrong = append(c.wrong, fmt.Sprintf("%v, %v", e, err))
			}
			return c
		},
	}
}

// refusedScene has a round that Discord refuses. It is drawn once, and the person who planned
// the round is told once. The post is tried again for two hours, so it is no scene of random kills.
func refusedScene() scene {
	return scene{
		name: "round that is refused",
		stage: func(discord *discordtest.Server, channel discordtest.Place) {
			discord.SetChannel(channel, discordtest.ChannelState{CannotSend: true})
			discord.Install(personOf(channel.ChannelID)) // bots cannot write to people whom Discord does not know
		},
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			return planRound(ctx, kept, channel, now.Add(150*time.Millisecond))
		},
		final: func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error) {
			e, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel})
			if err != nil || len(e.Draws) == 0 {
				return false, err
			}
			number, _ := e.Draws[0].OnTime()
			if p, err := eventrows.Of(kept).PostOf(ctx, evening.RoundKind, e.ID, number); err != nil || p.Trouble == outbox.NoTrouble {
				return false, err
			}
			return noneOpen(ctx, kept, evening.RoundTroubleKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			c := counted(len(discord.Messages(personOf(channel.ChannelID).DM())), false)
			if e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID}); err != nil || len(e.Draws) != 1 {
				c.wrong = append(c.wrong, fmt.Sprintf("%v, %v", e, err))
			}
			return c
		},
	}
}

// pairingsScene has the pairings of a round, which are posted, and a correction by each process. The channel has
// one post, with the last pairings.
func pairingsScene() scene {
	return scene{
		name: "pairings and corrections", channels: 2,
		plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
			by := evening.Asker{User: personOf(channel).ID, At: now.Add(-time.Second)}
			e := &evening.Event{
				ID: channel, Channel: channel, OpenedBy: by.User, OpenedAt: by.At,
				Rules: evening.Rules{Name: "Crash", Rounds: 1, Boards: 2, Games: 1},
			}
			d, err := e.Draw(by, func(int) (int, error) { return 0, nil })
			if err != nil {
				return err
			}
			d.Shown = true
			if _, err := eventrows.Of(kept).Event(ctx, e.Ref()); errors.Is(err, evening.ErrNone) {
				if err := eventrows.Of(kept).NewEvent(ctx, e); err != nil && !errors.Is(err, evening.ErrExists) { // another process may have made it
					return err
				}
			}
			_, err = eventrows.Of(kept).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error {
				black := fmt.Sprintf("Ben %d", len(e.Results))
				_, err := e.AddResults(by, []evening.Result{{Game: evening.GameRef{Board: 1, Game: 1}, White: "Anna", Black: black, Outcome: evening.Unknown}})
				e.PostPairings(&e.Draws[0], now)
				return err
			})
			return err
		},
		final: func(ctx context.Context, kept *store.Store, _ string, now time.Time) (bool, error) {
			return noneOpen(ctx, kept, evening.PairingsKind, now)
		},
		judge: func(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
			posts := messagesIn(discord, channel)
			e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID})
			if err != nil {
				t.Fatal(err)
			}
			c := counted(len(posts), false)
			if last := e.PairsOf(&e.Draws[0])[0]; len(posts) == 1 && !strings.Contains(posts[0].Text(), "Anna – "+last.Black) {
				c.wrong = append(c.wrong, posts[0].Text()+", and the last pair has "+last.Black)
			}
			return c
		},
	}
}
