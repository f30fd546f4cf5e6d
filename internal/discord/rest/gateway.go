package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/gateway"
)

// Gateway asks Discord for the address of the gateway, the recommended number of
// shards and the limits on new sessions (GET /gateway/bot), as [gateway.Options] wants it. A
// proxy or stand-in may not know that request: then Gateway returns the address from GET
// /gateway, one shard, and one session at a time.
func (c *Client) Gateway(ctx context.Context) (gateway.Info, error) {
	answer := discordgo.GatewayBotResponse{Shards: 1, SessionStartLimit: discordgo.SessionInformation{Remaining: 1, MaxConcurrency: 1}}
	err := c.Get(ctx, discordgo.EndpointGatewayBot, &answer)
	if unknown := found(err).Status == http.StatusNotFound; unknown || err == nil && answer.URL == "" {
		err = c.Get(ctx, discordgo.EndpointGateway, &answer)
	}
	limit := answer.SessionStartLimit
	switch {
	case err != nil:
		err = fmt.Errorf("ask how to use the gateway: %w", err)
	case answer.URL == "", answer.Shards < 1, limit.MaxConcurrency < 1:
		err = errors.New("ask how to use the gateway: the answer lacks the address, the shards or the limits")
	}
	switch after := RetryAfter(err); {
	case TokenRejected(err):
		return gateway.Info{}, fmt.Errorf("%w: %w", gateway.ErrTokenRejected, err)
	case after > 0:
		return gateway.Info{}, &gateway.RetryError{Err: err, After: after}
	case err != nil:
		return gateway.Info{}, err
	}
	return gateway.Info{
		URL:            answer.URL,
		Shards:         answer.Shards,
		Remaining:      limit.Remaining,
		ResetAfter:     time.Duration(limit.ResetAfter) * time.Millisecond,
		MaxConcurrency: limit.MaxConcurrency,
	}, nil
}

// Get sends a GET request, and decodes the answer into a value. Errors are as those of Do, or
// say that the answer cannot be decoded.
func (c *Client) Get(ctx context.Context, endpoint string, into any) error {
	answer, err := c.Do(ctx, "GET", endpoint, Body{})
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}
