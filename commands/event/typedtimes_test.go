package event

import (
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

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
	for _, typed := range []string{"EST", "MEZ", "usa"} {
		_, err := readZone(typed)
		refused, ok := err.(*chat.UserError)
		if !ok || !strings.Contains(chattest.English(refused.Msg), map[string]string{"EST": "`New York`, `Toronto` or `UTC-5`", "MEZ": "`Berlin`", "usa": "Choose a city"}[typed]) {
			t.Errorf("%s: %v", typed, err)
		}
	}
}
