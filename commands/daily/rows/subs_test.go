package rows_test

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

func TestSub(t *testing.T) { subCases.run(t) }

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
			b.insert(storetest.Channel(i), newPost(today, storetest.Noon))
			s := newSub(storetest.Channel(i), storetest.Channel(i))
			s.Trouble = trouble
			b.save(s)
			b.wantSub(s)
			p := b.MustClaim(storetest.Noon, "h")
			p.State, p.Trouble = outbox.Failed, trouble
			b.WantRecord("h", p, true)
			b.wantPosts(storetest.Channel(i), p)
		}
	},
	"Times are kept to the millisecond, in any zone": func(b *bench) {
		for _, at := range []time.Time{
			{},
			storetest.Noon.Add(time.Millisecond),
			storetest.Noon.Add(999 * time.Millisecond).In(time.FixedZone("", 5*3600+45*60)),
			time.Date(1960, 1, 1, 0, 0, 0, 1e6, time.UTC),
			time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC),
		} {
			s := newSub("1", "g")
			s.FailingSince, s.SetAt, s.NextAt = at, at, at
			b.save(s)
			b.wantSub(s)
		}
		s := newSub("1", "g")
		s.SetAt = storetest.Noon.Add(1234567 * time.Nanosecond)
		b.save(s)
		s.SetAt = storetest.Noon.Add(time.Millisecond)
		b.wantSub(s)
	},
	"A server has at most MostPerGuild subscriptions": func(b *bench) {
		for i := range schedule.MostPerGuild {
			s := newSub(storetest.Channel(i), "g")
			s.Status = []schedule.Status{schedule.Active, schedule.Paused}[i%2]
			b.save(s)
		}
		if err := b.Save(b.Context(), newSub(storetest.Channel(10), "g")); !errors.Is(err, schedule.ErrTooMany) {
			b.Errorf("one too many: %v, want ErrTooMany", err)
		}
		b.wantNone(storetest.Channel(10))
		b.save(newSub(storetest.Channel(3), "g"))  // replaces
		b.save(newSub(storetest.Channel(11), "h")) // another server
		if err := b.Remove(b.Context(), storetest.Channel(5), storetest.Noon); err != nil {
			b.Error(err)
		}
		b.save(newSub(storetest.Channel(10), "g"))
	},
	"A disabled subscription makes room for another": func(b *bench) {
		for i := range schedule.MostPerGuild {
			s := newSub(storetest.Channel(i), "g")
			s.SetAt = storetest.Noon.Add(time.Duration(-i) * time.Minute)
			if i == 2 || i == 5 || i == 6 {
				s.Status = schedule.Disabled
			}
			b.save(s)
		}
		b.save(newSub(storetest.Channel(6), "g")) // replaces its own row and needs no room
		b.save(newSub(storetest.Channel(10), "g"))
		b.wantNone(storetest.Channel(5)) // the oldest
		b.save(newSub(storetest.Channel(11), "g"))
		b.wantNone(storetest.Channel(2))
		if err := b.Save(b.Context(), newSub(storetest.Channel(12), "g")); !errors.Is(err, schedule.ErrTooMany) {
			b.Errorf("one too many: %v, want ErrTooMany", err)
		}
		if subs, err := b.Subs(b.Context(), "g"); err != nil || len(subs) != schedule.MostPerGuild {
			b.Errorf("%d subscriptions, error %v", len(subs), err)
		}
	},
	"A subscription removed to make room leaves no open posts": func(b *bench) {
		b.insert("tried", newPost(today, storetest.Noon), newPost(today+1, storetest.Noon.Add(time.Second)))
		p := b.MustClaim(storetest.Noon, "h")
		off := newSub("tried", "g")
		off.Status = schedule.Disabled
		b.save(off)
		for i := range schedule.MostPerGuild {
			b.save(newSub(storetest.Channel(i), "g"))
		}
		b.wantNone("tried")
		posts, err := b.Posts(b.Context(), "tried", 10)
		if err != nil || len(posts) != 1 || posts[0].Number != p.Number || posts[0].State != outbox.Unknown {
			b.Errorf("got %+v, %v; want one post, unknown", posts, err)
		}
		b.WantNoClaim(storetest.Noon.Add(time.Hour))
	},
	"Concurrent saves do not exceed MostPerGuild": func(b *bench) {
		var saved, refused atomic.Int32
		storetest.Together(3*schedule.MostPerGuild, func(i int) {
			switch err := b.Save(b.Context(), newSub(storetest.Channel(i), "g")); {
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
		s.Trouble, s.FailingSince, s.NextAt = outbox.NoTrouble, time.Time{}, storetest.Noon.AddDate(1, 0, 0)
		b.save(s)
		for i, since := range []time.Time{storetest.Noon, storetest.Noon, storetest.Noon.Add(time.Hour)} {
			for _, missing := range []int64{1 << 11, 1 << 38} { // the second attempt finds another permission
				err := b.Update(b.Context(), "1", func(s *schedule.Sub) {
					s.Trouble, s.FailingSince, s.Missing = outbox.Forbidden, since, missing
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			if i == 1 {
				b.WantNoClaim(storetest.Noon)
				continue
			}
			p := b.MustClaim(since, "h")
			want := outbox.Post{
				Kind: schedule.TroubleKind, Subject: "1", Number: int(since.UnixMilli()), Channel: "1",
				DueAt: since, ExpiresAt: since.AddDate(0, 0, 21), State: outbox.Open, Attempts: 1, FirstSent: since,
			}
			if !storetest.SamePost(p, want) {
				b.Errorf("got  %+v\nwant %+v", p, want)
			}
			p.State = outbox.Posted
			b.WantRecord("h", p, true)
		}
		s.Trouble, s.FailingSince, s.Missing = outbox.Forbidden, storetest.Noon.Add(time.Hour), 1<<38
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
		storetest.Together(8, func(int) {
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
		storetest.Together(2, func(i int) {
			for n := range times {
				if i == 0 {
					b.planAll(storetest.Noon.AddDate(0, 0, n), 1, tomorrow)
				} else if err := b.Update(b.Context(), "1", func(s *schedule.Sub) { s.Minute++ }); err != nil {
					b.Error(err)
				}
			}
		})
		s.Minute, s.NextDate, s.NextAt = times, today+times, storetest.Noon.AddDate(0, 0, times)
		b.wantSub(s)
	},
	"Remove deletes the subscription": func(b *bench) {
		if err := b.Remove(b.Context(), "1", storetest.Noon); !errors.Is(err, schedule.ErrNotFound) {
			b.Errorf("%v, want ErrNotFound", err)
		}
		b.save(newSub("1", "g"), newSub("2", "g"))
		if err := b.Remove(b.Context(), "1", storetest.Noon); err != nil {
			b.Error(err)
		}
		b.wantNone("1")
		b.wantSub(newSub("2", "g"))
	},
	"Remove deletes open posts and keeps the others": func(b *bench) {
		failed, missed := newPost(today-2, storetest.Noon), newPost(today-1, storetest.Noon)
		failed.State, missed.State = outbox.Failed, outbox.Missed
		b.insert("1", failed, missed, newPost(today, storetest.Noon))
		b.insert("2", newPost(today, storetest.Noon.Add(time.Second)))
		if err := b.Remove(b.Context(), "1", storetest.Noon); err != nil {
			b.Error(err)
		}
		b.wantPosts("1", missed, failed)
		if p := b.MustClaim(storetest.Noon.Add(time.Minute), "h"); p.Channel != "2" {
			b.Errorf("claimed %+v of a channel that was removed", p)
		}
	},
	"A date posted before Remove is not posted again": func(b *bench) {
		b.insert("1", newPost(today, storetest.Noon))
		p := b.MustClaim(storetest.Noon, "h")
		p.State, p.MessageID = outbox.Posted, "900"
		b.WantRecord("h", p, true)
		if err := b.Remove(b.Context(), "1", storetest.Noon); err != nil {
			b.Error(err)
		}
		b.save(newSub("1", "g"))
		if n := b.plan(storetest.Noon, 1, tomorrow); n != 1 {
			b.Errorf("planned %d", n)
		}
		b.wantPosts("1", p)
		b.WantNoClaim(storetest.Noon.Add(time.Hour))
	},
	"A date that is being sent at Remove is not posted again": func(b *bench) {
		b.insert("1", newPost(today, storetest.Noon))
		p := b.MustClaim(storetest.Noon, "h")
		if err := b.Remove(b.Context(), "1", storetest.Noon); err != nil {
			b.Error(err)
		}
		b.save(newSub("1", "g"))
		b.plan(storetest.Noon, 1, tomorrow)
		b.WantNoClaim(storetest.Noon.Add(time.Hour))
		posts, err := b.Posts(b.Context(), "1", 10)
		if err != nil || len(posts) != 1 || posts[0].State != outbox.Unknown || posts[0].Trouble != outbox.Removed {
			b.Errorf("got %+v, %v; want one post, unknown, and why", posts, err)
		}
		p.State = outbox.Posted
		b.WantRecord("h", p, false)
	},
	"A date that cannot have been sent before Remove may be posted after": func(b *bench) {
		b.insert("1", newPost(today, storetest.Noon))
		p := b.MustClaim(storetest.Noon, "h")
		p.FirstSent, p.NotBefore = time.Time{}, storetest.Noon.Add(time.Hour) // certainly refused
		b.WantRecord("h", p, true)
		if err := b.Remove(b.Context(), "1", storetest.Noon); err != nil {
			b.Error(err)
		}
		b.wantPosts("1")
		b.save(newSub("1", "g"))
		b.plan(storetest.Noon, 1, tomorrow)
		b.wantPosts("1", newPost(today, storetest.Noon))
		b.MustClaim(storetest.Noon, "h")
	},
	"A subscription keeps any text": func(b *bench) {
		for i, text := range storetest.Hostile {
			if i == len(storetest.Hostile)-1 {
				text = text[:1000] // PostgreSQL limits the size of indexed texts
			}
			s := newSub(text, "guild "+text)
			s.Zone, s.Theme, s.View, s.Role, s.Reason, s.SetBy = text, text, text, text, text, text
			b.save(s)
			b.wantSub(s)
			b.wantChannels([]string{text})(b.Subs(b.Context(), s.Guild))
			if err := b.Update(b.Context(), text, func(s *schedule.Sub) { s.Reason += text }); err != nil {
				b.Error(err)
			}
			s.Reason += text
			b.wantSub(s)
			if err := b.Remove(b.Context(), text, storetest.Noon); err != nil {
				b.Error(err)
			}
			b.wantNone(text)
		}
	},
	"A date that was pruned is not planned again": func(b *bench) {
		p := newPost(today-400, storetest.Noon.AddDate(0, 0, -400))
		p.State = outbox.Posted
		b.insert("1", p)
		b.insert("2", newPost(today-400, p.DueAt))
		b.WantPruned(storetest.Noon, 1)
		missed := newPost(today-402, storetest.Noon)
		missed.State = outbox.Missed
		b.insert("1", missed, newPost(today-401, storetest.Noon), newPost(today-400, storetest.Noon), newPost(today-399, storetest.Noon))
		b.wantPosts("1", newPost(today-399, storetest.Noon))
		if err := b.Remove(b.Context(), "1", storetest.Noon); err != nil { // a new subscription later changes nothing
			b.Error(err)
		}
		b.insert("1", newPost(today-400, storetest.Noon))
		b.wantPosts("1")
		b.wantPosts("2", newPost(today-400, p.DueAt)) // it was open
	},
	"A date that a clock ahead posted and pruned keeps no other from being planned": func(b *bench) {
		ahead := newPost(today+10, storetest.Noon.AddDate(0, 0, 10))
		ahead.State = outbox.Posted
		b.insert("1", ahead)
		b.WantPruned(storetest.Noon.AddDate(14, 0, 0), 1)
		b.save(newSub("1", "g"))
		b.plan(storetest.Noon, 1, tomorrow)
		perhaps := outbox.Post{Kind: schedule.Kind, Number: int(today + 10), State: outbox.Unknown, DueAt: (today + 10).UTC(), Reason: outbox.ClockAhead}
		perhaps.ExpiresAt = perhaps.DueAt
		b.wantPosts("1", perhaps, newPost(today, storetest.Noon))
		b.WantCount(storetest.Noon, map[outbox.State]int{outbox.Open: 1, outbox.Unknown: 1}, 0)
	},
	"Count agrees with the posts after any changes": func(b *bench) {
		random := rand.New(rand.NewPCG(960, 518))
		states := []outbox.State{outbox.Open, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown}
		const channels = 6
		for range testrun.Choose(500/10, 500) {
			c := storetest.Channel(random.IntN(channels))
			now := storetest.Noon.AddDate(0, 0, random.IntN(30))
			switch random.IntN(6) {
			case 0, 1:
				s := newSub(c, "guild of "+c)
				s.NextAt, s.SetAt = now.AddDate(0, 0, random.IntN(2)*400), storetest.Noon.AddDate(-1, 0, 0)
				b.save(s)
				b.plan(now, 10, func(s schedule.Sub, _ int) schedule.Planned {
					var posts []outbox.Post
					for range random.IntN(4) {
						p := newPost(today+when.Date(random.IntN(30)), now.Add(time.Duration(random.IntN(50)-25)*time.Hour))
						p.State = states[random.IntN(len(states))]
						posts = append(posts, p)
					}
					return schedule.Planned{Posts: posts, NextDate: today, NextAt: now.AddDate(0, 0, 1)}
				})
			case 2, 3:
				if p, ok, err := b.Claim(b.Context(), now, "h", storetest.Lease); err != nil {
					b.Fatal(err)
				} else if ok {
					p.State = states[random.IntN(len(states))]
					b.WantRecord("h", p, true)
				}
			case 4:
				_ = b.Remove(b.Context(), c, storetest.Noon) // there may be none
			case 5:
				if _, err := b.Prune(b.Context(), now.AddDate(0, 0, -25)); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.WantRecount()
	},
	"NUL and invalid UTF-8 are replaced": func(b *bench) {
		for broken, mended := range storetest.Broken {
			s := newSub("c"+broken, "g"+broken)
			s.Zone, s.Reason, s.SetBy, s.NextAt = broken, broken, broken, storetest.Noon.AddDate(1, 0, 0)
			b.save(s)
			s.Channel, s.Guild, s.Zone, s.Reason, s.SetBy = "c"+mended, "g"+mended, mended, mended, mended
			b.wantSub(s)
			b.wantChannels([]string{s.Channel})(b.Subs(b.Context(), "g"+broken))
			if err := b.Remove(b.Context(), "c"+broken, storetest.Noon); err != nil {
				b.Error(err)
			}
			b.insert(broken, newPost(today, storetest.Noon))
			b.wantPosts(broken, outbox.Post{Kind: schedule.Kind, Channel: mended, Number: int(today), DueAt: storetest.Noon, ExpiresAt: storetest.Noon.Add(6 * time.Hour), State: outbox.Open})
		}
	},
}
