package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/internal/daily"
)

// Channels sends daily posts. It is the bot's side of a [daily.Engine].
type Channels struct {
	bot     *Bot
	compose func(daily.Delivery) (*commands.Reply, error)
}

// Channels returns what a [daily.Engine] posts through; compose writes the
// posts. Wait for Known before running the engine.
func (b *Bot) Channels(compose func(daily.Delivery) (*commands.Reply, error)) *Channels {
	return &Channels{b, compose}
}

// Known returns a channel that is closed when Discord has said who the bot is.
func (b *Bot) Known() <-chan struct{} { return b.known }

// A channelMessage is a message that answers no interaction. Discord returns the
// first one again for a repeated nonce.
type channelMessage struct {
	message
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Send implements [daily.Channels].
func (c *Channels) Send(ctx context.Context, d daily.Delivery) (string, error) {
	payload, err := c.body(d)
	if err != nil {
		return "", &daily.Refusal{Kind: daily.Invalid, Err: err}
	}
	answer, err := c.bot.request(ctx, "POST", discordgo.EndpointChannelMessages(d.Post.Channel), *payload)
	if code(err) == discordgo.ErrCodeUnknownMessage {
		return "", nil // the nonce is known, but its message has been deleted since
	}
	if err != nil {
		return "", refusal(err)
	}
	var posted struct{ ID string }
	return posted.ID, json.Unmarshal(answer, &posted)
}

// body composes a daily post.
func (c *Channels) body(d daily.Delivery) (*body, error) {
	reply, err := c.compose(d)
	if err != nil {
		return nil, err
	}
	m := messageOf(reply)
	if d.Sub.Role != "" {
		m.AllowedMentions.Roles = []string{d.Sub.Role}
	}
	return encode(channelMessage{m, d.Nonce(c.bot.application), true}, reply.Pictures)
}

// Find implements [daily.Channels]. The last page is that of the time of the
// first attempt.
func (c *Channels) Find(ctx context.Context, d daily.Delivery, before string) (daily.Page, error) {
	const most = 100
	found, err := c.read(ctx, d.Post.Channel, before, most)
	switch {
	case err != nil:
		return daily.Page{}, err
	case len(found) == 0 && before == "":
		return c.findUnread(ctx, d)
	case len(found) == 0:
		return daily.Page{}, nil
	}
	for _, m := range found {
		if m.by == c.bot.self && bytes.Contains(m.raw, []byte(d.FileName())) {
			return daily.Page{Message: m.id}, nil
		}
	}
	last := found[len(found)-1].id
	at, err := discordgo.SnowflakeTimestamp(last)
	if len(found) < most || err != nil || at.Before(d.Post.FirstSent.Add(-clockMargin)) {
		return daily.Page{}, err
	}
	return daily.Page{Next: last}, nil
}

// clockMargin is by how much our clock and Discord's may differ.
const clockMargin = 10 * time.Minute

// findUnread looks for the delivery in a channel that shows no message. It may
// have none, or may not let us read them; but it names its last one in either
// case. Where that is null, or older than the first attempt, there is nothing to
// be found.
func (c *Channels) findUnread(ctx context.Context, d daily.Delivery) (daily.Page, error) {
	answer, err := c.bot.request(ctx, "GET", discordgo.EndpointChannel(d.Post.Channel), body{})
	switch {
	case err != nil && transient(err):
		return daily.Page{}, refusal(err)
	case err != nil:
		return daily.Page{Empty: true}, nil
	}
	var channel struct {
		Last json.RawMessage `json:"last_message_id"` // nil where nothing is said of it
	}
	if err := json.Unmarshal(answer, &channel); err != nil {
		return daily.Page{}, err
	}
	if string(channel.Last) == "null" {
		return daily.Page{}, nil
	}
	at, err := discordgo.SnowflakeTimestamp(strings.Trim(string(channel.Last), `"`))
	return daily.Page{Empty: err != nil || !at.Before(d.Post.FirstSent.Add(-clockMargin))}, nil
}

// A foundMessage is a message as it was read, whole, because the name of a file
// may stand in more than one place.
type foundMessage struct {
	id, by string
	raw    []byte
}

// read returns a channel's last messages before one of them, the newest first.
func (c *Channels) read(ctx context.Context, channel, before string, limit int) ([]foundMessage, error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if before != "" {
		query.Set("before", before)
	}
	answer, err := c.bot.request(ctx, "GET", discordgo.EndpointChannelMessages(channel)+"?"+query.Encode(), body{})
	if err != nil {
		return nil, refusal(err)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, err
	}
	found := make([]foundMessage, len(list))
	for i, raw := range list {
		var m struct {
			ID     string
			Author struct{ ID string }
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			return nil, err
		}
		found[i] = foundMessage{m.ID, m.Author.ID, raw}
	}
	return found, nil
}

// OpenThread implements [daily.Channels].
func (c *Channels) OpenThread(ctx context.Context, d daily.Delivery, message string) error {
	const dayInMinutes = 24 * 60
	payload, err := encode(map[string]any{
		"name":                  fmt.Sprintf("SP-%d, %s", d.Post.SP, d.Post.Date.Words()),
		"auto_archive_duration": dayInMinutes,
	}, nil)
	if err != nil {
		return err
	}
	_, err = c.bot.request(ctx, "POST", discordgo.EndpointChannelMessageThread(d.Post.Channel, message), *payload)
	if code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil // by an attempt whose answer was lost
	}
	return refusal(err)
}

// Tell implements [daily.Channels].
func (c *Channels) Tell(ctx context.Context, user, text string) error {
	payload, err := encode(map[string]string{"recipient_id": user}, nil)
	if err != nil {
		return err
	}
	answer, err := c.bot.request(ctx, "POST", discordgo.EndpointUserChannels("@me"), *payload)
	if err != nil {
		return err
	}
	var channel struct{ ID string }
	if err := json.Unmarshal(answer, &channel); err != nil {
		return err
	}
	reply := commands.Say(text)
	reply.Private = false // it is a direct message already
	if payload, err = encode(messageOf(reply), nil); err != nil {
		return err
	}
	_, err = c.bot.request(ctx, "POST", discordgo.EndpointChannelMessages(channel.ID), *payload)
	return err
}

// refusal makes a *daily.Refusal of an error that says that nothing was done.
// What says nothing of that kind is returned as it is.
func refusal(err error) error {
	if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
		return &daily.Refusal{Kind: daily.Limited, RetryAfter: limit.RetryAfter, Global: limit.Bucket == everyBucket, Err: err}
	}
	r, ok := errors.AsType[*discordgo.RESTError](err)
	if !ok {
		return err
	}
	status := r.Response.StatusCode
	switch code(err) {
	case discordgo.ErrCodeUnknownChannel:
		return &daily.Refusal{Kind: daily.Gone, Err: errors.New("the channel does not exist")}
	case discordgo.ErrCodeMissingAccess:
		return &daily.Refusal{Kind: daily.Forbidden, Err: errors.New("I cannot see the channel (Missing Access)")}
	case discordgo.ErrCodeMissingPermissions:
		return &daily.Refusal{Kind: daily.Forbidden, Err: errors.New("I am not allowed to post or to attach files there (Missing Permissions)")}
	case discordgo.ErrCodePerformedOperationOnArchivedThread:
		return &daily.Refusal{Kind: daily.Forbidden, Err: errors.New("the thread is archived")}
	}
	switch {
	case status == http.StatusUnauthorized:
		return &daily.Refusal{Kind: daily.Rejected, Err: fatal(err)}
	case status == http.StatusForbidden:
		return &daily.Refusal{Kind: daily.Forbidden, Err: err}
	case status >= 400 && status < 500:
		return &daily.Refusal{Kind: daily.Invalid, Err: err}
	}
	return err
}
