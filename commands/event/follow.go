package event

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/online"
	"chess960bot/internal/sleep"
)

// A Follower asks for the results of the games of evenings.
type Follower struct {
	Games online.Games
	Store evening.Store
	Log   *slog.Logger
	Now   func() time.Time
}

const (
	followEvery  = time.Minute
	mostFollowed = 300 // games at once, by lichess's API
)

// Run asks until the context ends, and returns nil. Several processes share the games.
func (f *Follower) Run(ctx context.Context) error {
	for sleep.For(ctx, followEvery) {
		if err := f.Follow(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, online.ErrNotNow) {
			f.Log.Warn("no results from lichess", "error", err)
		}
	}
	return nil
}

// Follow asks for the games that are due, and records the results. If lichess does not
// answer, these games are due again some minutes later.
func (f *Follower) Follow(ctx context.Context) error {
	now := f.Now().UTC()
	due, err := f.Store.DueGames(ctx, now, now.Add(5*followEvery), mostFollowed)
	if err != nil || len(due) == 0 {
		return err
	}
	var ids []string
	for _, g := range due {
		ids = append(ids, g.ID)
	}
	results, cutOff := f.Games.Results(ctx, ids)
	failed := cutOff
	for _, g := range due {
		if _, told := results[g.ID]; !told && cutOff != nil { // asked again
			continue
		}
		account := func(name string) string { // cut to the length of a player's name
			letters := []rune(name)
			return string(letters[:min(len(letters), evening.MostPlayer)])
		}
		r := results[g.ID]
		told := evening.OnlineResult{
			White: account(r.White), Black: account(r.Black), Outcome: evening.Outcome(r.Outcome), Begun: r.Begun, Ended: r.Ended, Unread: r.Unread,
		}
		_, err := f.Store.UpdateEvent(ctx, evening.Ref{Channel: g.Channel, ID: g.Event}, func(e *evening.Event) error {
			return e.RecordOnline(g.ID, told, now)
		})
		if !errors.Is(err, evening.ErrNone) {
			failed = cmp.Or(failed, err)
		}
	}
	return failed
}
