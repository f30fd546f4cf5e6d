package discordtest

import (
	"encoding/json"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

// Message types, as in Discord's documentation.
const (
	messagePlain     = 0
	messageReply     = 19
	messageOfCommand = 20
)

// Message is the state of a message at one moment. A Message never changes: an edit
// makes a new Message with the same ID.
type Message struct {
	ID, GuildID, ChannelID string
	Type                   int
	Flags                  int
	Content                string
	Components             json.RawMessage // an array, with ids and media as Discord returns them
	Attachments            []Attachment
	Author                 User
	For                    User // of an ephemeral message: the only person who sees it
	InteractionUser        User // the person whose interaction the message answers, if any
	Created, Edited        time.Time
	Pings                  Pings // whom the message notified when it was sent

	nonce   string
	bare    bool   // the files are not listed
	pinged  []User // Pings.Users
	thread  any    // the thread on this message, as it was when it began
	cause   *cause // nil if the message answers no interaction
	webhook bool   // sent with an interaction's token
}

// cause is the interaction that a message answers.
type cause struct {
	id, command string
	kind        int
	pressed     string         // the message with the button, for a component
	target      string         // the message that a message command was used on
	owners      map[int]string // who installed the app, by integration type
}

// Private reports whether the message is ephemeral.
func (m *Message) Private() bool { return m.Flags&validate.FlagEphemeral != 0 }

// V2 reports whether the message consists only of components.
func (m *Message) V2() bool { return m.Flags&validate.FlagComponentsV2 != 0 }

// Command returns the slash command or message command that the message answers, or
// "".
func (m *Message) Command() string {
	if m.cause == nil || m.cause.kind != kindCommand {
		return ""
	}
	return m.cause.command
}

// Pressed returns the id of the message whose component was used, if this message
// answers that, or "".
func (m *Message) Pressed() string {
	if m.cause == nil {
		return ""
	}
	return m.cause.pressed
}

// Target returns the id of the message that a message command was used on, if this
// message answers that, or "".
func (m *Message) Target() string {
	if m.cause == nil {
		return ""
	}
	return m.cause.target
}

func (m *Message) place() Place { return Place{m.GuildID, m.ChannelID} }

// messageJSON is Discord's message object.
type messageJSON struct {
	ID                  string           `json:"id"`
	ChannelID           string           `json:"channel_id"`
	GuildID             string           `json:"guild_id,omitempty"`
	Type                int              `json:"type"`
	Content             string           `json:"content"`
	Mentions            []userJSON       `json:"mentions"`
	MentionRoles        []string         `json:"mention_roles"`
	MentionEveryone     bool             `json:"mention_everyone"`
	Attachments         []attachmentJSON `json:"attachments"`
	Embeds              []string         `json:"embeds"` // always empty
	Components          json.RawMessage  `json:"components"`
	Timestamp           string           `json:"timestamp"`
	EditedTimestamp     *string          `json:"edited_timestamp"`
	Flags               int              `json:"flags"`
	Author              userJSON         `json:"author"`
	Pinned              bool             `json:"pinned"`
	TTS                 bool             `json:"tts"`
	ApplicationID       string           `json:"application_id,omitempty"`
	WebhookID           string           `json:"webhook_id,omitempty"`
	Nonce               string           `json:"nonce,omitempty"`
	Interaction         *answeredJSON    `json:"interaction,omitempty"`
	InteractionMetadata *metadataJSON    `json:"interaction_metadata,omitempty"`
	MessageReference    *referenceJSON   `json:"message_reference,omitempty"`
	Thread              any              `json:"thread,omitempty"`
}

type referenceJSON struct {
	Type      int    `json:"type"`
	ChannelID string `json:"channel_id"`
	MessageID string `json:"message_id"`
	GuildID   string `json:"guild_id,omitempty"`
}

func (a *Attachment) json(private bool) attachmentJSON {
	return attachmentJSON{
		ID: a.ID, Filename: a.Filename, Description: a.Description, ContentType: a.ContentType,
		Size: a.Size, URL: a.URL, ProxyURL: a.URL, Width: a.Width, Height: a.Height, Ephemeral: private,
	}
}

type attachmentJSON struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// answeredJSON is the older form of metadataJSON. Discord still sends it for commands.
type answeredJSON struct {
	ID   string   `json:"id"`
	Type int      `json:"type"`
	Name string   `json:"name"`
	User userJSON `json:"user"`
}

type metadataJSON struct {
	ID                           string         `json:"id"`
	Type                         int            `json:"type"`
	User                         userJSON       `json:"user"`
	AuthorizingIntegrationOwners map[int]string `json:"authorizing_integration_owners"`
	InteractedMessageID          string         `json:"interacted_message_id,omitempty"`
	TargetMessageID              string         `json:"target_message_id,omitempty"`
}

// json returns the message object that Discord sends to the bot. It has no guild_id.
func (m *Message) json() *messageJSON {
	j := &messageJSON{
		ID: m.ID, ChannelID: m.ChannelID, Type: m.Type, Content: m.Content,
		Mentions: []userJSON{}, MentionRoles: []string{}, Attachments: []attachmentJSON{},
		Embeds: []string{}, Components: orEmpty(m.Components),
		Timestamp: timestamp(m.Created), Flags: m.Flags, Author: m.Author.json(), Nonce: m.nonce, Thread: m.thread,
	}
	j.mentions(m)
	if !m.Edited.IsZero() {
		edited := timestamp(m.Edited)
		j.EditedTimestamp = &edited
	}
	for _, a := range m.listed() {
		j.Attachments = append(j.Attachments, a.json(m.Private()))
	}
	if m.webhook {
		j.ApplicationID, j.WebhookID = ApplicationID, ApplicationID
	}
	if c := m.cause; c != nil {
		j.InteractionMetadata = c.metadata(m)
		if m.Type == messageReply && c.pressed != "" {
			j.MessageReference = &referenceJSON{0, m.ChannelID, c.pressed, m.GuildID}
		}
		if c.kind == kindCommand {
			j.Interaction = &answeredJSON{c.id, c.kind, c.command, m.InteractionUser.json()}
		}
	}
	return j
}

// fetched returns the message object in the answer to a request for messages. Without
// the privileged intent, everything that other people sent to a server is left out.
func (m *Message) fetched() *messageJSON {
	j := m.json()
	if m.Author != Bot && !m.place().direct() {
		j.Content, j.Attachments, j.Components = "", []attachmentJSON{}, orEmpty(nil)
	}
	return j
}

// listed returns the attachments that Discord lists.
func (m *Message) listed() []Attachment {
	if m.bare && m.V2() {
		return nil
	}
	return m.Attachments
}

// mentions fills in the mentioned users and roles.
func (j *messageJSON) mentions(m *Message) {
	j.MentionEveryone = m.Pings.Everyone
	j.MentionRoles = append(j.MentionRoles, m.Pings.Roles...)
	for _, u := range m.pinged {
		j.Mentions = append(j.Mentions, u.json())
	}
}

func (c *cause) metadata(m *Message) *metadataJSON {
	return &metadataJSON{
		ID: c.id, Type: c.kind, User: m.InteractionUser.json(), AuthorizingIntegrationOwners: c.owners,
		InteractedMessageID: c.pressed, TargetMessageID: c.target,
	}
}

func orEmpty(array json.RawMessage) json.RawMessage {
	if array == nil {
		return json.RawMessage("[]")
	}
	return array
}
