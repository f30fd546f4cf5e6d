package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
)

// usualZone is the time zone to show while no channel has a daily post.
const usualZone = "Europe/Berlin"

// A dailyJSON is all that the daily panel shows.
type dailyJSON struct {
	Now    time.Time   `json:"now"`
	Zone   string      `json:"zone"` // the time zone of Now, and of days in windAsk
	Change *changeJSON `json:"change,omitempty"`
	Subs   []subJSON   `json:"subs"`
	Posts  []postJSON  `json:"posts"` // the last ones, the newest first
}

// A localJSON is an instant in a time zone.
type localJSON struct {
	At     time.Time `json:"at"`
	Day    string    `json:"day"`    // "Sun 28 Mar 2027"
	Time   string    `json:"time"`   // "19:30"
	Offset string    `json:"offset"` // "UTC+02:00"
}

// A changeJSON is a change of clocks: the time that they show before and after it.
type changeJSON struct {
	Zone   string    `json:"zone"`
	Before localJSON `json:"before"`
	After  localJSON `json:"after"`
}

// A subJSON is a channel's subscription.
type subJSON struct {
	Channel string     `json:"channel"` // id
	Time    string     `json:"time"`
	Zone    string     `json:"zone"`
	Status  string     `json:"status"`
	Next    *localJSON `json:"next,omitempty"` // of an active one
	Trouble string     `json:"trouble"`
}

// A postJSON is a daily post and its state.
type postJSON struct {
	Channel string    `json:"channel"` // id
	Date    string    `json:"date"`    // "2027-03-28"
	SP      int       `json:"sp"`
	State   string    `json:"state"`
	Due     localJSON `json:"due"`
	Message string    `json:"message"` // id of the message; "" for none
	Error   string    `json:"error"`
}

// daily returns the state of the daily posts.
func (s *stage) daily(ctx context.Context) (dailyJSON, error) {
	j := dailyJSON{Now: s.clock.Now(), Zone: usualZone, Subs: []subJSON{}, Posts: []postJSON{}}
	subs, err := dailyrows.Of(s.dailies).Subs(ctx, discordtest.GuildID)
	if err != nil {
		return j, err
	}
	zones := map[string]*time.Location{} // by channel
	for _, sub := range subs {
		zone := location(sub.Zone)
		zones[sub.Channel] = zone
		j.Subs = append(j.Subs, subJSONOf(sub, zone))
	}
	if len(subs) > 0 {
		j.Zone = subs[0].Zone
	}
	j.Change = nextChange(j.Now, subs)
	j.Posts, err = s.lastPosts(ctx, zones)
	return j, err
}

func subJSONOf(sub schedule.Sub, zone *time.Location) subJSON {
	j := subJSON{Channel: sub.Channel, Time: sub.Minute.String(), Zone: sub.Zone,
		Status: string(sub.Status), Trouble: cmp.Or(sub.Reason, string(sub.Trouble))}
	if sub.Status == schedule.Active {
		next := local(sub.NextAt, zone)
		j.Next = &next
	}
	return j
}

// lastPosts lists the last posts of all channels. For channels without a subscription
// it shows the time in UTC.
func (s *stage) lastPosts(ctx context.Context, zones map[string]*time.Location) ([]postJSON, error) {
	const most = 14
	var posts []schedule.Post
	for _, ch := range s.discord.Channels(discordtest.GuildID) {
		found, err := dailyrows.Of(s.dailies).Posts(ctx, ch.ChannelID, most)
		if err != nil {
			return nil, err
		}
		posts = append(posts, found...)
	}
	slices.SortStableFunc(posts, func(a, b schedule.Post) int { return cmp.Compare(b.DueAt.UnixMilli(), a.DueAt.UnixMilli()) })
	list := []postJSON{}
	for _, p := range posts[:min(most, len(posts))] {
		zone := zones[p.Channel]
		if zone == nil {
			zone = time.UTC
		}
		list = append(list,
			postJSON{p.Channel, p.Date.String(), schedule.PositionOf(p.Date).SP(), string(p.State), local(p.DueAt, zone), p.MessageID, cmp.Or(p.Reason, string(p.Trouble))})
	}
	return list, nil
}

func local(t time.Time, zone *time.Location) localJSON {
	t = t.In(zone)
	return localJSON{t, t.Format("Mon 2 Jan 2006"), t.Format("15:04"), t.Format("UTC-07:00")}
}

// location returns a time zone. Its name was checked when it was chosen.
func location(name string) *time.Location {
	zone, err := when.LoadZone(name)
	if err != nil {
		return time.UTC
	}
	return zone
}

// nextChange returns the next change of clocks in the time zones of the subscriptions,
// or else in usualZone; nil if there is no change to come.
func nextChange(now time.Time, subs []schedule.Sub) *changeJSON {
	var next *changeJSON
	for _, sub := range subs {
		if c := changeIn(sub.Zone, now); c != nil && sub.Status == schedule.Active && (next == nil || c.After.At.Before(next.After.At)) {
			next = c
		}
	}
	if next == nil {
		next = changeIn(usualZone, now)
	}
	return next
}

// changeIn returns the next change of clocks in a zone, or nil.
func changeIn(name string, now time.Time) *changeJSON {
	zone := location(name)
	for t := now.In(zone); ; {
		_, end := t.ZoneBounds()
		if end.IsZero() {
			return nil
		}
		_, was := t.Zone()
		if _, is := end.Zone(); was != is {
			return &changeJSON{name, local(end, time.FixedZone("", was)), local(end, zone)}
		}
		t = end
	}
}
