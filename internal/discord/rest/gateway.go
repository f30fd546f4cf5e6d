package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Gateway asks Discord for the address of the gateway, the recommended number of
// shards and the limit on new sessions (GET /gateway/bot). A proxy or stand-in may
// not know that request: then Gateway returns the address from GET /gateway, one
// shard, and one session at a time.
func (c *Client) Gateway(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	info := &discordgo.GatewayBotResponse{Shards: 1, SessionStartLimit: discordgo.SessionInformation{Remaining: 1, MaxConcurrency: 1}}
	err := c.Get(ctx, discordgo.EndpointGatewayBot, info)
	e, ok := errors.AsType[*Error](err)
	if unknown := ok && e.Status == http.StatusNotFound; unknown || err == nil && info.URL == "" {
		err = c.Get(ctx, discordgo.EndpointGateway, info)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("ask how to use the gateway: %w", err)
	case info.URL == "", info.Shards < 1, info.SessionStartLimit.MaxConcurrency < 1:
		return nil, errors.New("ask how to use the gateway: the answer lacks the address, the shards or the limits")
	}
	return info, nil
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
