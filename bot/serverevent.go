package bot

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/discord/rest"
	"chess960bot/internal/outbox"
)

// A serverEvent has the fields of Discord's scheduled event that the bot sends.
type serverEvent struct {
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Starts      *time.Time `json:"scheduled_start_time,omitempty"`
	Ends        time.Time  `json:"scheduled_end_time"`
	Image       string     `json:"image,omitempty"`
	Privacy     int        `json:"privacy_level"`
	Type        int        `json:"entity_type"`
	Channel     *string    `json:"channel_id"` // null: the event happens elsewhere than in a voice channel
	Place       place      `json:"entity_metadata"`
}

type place struct {
	Location string `json:"location"`
}

// A listedEvent is a scheduled event in a server.
type listedEvent struct {
	ID          string
	Name        string
	Description string
	Creator     string    `json:"creator_id"`
	Starts      time.Time `json:"scheduled_start_time"`
	Status      discordgo.GuildScheduledEventStatus
	Interested  int `json:"user_count"`
}

// errFinished is Discord's code for a change of an event that has ended or was cancelled.
const errFinished = 180000

// countTime is how long an answer waits for the number of people who are interested.
const countTime = time.Second

// mostEventText is the most characters of a description.
const mostEventText = 1000

// keepServerEvent makes, changes or ends an event in the list of a server, and returns its id. It returns ""
// for an event that is gone or over, and for one that was only sought.
//
// Discord knows no nonce of an event, so before one is made, the list is looked through for what an earlier
// attempt may have made.
func (c *Channels) keepServerEvent(ctx context.Context, p outbox.Post, e *chat.ServerEvent) (id string, err error) {
	switch {
	case e.ID == "":
		id, err = c.makeServerEvent(ctx, p, e)
	case !e.EndedAt.IsZero():
		id, err = e.ID, c.endServerEvent(ctx, p, e)
	default:
		id, err = e.ID, c.patchServerEvent(ctx, p, e.ID, c.serverEventOf(ctx, p, e))
	}
	switch rest.Code(err) {
	case discordgo.ErrCodeUnknownGuildScheduledEvent, errFinished: // a moderator, or Discord by the clock
		return "", nil
	case discordgo.ErrCodeMaximumNumberOfUncompletedGuildScheduledEventsReached:
		return "", &outbox.Refusal{Trouble: outbox.Forbidden, Reason: outbox.ListFull, Err: err}
	}
	return id, refusal(err)
}

// serverEventOf returns what Discord gets of an event.
func (c *Channels) serverEventOf(ctx context.Context, p outbox.Post, e *chat.ServerEvent) serverEvent {
	text := c.printerFor(ctx, p).short(e.Description, mostEventText-len(markLine(e.Mark))) + markLine(e.Mark)
	sent := serverEvent{
		Name: e.Name, Description: text, Ends: e.Ends, Place: place{e.Place},
		Privacy: int(discordgo.GuildScheduledEventPrivacyLevelGuildOnly), Type: int(discordgo.GuildScheduledEventEntityTypeExternal),
	}
	if !e.Starts.IsZero() {
		sent.Starts = &e.Starts
	}
	if e.Picture != nil {
		sent.Image = "data:image/png;base64," + base64.StdEncoding.EncodeToString(e.Picture)
	}
	return sent
}

// markLine is the last line of a description with a mark.
func markLine(mark string) string {
	if mark == "" {
		return ""
	}
	return "\n(" + mark + ")"
}

// isMade reports whether an event of the bot in the list is the one that an earlier attempt has made: it has the same name
// and start, and its own mark or none.
func (l listedEvent) isMade(e *chat.ServerEvent) bool {
	same := strings.Join(strings.Fields(l.Name), " ") == strings.Join(strings.Fields(e.Name), " ") && l.Starts.Equal(e.Starts)
	mark := strings.TrimSuffix(l.Description[strings.LastIndex(l.Description, "(")+1:], ")")
	if !chat.IsSnowflake(mark) {
		mark = ""
	}
	return same && mark == e.Mark
}

func (c *Channels) makeServerEvent(ctx context.Context, p outbox.Post, e *chat.ServerEvent) (string, error) {
	endpoint := discordgo.EndpointGuildScheduledEvents(p.Server)
	var list []listedEvent
	if err := c.api.Get(ctx, endpoint, &list); err != nil {
		return "", err
	}
	made := slices.IndexFunc(list, func(l listedEvent) bool { return l.Creator == c.bot.userID && l.isMade(e) })
	if made >= 0 {
		return list[made].ID, nil
	}
	if e.Sought {
		return "", nil
	}
	response, err := c.api.Post(ctx, endpoint, c.serverEventOf(ctx, p, e))
	if err != nil {
		return "", err
	}
	var posted struct{ ID string }
	return posted.ID, json.Unmarshal(response, &posted)
}

func (c *Channels) patchServerEvent(ctx context.Context, p outbox.Post, id string, change any) error {
	body, err := rest.Encode(change)
	if err == nil {
		_, err = c.api.Do(ctx, "PATCH", discordgo.EndpointGuildScheduledEvent(p.Server, id), body)
	}
	return err
}

// endServerEvent ends an event. Before its start it is cancelled, later it is completed: Discord begins it by the clock,
// perhaps a moment later than this machine.
func (c *Channels) endServerEvent(ctx context.Context, p outbox.Post, e *chat.ServerEvent) error {
	var now listedEvent
	err := c.api.Get(ctx, discordgo.EndpointGuildScheduledEvent(p.Server, e.ID), &now)
	set := func(status discordgo.GuildScheduledEventStatus) {
		if err == nil {
			err = c.patchServerEvent(ctx, p, e.ID, map[string]any{"status": status})
		}
	}
	switch now.Status {
	case discordgo.GuildScheduledEventStatusScheduled:
		if e.EndedAt.Before(now.Starts) {
			set(discordgo.GuildScheduledEventStatusCanceled)
			break
		}
		set(discordgo.GuildScheduledEventStatusActive)
		fallthrough
	case discordgo.GuildScheduledEventStatusActive:
		set(discordgo.GuildScheduledEventStatusCompleted)
	}
	return err
}

// interested asks Discord how many people are interested in an event of a server. known is false if Discord does not
// tell, such as of one that was deleted.
func (b *Bot) interested(ctx context.Context, guild, event string) (people int, known bool) {
	ctx, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	var e listedEvent
	err := b.api.Get(ctx, discordgo.EndpointGuildScheduledEvent(guild, event)+"?with_user_count=true", &e)
	return e.Interested, err == nil
}
