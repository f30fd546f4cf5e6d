package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
)

// A callback is the first answer to an interaction, as Discord reads it.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data message                           `json:"data"`
}

// A message is what we ever send of Discord's message object. Attachments and
// mentions are always there: an edit keeps the pictures that the list does not
// drop, and without the mentions Discord would ping whoever a text names.
type message struct {
	Flags           discordgo.MessageFlags       `json:"flags"`
	Components      []discordgo.MessageComponent `json:"components"`
	Attachments     []attachment                 `json:"attachments"`
	AllowedMentions allowedMentions              `json:"allowed_mentions"`
}

// An attachment ties a file of the request to its name and alt text. The id is
// the file's place in the request.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

type allowedMentions struct {
	Parse []string `json:"parse"`
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

// send answers an interaction with a reply.
func (b *Bot) send(ctx context.Context, i *discordgo.Interaction, r *commands.Reply) error {
	kind := discordgo.InteractionResponseChannelMessageWithSource
	if r.Edit {
		kind = discordgo.InteractionResponseUpdateMessage
	}
	contentType, body, err := encode(callback{kind, messageOf(r)}, r.Pictures)
	if err != nil {
		return fmt.Errorf("encode the answer: %w", err)
	}
	return b.post(ctx, discordgo.EndpointInteractionResponse(i.ID, i.Token), contentType, body, bucket(i.Token))
}

// encode makes the body of a request: JSON, or with pictures a form.
func encode(payload any, pictures []commands.Picture) (contentType string, body []byte, err error) {
	if len(pictures) == 0 {
		body, err = json.Marshal(payload)
		return "application/json", body, err
	}
	files := make([]*discordgo.File, len(pictures))
	for i, p := range pictures {
		files[i] = &discordgo.File{Name: p.Name, ContentType: "image/png", Reader: bytes.NewReader(p.PNG)}
	}
	return discordgo.MultipartBodyWithJSON(payload, files)
}

// post sends a request. A rate limit is waited for as long as the context
// lasts.
func (b *Bot) post(ctx context.Context, url, contentType string, body []byte, bucket string) error {
	for {
		_, err := b.session.RequestRaw("POST", url, contentType, body, bucket, 0, discordgo.WithContext(ctx))
		limit, limited := errors.AsType[*discordgo.RateLimitError](err)
		if !limited || !sleep(ctx, limit.RetryAfter) {
			return err
		}
	}
}

// buckets is how many rate-limit buckets the callbacks share. discordgo keeps a
// bucket for ever, so that one an interaction would be a leak, and lets one
// request of a bucket through at a time, so that there must be many.
const buckets = 256

func bucket(token string) string {
	return "callback-" + strconv.Itoa(int(crc32.ChecksumIEEE([]byte(token))%buckets))
}
