package main

import (
	"cmp"
	"context"
	"slices"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/discordtest"
)

// usualZone is whose clocks are shown where nobody has chosen a time zone yet.
const usualZone = "Europe/Berlin"

// A dailyJSON is all that the daily panel shows.
type dailyJSON struct {
	Now    time.Time   `json:"now"`
	Zone   string      `json:"zone"` // by whose clocks Now is shown, and days are wound
	Change *changeJSON `json:"change,omitempty"`
	Subs   []subJSON   `json:"subs"`
	Posts  []postJSON  `json:"posts"` // the last ones, the newest first
}

// A localJSON is an instant by the clocks of a place.
type localJSON struct {
	At     time.Time `json:"at"`
	Day    string    `json:"day"`    // "Sun 28 Mar 2027"
	Time   string    `json:"time"`   // "19:30"
	Offset string    `json:"offset"` // "UTC+02:00"
}

// A changeJSON is a change of clocks: what they show before it and after.
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

// A postJSON is a post, or what became of it.
type postJSON struct {
	Channel string    `json:"channel"` // id
	Date    string    `json:"date"`    // "2027-03-28"
	SP      int       `json:"sp"`
	State   string    `json:"state"`
	Due     localJSON `json:"due"`
	Message string    `json:"message"` // its id; "" if there is none
	Error   string    `json:"error"`
}

// daily tells how the daily posts stand.
func (s *stage) daily(ctx context.Context) (dailyJSON, error) {
	j := dailyJSON{Now: s.clock.Now(), Zone: usualZone, Subs: []subJSON{}, Posts: []postJSON{}}
	subs, err := s.dailies.Subs(ctx, discordtest.GuildID)
	if err != nil {
		return j, err
	}
	places := map[string]*time.Location{} // by channel
	for _, sub := range subs {
		place := location(sub.Zone)
		places[sub.Channel] = place
		j.Subs = append(j.Subs, subJSONOf(sub, place))
	}
	if len(subs) > 0 {
		j.Zone = subs[0].Zone
	}
	j.Change = nextChange(j.Now, subs)
	j.Posts, err = s.lastPosts(ctx, places)
	return j, err
}

func subJSONOf(sub daily.Sub, place *time.Location) subJSON {
	j := subJSON{Channel: sub.Channel, Time: sub.Minute.String(), Zone: sub.Zone, Status: string(sub.Status), Trouble: cmp.Or(sub.Reason, string(sub.Trouble))}
	if sub.Status == daily.Active {
		next := local(sub.NextAt, place)
		j.Next = &next
	}
	return j
}

// lastPosts lists the last posts of all channels, also of those that have no
// daily post any more; of these it shows the time by UTC.
func (s *stage) lastPosts(ctx context.Context, places map[string]*time.Location) ([]postJSON, error) {
	const most = 14
	var posts []daily.Post
	for _, ch := range s.discord.Channels(discordtest.GuildID) {
		found, err := s.dailies.Posts(ctx, ch.ChannelID, most)
		if err != nil {
			return nil, err
		}
		posts = append(posts, found...)
	}
	slices.SortStableFunc(posts, func(a, b daily.Post) int { return cmp.Compare(b.DueAt.UnixMilli(), a.DueAt.UnixMilli()) })
	list := []postJSON{}
	for _, p := range posts[:min(most, len(posts))] {
		place := places[p.Channel]
		if place == nil {
			place = time.UTC
		}
		list = append(list, postJSON{p.Channel, p.Date.String(), p.SP, string(p.State), local(p.DueAt, place), p.MessageID, cmp.Or(p.Error, string(p.Trouble))})
	}
	return list, nil
}

func local(t time.Time, place *time.Location) localJSON {
	t = t.In(place)
	return localJSON{t, t.Format("Mon 2 Jan 2006"), t.Format("15:04"), t.Format("UTC-07:00")}
}

// location is the place with a zone that was checked when it was chosen.
func location(zone string) *time.Location {
	place, err := daily.LoadZone(zone)
	if err != nil {
		return time.UTC
	}
	return place
}

// nextChange finds the next time that clocks are changed where somebody waits for
// a post, or else in the usual place; nil if they are not.
func nextChange(now time.Time, subs []daily.Sub) *changeJSON {
	var next *changeJSON
	for _, sub := range subs {
		if c := changeIn(sub.Zone, now); c != nil && sub.Status == daily.Active && (next == nil || c.After.At.Before(next.After.At)) {
			next = c
		}
	}
	if next == nil {
		next = changeIn(usualZone, now)
	}
	return next
}

// changeIn finds the next change of clocks in a zone, if one is to come.
func changeIn(zone string, now time.Time) *changeJSON {
	place := location(zone)
	for t := now.In(place); ; {
		_, end := t.ZoneBounds()
		if end.IsZero() {
			return nil
		}
		_, was := t.Zone()
		if _, is := end.Zone(); was != is {
			return &changeJSON{zone, local(end, time.FixedZone("", was)), local(end, place)}
		}
		t = end
	}
}
