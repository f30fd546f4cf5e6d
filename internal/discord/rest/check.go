package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discord/gateway"
)

// CheckOptions say what is checked, and where. Their Observe is the check's own.
type CheckOptions struct {
	Options
	Channel string        // id of a channel where the bot may post and read the history
	Picture []byte        // a PNG to post
	Wait    time.Duration // how long somebody may take to press the button; 0 for no button
	Nonce   string        // of the post, at most 25 characters; no post of this bot has used it
}

// A Finding says whether Discord does what the bot relies on.
type Finding struct {
	Assumption string // such as “Discord takes the token”
	Seen       Seen
	Detail     string // such as an error; "" for none
}

// Seen is what became of an assumption.
type Seen string

// What can become of an assumption.
const (
	Yes     Seen = "yes"
	No      Seen = "no"
	Remark  Seen = "remark"   // no, but the bot can do without
	NotSeen Seen = "not seen" // nothing happened that could show it
)

// connectTime is how long a session may take to begin, and to resume.
const connectTime = 30 * time.Second

// labelComponent is around each input of a form. discordgo has no name for it yet.
const labelComponent discordgo.ComponentType = 18

// A checker makes one check.
type checker struct {
	CheckOptions
	api      *Client
	limited  atomic.Int64 // answers 429
	findings []Finding

	began   chan begin
	presses chan press
}

// A begin is how a session begins.
type begin string

const (
	anew    begin = "began anew"
	resumed begin = "resumed"
)

// A press is an interaction with the button of the check.
type press struct {
	ID    string `json:"id"`
	Token string `json:"token"`
	Data  struct {
		CustomID string `json:"custom_id"`
	} `json:"data"`
}

// Check finds out what Discord does where its documents leave room, and returns its findings in the
// order in which they were made. An owner with a real token runs the check in a channel of their own.
//
// The check connects, resumes once, posts a message, posts it again, looks for it, edits it,
// opens a form if somebody presses its button, and deletes what it has made. It registers
// nothing. No finding has a token or a name.
func Check(ctx context.Context, o CheckOptions) []Finding {
	c := &checker{CheckOptions: o, began: make(chan begin, 1), presses: make(chan press, 1)}
	o.Observe = func(_, _ string, status int) {
		if status == 429 {
			c.limited.Add(1)
		}
	}
	c.api = New(o.Options)
	if !c.takes("Discord takes the token", c.get(ctx, discordgo.EndpointApplication("@me"))) {
		return c.findings
	}
	client := c.client()
	connected, end := context.WithCancelCause(ctx)
	var connection sync.WaitGroup
	connection.Go(func() { end(client.Run(connected)) })
	began := c.takes("A session begins", c.await(connected, anew))
	if began {
		client.Reconnect()
		c.takes("A session resumes after its connection was lost", c.await(connected, resumed))
	}
	c.talk(ctx, began)
	end(nil)
	connection.Wait()
	limits := Finding{Assumption: "Discord asks the bot to wait (429)", Seen: NotSeen}
	if n := c.limited.Load(); n > 0 {
		limits.Seen, limits.Detail = Yes, fmt.Sprintf("answers with 429: %d", n)
	}
	return append(c.findings, limits)
}

// takes notes whether Discord has done something, and reports so.
func (c *checker) takes(assumption string, err error) bool {
	f := Finding{Assumption: assumption, Seen: Yes}
	if err != nil {
		f.Seen, f.Detail = No, err.Error()
	}
	if TokenRejected(err) {
		f.Detail = ErrTokenRejected.Error()
	}
	if errors.Is(err, errNoNonce) {
		f.Seen = Remark
	}
	c.findings = append(c.findings, f)
	return err == nil
}

// client returns a client for one shard.
func (c *checker) client() *gateway.Client {
	begins := func(way begin) {
		select {
		case c.began <- way:
		default: // nobody waits any more
		}
	}
	return gateway.New(gateway.Options{
		Token: c.Token, Shards: 1, Log: c.Log,
		Info:      c.api.Gateway,
		Connected: func(int, bool) {},
		Ready:     func(int, string, string) { begins(anew) },
		Resumed:   func(int) { begins(resumed) },
		Event: func(name string, data []byte) {
			var p press
			if name == "INTERACTION_CREATE" && json.Unmarshal(data, &p) == nil && p.Data.CustomID == c.buttonID() {
				select {
				case c.presses <- p:
				default:
				}
			}
		},
	})
}

// talk makes the checks in the channel.
func (c *checker) talk(ctx context.Context, connected bool) {
	if !c.takes("The bot sees the channel", c.get(ctx, discordgo.EndpointChannel(c.Channel))) {
		return
	}
	first, err := c.post(ctx)
	if !c.takes("Discord takes a message with a picture and a button", err) {
		return
	}
	made := []string{first}
	second, err := c.post(ctx)
	if err == nil && second != first {
		made, err = append(made, second), errors.New("Discord has posted a second message")
	}
	c.takes("Of two posts with the same nonce Discord keeps one", err)
	c.takes("A look into the channel finds the post by its nonce", c.find(ctx, first))
	_, err = c.send(ctx, "PATCH", discordgo.EndpointChannelMessage(c.Channel, first), c.message("Edited."))
	c.takes("A message can be edited", err)
	c.form(ctx, connected)
	for _, id := range made {
		_, err = c.api.Do(ctx, "DELETE", discordgo.EndpointChannelMessage(c.Channel, id), Body{})
		c.takes("A message can be deleted", err)
	}
}

// await waits until a session begins in this way, while the connection lasts.
func (c *checker) await(connected context.Context, way begin) error {
	select {
	case got := <-c.began:
		if got != way {
			return fmt.Errorf("the session %s", got)
		}
		return nil
	case <-connected.Done():
		return context.Cause(connected)
	case <-time.After(connectTime):
		return fmt.Errorf("nothing came in %v", connectTime)
	}
}

func (c *checker) get(ctx context.Context, endpoint string) error {
	_, err := c.api.Do(ctx, "GET", endpoint, Body{})
	return err
}

func (c *checker) buttonID() string { return "check:" + c.Nonce }

// message returns the message of the check with a text.
func (c *checker) message(text string) map[string]any {
	components := []any{
		map[string]any{"type": discordgo.TextDisplayComponent, "content": "## Check of chess960bot\n" + text},
		map[string]any{"type": discordgo.MediaGalleryComponent,
			"items": []any{map[string]any{"media": map[string]any{"url": "attachment://check.png"}}}},
	}
	if c.Wait > 0 {
		button := map[string]any{"type": discordgo.ButtonComponent,
			"style": discordgo.PrimaryButton, "label": "Press me", "custom_id": c.buttonID()}
		components = append(components, map[string]any{"type": discordgo.ActionsRowComponent, "components": []any{button}})
	}
	return map[string]any{
		"flags": discordgo.MessageFlagsIsComponentsV2, "components": components,
		"attachments":      []any{map[string]any{"id": "0", "filename": "check.png", "description": "A board"}},
		"allowed_mentions": map[string]any{"parse": []any{}},
	}
}

// send sends a message of the check and returns its id.
func (c *checker) send(ctx context.Context, method, endpoint string, message map[string]any) (string, error) {
	body, err := Encode(message, File{Name: "check.png", ContentType: "image/png", Bytes: c.Picture})
	if err != nil {
		return "", err
	}
	answer, err := c.api.Do(ctx, method, endpoint, body)
	if err != nil {
		return "", err
	}
	var posted struct{ ID string }
	return posted.ID, json.Unmarshal(answer, &posted)
}

// post posts the message of the check. The nonce is the same each time.
func (c *checker) post(ctx context.Context) (string, error) {
	m := c.message("This message is deleted when the check ends.")
	m["nonce"], m["enforce_nonce"] = c.Nonce, true
	return c.send(ctx, "POST", discordgo.EndpointChannelMessages(c.Channel), m)
}

// errNoNonce is the error of a message that is shown without its nonce. The bot then knows its
// posts by the names of their files.
var errNoNonce = errors.New("the message is there, its nonce is missing; the bot looks for the name of its file")

// find returns nil if the channel shows a message with its nonce.
func (c *checker) find(ctx context.Context, id string) error {
	var found []struct {
		ID    string
		Nonce any
	}
	if err := c.api.Get(ctx, discordgo.EndpointChannelMessages(c.Channel)+"?limit=10", &found); err != nil {
		return err
	}
	for _, m := range found {
		switch {
		case m.ID != id:
		case m.Nonce == nil || m.Nonce == "":
			return errNoNonce
		case fmt.Sprint(m.Nonce) != c.Nonce:
			return fmt.Errorf("the message is there, its nonce is %q", fmt.Sprint(m.Nonce))
		default:
			return nil
		}
	}
	return fmt.Errorf("the message is not among the last %d", len(found))
}

// form waits until somebody presses the button, and answers with a form.
func (c *checker) form(ctx context.Context, connected bool) {
	const assumption = "A press of a button is answered with a form"
	if c.Wait == 0 || !connected {
		c.findings = append(c.findings, Finding{assumption, NotSeen, "there was no button to press"})
		return
	}
	select {
	case p := <-c.presses:
		input := map[string]any{"type": discordgo.TextInputComponent, "custom_id": "text", "style": discordgo.TextInputShort, "required": false}
		answer := map[string]any{"type": discordgo.InteractionResponseModal, "data": map[string]any{
			"custom_id": c.buttonID(), "title": "The check saw your press",
			"components": []any{map[string]any{"type": labelComponent, "label": "Close this form", "component": input}},
		}}
		_, err := c.api.Post(ctx, discordgo.EndpointInteractionResponse(p.ID, p.Token), answer)
		c.takes(assumption, err)
	case <-ctx.Done():
	case <-time.After(c.Wait):
		c.findings = append(c.findings, Finding{assumption, NotSeen, fmt.Sprintf("nobody pressed the button in %v", c.Wait)})
	}
}
