package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// gatewayInfo is what Discord says of how its gateway may be used (GET
// /gateway/bot).
type gatewayInfo struct {
	Shards int        `json:"shards"` // recommended
	Limit  startLimit `json:"session_start_limit"`
}

// A startLimit says how often sessions may be begun, which is by identifying.
type startLimit struct {
	Remaining      int   `json:"remaining"`
	ResetAfter     int64 `json:"reset_after"` // milliseconds until there are more
	MaxConcurrency int   `json:"max_concurrency"`
}

// gatewayInfo asks how the gateway may be used. What an API does not say, as a
// stand-in or proxy may not, is taken for one shard without a limit.
func (b *Bot) gatewayInfo(ctx context.Context) (gatewayInfo, error) {
	info := gatewayInfo{Shards: 1, Limit: startLimit{Remaining: 1, MaxConcurrency: 1}}
	answer, err := b.request(ctx, "GET", discordgo.EndpointGatewayBot, body{})
	if refused, ok := errors.AsType[*discordgo.RESTError](err); ok && refused.Response.StatusCode == http.StatusNotFound {
		return info, nil
	}
	if err == nil {
		err = json.Unmarshal(answer, &info)
	}
	if err != nil {
		return info, fmt.Errorf("ask how to connect: %w", err)
	}
	if info.Shards < 1 || info.Limit.MaxConcurrency < 1 {
		return info, fmt.Errorf("ask how to connect: the answer has no limits: %.100q", answer)
	}
	return info, nil
}

// identifySpacing is the time in which max_concurrency shards may identify.
const identifySpacing = 5 * time.Second

// identifies gives shards their turns to identify. Discord resets the token of a
// bot that does it too often: see its documentation on the session start limit.
type identifies struct {
	ask func(context.Context) (gatewayInfo, error)
	log *slog.Logger

	mu    sync.Mutex // held while a shard waits
	info  gatewayInfo
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
		if i.info.Limit.Remaining > 0 {
			break
		}
		pause := max(time.Duration(i.info.Limit.ResetAfter)*time.Millisecond, firstWait)
		i.log.Error("Discord allows no further session; waiting until it does", "again_in", pause.String())
		if !sleep(ctx, pause) {
			return ctx.Err()
		}
		i.asked = time.Time{}
	}
	i.info.Limit.Remaining--
	return i.space(ctx, shard, i.info.Limit.MaxConcurrency)
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
