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
	for _, typed := range []string{"EST", "MEZ", "usa"} {
		_, err := readZone(typed)
		refused, ok := err.(*chat.UserError)
		if !ok || !strings.Contains(chattest.English(refused.Msg), map[string]string{"EST": "`New York`, `Toronto` or `UTC-5`", "MEZ": "`Berlin`", "usa": "Choose a city"}[typed]) {
			t.Errorf("%s: %v", typed, err)
		}
	}
}
