package app

import (
	"chess960bot/commands"
	"chess960bot/commands/event"
	"chess960bot/commands/event/evening"
	"chess960bot/commands/play"
	"chess960bot/internal/outbox"
)

var evenings = feature{name: commands.Events, posts: eventPosts, beside: followGames}

func eventPosts(o Options) []outbox.Kind {
	drawn := func(e *evening.Event, d *evening.Draw, fileName string) (outbox.Message, error) {
		tools := event.Tools{
			Boards: o.Boards, Now: o.Now,
			Play: play.Tools{Lichess: o.games(), Now: o.Now},
		}
		return tools.Opened(e, d, fileName)
	}
	return []outbox.Kind{
		&evening.SealPosts{Store: o.Store, Compose: drawn},
		&evening.RoundPosts{Store: o.Store, Chance: commands.DrawSecurely, Compose: drawn},
		&evening.RoundTroubles{Store: o.Store, LateID: event.LateID, Compose: event.RoundTrouble},
		&evening.BeginPosts{Store: o.Store, BeginID: event.BeginID, Compose: event.Begins},
		&evening.LateResultsPosts{Store: o.Store, LateResultsID: event.LateResultsID, Compose: event.LateResults},
		&evening.SealMessages{
			Store: o.Store,
			Compose: func(e *evening.Event, d *evening.Draw) (outbox.Message, error) {
				return event.SealMessage(o.Boards, e, d)
			},
		},
	}
}
