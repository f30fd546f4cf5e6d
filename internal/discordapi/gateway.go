package discordapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Gateway asks how the gateway may be used (GET /gateway/bot): its address, how
// many shards Discord recommends, and how many sessions may be begun. Where the
// API does not know that request, as a proxy or stand-in may not, the address
// comes from GET /gateway, with one shard and one session at a time.
func (c *Client) Gateway(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	info := new(discordgo.GatewayBotResponse)
	err := c.get(ctx, discordgo.EndpointGatewayBot, info)
	if e, ok := errors.AsType[*Error](err); ok && e.Status == http.StatusNotFound {
		info.Shards, info.SessionStartLimit = 1, discordgo.SessionInformation{Remaining: 1, MaxConcurrency: 1}
		err = nil
	}
	if err == nil && info.URL == "" {
		err = c.get(ctx, discordgo.EndpointGateway, info)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("ask how to use the gateway: %w", err)
	case info.URL == "", info.Shards < 1, info.SessionStartLimit.MaxConcurrency < 1:
		return nil, errors.New("ask how to use the gateway: the answer lacks the address, the shards or the limits")
	}
	return info, nil
}

// get reads the answer to a GET request as JSON.
func (c *Client) get(ctx context.Context, endpoint string, into any) error {
	answer, err := c.Do(ctx, "GET", endpoint, Body{})
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}
