package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
)

// A callback is the first answer to an interaction, as Discord reads it.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data"` // a message, or choices
}

// A message is what we ever send of Discord's message object. Attachments and
// mentions are always there: an edit keeps the pictures that the list does not
// drop, and without the mentions Discord would ping whoever a text names.
type message struct {
	Flags           discordgo.MessageFlags `json:"flags"`
	Components      []commands.Component   `json:"components"`
	Attachments     []attachment           `json:"attachments"`
	AllowedMentions allowedMentions        `json:"allowed_mentions"`
}

// An attachment ties a file of the request to its name and alt text. The id is
// the file's place in the request.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

type allowedMentions struct {
	Parse []string `json:"parse"`           // kinds of mention that ping whoever they name: none
	Roles []string `json:"roles,omitempty"` // ids of the roles that may be pinged
}

// messageOf lays a reply out as a message.
func messageOf(r *commands.Reply) message {
	m := message{
		Flags:           discordgo.MessageFlagsIsComponentsV2,
		Components:      r.Components,
		Attachments:     make([]attachment, len(r.Pictures)),
		AllowedMentions: allowedMentions{Parse: []string{}},
	}
	if r.Private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	for i, p := range r.Pictures {
		m.Attachments[i] = attachment{strconv.Itoa(i), p.Name, p.Alt}
	}
	return m
}

// callback answers an interaction. While the context lasts it tries again what
// was rate-limited or went wrong on the way: should Discord have had the answer
// already, it says so, and nothing happens twice.
func (b *Bot) callback(ctx context.Context, i *interaction, answer body) error {
	const pause = 200 * time.Millisecond
	endpoint := discordgo.EndpointInteractionResponse(i.ID, i.Token)
	for {
		_, err := b.request(ctx, "POST", endpoint, answer)
		wait := pause
		if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
			wait = max(pause, limit.RetryAfter) // it may say 0
		} else if err == nil || !transient(err) {
			return err
		}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || !sleep(ctx, wait) {
			return err
		}
	}
}

// transient reports whether an error may be gone the next time: Discord's
// servers or the way to them failed.
func transient(err error) bool {
	refused, ok := errors.AsType[*discordgo.RESTError](err)
	return !ok || refused.Response.StatusCode >= http.StatusInternalServerError
}

// code returns Discord's error code in an error, 0 for none.
func code(err error) int {
	if r, ok := errors.AsType[*discordgo.RESTError](err); ok && r.Message != nil {
		return r.Message.Code
	}
	return 0
}

// request makes one request and never waits for a rate limit: discordgo would
// sleep whatever the context says, and keep a bucket for every address for ever.
// So each request has a limiter of its own; a limit that Discord sets comes back
// as a *discordgo.RateLimitError, for the caller to obey.
func (b *Bot) request(ctx context.Context, method, url string, payload body) ([]byte, error) {
	answer, err := b.rest.RequestWithLockedBucket(method, url, payload.contentType, payload.bytes,
		discordgo.NewRatelimiter().LockBucket(url), 0, discordgo.WithContext(ctx))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	return answer, nil
}
