package store_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

func TestSub(t *testing.T) { subCases.run(t, bothAndShared...) }

var subCases = cases{
	"Save keeps every field": func(b *bench) {
		b.wantNone("1")
		b.save(newSub("1", "g"))
		b.wantSub(newSub("1", "g"))
	},
	"Save replaces every field": func(b *bench) {
		b.save(newSub("1", "g"), newSub("2", "g"))
		bare := schedule.Sub{Channel: "1", Guild: "h", Status: schedule.Paused}
		b.save(bare)
		b.wantSub(bare)
		b.wantSub(newSub("2", "g"))
		b.save(newSub("1", "g"))
		b.wantSub(newSub("1", "g"))
	},
	"Save keeps every status": func(b *bench) {
		for _, status := range []schedule.Status{schedule.Active, schedule.Paused, schedule.Disabled} {
			s := newSub("1", "g")
			s.Status = status
			b.save(s)
			b.wantSub(s)
		}
	},
	"Save keeps every set of weekdays and form of the board": func(b *bench) {
		for w := range when.Weekdays(128) {
			s := newSub("1", "g")
			s.Weekdays, s.Board = w, []schedule.BoardForm{schedule.FullBoard, schedule.CompactBoard}[w%2]
			b.save(s)
			b.wantSub(s)
		}
	},
	"Every trouble is kept, of a subscription and of a post": func(b *bench) {
		for i, trouble := range []outbox.Trouble{
			outbox.NoTrouble, outbox.NotRunning, outbox.TooLate, outbox.Unwanted, outbox.Removed, outbox.NoAnswer, outbox.NoHistory,
			outbox.NoThread, outbox.Limited, outbox.Gone, outbox.Forbidden, outbox.Invalid, outbox.Rejected,
		} {
			b.insert(channel(i), newPost(today, noon))
			s := newSub(channel(i), channel(i))
			s.Trouble = trouble
			b.save(s)
			b.wantSub(s)
			p := b.claim(noon, "h")
			p.State, p.Trouble = outbox.Failed, trouble
			b.wantRecord("h", p, true)
			b.wantPosts(channel(i), p)
		}
	},
	"Times are kept to the millisecond, in any zone": func(b *bench) {
		for _, at := range []time.Time{
			{},
			noon.Add(time.Millisecond),
			noon.Add(999 * time.Millisecond).In(time.FixedZone("", 5*3600+45*60)),
			time.Date(1960, 1, 1, 0, 0, 0, 1e6, time.UTC),
			time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC),
		} {
			s := newSub("1", "g")
			s.FailingSince, s.SetAt, s.NextAt = at, at, at
			b.save(s)
			b.wantSub(s)
		}
		s := newSub("1", "g")
		s.SetAt = noon.Add(1234567 * time.Nanosecond)
		b.save(s)
		s.SetAt = noon.Add(time.Millisecond)
		b.wantSub(s)
	},
	"A server has at most MostPerGuild subscriptions": func(b *bench) {
		for i := range schedule.MostPerGuild {
			s := newSub(channel(i), "g")
			s.Status = []schedule.Status{schedule.Active, schedule.Paused}[i%2]
			b.save(s)
		}
		if err := b.Save(b.Context(), newSub(channel(10), "g")); !errors.Is(err, schedule.ErrTooMany) {
			b.Errorf("one too many: %v, want ErrTooMany", err)
		}
		b.wantNone(channel(10))
		b.save(newSub(channel(3), "g"))  // replaces
		b.save(newSub(channel(11), "h")) // another server
		if err := b.Remove(b.Context(), channel(5), noon); err != nil {
			b.Error(err)
		}
		b.save(newSub(channel(10), "g"))
	},
	"A disabled subscription makes room for another": func(b *bench) {
		for i := range schedule.MostPerGuild {
			s := newSub(channel(i), "g")
			s.SetAt = noon.Add(time.Duration(-i) * time.Minute)
			if i == 2 || i == 5 || i == 6 {
				s.Status = schedule.Disabled
			}
			b.save(s)
		}
		b.save(newSub(channel(6), "g")) // replaces its own row and needs no room
		b.save(newSub(channel(10), "g"))
		b.wantNone(channel(5)) // the oldest
		b.save(newSub(channel(11), "g"))
		b.wantNone(channel(2))
		if err := b.Save(b.Context(), newSub(channel(12), "g")); !errors.Is(err, schedule.ErrTooMany) {
			b.Errorf("one too many: %v, want ErrTooMany", err)
		}
		if subs, err := b.Subs(b.Context(), "g"); err != nil || len(subs) != schedule.MostPerGuild {
			b.Errorf("%d subscriptions, error %v", len(subs), err)
		}
	},
	"A subscription removed to make room leaves no open posts": func(b *bench) {
		b.insert("tried", newPost(today, noon), newPost(today+1, noon.Add(time.Second)))
		p := b.claim(noon, "h")
		off := newSub("tried", "g")
		off.Status = schedule.Disabled
		b.save(off)
		for i := range schedule.MostPerGuild {
			b.save(newSub(channel(i), "g"))
		}
		b.wantNone("tried")
		posts, err := b.Posts(b.Context(), "tried", 10)
		if err != nil || len(posts) != 1 || posts[0].Number != p.Number || posts[0].State != outbox.Unknown {
			b.Errorf("got %+v, %v; want one post, unknown", posts, err)
		}
		b.wantNoClaim(noon.Add(time.Hour))
	},
	"Concurrent saves do not exceed MostPerGuild": func(b *bench) {
		var saved, refused atomic.Int32
		together(3*schedule.MostPerGuild, func(i int) {
			switch err := b.Save(b.Context(), newSub(channel(i), "g")); {
			case err == nil:
				saved.Add(1)
			case errors.Is(err, schedule.ErrTooMany):
				refused.Add(1)
			default:
				b.Error(err)
			}
		})
		if saved.Load() != schedule.MostPerGuild || refused.Load() != 2*schedule.MostPerGuild {
			b.Errorf("%d saved, %d refused", saved.Load(), refused.Load())
		}
		if subs, err := b.Subs(b.Context(), "g"); err != nil || len(subs) != schedule.MostPerGuild {
			b.Errorf("%d subscriptions, error %v", len(subs), err)
		}
	},
	"Change changes everything but channel and server": func(b *bench) {
		b.save(newSub("1", "g"), newSub("2", "g"))
		want := schedule.Sub{Channel: "1", Guild: "g", Status: schedule.Disabled, Minute: 5}
		err := b.Update(b.Context(), "1", func(s *schedule.Sub) {
			if plainSub(*s) != plainSub(newSub("1", "g")) {
				b.Errorf("change is given %+v", *s)
			}
			*s = schedule.Sub{Channel: "2", Guild: "h", Status: schedule.Disabled, Minute: 5}
		})
		if err != nil {
			b.Fatal(err)
		}
		b.wantSub(want)
		b.wantSub(newSub("2", "g"))
	},
	"Change plans one message for each trouble": func(b *bench) {
		s := newSub("1", "g")
		s.Trouble, s.FailingSince, s.NextAt = outbox.NoTrouble, time.Time{}, noon.AddDate(1, 0, 0)
		b.save(s)
		for i, since := range []time.Time{noon, noon, noon.Add(time.Hour)} {
			for _, missing := range []int64{1 << 11, 1 << 38} { // the second attempt finds another permission
				err := b.Update(b.Context(), "1", func(s *schedule.Sub) {
					s.Trouble, s.FailingSince, s.Missing = outbox.Forbidden, since, missing
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			if i == 1 {
				b.wantNoClaim(noon)
				continue
			}
			p := b.claim(since, "h")
			want := outbox.Post{
				Kind: schedule.TroubleKind, Subject: "1", Number: int(since.UnixMilli()), Channel: "1",
				DueAt: since, ExpiresAt: since.AddDate(0, 0, 21), State: outbox.Open, Attempts: 1, FirstSent: since,
			}
			if !samePost(p, want) {
				b.Errorf("got  %+v\nwant %+v", p, want)
			}
			p.State = outbox.Posted
			b.wantRecord("h", p, true)
		}
		s.Trouble, s.FailingSince, s.Missing = outbox.Forbidden, noon.Add(time.Hour), 1<<38
		b.wantSub(s)
	},
	"Change needs a subscription": func(b *bench) {
		err := b.Update(b.Context(), "1", func(*schedule.Sub) { b.Error("change is called") })
		if !errors.Is(err, schedule.ErrNotFound) {
			b.Errorf("%v, want ErrNotFound", err)
		}
		b.wantNone("1")
	},
	"Concurrent changes all count": func(b *bench) {
		s := newSub("1", "g")
		s.Minute = 0
		b.save(s)
		together(8, func(int) {
			for range 10 {
				if err := b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute++ }); err != nil {
					b.Error(err)
				}
			}
		})
		s.Minute = 80
		b.wantSub(s)
	},
	"A concurrent Change and Plan both count": func(b *bench) {
		s := newSub("1", "g")
		s.Minute = 0
		b.save(s)
		const times = 20
		together(2, func(i int) {
			for n := range times {
				if i == 0 {
					b.planAll(noon.AddDate(0, 0, n), 1, tomorrow)
				} else if err := b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute++ }); err != nil {
					b.Error(err)
				}
			}
		})
		s.Minute, s.NextDate, s.NextAt = times, today+times, noon.AddDate(0, 0, times)
		b.wantSub(s)
	},
	"Remove deletes the subscription": func(b *bench) {
		if err := b.Remove(b.Context(), "1", noon); !errors.Is(err, schedule.ErrNotFound) {
			b.Errorf("%v, want ErrNotFound", err)
		}
		b.save(newSub("1", "g"), newSub("2", "g"))
		if err := b.Remove(b.Context(), "1", noon); err != nil {
			b.Error(err)
		}
		b.wantNone("1")
		b.wantSub(newSub("2", "g"))
	},
	"Remove deletes open posts and keeps the others": func(b *bench) {
		failed, missed := newPost(today-2, noon), newPost(today-1, noon)
		failed.State, missed.State = outbox.Failed, outbox.Missed
		b.insert("1", failed, missed, newPost(today, noon))
		b.insert("2", newPost(today, noon.Add(time.Second)))
		if err := b.Remove(b.Context(), "1", noon); err != nil {
			b.Error(err)
		}
		b.wantPosts("1", missed, failed)
		if p := b.claim(noon.Add(time.Minute), "h"); p.Channel != "2" {
			b.Errorf("claimed %+v of a channel that was removed", p)
		}
	},
	"A date posted before Remove is not posted again": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		p.State, p.MessageID = outbox.Posted, "900"
		b.wantRecord("h", p, true)
		if err := b.Remove(b.Context(), "1", noon); err != nil {
			b.Error(err)
		}
		b.save(newSub("1", "g"))
		if n := b.plan(noon, 1, tomorrow); n != 1 {
			b.Errorf("planned %d", n)
		}
		b.wantPosts("1", p)
		b.wantNoClaim(noon.Add(time.Hour))
	},
	"A date that is being sent at Remove is not posted again": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		if err := b.Remove(b.Context(), "1", noon); err != nil {
			b.Error(err)
		}
		b.save(newSub("1", "g"))
		b.plan(noon, 1, tomorrow)
		b.wantNoClaim(noon.Add(time.Hour))
		posts, err := b.Posts(b.Context(), "1", 10)
		if err != nil || len(posts) != 1 || posts[0].State != outbox.Unknown || posts[0].Trouble != outbox.Removed {
			b.Errorf("got %+v, %v; want one post, unknown, and why", posts, err)
		}
		p.State = outbox.Posted
		b.wantRecord("h", p, false)
	},
	"A date that cannot have been sent before Remove may be posted after": func(b *bench) {
		b.insert("1", newPost(today, noon))
		p := b.claim(noon, "h")
		p.FirstSent, p.NotBefore = time.Time{}, noon.Add(time.Hour) // certainly refused
		b.wantRecord("h", p, true)
		if err := b.Remove(b.Context(), "1", noon); err != nil {
			b.Error(err)
		}
		b.wantPosts("1")
		b.save(newSub("1", "g"))
		b.plan(noon, 1, tomorrow)
		b.wantPosts("1", newPost(today, noon))
		b.claim(noon, "h")
	},
}
