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

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// Channels sends posts that nobody waits for, and finds those sent earlier. It implements
// [outbox.Channels], the Channels of package feature and [privacy.Servers].
type Channels struct {
	bot *Bot
	api *rest.Client
}

// Channels returns the channels. Wait for Identified before using them.
func (b *Bot) Channels() *Channels { return &Channels{b, b.api.Background()} }

// refusing is the purpose of the slots that refused requests use up.
const refusing = "refused"

// shareRefusals returns the rest.Options.Share of the processes that share the slots: a
// refusal reserves a slot as long as its cost, so the wait for the next one is the time owed.
// It returns nil without slots.
func shareRefusals(slots outbox.Slots) func(context.Context, time.Duration) (time.Duration, error) {
	if slots == nil {
		return nil
	}
	return func(ctx context.Context, cost time.Duration) (owed time.Duration, err error) {
		wait, _, err := slots.ReserveSlots(ctx, refusing, 1, cost)
		return wait + cost, err
	}
}

// A channelMessage is a message that does not answer an interaction. For a repeated
// nonce Discord returns the first message and posts no second one.
type channelMessage struct {
	message
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// Send implements [outbox.Channels]. The message is a [chat.Reply], a [chat.Edit] or a [chat.ServerEvent].
func (c *Channels) Send(ctx context.Context, p outbox.Post, m outbox.Message) (string, error) {
	if edit, ok := m.(*chat.Edit); ok {
		return c.edit(ctx, p, edit)
	}
	if e, ok := m.(*chat.ServerEvent); ok {
		return c.keepServerEvent(ctx, p, e)
	}
	reply, ok := m.(*chat.Reply)
	if !ok {
		return "", &outbox.Refusal{Trouble: outbox.Invalid, Err: fmt.Errorf("%T is not a message", m)}
	}
	sent := c.bot.messageOf(c.printerFor(ctx, p), reply)
	body, err := rest.Encode(channelMessage{sent, p.Nonce(c.bot.applicationID), true}, sent.files...)
	if err != nil {
		return "", &outbox.Refusal{Trouble: outbox.Invalid, Err: err}
	}
	channel, err := c.channelOf(ctx, p)
	if err != nil {
		return "", err
	}
	response, err := c.api.Do(ctx, "POST", discordgo.EndpointChannelMessages(channel), body)
	if rest.Code(err) == discordgo.ErrCodeUnknownMessage {
		return "", nil // Discord knows the nonce; its message has been deleted since
	}
	if err != nil {
		return "", refusal(err)
	}
	c.bot.shown.note(p.Channel, reply.Shows)
	var posted struct{ ID string }
	return posted.ID, json.Unmarshal(response, &posted)
}

// printerFor returns the printer for a post by the clock. Direct messages are in the language
// of the server that they are about.
func (c *Channels) printerFor(ctx context.Context, p outbox.Post) printer {
	return c.bot.printerIn(c.bot.languages.Of(ctx, p.Server).OfPosts())
}

// edit replaces a message of a channel. A message that was deleted stays deleted.
func (c *Channels) edit(ctx context.Context, p outbox.Post, edit *chat.Edit) (string, error) {
	sent := c.bot.messageOf(c.printerFor(ctx, p), edit.Reply)
	body, err := rest.Encode(sent, sent.files...)
	if err != nil {
		return "", &outbox.Refusal{Trouble: outbox.Invalid, Err: err}
	}
	_, err = c.api.Do(ctx, "PATCH", discordgo.EndpointChannelMessage(p.Channel, edit.Message), body)
	if rest.Code(err) == discordgo.ErrCodeUnknownMessage {
		return "", nil
	}
	return edit.Message, refusal(err)
}

// OpenThread implements the Channels of package feature.
func (c *Channels) OpenThread(ctx context.Context, p outbox.Post, message string, name voice.Sentence) error {
	return refusal(c.bot.openThread(ctx, p.Channel, message, c.printerFor(ctx, p).short(name, mostThreadName), dayInMinutes))
}

// channelOf returns the id of the channel to which a post goes. For direct messages Discord
// opens that channel, or names the one that exists.
func (c *Channels) channelOf(ctx context.Context, p outbox.Post) (string, error) {
	if p.Person == "" {
		return p.Channel, nil
	}
	response, err := c.api.Post(ctx, discordgo.EndpointUserChannels("@me"), map[string]string{"recipient_id": p.Person})
	if err != nil {
		return "", refusal(err)
	}
	var channel struct{ ID string }
	err = json.Unmarshal(response, &channel)
	return channel.ID, err
}

// Memberships implements [privacy.Servers].
func (c *Channels) Memberships(ctx context.Context, after string) ([]string, error) {
	query := url.Values{"limit": {"200"}} // the most that Discord lists
	if after != "" {
		query.Set("after", after)
	}
	var found []struct{ ID string }
	if err := c.api.Get(ctx, discordgo.EndpointUserGuilds("@me")+"?"+query.Encode(), &found); err != nil {
		return nil, refusal(err)
	}
	var guilds []string
	for _, guild := range found {
		guilds = append(guilds, guild.ID)
	}
	return guilds, nil
}

// IsMember implements [privacy.Servers]. Discord refuses to show the bot a server of which
// it is no member.
func (c *Channels) IsMember(ctx context.Context, guild string) (bool, error) {
	_, err := c.api.Do(ctx, "GET", discordgo.EndpointGuild(guild), rest.Body{})
	switch rest.Code(err) {
	case discordgo.ErrCodeUnknownGuild, discordgo.ErrCodeMissingAccess:
		return false, nil
	}
	return err == nil, refusal(err)
}

// directPause is how long to wait if Discord says that the bot opens direct messages too
// fast. Discord does not say how long.
const directPause = 10 * time.Minute

// refusal turns an error into a *outbox.Refusal if the error says that nothing was
// done. Other errors are returned unchanged, such as those of a proxy.
func refusal(err error) error {
	e, ok := errors.AsType[*rest.Error](err)
	if !ok || e.Unclear() {
		return err
	}
	forbidden := func(reason string) error { return &outbox.Refusal{Trouble: outbox.Forbidden, Reason: reason, Err: err} }
	switch e.Code {
	case discordgo.ErrCodeOpeningDirectMessagesTooFast:
		return &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: cmp.Or(e.RetryAfter, directPause), Err: err}
	case discordgo.ErrCodeUnknownChannel:
		return &outbox.Refusal{Trouble: outbox.Gone, Err: err}
	case discordgo.ErrCodeMissingAccess:
		return forbidden(outbox.NoAccess)
	case discordgo.ErrCodeMissingPermissions:
		return forbidden(outbox.NoPermission)
	case discordgo.ErrCodePerformedOperationOnArchivedThread:
		return forbidden(outbox.Archived)
	}
	switch e.Status {
	case http.StatusTooManyRequests:
		return &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: e.RetryAfter, Global: e.Global, Err: err}
	case http.StatusUnauthorized:
		return &outbox.Refusal{Trouble: outbox.Rejected, Err: rest.ErrTokenRejected}
	case http.StatusForbidden:
		return forbidden(e.Message)
	}
	return &outbox.Refusal{Trouble: outbox.Invalid, Err: err}
}

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

// Missing implements the Channels of package feature. It adds the permissions of the bot's roles and of the
// channel, as Discord does. A thread has the permissions of its channel.
func (c *Channels) Missing(ctx context.Context, channel string, retry outbox.Retry) (int64, error) {
	var found struct {
		Type       discordgo.ChannelType
		GuildID    string                           `json:"guild_id"`
		ParentID   string                           `json:"parent_id"`
		Overwrites []*discordgo.PermissionOverwrite `json:"permission_overwrites"`
	}
	hidden := false
	ask := func(endpoint string, into any) error {
		return retry(ctx, func(ctx context.Context) error {
			err := c.api.Get(ctx, endpoint, into)
			hidden = rest.Code(err) == discordgo.ErrCodeMissingAccess
			return refusal(err)
		})
	}
	err := ask(discordgo.EndpointChannel(channel), &found)
	if hidden {
		return discordgo.PermissionViewChannel, nil
	}
	if err != nil {
		return 0, err
	}
	thread := chat.IsThread(found.Type)
	if thread {
		if err := ask(discordgo.EndpointChannel(found.ParentID), &found); err != nil {
			return 0, err
		}
	}
	var guild struct {
		OwnerID string `json:"owner_id"`
		Roles   []*discordgo.Role
	}
	if err := ask(discordgo.EndpointGuild(found.GuildID), &guild); err != nil {
		return 0, err
	}
	var member struct{ Roles []string }
	if err := ask(discordgo.EndpointGuildMember(found.GuildID, c.bot.userID), &member); err != nil {
		return 0, err
	}
	state := discordgo.NewState() // computes what the bot may do
	err = state.GuildAdd(&discordgo.Guild{
		ID: found.GuildID, OwnerID: guild.OwnerID, Roles: guild.Roles,
		Channels: []*discordgo.Channel{{ID: channel, GuildID: found.GuildID, PermissionOverwrites: found.Overwrites}},
		Members:  []*discordgo.Member{{GuildID: found.GuildID, User: &discordgo.User{ID: c.bot.userID}, Roles: member.Roles}},
	})
	if err != nil {
		return 0, err
	}
	granted, err := state.UserChannelPermissions(c.bot.userID, channel)
	return chat.MissingToPost(granted, thread), err
}
