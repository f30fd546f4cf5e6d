package discordtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Answer is what a person got for an interaction.
type Answer struct {
	ID, Token string // of the interaction
	Type      int    // of the first answer, one of the Answer constants
	Message   *Message
	Updated   bool            // Message is the pressed one, edited
	Choices   []Choice        // of an autocompletion
	Modal     json.RawMessage // the form that opens
	After     time.Duration   // until the first answer
	Settled   time.Duration   // until a deferred answer was there; else as After
}

// Detail changes an interaction before it is sent.
type Detail func(*interactionJSON)

// Locale sets the person's language; "en-US" if not set.
func Locale(tag string) Detail { return func(j *interactionJSON) { j.Locale = tag } }

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

// interactionJSON is the interaction as Discord dispatches it.
func (s *Server) interactionJSON(it *interaction, data any) *interactionJSON {
	p := it.place
	s.enter(it.who, p)
	ch, _ := s.history.info(p.ChannelID)
	j := &interactionJSON{
		ID: it.id, ApplicationID: ApplicationID, Type: it.kind, Token: it.token, Version: 1, Data: data,
		ChannelID: p.ChannelID, AppPermissions: ch.permissions(), Locale: "en-US",
		Entitlements: []string{}, Owners: it.owners, SizeLimit: maxFile,
	}
	if p.direct() {
		user := it.who.json()
		j.User, j.Context = &user, 1
		j.Channel = ch.resolved("")
		return j
	}
	j.GuildID, j.GuildLocale = p.GuildID, "en-US"
	j.Guild = map[string]any{"id": p.GuildID, "locale": "en-US", "features": []string{}}
	j.Member = it.who.member(strconv.Itoa(memberPermissions))
	j.Channel = ch.resolved(j.Member.Permissions)
	return j
}

// ask sends an interaction to the bot and waits for its answer: at most the
// deadline for the first one, then for what it deferred.
func (s *Server) ask(ctx context.Context, it *interaction, payload []byte) (*Answer, error) {
	s.enter(it.who, it.place)
	s.interactions.add(it)
	if err := s.gateway.dispatch("INTERACTION_CREATE", payload); err != nil {
		return nil, err
	}
	if err := s.first(ctx, it); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.tokenLife, errors.New("the token has expired"))
	defer cancel()
	select {
	case <-it.settled:
	case <-ctx.Done():
		return nil, fmt.Errorf("%s: the deferred answer did not come: %w", it, context.Cause(ctx))
	}
	return it.handOver(), nil
}

// handOver gives the answer away; the interaction, which lives on for its
// token's sake, does not hold on to messages and their files.
func (it *interaction) handOver() *Answer {
	it.mu.Lock()
	defer it.mu.Unlock()
	answer := it.answer
	it.answer = Answer{}
	return &answer
}

// first waits for the first answer.
func (s *Server) first(ctx context.Context, it *interaction) error {
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

func (s *Server) tell(ctx context.Context, it *interaction, j *interactionJSON, details []Detail) (*Answer, error) {
	for _, change := range details {
		change(j)
	}
	j.agree()
	payload, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	return s.ask(ctx, it, payload)
}

// agree makes the channels of the interaction say what the details say.
func (j *interactionJSON) agree() {
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

// Press presses a button of a message as it is now.
func (s *Server) Press(ctx context.Context, who User, m *Message, customID string, details ...Detail) (*Answer, error) {
	now, c, err := s.widget(who, m, customID)
	if err != nil {
		return nil, err
	}
	if c.Type != typeButton {
		return nil, fmt.Errorf("component %q is no button", customID)
	}
	data := map[string]any{"component_type": c.Type, "custom_id": customID, "id": c.ID}
	return s.use(ctx, who, now, c, data, details)
}

// Select chooses values in a select menu of a message as it is now.
func (s *Server) Select(ctx context.Context, who User, m *Message, customID string, values ...string) (*Answer, error) {
	now, c, err := s.widget(who, m, customID)
	if err != nil {
		return nil, err
	}
	if err := c.choose(values); err != nil {
		return nil, err
	}
	data := map[string]any{"component_type": c.Type, "custom_id": customID, "id": c.ID, "values": slices.Concat([]string{}, values)}
	return s.use(ctx, who, now, c, data, nil)
}

// choose tells whether a person could choose these values.
func (c *Component) choose(values []string) error {
	if !isSelect(c.Type) {
		return fmt.Errorf("component %q is no select menu", c.CustomID)
	}
	for _, v := range values {
		if c.Type == typeMenu && !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == v }) {
			return fmt.Errorf("select menu %q has no option %q", c.CustomID, v)
		}
	}
	if c.MinValues != nil && len(values) < *c.MinValues || c.MaxValues != nil && len(values) > *c.MaxValues {
		return fmt.Errorf("select menu %q does not admit %d values", c.CustomID, len(values))
	}
	return nil
}

// widget finds a component that this person can see and use.
func (s *Server) widget(who User, m *Message, customID string) (*Message, *Component, error) {
	now := s.Message(m)
	if now == nil {
		return nil, nil, errors.New("the message is gone")
	}
	if now.Private() && now.For != who {
		return nil, nil, fmt.Errorf("%s cannot see the message", who.Name)
	}
	var found *Component
	walk(now.Tree(), func(c *Component) {
		if c.CustomID == customID {
			found = c
		}
	})
	switch {
	case found == nil || customID == "":
		return nil, nil, fmt.Errorf("the message has no component %q", customID)
	case found.Disabled:
		return nil, nil, fmt.Errorf("component %q is disabled", customID)
	}
	return now, found, nil
}

func (s *Server) use(ctx context.Context, who User, m *Message, c *Component, data any, details []Detail) (*Answer, error) {
	it := s.newInteraction(kindComponent, who, m.place())
	it.command, it.pressed = c.CustomID, m.ID
	j := s.interactionJSON(it, data)
	j.Message = m.json()
	return s.tell(ctx, it, j, details)
}
