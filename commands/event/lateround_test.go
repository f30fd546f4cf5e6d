package event

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/chattest"
)

// “Show the round” under the message that the bot was away shows the round privately to everyone, and
// draws no other one.
func TestShowTheRoundWhenAway(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "study": 10.0})
	c.event("draw", nil)
	e, err := rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"})
	if err != nil {
		t.Fatal(err)
	}
	id := lateID(evening.RoundTrouble{Event: e, Draw: &e.Draws[0], Begins: true})
	press := func(permissions int64) {
		t.Helper()
		reply, err := Command(c.tools).Press(t.Context(), &chat.Request{ID: "98", Asker: chattest.Ben, GuildID: "1", ChannelID: "2", Permissions: permissions, CustomID: id})
		if err != nil || reply.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(reply), "Thursday, round 1 of 2") {
			t.Error(err)
		}
	}
	press(0)
	c.event("void", chat.Options{"round": 1.0})
	press(discordgo.PermissionManageEvents)
	if e, err = rows.Of(c).Event(t.Context(), evening.Ref{Channel: "2"}); err != nil || len(e.Draws) != 1 {
		t.Errorf("%d draws, %v", len(e.Draws), err)
	}
}

// plannedInDMs returns an event in direct messages whose first round is planned in an hour, and a
// function that presses a button there.
func (c *club) plannedInDMs() (e *evening.Event, press func(id string) (*chat.Reply, error)) {
	c.Helper()
	ask := func(subcommand, id string, options chat.Options) (*chat.Reply, error) {
		c.asked++
		r := &chat.Request{ID: fmt.Sprint(c.asked), Asker: chattest.Anna, ChannelID: "2", Subcommand: subcommand, CustomID: id, Options: options}
		return askOf(Command(c.tools), c.Context(), r)
	}
	_, opened := ask("new", "", chat.Options{"name": "Thursday", "rounds": 2.0})
	_, planned := ask("draw", "", chat.Options{"at": "1 h"})
	e, err := rows.Of(c).Event(c.Context(), evening.Ref{Channel: "2"})
	if err := errors.Join(opened, planned, err); err != nil {
		c.Fatal(err)
	}
	return e, func(id string) (*chat.Reply, error) { return ask("", id, nil) }
}

// In direct messages, the button under the message that the bot was away draws the round.
func TestDrawARoundWhenAwayInDMs(t *testing.T) {
	c := newClub(t)
	e, press := c.plannedInDMs()
	post, _ := e.RoundPost()
	c.tools.Now = func() time.Time { return post.ExpiresAt }
	if reply, err := press(lateID(evening.RoundTrouble{Event: e, Post: post})); err != nil || !strings.Contains(chattest.Text(reply), "Thursday, round 1 of 2") {
		t.Error(err)
	}
}

// The button under the message that Discord refuses a round tells how things are, in direct messages too.
func TestCheckARefusedRoundInDMs(t *testing.T) {
	c := newClub(t)
	e, press := c.plannedInDMs()
	post, _ := e.RoundPost()
	posts := evening.RoundPosts(rows.Of(c), c.tools.Draw, func(*evening.Event, *evening.Draw, string) (outbox.Message, error) { return nil, nil })
	d, err := posts.Prepare(t.Context(), post, post.DueAt)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Compose(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err = press(lateID(evening.RoundTrouble{Event: e, Post: post})); err == nil || !strings.HasPrefix(err.Error(), "Discord refused my post of round 1 in <#2>") {
		t.Error(err)
	}
}

// The time of a draw is read in every language that the bot speaks, and an abbreviation of a zone is
// asked back with cities.
func TestTypedTimes(t *testing.T) {
	now := time.Date(2026, 11, 26, 18, 0, 0, 0, time.UTC)
	for typed, want := range map[string]time.Time{
		"in 10 Minuten": now.Add(10 * time.Minute), "через 10 минут": now.Add(10 * time.Minute), "dans 2 heures": now.Add(2 * time.Hour), "keine": {}, "None": {}, "nessuno": {},
		"24:00": now.Add(6 * time.Hour), "19：30": now.Add(90 * time.Minute), "um 19:30": now.Add(90 * time.Minute), "minuit": now.Add(6 * time.Hour),
	} {
		if got, err := dueAt(typed, "UTC", now); err != nil || !got.Equal(want) {
			t.Errorf("%s: %v, %v; want %v", typed, got, err, want)
		}
	}
	// What is over today is meant for tomorrow if that is within twelve hours.
	night := time.Date(2026, 11, 26, 22, 0, 0, 0, time.UTC)
	for typed, want := range map[string]time.Time{
		"01:00": night.Add(3 * time.Hour), "09:59": night.Add(12*time.Hour - time.Minute), "10:00": night.Add(-12 * time.Hour), "21:59": night.Add(-time.Minute), "22:00": night,
	} {
		if got, err := dueAt(typed, "UTC", night); err != nil || !got.Equal(want) {
			t.Errorf("%s at night: %v, %v; want %v", typed, got, err, want)
		}
	}
	// Where clocks change, the night has an hour less or an hour twice.
	for _, c := range []struct{ now, typed, want string }{
		{"2027-03-28T16:00:00Z", "2:30", "2027-03-29T00:30:00Z"}, // there is no 2:30 on the 28th
		{"2027-03-27T20:00:00Z", "2:30", "2027-03-28T01:30:00Z"}, // so that is 3:30
		{"2027-03-27T20:00:00Z", "3:30", "2027-03-28T01:30:00Z"},
		{"2027-10-30T20:00:00Z", "1:30", "2027-10-30T23:30:00Z"},
		{"2027-10-31T00:10:00Z", "2:30", "2027-10-31T00:30:00Z"}, // the clock shows 2:10, the first time
		{"2027-10-31T00:40:00Z", "2:30", "2027-10-31T01:30:00Z"},
		{"2027-10-31T01:10:00Z", "2:30", "2027-10-31T01:30:00Z"}, // the second time
		{"2027-10-31T01:40:00Z", "2:30", "2027-10-31T01:30:00Z"}, // over
		{"2027-10-31T16:00:00Z", "2:30", "2027-11-01T01:30:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := dueAt(c.typed, "Europe/Berlin", now); err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%s in Berlin at %s: %v, %v; want %s", c.typed, c.now, got, err, c.want)
		}
	}
	// Days and distances; the 26th is a Thursday.
	for language, all := range map[string]string{
		"en": "tomorrow 19:30=27 19:30, Thursday 19:30=26 19:30, Thursday 17:00=33 17:00, 30 Nov 19:30=30 19:30, in 3 days=29 18:00, in 3 days at 19:30=29 19:30, in 1 hour 30 minutes=26 19:30, next Thursday 7 pm=33 19:00",
		"de": "morgen 19:30=27 19:30, Donnerstag 19:30 Uhr=26 19:30, am 30.11. um 19:30=30 19:30, in 3 Tagen=29 18:00, in 3 Tagen um 19:30=29 19:30, in 1 Stunde 30 Minuten=26 19:30, Donnerstag um 17 Uhr=33 17:00",
		"fr": "demain 19h30=27 19:30, jeudi à 19h30=26 19:30, le 30 novembre à 19:30=30 19:30, dans 3 jours=29 18:00, dans 3 jours à 19h30=29 19:30, dans 1 heure 30 minutes=26 19:30, dans 1h30=26 19:30",
		"es": "mañana a las 19:30=27 19:30, jueves 19:30=26 19:30, 30 de noviembre a las 19:30=30 19:30, en 3 días=29 18:00, dentro de 3 días a las 19:30=29 19:30, en 1 hora 30 minutos=26 19:30, en 1 hora y 30 minutos=26 19:30",
		"it": "domani alle 19:30=27 19:30, giovedì 19:30=26 19:30, 30 novembre 19:30=30 19:30, tra 3 giorni=29 18:00, tra 3 giorni alle 19:30=29 19:30, tra 1 ora e 30 minuti=26 19:30, fra 1 ora 30 minuti=26 19:30",
		"pt": "amanhã às 19:30=27 19:30, quinta-feira 19:30=26 19:30, 30 de novembro às 19:30=30 19:30, em 3 dias=29 18:00, em 3 dias às 19:30=29 19:30, em 1 hora e 30 minutos=26 19:30, daqui a 1 hora 30 minutos=26 19:30",
		"ru": "завтра в 19:30=27 19:30, в четверг в 19:30=26 19:30, 30 ноября 19:30=30 19:30, через 3 дня=29 18:00, через 3 дня в 19:30=29 19:30, через 1 час 30 минут=26 19:30",
	} {
		for one := range strings.SplitSeq(all, ", ") {
			typed, at, _ := strings.Cut(one, "=")
			var day, hour, minute int
			fmt.Sscanf(at, "%d %d:%d", &day, &hour, &minute)
			want := time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC)
			if got, err := dueAt(typed, "UTC", now, language); err != nil || !got.Equal(want) {
				t.Errorf("%s: %q is %v, %v; want %v", language, typed, got, err, want)
			}
		}
	}
	for _, typed := range []string{"EST", "MEZ", "usa"} {
		_, err := readZone(typed)
		refused, ok := err.(*chat.UserError)
		if !ok || !strings.Contains(chattest.English(refused.Msg), map[string]string{"EST": "`New York`, `Toronto` or `UTC-5`", "MEZ": "`Berlin`", "usa": "Choose a city"}[typed]) {
			t.Errorf("%s: %v", typed, err)
		}
	}
}
