package crashtest

import (
	"context"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
)

// postScenes are the scenes of single posts.
func postScenes() []scene {
	return []scene{
		{
			name: "daily post", channels: 3,
			plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
				return subscribe(ctx, kept, channel, discordtest.Anna, now)
			},
			final: func(ctx context.Context, kept *store.Store, channel string, _ time.Time) (bool, error) {
				posts, err := dailyrows.Of(kept).Posts(ctx, channel, 1)
				return len(posts) > 0 && posts[0].State != outbox.Open, err
			},
			judge: judgeDaily,
		},
		{
			name: "trouble", channels: 3,
			stage: func(discord *discordtest.Server, channel discordtest.Place) {
				discord.SetChannel(channel, discordtest.ChannelState{CannotSend: true})
				discord.Install(personOf(channel.ChannelID)) // bots cannot write to people whom Discord does not know
			},
			unstage: func(discord *discordtest.Server, channel discordtest.Place) {
				discord.SetChannel(channel, discordtest.ChannelState{})
			},
			plan: func(ctx context.Context, kept *store.Store, channel string, now time.Time) error {
				return subscribe(ctx, kept, channel, personOf(channel), now)
			},
			final: func(ctx context.Context, kept *store.Store, channel string, now time.Time) (bool, error) {
				if s, err := dailyrows.Of(kept).Sub(ctx, channel); err != nil || s.FailingSince.IsZero() {
					return false, err
				}
				return noneOpen(ctx, kept, schedule.TroubleKind, now)
			},
			judge: func(_ *testing.T, discord *discordtest.Server, _ *store.Store, channel discordtest.Place, _ *witness) count {
				return counted(len(discord.Messages(personOf(channel.ChannelID).DM())), false)
			},
		},
	}
}

// noneOpen reports whether no post of a kind is open.
func noneOpen(ctx context.Context, kept *store.Store, kind string, now time.Time) (bool, error) {
	posts, _, err := kept.Count(ctx, now)
	return err == nil && posts[kind][outbox.Open] == 0, err
}

// subscribe subscribes a channel to a post that is due at once.
func subscribe(ctx context.Context, kept *store.Store, channel string, by discordtest.User, now time.Time) error {
	if _, err := dailyrows.Of(kept).Sub(ctx, channel); err == nil {
		return nil
	}
	now = now.UTC().Truncate(time.Minute)
	return dailyrows.Of(kept).Save(ctx, schedule.Sub{
		Channel: channel, Guild: "guild of " + channel, Zone: "UTC", Status: schedule.Active, SetBy: by.ID,
		Minute: when.Minute(now.Hour()*60 + now.Minute()), NextDate: when.DateOf(now), NextAt: now,
	})
}

func judgeDaily(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, _ *witness) count {
	posts, err := dailyrows.Of(kept).Posts(t.Context(), channel.ChannelID, 10)
	if err != nil || len(posts) != 1 {
		t.Fatalf("channel %s has the posts %v, %v", channel.ChannelID, posts, err)
	}
	return counted(len(messagesIn(discord, channel)), posts[0].State != outbox.Posted)
}

// personOf is the person who has set the daily post of a channel that refuses posts, or
// shares a result in a channel.
func personOf(channel string) discordtest.User {
	return discordtest.User{ID: "9" + channel[1:], Name: "Person of " + channel}
}
