package app

import (
	"chess960bot/commands"
	"chess960bot/commands/event"
	"chess960bot/commands/play"
	"chess960bot/internal/club/events"
	"chess960bot/internal/outbox"
)

var evenings = feature{name: commands.Events, posts: eventPosts, beside: followGames}

func eventPosts(o Options) []outbox.Kind {
	drawn := func(e *events.Event, d *events.Draw, fileName string) (outbox.Message, error) {
		tools := event.Tools{
			Boards: o.Boards, Now: o.Now,
			Play: play.Tools{Lichess: o.games(), Now: o.Now},
		}
		return tools.Opened(e, d, fileName)
	}
	return []outbox.Kind{
		&events.SealPosts{Store: o.Store, Compose: drawn},
		&events.RoundPosts{Store: o.Store, Chance: commands.DrawSecurely, Compose: drawn},
		&events.RoundTroubles{Store: o.Store, LateID: event.LateID, Compose: event.RoundTrouble},
		&events.BeginPosts{Store: o.Store, BeginID: event.BeginID, Compose: event.Begins},
		&events.LateResultsPosts{Store: o.Store, LateResultsID: event.LateResultsID, Compose: event.LateResults},
		&events.SealMessages{
			Store: o.Store,
			Compose: func(e *events.Event, d *events.Draw) (outbox.Message, error) {
				return event.SealMessage(o.Boards, e, d)
			},
		},
	}
}
