package app

import (
	"context"

	"chess960bot/commands/play/lichess"
)

// followGames asks lichess for the results of evenings; nil if no games are opened.
func followGames(o Options) func(context.Context) error {
	client := o.games()
	if client == nil {
		return nil
	}
	return (&lichess.Follower{Client: client, Store: o.Store, Log: o.Bot.Log, Now: o.Now}).Run
}
