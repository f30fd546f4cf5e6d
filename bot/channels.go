package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/daily"
	"chess960bot/internal/discordapi"
	"chess960bot/internal/outbox"
)

// Channels sends posts that nobody waits for. It implements [outbox.Channels] and
// [daily.Channels].
type Channels struct {
	bot      *Bot
	disabled func(daily.Sub) *chat.Reply
}

// Channels returns the channels; disabled writes the message to the person whose daily
// post was switched off. Wait for Identified before using the channels.
func (b *Bot) Channels(disabled func(daily.Sub) *chat.Reply) *Channels {
	return &Channels{b, disabled}
}

// A channelMessage is a message that does not answer an interaction. For a repeated
// nonce Discord returns the first message and posts no second one.
type channelMessage struct {
	message
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Send implements [outbox.Channels]. The message is a [chat.Reply].
func (c *Channels) Send(ctx context.Context, p outbox.Post, m outbox.Message) (string, error) {
	reply, ok := m.(*chat.Reply)
	if !ok {
		return "", &outbox.Refusal{Trouble: outbox.Invalid, Err: fmt.Errorf("%T is not a message", m)}
	}
	sent := c.bot.messageOf(reply)
	body, err := discordapi.Encode(channelMessage{sent, p.Nonce(c.bot.applicationID), true}, sent.files...)
	if err != nil {
		return "", &outbox.Refusal{Trouble: outbox.Invalid, Err: err}
	}
	response, err := c.bot.api.Do(ctx, "POST", discordgo.EndpointChannelMessages(p.Channel), body)
	if discordapi.Code(err) == discordgo.ErrCodeUnknownMessage {
		return "", nil // Discord knows the nonce; its message has been deleted since
	}
	if err != nil {
		return "", refusal(err)
	}
	var posted struct{ ID string }
	return posted.ID, json.Unmarshal(response, &posted)
}

// Find implements [outbox.Channels]. The last page is the one that reaches back to the
// time before the post can have been sent.
func (c *Channels) Find(ctx context.Context, p outbox.Post, fileName, before string) (outbox.Page, error) {
	const most = 100
	found, err := c.read(ctx, p.Channel, before, most)
	switch {
	case err != nil:
		return outbox.Page{}, err
	case len(found) == 0 && before == "":
		return c.findUnread(ctx, p)
	case len(found) == 0:
		return outbox.Page{}, nil
	}
	for _, m := range found {
		if m.Author.ID == c.bot.userID && m.shows(p.Nonce(c.bot.applicationID), fileName) {
			return outbox.Page{Message: m.ID}, nil
		}
	}
	last := found[len(found)-1].ID
	at, err := discordgo.SnowflakeTimestamp(last)
	if len(found) < most || err != nil || at.Before(p.Since().Add(-clockMargin)) {
		return outbox.Page{}, err
	}
	return outbox.Page{Next: last}, nil
}

// clockMargin is the greatest difference expected between Discord's clock and the
// clock of this machine.
const clockMargin = 10 * time.Minute

// findUnread looks for the post in a channel that shows no message: the channel
// is empty, or the bot may not read its history. In both cases the channel object
// has the id of the last message. If that id is null, or older than the post can be,
// the post is not in the channel.
func (c *Channels) findUnread(ctx context.Context, p outbox.Post) (outbox.Page, error) {
	response, err := c.bot.api.Do(ctx, "GET", discordgo.EndpointChannel(p.Channel), discordapi.Body{})
	switch {
	case discordapi.Temporary(err):
		return outbox.Page{}, refusal(err)
	case err != nil:
		return outbox.Page{Empty: true}, nil
	}
	var channel struct {
		LastMessageID json.RawMessage `json:"last_message_id"` // may be missing
	}
	if err := json.Unmarshal(response, &channel); err != nil {
		return outbox.Page{}, err
	}
	if string(channel.LastMessageID) == "null" {
		return outbox.Page{}, nil
	}
	at, err := discordgo.SnowflakeTimestamp(strings.Trim(string(channel.LastMessageID), `"`))
	return outbox.Page{Empty: err != nil || !at.Before(p.Since().Add(-clockMargin))}, nil
}

// A foundMessage is a message of a channel.
type foundMessage struct {
	ID          string
	Author      struct{ ID string }
	Nonce       any // a text or a number; Discord leaves it out of older messages
	Attachments []struct{ Filename string }
	Components  []shownComponent // they name the files too; Discord may leave out Attachments

	// Answers to interactions have these; posts that nobody waits for do not.
	InteractionMetadata json.RawMessage `json:"interaction_metadata"`
	Interaction         json.RawMessage // its older name
}

// shows reports whether the message is the post with the nonce and a file of that name.
// People choose some texts in answers, so an answer to an interaction is never the post.
func (m foundMessage) shows(nonce, fileName string) bool {
	if isSet(m.InteractionMetadata) || isSet(m.Interaction) {
		return false
	}
	isFile := func(a struct{ Filename string }) bool { return a.Filename == fileName }
	return m.Nonce == nonce || slices.ContainsFunc(m.Attachments, isFile) || showsFile(m.Components, fileName)
}

// A shownComponent is a component of a message, with the pictures that it shows.
type shownComponent struct {
	Components []shownComponent
	Items      []struct{ Media struct{ URL string } }
}

// showsFile reports whether one of the components shows the picture with that name.
func showsFile(components []shownComponent, fileName string) bool {
	for _, c := range components {
		for _, item := range c.Items {
			if address, err := url.Parse(item.Media.URL); err == nil && path.Base(address.Path) == fileName {
				return true
			}
		}
		if showsFile(c.Components, fileName) {
			return true
		}
	}
	return false
}

// isSet reports whether a field of Discord's JSON is there and not null.
func isSet(field json.RawMessage) bool { return len(field) > 0 && string(field) != "null" }

// read returns a channel's last messages before a given one, the newest first. With
// before "" it returns the last ones.
func (c *Channels) read(ctx context.Context, channel, before string, limit int) ([]foundMessage, error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if before != "" {
		query.Set("before", before)
	}
	response, err := c.bot.api.Do(ctx, "GET", discordgo.EndpointChannelMessages(channel)+"?"+query.Encode(), discordapi.Body{})
	if err != nil {
		return nil, refusal(err)
	}
	var found []foundMessage
	return found, json.Unmarshal(response, &found)
}

// OpenThread implements [daily.Channels].
func (c *Channels) OpenThread(ctx context.Context, channel, message, name string) error {
	const dayInMinutes = 24 * 60
	_, err := c.post(ctx, discordgo.EndpointChannelMessageThread(channel, message), map[string]any{
		"name":                  name,
		"auto_archive_duration": dayInMinutes,
	})
	if discordapi.Code(err) == discordgo.ErrCodeThreadAlreadyCreatedForThisMessage {
		return nil // an earlier attempt created it, but the answer was lost
	}
	return refusal(err)
}

// TellDisabled implements [daily.Channels], by a direct message.
func (c *Channels) TellDisabled(ctx context.Context, s daily.Sub) error {
	response, err := c.post(ctx, discordgo.EndpointUserChannels("@me"), map[string]string{"recipient_id": s.SetBy})
	if err != nil {
		return err
	}
	var channel struct{ ID string }
	if err := json.Unmarshal(response, &channel); err != nil {
		return err
	}
	_, err = c.post(ctx, discordgo.EndpointChannelMessages(channel.ID), c.bot.messageOf(c.disabled(s)))
	return err
}

func (c *Channels) post(ctx context.Context, endpoint string, payload any) (response []byte, err error) {
	body, err := discordapi.Encode(payload)
	if err != nil {
		return nil, err
	}
	return c.bot.api.Do(ctx, "POST", endpoint, body)
}

// refusal turns an error into a *outbox.Refusal if the error says that nothing was
// done. Other errors are returned unchanged. /daily-posts shows people the text of a
// Forbidden or Gone refusal.
func refusal(err error) error {
	e, ok := errors.AsType[*discordapi.Error](err)
	if !ok || e.Status < 400 || e.Status >= http.StatusInternalServerError {
		return err
	}
	forbidden := func(reason string) error { return &outbox.Refusal{Trouble: outbox.Forbidden, Err: errors.New(reason)} }
	switch e.Code {
	case discordgo.ErrCodeUnknownChannel:
		return &outbox.Refusal{Trouble: outbox.Gone, Err: errors.New("the channel does not exist")}
	case discordgo.ErrCodeMissingAccess:
		return forbidden("I cannot see the channel (Missing Access)")
	case discordgo.ErrCodeMissingPermissions:
		return forbidden("I am not allowed to post or to attach files there (Missing Permissions)")
	case discordgo.ErrCodePerformedOperationOnArchivedThread:
		return forbidden("the thread is archived")
	}
	switch e.Status {
	case http.StatusTooManyRequests:
		return &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: e.RetryAfter, Global: e.Global, Err: err}
	case http.StatusUnauthorized:
		return &outbox.Refusal{Trouble: outbox.Rejected, Err: errTokenRejected}
	case http.StatusForbidden:
		return forbidden("Discord refuses it: " + cmp.Or(e.Message, "403 Forbidden"))
	}
	return &outbox.Refusal{Trouble: outbox.Invalid, Err: err}
}
