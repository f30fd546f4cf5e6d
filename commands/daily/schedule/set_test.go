package schedule

import (
	"context"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// A busyStore has one subscription, which others change between the reading and the writing
// of Set.
type busyStore struct {
	Store
	sub    *Sub // nil after it was removed
	others []func(*busyStore)
}

func (b *busyStore) Sub(context.Context, string) (Sub, error) {
	if b.sub == nil {
		return Sub{}, ErrNotFound
	}
	return *b.sub, nil
}

func (b *busyStore) Posts(context.Context, string, int) ([]Post, error) { return nil, nil }

func (b *busyStore) Save(_ context.Context, s Sub) error {
	b.sub = &s
	return nil
}

func (b *busyStore) Update(_ context.Context, _ string, update func(*Sub)) error {
	if len(b.others) > 0 {
		b.others[0](b)
		b.others = b.others[1:]
	}
	if b.sub == nil {
		return ErrNotFound
	}
	update(b.sub)
	return nil
}

// Two people set different things at the same time: both are kept. What the outbox finds
// out meanwhile is kept too. A subscription that somebody removes is made again.
func TestSetAtTheSameTime(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		other func(*busyStore)
		want  func(*Sub)
	}{
		"another set":      {func(b *busyStore) { b.sub.Role, b.sub.SetAt = "44", now.Add(-time.Minute) }, func(s *Sub) { s.Role = "44" }},
		"a refusal":        {func(b *busyStore) { b.sub.Trouble, b.sub.FailingSince = outbox.Forbidden, now }, func(s *Sub) { s.Trouble, s.FailingSince = outbox.Forbidden, now }},
		"a failed thread":  {func(b *busyStore) { b.sub.Trouble, b.sub.Reason = outbox.NoThread, "too many" }, func(*Sub) {}}, // nobody wants one
		"a switched-off":   {func(b *busyStore) { b.sub.Status = Disabled }, func(*Sub) {}},
		"a pause":          {func(b *busyStore) { b.sub.Status = Paused }, func(s *Sub) { s.Status = Paused }},
		"a removal":        {func(b *busyStore) { b.sub = nil }, func(s *Sub) { s.Role = "" }},
		"nothing happened": {func(*busyStore) {}, func(*Sub) {}},
	} {
		b := &busyStore{others: []func(*busyStore){c.other}}
		b.sub = &Sub{Channel: "5", Guild: "1", Zone: "UTC", Role: "33", Status: Active, SetAt: now.Add(-time.Hour), NextAt: now.Add(time.Hour)}
		set, err := Set(t.Context(), b, now, "5", "1", func(s *Sub) error {
			s.Zone, s.Theme, s.SetAt = "UTC", "green", now
			return nil
		})
		if err != nil {
			t.Fatal(name, err)
		}
		want := Sub{Channel: "5", Guild: "1", Zone: "UTC", Role: "33", Theme: "green", Status: Active, SetAt: now}
		want.NextDate, want.NextAt = Next(now, 0, time.UTC, 0)
		c.want(&want)
		if *b.sub != want || set.Sub != want {
			t.Errorf("%s: kept %+v, returned %+v\nwant %+v", name, *b.sub, set.Sub, want)
		}
	}
}
