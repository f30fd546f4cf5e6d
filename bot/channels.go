package bot

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/daily"
	"chess960bot/internal/discordapi"
)

// Channels sends daily posts. It implements [daily.Channels].
type Channels struct {
	bot      *Bot
	compose  func(daily.Delivery) (*chat.Reply, error)
	disabled func(daily.Sub) *chat.Reply
}

// Channels returns the [daily.Channels] for a [daily.Engine]; compose writes the
// posts, and disabled the message to the person whose daily post was switched off. Wait for Identified before running the engine.
func (b *Bot) Channels(compose func(daily.Delivery) (*chat.Reply, error), disabled func(daily.Sub) *chat.Reply) *Channels {
	return &Channels{b, compose, disabled}
}

// Post posts a reply to a channel. It may be repeated with the same key: for a few
// minutes Discord then returns the first message and posts no second one.
func (b *Bot) Post(ctx context.Context, channel, key string, r *chat.Reply) error {
	sum := sha256.Sum256([]byte(b.applicationID + " " + channel + " " + key))
	nonce := base64.RawURLEncoding.EncodeToString(sum[:18])
	m := b.messageOf(r)
	body, err := discordapi.Encode(channelMessage{m, nonce, true}, m.files...)
	if err != nil {
		return err
	}
	_, err = b.api.Do(ctx, "POST", discordgo.EndpointChannelMessages(channel), body)
	return err
}

// A channelMessage is a message that does not answer an interaction. For a repeated
// nonce Discord returns the first message and posts no second one.
type channelMessage struct {
	message
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Send implements [daily.Channels].
func (c *Channels) Send(ctx context.Context, d daily.Delivery) (string, error) {
	body, err := c.encodePost(d)
	if err != nil {
		return "", &daily.Refusal{Kind: daily.Invalid, Err: err}
	}
	answer, err := c.bot.api.Do(ctx, "POST", discordgo.EndpointChannelMessages(d.Post.Channel), body)
	if discordapi.Code(err) == discordgo.ErrCodeUnknownMessage {
		return "", nil // Discord knows the nonce; its message has been deleted since
	}
	if err != nil {
		return "", refusal(err)
	}
	var posted struct{ ID string }
	return posted.ID, json.Unmarshal(answer, &posted)
}

func (c *Channels) encodePost(d daily.Delivery) (discordapi.Body, error) {
	reply, err := c.compose(d)
	if err != nil {
		return discordapi.Body{}, err
	}
	m := c.bot.messageOf(reply)
	if d.Sub.Role != "" {
		m.AllowedMentions.Roles = []string{d.Sub.Role}
	}
	return discordapi.Encode(channelMessage{m, d.Nonce(c.bot.applicationID), true}, m.files...)
}

// Find implements [daily.Channels]. The last page is the one that reaches back to
// the first attempt.
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
		if m.authorID == c.bot.userID && bytes.Contains(m.raw, []byte(d.FileName())) {
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

// clockMargin is the greatest difference expected between Discord's clock and the
// clock of this machine.
const clockMargin = 10 * time.Minute

// findUnread looks for the delivery in a channel that shows no message: the channel
// is empty, or the bot may not read its history. In both cases the channel object
// has the id of the last message. If that id is null, or older than the first
// attempt, the delivery is not in the channel.
func (c *Channels) findUnread(ctx context.Context, d daily.Delivery) (daily.Page, error) {
	answer, err := c.bot.api.Do(ctx, "GET", discordgo.EndpointChannel(d.Post.Channel), discordapi.Body{})
	switch {
	case discordapi.Temporary(err):
		return daily.Page{}, refusal(err)
	case err != nil:
		return daily.Page{Empty: true}, nil
	}
	var channel struct {
		LastMessageID json.RawMessage `json:"last_message_id"` // may be missing
	}
	if err := json.Unmarshal(answer, &channel); err != nil {
		return daily.Page{}, err
	}
	if string(channel.LastMessageID) == "null" {
		return daily.Page{}, nil
	}
	at, err := discordgo.SnowflakeTimestamp(strings.Trim(string(channel.LastMessageID), `"`))
	return daily.Page{Empty: err != nil || !at.Before(d.Post.FirstSent.Add(-clockMargin))}, nil
}

// A foundMessage is a message of a channel. raw is the whole message, because the
// name of a file may be in more than one field.
type foundMessage struct {
	id, authorID string
	raw          []byte
}

// read returns a channel's last messages before a given one, the newest first. With
// before "" it returns the last ones.
func (c *Channels) read(ctx context.Context, channel, before string, limit int) ([]foundMessage, error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if before != "" {
		query.Set("before", before)
	}
	answer, err := c.bot.api.Do(ctx, "GET", discordgo.EndpointChannelMessages(channel)+"?"+query.Encode(), discordapi.Body{})
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
	_, err := c.post(ctx, discordgo.EndpointChannelMessageThread(d.Post.Channel, message), map[string]any{
		"name":                  fmt.Sprintf("SP-%d, %s", d.Post.SP, d.Post.Date.Words()),
		"auto_archive_duration": dayInMinutes,
	})
	if discordapi.Code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil // an earlier attempt created it, but the answer was lost
	}
	return refusal(err)
}

// TellDisabled implements [daily.Channels], by a direct message.
func (c *Channels) TellDisabled(ctx context.Context, s daily.Sub) error {
	answer, err := c.post(ctx, discordgo.EndpointUserChannels("@me"), map[string]string{"recipient_id": s.SetBy})
	if err != nil {
		return err
	}
	var channel struct{ ID string }
	if err := json.Unmarshal(answer, &channel); err != nil {
		return err
	}
	_, err = c.post(ctx, discordgo.EndpointChannelMessages(channel.ID), c.bot.messageOf(c.disabled(s)))
	return err
}

func (c *Channels) post(ctx context.Context, endpoint string, payload any) (answer []byte, err error) {
	body, err := discordapi.Encode(payload)
	if err != nil {
		return nil, err
	}
	return c.bot.api.Do(ctx, "POST", endpoint, body)
}

// refusal turns an error into a *daily.Refusal if the error says that nothing was
// done. Other errors are returned unchanged. /daily-posts shows people the text of a
// Forbidden or Gone refusal.
func refusal(err error) error {
	e, ok := errors.AsType[*discordapi.Error](err)
	if !ok || e.Status < 400 || e.Status >= http.StatusInternalServerError {
		return err
	}
	forbidden := func(reason string) error { return &daily.Refusal{Kind: daily.Forbidden, Err: errors.New(reason)} }
	switch e.Code {
	case discordgo.ErrCodeUnknownChannel:
		return &daily.Refusal{Kind: daily.Gone, Err: errors.New("the channel does not exist")}
	case discordgo.ErrCodeMissingAccess:
		return forbidden("I cannot see the channel (Missing Access)")
	case discordgo.ErrCodeMissingPermissions:
		return forbidden("I am not allowed to post or to attach files there (Missing Permissions)")
	case discordgo.ErrCodePerformedOperationOnArchivedThread:
		return forbidden("the thread is archived")
	}
	switch e.Status {
	case http.StatusTooManyRequests:
		return &daily.Refusal{Kind: daily.Limited, RetryAfter: e.RetryAfter, Global: e.Global, Err: err}
	case http.StatusUnauthorized:
		return &daily.Refusal{Kind: daily.Rejected, Err: errTokenRejected}
	case http.StatusForbidden:
		return forbidden("Discord refuses it: " + cmp.Or(e.Message, "403 Forbidden"))
	}
	return &daily.Refusal{Kind: daily.Invalid, Err: err}
}
