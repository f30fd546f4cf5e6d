package daily_test

import (
	"testing"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/internal/service/store"
	"chess960bot/internal/workshop/storetest"
)

// A fixture is a real store and a fixed time.
type fixture struct {
	store *store.Store
	now   time.Time
}

func newFixture(t *testing.T, start string) *fixture {
	t.Helper()
	kept, err := store.Open(t.Context(), storetest.SQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	now, err := time.Parse(time.RFC3339, start)
	if err != nil {
		t.Fatal(err)
	}
	return &fixture{kept, now}
}

// subscribe gives a channel a daily post from now on.
func (fx *fixture) subscribe(t *testing.T, channel, clock, zone string) daily.Sub {
	t.Helper()
	minute, err := when.ParseMinute(clock)
	if err != nil {
		t.Fatal(err)
	}
	location, err := when.LoadZone(zone)
	if err != nil {
		t.Fatal(err)
	}
	s := daily.Sub{Channel: channel, Guild: "guild " + channel, Minute: minute, Zone: zone, Status: daily.Active, SetBy: "anna"}
	s.NextDate, s.NextAt = daily.Next(fx.now, minute, location, when.EveryDay)
	if err := fx.store.Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	return s
}
