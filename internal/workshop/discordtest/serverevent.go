package discordtest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"image"
	_ "image/jpeg" // pictures of server events
	_ "image/png"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"chess960bot/internal/workshop/discordtest/validate"
)

// A ServerEvent is an event in the list of a server, as it is at one moment. Discord's documentation calls
// it a guild scheduled event. The stand-in has the kind that happens elsewhere than in a voice channel.
//
// Discord's OpenAPI document has the shapes, and no rules. Those here are of its documentation: an event
// begins and ends by the clock; what has ended, or was cancelled, is final, and leaves the list; a server
// has at most 100 others.
type ServerEvent struct {
	ID, GuildID       string
	Name, Description string
	Place             string
	Starts, Ends      time.Time
	Status            int    // EventScheduled, EventActive, EventCompleted or EventCanceled
	Creator           User   // Bot for those of the bot
	Picture           []byte // an image file; nil for none

	interested []string // user ids
}

// Interested counts the people who are interested.
func (e ServerEvent) Interested() int { return len(e.interested) }

// The states of a [ServerEvent]. The last two are final.
const (
	EventScheduled = 1
	EventActive    = 2
	EventCompleted = 3
	EventCanceled  = 4
)

// Limits of server events.
const (
	mostServerEvents  = 100      // scheduled or active, in a server
	mostEventPicture  = 10 << 20 // bytes
	elsewhere         = 3        // the kind of event that has a place
	guildOnly         = 2        // the only privacy level
	mayCreateEvents   = 1 << 44  // and change and delete the own ones
	longestAhead      = 5 * 366 * 24 * time.Hour
	mostEventListed   = 100 // people in a list
	discordTimeFormat = time.RFC3339
)

// serverEvents are the events of all servers, by age.
type serverEvents struct {
	mu   sync.Mutex
	list []*ServerEvent
}

// GuildState restricts what the bot can do in a server. The zero value restricts nothing.
type GuildState struct {
	CannotCreateEvents bool // 403 50013 to a new event, and to a change
}

// SetGuild changes the restrictions of a server.
func (s *Server) SetGuild(guildID string, state GuildState) {
	s.guilds.mu.Lock()
	defer s.guilds.mu.Unlock()
	s.guilds.states[guildID] = state
}

func (g *guilds) state(id string) GuildState {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.states[id]
}

// appPermissions returns the permissions of the bot in a channel, as an interaction tells them.
func (s *Server) appPermissions(ch ChannelInfo) string {
	bits, _ := strconv.ParseUint(ch.permissions(), 10, 64)
	if s.guilds.state(ch.GuildID).CannotCreateEvents {
		bits &^= mayCreateEvents
	}
	return strconv.FormatUint(bits, 10)
}

// ServerEvents lists all events that a server ever had, by age, without those that were deleted.
func (s *Server) ServerEvents(guildID string) (all []ServerEvent) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	s.passTime()
	for _, e := range s.events.list {
		if e.GuildID == guildID {
			all = append(all, *e)
		}
	}
	return all
}

// AddServerEvent adds an event of a person to a server, and returns its id.
func (s *Server) AddServerEvent(e ServerEvent) string {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	e.ID, e.Status = s.ids.next(), EventScheduled
	s.events.list = append(s.events.list, &e)
	return e.ID
}

// DeleteServerEvent deletes an event, as a moderator does.
func (s *Server) DeleteServerEvent(id string) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	s.events.list = slices.DeleteFunc(s.events.list, func(e *ServerEvent) bool { return e.ID == id })
}

// TakeInterest lets a person press “Interested”, or press it again to take that back.
func (s *Server) TakeInterest(who User, id string) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	if e := s.events.find(id); e != nil {
		if i := slices.Index(e.interested, who.ID); i >= 0 {
			e.interested = slices.Delete(slices.Clone(e.interested), i, i+1)
			return
		}
		s.people.add(who)
		e.interested = append(slices.Clone(e.interested), who.ID)
	}
}

func (all *serverEvents) find(id string) *ServerEvent {
	if i := slices.IndexFunc(all.list, func(e *ServerEvent) bool { return e.ID == id }); i >= 0 {
		return all.list[i]
	}
	return nil
}

// passTime begins and ends the events that are due, as Discord does by itself. The caller holds events.mu.
func (s *Server) passTime() {
	now := s.ids.now()
	for _, e := range s.events.list {
		if e.Status == EventScheduled && !now.Before(e.Starts) {
			e.Status = EventActive
		}
		if e.Status == EventActive && !now.Before(e.Ends) {
			e.Status = EventCompleted
		}
	}
}

// final reports whether nothing can change the event any more.
func (e *ServerEvent) final() bool { return e.Status == EventCompleted || e.Status == EventCanceled }

// json returns Discord's object.
func (e *ServerEvent) json(counted bool) map[string]any {
	o := map[string]any{
		"id": e.ID, "guild_id": e.GuildID, "channel_id": nil, "creator_id": e.Creator.ID, "creator": e.Creator.json(),
		"name": e.Name, "description": orNull(e.Description), "image": nil, "status": e.Status,
		"scheduled_start_time": timestamp(e.Starts), "scheduled_end_time": timestamp(e.Ends),
		"privacy_level": guildOnly, "entity_type": elsewhere, "entity_id": nil, "recurrence_rule": nil,
		"entity_metadata": map[string]any{"location": e.Place}, "guild_scheduled_event_exceptions": []any{},
	}
	if e.Picture != nil {
		hash := fnv.New128a()
		hash.Write(e.Picture)
		o["image"] = fmt.Sprintf("%x", hash.Sum(nil))
	}
	if counted {
		o["user_count"] = len(e.interested)
	}
	return o
}

// counted reports whether a request asks for the number of people who are interested.
func (c *call) counted() bool { return c.URL.Query().Get("with_user_count") == "true" }

// inGuild returns an error if the bot is not in the server of an address.
func (s *Server) inGuild(c *call) (guild string, err error) {
	guild = c.PathValue("guild_id")
	if s.guilds.hasLeft(guild) {
		return guild, c.excuse(errMissingAccess)
	}
	return guild, nil
}

// listServerEvents lists the events that are scheduled or active.
func (s *Server) listServerEvents(c *call) (result, error) {
	guild, err := s.inGuild(c)
	if err != nil {
		return result{}, err
	}
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	s.passTime()
	list := []any{}
	for _, e := range s.events.list {
		if e.GuildID == guild && !e.final() {
			list = append(list, e.json(c.counted()))
		}
	}
	return result{http.StatusOK, list}, nil
}

// serverEventOf finds the event of an address. A moderator may have deleted it, which the bot cannot know.
// The caller holds events.mu.
func (s *Server) serverEventOf(c *call) (*ServerEvent, error) {
	guild, err := s.inGuild(c)
	if err != nil {
		return nil, err
	}
	s.passTime()
	e := s.events.find(c.PathValue("guild_scheduled_event_id"))
	if e == nil || e.GuildID != guild {
		return nil, c.excuse(errUnknownServerEvent)
	}
	return e, nil
}

func (s *Server) getServerEvent(c *call) (result, error) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	e, err := s.serverEventOf(c)
	if err != nil {
		return result{}, err
	}
	return result{http.StatusOK, e.json(c.counted())}, nil
}

// listInterested lists the people who are interested in an event.
func (s *Server) listInterested(c *call) (result, error) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	e, err := s.serverEventOf(c)
	if err != nil {
		return result{}, err
	}
	list := []any{}
	for _, id := range e.interested[:min(len(e.interested), mostEventListed)] {
		who, _ := s.people.get(id)
		list = append(list, map[string]any{"guild_scheduled_event_id": e.ID, "user_id": id, "user": who.json(), "response": 1})
	}
	return result{http.StatusOK, list}, nil
}

// mayChangeEvents returns an error if the bot has no right to make events, and to change its own.
func (s *Server) mayChangeEvents(c *call, guild string) error {
	if s.guilds.state(guild).CannotCreateEvents {
		return c.excuse(errMissingPermissions)
	}
	return nil
}

// createServerEvent makes an event that happens elsewhere than in a voice channel.
func (s *Server) createServerEvent(c *call) (result, error) {
	guild, err := s.inGuild(c)
	if err == nil {
		err = s.mayChangeEvents(c, guild)
	}
	if err != nil {
		return result{}, err
	}
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	s.passTime()
	root := c.body.root()
	e := &ServerEvent{GuildID: guild, Creator: Bot, Status: EventScheduled}
	if root.Object() {
		for _, field := range []string{"name", "scheduled_start_time", "scheduled_end_time", "entity_type", "privacy_level", "entity_metadata"} {
			root.Get(field).Required()
		}
		s.readServerEvent(c, root, e)
	}
	if err := root.Err(); err != nil {
		return result{}, err
	}
	open := 0
	for _, other := range s.events.list {
		if other.GuildID == guild && !other.final() {
			open++
		}
	}
	if open >= mostServerEvents {
		return result{}, c.excuse(errManyServerEvents)
	}
	e.ID = s.ids.next()
	s.events.list = append(s.events.list, e)
	return result{http.StatusOK, e.json(false)}, nil
}

// editServerEvent changes parts of an event of the bot.
func (s *Server) editServerEvent(c *call) (result, error) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	e, err := s.serverEventOf(c)
	switch {
	case err != nil:
	case e.final():
		err = c.excuse(errEventFinished)
	case e.Creator != Bot:
		err = errMissingPermissions
	default:
		err = s.mayChangeEvents(c, e.GuildID)
	}
	if err != nil {
		return result{}, err
	}
	root, changed := c.body.root(), *e
	if root.Object() {
		s.readServerEvent(c, root, &changed)
	}
	if err := root.Err(); err != nil {
		return result{}, err
	}
	*e = changed
	return result{http.StatusOK, e.json(false)}, nil
}

// deleteServerEvent deletes an event of the bot.
func (s *Server) deleteServerEvent(c *call) (result, error) {
	s.events.mu.Lock()
	defer s.events.mu.Unlock()
	e, err := s.serverEventOf(c)
	if err == nil {
		err = s.mayChangeEvents(c, e.GuildID)
	}
	if err == nil && e.Creator != Bot {
		err = errMissingPermissions
	}
	if err != nil {
		return result{}, err
	}
	s.events.list = slices.DeleteFunc(s.events.list, func(other *ServerEvent) bool { return other == e })
	return result{http.StatusNoContent, nil}, nil
}

// readServerEvent reads what a request says of an event. e is as it was before.
func (s *Server) readServerEvent(c *call, root validate.Value, e *ServerEvent) {
	was := *e
	for field := range root.JSON().(map[string]any) {
		switch v := root.Get(field); field {
		case "name":
			e.Name = v.Text(1, 100)
		case "description":
			if e.Description = ""; !v.Null() {
				e.Description = v.Text(1, 1000)
			}
		case "image":
			if e.Picture = nil; !v.Null() {
				e.Picture = pictureIn(v)
			}
		case "scheduled_start_time":
			e.Starts = instantIn(v)
		case "scheduled_end_time":
			e.Ends = instantIn(v)
		case "privacy_level":
			v.OneOf(guildOnly)
		case "entity_type":
			if kind, _ := v.OneOf(elsewhere); kind == elsewhere {
				root.Get("scheduled_end_time").Required()
				root.Get("entity_metadata").Required()
			}
		case "channel_id":
			if !v.Null() {
				v.Fault("GUILD_SCHEDULED_EVENT_CHANNEL_ID_NOT_NULL", "An external event has no channel")
			}
		case "entity_metadata":
			if v.Object() {
				e.Place = v.Get("location").Text(1, 100)
			}
		case "status":
			to, ok := v.OneOf(EventActive, EventCompleted, EventCanceled)
			if may := map[int][]int{EventScheduled: {EventActive, EventCanceled}, EventActive: {EventCompleted}}; ok && !slices.Contains(may[was.Status], to) {
				v.Fault("GUILD_SCHEDULED_EVENT_INVALID_STATUS_TRANSITION", "Invalid status transition from %d to %d", was.Status, to)
			}
			e.Status = to
		default:
			v.Fault("UNKNOWN_FIELD", "The stand-in does not know this field")
		}
	}
	now := s.ids.now()
	late := func(field string, at time.Time) {
		if root.Has(field) && !at.After(now) {
			c.excused = true // the clocks differ, or the request was on its way
			root.Get(field).Fault("GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
		}
	}
	late("scheduled_end_time", e.Ends)
	if was.Status == EventActive && root.Has("scheduled_start_time") && !e.Starts.Equal(was.Starts) {
		root.Get("scheduled_start_time").Fault("GUILD_SCHEDULED_EVENT_STARTED", "The start of an active event cannot change")
	} else if was.Status != EventActive {
		late("scheduled_start_time", e.Starts)
	}
	if !e.Ends.After(e.Starts) {
		root.Get("scheduled_end_time").Fault("GUILD_SCHEDULED_EVENT_END_BEFORE_START", "The end is not after the start")
	}
	if e.Starts.Sub(now) > longestAhead {
		root.Get("scheduled_start_time").Fault("GUILD_SCHEDULED_EVENT_SCHEDULE_FAR", "Cannot schedule event more than 5 years in the future")
	}
}

// instantIn reads a time in ISO 8601.
func instantIn(v validate.Value) time.Time {
	at, err := time.Parse(discordTimeFormat, v.Text(1, 40))
	if err != nil {
		v.Fault("DATE_TIME_TYPE_PARSE", "Could not parse %v. Should be ISO8601.", v.JSON())
	}
	return at
}

// pictureIn returns the image file in a data URI.
func pictureIn(v validate.Value) []byte {
	encoded := v.Text(1, mostEventPicture/3*4)
	kind, encoded, _ := strings.Cut(strings.TrimPrefix(encoded, "data:image/"), ";base64,")
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err == nil {
		_, format, undecoded := image.DecodeConfig(bytes.NewReader(data))
		if err = undecoded; err == nil && format != kind {
			err = fmt.Errorf("%s is called %s", format, kind)
		}
	}
	if err != nil || len(data) > mostEventPicture {
		v.Fault("BINARY_TYPE_INVALID_IMAGE", "Not an image in a data URI: %v", err)
	}
	return data
}
