package bot

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// identifySpacing is the time in which max_concurrency shards may identify.
const identifySpacing = 5 * time.Second

// identifies gives shards their turns to identify. Discord resets the token of a
// bot that does it too often: see its documentation on the session start limit.
type identifies struct {
	ask func(context.Context) (*discordgo.GatewayBotResponse, error)
	log *slog.Logger

	mu    sync.Mutex // held while a shard waits
	info  *discordgo.GatewayBotResponse
	asked time.Time
	last  []time.Time // of each kind of shard
}

// wait waits for a shard's turn. The shards take turns by their id modulo
// max_concurrency. Of what Discord has said just now it counts down itself: who has
// had a turn may not have identified yet, and Discord not have counted it.
func (i *identifies) wait(ctx context.Context, shard int) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	for {
		if time.Since(i.asked) > identifySpacing {
			info, err := i.ask(ctx)
			if err != nil {
				return err
			}
			i.info, i.asked = info, time.Now()
		}
		if i.info.SessionStartLimit.Remaining > 0 {
			break
		}
		pause := max(time.Duration(i.info.SessionStartLimit.ResetAfter)*time.Millisecond, firstWait)
		i.log.Error("Discord allows no further session; waiting until it does", "again_in", pause.String())
		if !sleep(ctx, pause) {
			return ctx.Err()
		}
		i.asked = time.Time{}
	}
	i.info.SessionStartLimit.Remaining--
	return i.space(ctx, shard, i.info.SessionStartLimit.MaxConcurrency)
}

// space waits until the shard's kind may identify again.
func (i *identifies) space(ctx context.Context, shard, concurrency int) error {
	for len(i.last) < concurrency {
		i.last = append(i.last, time.Time{})
	}
	last := &i.last[shard%concurrency]
	if !sleep(ctx, time.Until(last.Add(identifySpacing))) {
		return ctx.Err()
	}
	*last = time.Now()
	return nil
}
