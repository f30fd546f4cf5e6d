package schedule_test

import (
	"errors"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// Each case sets a channel's post to 18:00 UTC at noon on 20 November 2026, with a
// different history of the channel.
func TestSchedule(t *testing.T) {
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const today = when.Date(20777)
	post := func(d when.Date, state outbox.State) schedule.Post {
		return schedule.PostOf(outbox.Post{Number: int(d), DueAt: noon.AddDate(0, 0, int(d-today)).Add(-time.Minute), State: state})
	}
	early := post(today+1, outbox.Posted)
	early.DueAt = noon.Add(-time.Hour)
	for name, c := range map[string]struct {
		posts       []schedule.Post
		want        when.Date
		postedToday bool
	}{
		"nothing":           {nil, today, false},
		"yesterday's post":  {[]schedule.Post{post(today-1, outbox.Posted)}, today, false},
		"today's post":      {[]schedule.Post{post(today, outbox.Posted)}, today + 1, true},
		"today's, failed":   {[]schedule.Post{post(today, outbox.Failed)}, today + 1, false},
		"tomorrow's, ahead": {[]schedule.Post{post(today+1, outbox.Missed)}, today, false},
		"tomorrow's, given out already where the date starts first": {[]schedule.Post{early}, today + 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := schedule.Sub{Channel: "club", Guild: "guild", Minute: 18 * 60, Zone: "UTC"}
			postedToday, err := schedule.Schedule(t.Context(), oneChannel{posts: c.posts}, noon, &s)
			if err != nil || s.NextDate != c.want || postedToday != c.postedToday {
				t.Errorf("next on %v, posted today %t, %v; want %v, %t", s.NextDate, postedToday, err, c.want, c.postedToday)
			}
			if want := noon.Add(6*time.Hour).AddDate(0, 0, int(c.want-today)); !s.NextAt.Equal(want) {
				t.Errorf("next at %v, want %v", s.NextAt, want)
			}
		})
	}
}

// A post that is due but not planned yet is not moved to another day.
func TestScheduleKeepsWhatIsDue(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	kept := subscribed(now)
	s := *kept.sub
	s.Minute = 19 * 60
	if _, err := schedule.Schedule(t.Context(), kept, s.NextAt.Add(5*time.Second), &s); err != nil || s.NextDate.String() != "2026-11-20" || s.NextAt.Hour() != 18 {
		t.Errorf("next on %v at %v, %v", s.NextDate, s.NextAt, err)
	}
}

func TestScheduleRefusesAnotherServersChannel(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	kept := subscribed(now)
	s := *kept.sub
	s.Guild = "another"
	if _, err := schedule.Schedule(t.Context(), kept, now, &s); !errors.Is(err, schedule.ErrOtherGuild) {
		t.Error(err)
	}
}
