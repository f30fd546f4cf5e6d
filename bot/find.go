package bot

import (
	"context"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
)

// Find implements [outbox.Channels]. The last page is the one that reaches back to the
// time before the post can have been sent.
func (c *Channels) Find(ctx context.Context, p outbox.Post, mark, before string) (outbox.Page, error) {
	const most = 100
	var err error
	if p.Channel, err = c.channelOf(ctx, p); err != nil {
		return outbox.Page{}, err
	}
	query := url.Values{"limit": {strconv.Itoa(most)}}
	if before != "" {
		query.Set("before", before)
	}
	var found []foundMessage // the newest first
	err = refusal(c.api.Get(ctx, discordgo.EndpointChannelMessages(p.Channel)+"?"+query.Encode(), &found))
	switch {
	case err != nil:
		return outbox.Page{}, err
	case len(found) == 0 && before == "":
		return c.findUnread(ctx, p)
	case len(found) == 0:
		return outbox.Page{}, nil
	}
	for _, m := range found {
		if m.Author.ID == c.bot.userID && m.shows(p.Nonce(c.bot.applicationID), mark) {
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
	response, err := c.api.Do(ctx, "GET", discordgo.EndpointChannel(p.Channel), rest.Body{})
	switch {
	case rest.Temporary(err):
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

// shows reports whether the message is the post with the nonce, or has a file of that name
// or a button with that custom id. People choose some texts in answers, so an answer to an
// interaction is never the post.
func (m foundMessage) shows(nonce, mark string) bool {
	if isSet(m.InteractionMetadata) || isSet(m.Interaction) {
		return false
	}
	isFile := func(a struct{ Filename string }) bool { return a.Filename == mark }
	return m.Nonce == nonce || slices.ContainsFunc(m.Attachments, isFile) || hasMark(m.Components, mark)
}

// A shownComponent is a component of a message, with the pictures that it shows.
type shownComponent struct {
	CustomID   string `json:"custom_id"`
	Components []shownComponent
	Items      []struct{ Media struct{ URL string } }
}

// hasMark reports whether one of the components shows the picture with that name, or has
// that custom id.
func hasMark(components []shownComponent, mark string) bool {
	for _, c := range components {
		if c.CustomID == mark {
			return true
		}
		for _, item := range c.Items {
			if address, err := url.Parse(item.Media.URL); err == nil && path.Base(address.Path) == mark {
				return true
			}
		}
		if hasMark(c.Components, mark) {
			return true
		}
	}
	return false
}

// isSet reports whether a field of Discord's JSON is there and not null.
func isSet(field json.RawMessage) bool { return len(field) > 0 && string(field) != "null" }
