package daily

import (
	"cmp"
	"context"
	"errors"

	"chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// Feature is the position of the day: /daily, /daily-posts and the daily posts.
var Feature = feature.Feature{
	Name:  feature.Core,
	Names: []string{"daily", "daily-posts"},
	Commands: func(f feature.Tools) []chat.Command {
		t := Tools{Boards: f.Boards, Store: rows.Of(f.Store), Now: f.Now, Languages: f.Languages, Play: f.Games != nil}
		return []chat.Command{Daily(t), Posts(t)}
	},
	Posts: func(f feature.Tools) []outbox.Kind {
		kept := rows.Of(f.Store)
		return []outbox.Kind{
			&schedule.Posts{
				Store: kept, Channels: f.Channels, Pace: f.Pace, Log: f.Log, Timing: f.Timing,
				Compose: func(d schedule.Delivery) (outbox.Message, error) { return postMessage(f.Boards, f.Games != nil, d) },
				CatchUp: cmp.Or(f.CatchUp, schedule.StandardCatchUp),
			},
			&schedule.Troubles{
				Store: kept, CheckID: checkID,
				Compose: func(s schedule.Sub) (outbox.Message, error) { return Trouble(s), nil },
			},
		}
	},
	Zone: func(f feature.Tools) feature.Zone {
		kept := rows.Of(f.Store)
		return func(ctx context.Context, channel string) (string, error) {
			sub, err := kept.Sub(ctx, channel)
			if errors.Is(err, schedule.ErrNotFound) {
				return "", nil
			}
			return sub.Zone, err
		}
	},
	Forgotten: func(kind string, rows voice.Count) voice.Sentence {
		switch kind {
		case "dailyPosts":
			return voice.Say("daily.erased.dailyPosts", voice.F{"Number": rows})
		case "dailyPostSettings":
			return voice.Say("daily.erased.dailyPostSettings", voice.F{"Number": rows})
		}
		return nil
	},
	Part: rows.Part,
}
