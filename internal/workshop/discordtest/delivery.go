package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Answer is what a person got for an interaction.
type Answer struct {
	ID, Token string // of the interaction
	Type      int    // of the first answer, one of the Answer constants
	Message   *Message
	Updated   bool            // Message is an edit of the message with the used component
	Choices   []Choice        // of an autocompletion
	Modal     json.RawMessage // the form that opens
	After     time.Duration   // until the answer
}

// Detail changes an interaction before it is sent.
type Detail func(*interactionJSON)

// Locale sets the person's language. The default is "en-US".
func Locale(tag string) Detail { return func(j *interactionJSON) { j.Locale = tag } }

// ServerLocale sets the language of the server, if there is one. The default is "en-US".
func ServerLocale(tag string) Detail {
	return func(j *interactionJSON) {
		if j.GuildID != "" {
			j.GuildLocale = tag
		}
	}
}

// Permissions sets what the person may do in the channel.
func Permissions(bits uint64) Detail {
	return func(j *interactionJSON) {
		if j.Member != nil {
			j.Member.Permissions = strconv.FormatUint(bits, 10)
		}
	}
}

// AppPermissions sets what the bot may do in the channel.
func AppPermissions(bits uint64) Detail {
	return func(j *interactionJSON) { j.AppPermissions = strconv.FormatUint(bits, 10) }
}

// BetweenPeople makes direct messages with the bot those of a group or of two people: the
// bot is not a member, and the person has installed the app.
func BetweenPeople() Detail {
	return func(j *interactionJSON) {
		j.Context = 2
		j.Owners = map[int]string{installedByUser: j.User.ID}
	}
}

// interactionJSON is Discord's interaction object.
type interactionJSON struct {
	ID             string         `json:"id"`
	ApplicationID  string         `json:"application_id"`
	Type           int            `json:"type"`
	Token          string         `json:"token"`
	Version        int            `json:"version"`
	Data           any            `json:"data"`
	GuildID        string         `json:"guild_id,omitempty"`
	Guild          any            `json:"guild,omitempty"`
	ChannelID      string         `json:"channel_id"`
	Channel        map[string]any `json:"channel"`
	Member         *memberJSON    `json:"member,omitempty"`
	User           *userJSON      `json:"user,omitempty"`
	Message        *messageJSON   `json:"message,omitempty"`
	AppPermissions string         `json:"app_permissions"`
	Locale         string         `json:"locale"`
	GuildLocale    string         `json:"guild_locale,omitempty"`
	Entitlements   []string       `json:"entitlements"`
	Owners         map[int]string `json:"authorizing_integration_owners"`
	Context        int            `json:"context"`
	SizeLimit      int            `json:"attachment_size_limit"`
}

// interactionJSON returns the interaction object that Discord sends to the bot.
func (s *Server) interactionJSON(it *interaction, data any) *interactionJSON {
	p := it.place
	s.enter(it.who, p)
	ch, _ := s.history.info(p.ChannelID)
	j := &interactionJSON{
		ID: it.id, ApplicationID: ApplicationID, Type: it.kind, Token: it.token, Version: 1, Data: data,
		ChannelID: p.ChannelID, AppPermissions: s.appPermissions(ch), Locale: "en-US",
		Entitlements: []string{}, Owners: it.owners, SizeLimit: validate.MaxFile,
	}
	if p.direct() {
		user := it.who.json()
		j.User, j.Context = &user, 1
		j.Channel = ch.partialJSON("", j.AppPermissions)
		return j
	}
	j.GuildID, j.GuildLocale = p.GuildID, "en-US"
	j.Guild = map[string]any{"id": p.GuildID, "locale": "en-US", "features": []string{}}
	j.Member = it.who.member(strconv.Itoa(memberPermissions))
	j.Channel = ch.partialJSON(j.Member.Permissions, j.AppPermissions)
	return j
}

// send applies the details to an interaction and delivers the result.
func (s *Server) send(ctx context.Context, it *interaction, j *interactionJSON, details []Detail) (*Answer, error) {
	for _, update := range details {
		update(j)
	}
	j.repeatPermissions()
	payload, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	return s.deliver(ctx, it, payload)
}

// repeatPermissions copies the permissions of the person and the bot to the channels
// of the interaction, which name them as well.
func (j *interactionJSON) repeatPermissions() {
	if j.Member == nil {
		return
	}
	j.Channel["permissions"], j.Channel["app_permissions"] = j.Member.Permissions, j.AppPermissions
	if data, ok := j.Data.(*commandJSON); ok && data.Resolved != nil {
		for id, channel := range data.Resolved.Channels {
			channel["permissions"] = j.Member.Permissions
			if id == j.ChannelID {
				channel["app_permissions"] = j.AppPermissions
			}
		}
	}
}

// deliver sends an interaction to the bot and waits for the answer.
func (s *Server) deliver(ctx context.Context, it *interaction, payload []byte) (*Answer, error) {
	s.enter(it.who, it.place)
	s.interactions.add(it)
	if err := s.Gateway.Dispatch("INTERACTION_CREATE", payload); err != nil {
		return nil, err
	}
	if err := s.awaitAnswer(ctx, it); err != nil {
		return nil, err
	}
	return it.takeAnswer(), nil
}

// awaitAnswer waits for the answer until the deadline.
func (s *Server) awaitAnswer(ctx context.Context, it *interaction) error {
	timer := time.NewTimer(s.deadline)
	defer timer.Stop()
	select {
	case <-it.answered:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", it, ctx.Err())
	case <-timer.C:
	}
	if !it.expire() {
		return nil // the answer came at the last moment
	}
	if !it.raw {
		s.record.breach("%s was not answered within %v", it, s.deadline)
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.refused != nil {
		return fmt.Errorf("%w: %s: its answer was refused: %w", ErrNoAnswer, it, it.refused)
	}
	return fmt.Errorf("%w: %s", ErrNoAnswer, it)
}

// takeAnswer moves the answer out of the interaction. The interaction stays in memory
// for its token, but must not keep messages and their files.
func (it *interaction) takeAnswer() *Answer {
	it.mu.Lock()
	defer it.mu.Unlock()
	answer := it.answer
	it.answer = Answer{}
	return &answer
}
