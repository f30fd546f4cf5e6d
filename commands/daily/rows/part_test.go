package rows_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// Forgetting a server with posts that were sent takes them out of the counts.
func TestForgetServerCounts(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for _, channel := range []string{"one", "two", "removed"} {
				work(t, s, channel)
			}
			if err := rows.Of(s).Remove(ctx, "removed", storetest.Noon); err != nil {
				t.Fatal(err)
			}
			if got, err := s.ForgetServer(ctx, "guild of removed"); fmt.Sprint(got) != "[{posts 1}]" || err != nil {
				t.Errorf("forgot %+v of a daily post that was removed, %v", got, err)
			}
			if got, err := s.ForgetServer(ctx, "guild of one"); fmt.Sprint(got) != "[{dailyPosts 1} {posts 1}]" || err != nil {
				t.Errorf("forgot %+v, %v", got, err)
			}
			posts, _, err := s.Count(ctx, storetest.Noon)
			if err != nil || posts[schedule.Kind][outbox.Posted] != 1 {
				t.Errorf("counts %v, %v", posts, err)
			}
		})
	}
}

// The posts of a daily post that was removed, and of one that made room, are deleted with
// everything about its channel, unless it is set again.
func TestPruneRemoved(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for _, channel := range []string{"removed", "again", "kept"} {
				work(t, s, channel)
			}
			for _, channel := range []string{"removed", "again"} {
				if err := rows.Of(s).Remove(ctx, channel, storetest.Noon.Add(time.Minute)); err != nil {
					t.Fatal(err)
				}
			}
			if err := rows.Of(s).Save(ctx, subOf("again")); err != nil {
				t.Fatal(err)
			}
			previous := storetest.Rows(t, s)
			if err := rows.Of(s).PruneRemoved(ctx, storetest.Noon.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			storetest.SameRows(t, "too early", storetest.Rows(t, s), previous)
			if err := rows.Of(s).PruneRemoved(ctx, storetest.Noon.Add(time.Minute+time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			if left := storetest.Naming(storetest.Rows(t, s), "=removed"); len(left) > 0 {
				t.Errorf("still there: %q", left)
			}
			for _, channel := range []string{"again", "kept"} {
				if posts, err := rows.Of(s).Posts(ctx, channel, 10); len(posts) != 1 || err != nil {
					t.Errorf("%s has %d posts, %v", channel, len(posts), err)
				}
			}
			if posts, _, err := s.Count(ctx, storetest.Noon); posts[schedule.Kind][outbox.Posted] != 2 || err != nil {
				t.Errorf("counts %v, %v", posts, err)
			}
		})
	}
}

// work saves, plans, claims and records a post for a new channel.
func work(t testing.TB, s *store.Store, channel string) {
	t.Helper()
	saved := rows.Of(s).Save(ctx, subOf(channel))
	n, planned := rows.Of(s).Plan(ctx, storetest.Noon, 10, tomorrow)
	p, ok, claimed := s.Claim(ctx, storetest.Noon, "worker", 0)
	p.State = outbox.Posted
	held, recorded := s.Record(ctx, "worker", p)
	if err := errors.Join(saved, planned, claimed, recorded); n != 1 || !ok || !held || p.Channel != channel || err != nil {
		t.Fatal(n, ok, held, p, err)
	}
}

// fill lets Ann set daily posts in two servers. Two of them were sent and deleted, two wait, and one was
// removed.
func fill(t testing.TB, s *store.Store, people storetest.People) {
	for channel, guild := range map[string]string{people.Own + "-1": people.Own, people.Own + "-2": people.Own, people.Own + "-3": people.Own, people.Other + "-4": people.Other, people.Other + "-5": people.Other} {
		sub := newSub(channel, guild)
		sub.SetBy = people.Ann
		if err := rows.Of(s).Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := rows.Of(s).Plan(ctx, storetest.Noon, 10, tomorrow); n != 5 || err != nil {
		t.Fatal(n, err)
	}
	if err := errors.Join(rows.Of(s).Remove(ctx, people.Own+"-3", storetest.Noon), rows.Of(s).Remove(ctx, people.Other+"-5", storetest.Noon)); err != nil {
		t.Fatal(err)
	}
	for sent := 0; sent < 2; {
		p, ok, err := s.Claim(ctx, storetest.Noon, "holder", time.Hour)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		if p.Channel != people.Own+"-1" && p.Channel != people.Other+"-4" {
			continue
		}
		p.State, p.MessageID = outbox.Posted, "900"
		if held, err := s.Record(ctx, "holder", p); !held || err != nil {
			t.Fatal(held, err)
		}
		sent++
	}
	if n, err := s.Prune(ctx, storetest.Noon.Add(time.Minute)); n != 2 || err != nil { // leaves rows in post_pruned
		t.Fatal(n, err)
	}
}

func TestPart(t *testing.T) {
	storetest.CheckPart(t, rows.Part, storetest.Filling{
		Tables: "daily_", Fill: fill, Person: "{dailyPostSettings 3}", Server: "{dailyPosts 2} ",
		Gone: func(string, storetest.People) bool { return false },
	})
}

// The page about privacy says how long the posts of a removed daily post are kept.
func TestKept(t *testing.T) { storetest.CheckKept(t, "| 30 days", schedule.KeptAfterRemoval) }

func TestUpgrade(t *testing.T) { storetest.CheckUpgrade(t, rows.Part, furnishUpgrade, wantUpgraded) }

// upgradeChannels are the channels that furnishUpgrade makes.
var upgradeChannels = []string{"open", "claimed", "posted", "paused", "late", "asleep", "unreadable", "removed", "failing", "gone"}

// furnishUpgrade fills a new database with data that an upgrade must keep: channels with
// open, claimed and final posts, and with trouble of every kind.
func furnishUpgrade(t testing.TB, s *store.Store) {
	t.Helper()
	for _, channel := range upgradeChannels {
		sub := subOf(channel)
		sub.Minute, sub.Zone, sub.Theme, sub.View, sub.Role, sub.Thread, sub.SetBy = 13*60, "Europe/Berlin", "green", "black", "77", true, "5"
		if err := rows.Of(s).Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	n, err := rows.Of(s).Plan(ctx, storetest.Noon, 10, func(sub schedule.Sub, _ int) schedule.Planned {
		p := tomorrow(sub, 0)
		if sub.Channel == "open" { // is claimed last
			p.Posts[0].DueAt = storetest.Noon.Add(time.Second)
		}
		if sub.Channel == "asleep" {
			p.Posts[0].State, p.Posts[0].Trouble = outbox.Missed, outbox.NotRunning
		}
		return p
	})
	if n != 10 || err != nil {
		t.Fatal(n, err)
	}
	for {
		p, ok, err := s.Claim(ctx, storetest.Noon, "crashed", 90*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		switch p.Channel {
		case "claimed":
			continue // keeps its lease
		case "posted":
			p.State, p.MessageID = outbox.Posted, "900"
		case "paused":
			p.State, p.Trouble, p.FirstSent = outbox.Missed, outbox.Unwanted, time.Time{}
		case "late":
			p.State, p.Trouble, p.FirstSent = outbox.Missed, outbox.TooLate, time.Time{}
		case "unreadable":
			p.State, p.Trouble = outbox.Unknown, outbox.NoHistory
		case "removed":
			if err := rows.Of(s).Remove(ctx, p.Channel, storetest.Noon); err != nil {
				t.Fatal(err)
			}
			continue
		case "failing":
			p.State, p.Trouble, p.Reason, p.FirstSent = outbox.Failed, outbox.Forbidden, "I cannot see the channel (Missing Access)", time.Time{}
		case "gone":
			p.State, p.Trouble, p.Reason, p.FirstSent = outbox.Failed, outbox.Gone, "the channel does not exist", time.Time{}
		}
		if held, err := s.Record(ctx, "crashed", p); !held || err != nil {
			t.Fatal(held, err)
		}
	}
	for channel, update := range map[string]func(*schedule.Sub){
		"paused": func(sub *schedule.Sub) { sub.Status = schedule.Paused },
		"failing": func(sub *schedule.Sub) {
			sub.Trouble, sub.Reason, sub.FailingSince = outbox.Forbidden, "I cannot see the channel (Missing Access)", storetest.Noon
		},
		"gone": func(sub *schedule.Sub) {
			sub.Status, sub.Trouble, sub.Reason = schedule.Disabled, outbox.Gone, "the channel does not exist any more"
		},
	} {
		sub, err := rows.Of(s).Sub(ctx, channel)
		if err != nil {
			t.Fatal(err)
		}
		update(&sub)
		if err := rows.Of(s).Save(ctx, sub); err != nil { // Update would plan a message about the trouble
			t.Fatal(err)
		}
	}
}

// upgraded returns the address of a database with the current schema, filled in the same
// way as the old ones.
var upgraded = storetest.Copies(furnishUpgrade)

// wantUpgraded compares a database with one that did not need an upgrade.
func wantUpgraded(t *testing.T, s *store.Store) {
	t.Helper()
	fresh := open(t, upgraded(t))
	for _, channel := range upgradeChannels {
		got, gotErr := rows.Of(s).Sub(ctx, channel)
		want, wantErr := rows.Of(fresh).Sub(ctx, channel)
		if got != want || (gotErr == nil) != (wantErr == nil) {
			t.Errorf("subscription %s\ngot  %+v, %v\nwant %+v, %v", channel, got, gotErr, want, wantErr)
		}
		gotPosts, gotErr := rows.Of(s).Posts(ctx, channel, 10)
		wantPosts, wantErr := rows.Of(fresh).Posts(ctx, channel, 10)
		if !slices.Equal(gotPosts, wantPosts) || gotErr != nil || wantErr != nil {
			t.Errorf("posts of %s\ngot  %+v, %v\nwant %+v, %v", channel, gotPosts, gotErr, wantPosts, wantErr)
		}
	}
	got, gotOverdue, err := s.Count(ctx, storetest.Noon.Add(time.Minute))
	want, wantOverdue, wantErr := fresh.Count(ctx, storetest.Noon.Add(time.Minute))
	if !maps.Equal(got[schedule.Kind], want[schedule.Kind]) || gotOverdue != wantOverdue || err != nil || wantErr != nil {
		t.Errorf("counts: got %v, %d, %v; want %v, %d, %v", got, gotOverdue, err, want, wantOverdue, wantErr)
	}
	wantWorking(t, s)
	wantKnown(t, s)
}

// wantKnown checks that the bot knows in which servers it was, and which daily post was
// removed.
func wantKnown(t *testing.T, s *store.Store) {
	t.Helper()
	servers, err := s.Servers(ctx)
	for _, known := range servers {
		if !known.Joined || !known.LeftAt.IsZero() {
			t.Errorf("known is %+v", known)
		}
	}
	if len(servers) < 9 || err != nil {
		t.Errorf("servers %+v, %v", servers, err)
	}
	if err := rows.Of(s).PruneRemoved(ctx, storetest.Noon.AddDate(0, 1, 0)); err != nil {
		t.Error(err)
	}
	if posts, err := rows.Of(s).Posts(ctx, "removed", 10); len(posts) > 0 || err != nil {
		t.Errorf("the removed daily post has %+v, %v", posts, err)
	}
}

// wantWorking checks that a bot can use the database: the lease is still in force, open
// posts can be claimed, and no date is posted twice.
func wantWorking(t *testing.T, s *store.Store) {
	t.Helper()
	beforeLeaseEnds, after := storetest.Noon.Add(89*time.Second), storetest.Noon.Add(90*time.Second)
	p, ok, err := s.Claim(ctx, beforeLeaseEnds, "new", time.Hour)
	if err != nil || !ok || p.Channel != "open" || p.Attempts != 1 {
		t.Errorf("claimed %+v, %t, %v; want the open post", p, ok, err)
	}
	if p, ok, err := s.Claim(ctx, beforeLeaseEnds, "new", time.Hour); ok || err != nil {
		t.Errorf("claimed %+v during another holder's lease, %v", p, err)
	}
	p, ok, err = s.Claim(ctx, after, "new", time.Hour)
	if err != nil || !ok || p.Channel != "claimed" || p.Attempts != 2 || !p.FirstSent.Equal(storetest.Noon) {
		t.Errorf("claimed %+v, %t, %v; want the claimed post", p, ok, err)
	}
	p.State, p.MessageID = outbox.Posted, "901"
	if held, err := s.Record(ctx, "new", p); !held || err != nil {
		t.Error(held, err)
	}
	again := subOf("posted")
	if err := rows.Of(s).Save(ctx, again); err != nil {
		t.Error(err)
	}
	if n, err := rows.Of(s).Plan(ctx, storetest.Noon, 10, tomorrow); n != 1 || err != nil {
		t.Errorf("planned %d, %v", n, err)
	}
	if posts, err := rows.Of(s).Posts(ctx, "posted", 10); err != nil || len(posts) != 1 || posts[0].State != outbox.Posted {
		t.Errorf("the posted date is now %+v, %v", posts, err)
	}
	work(t, s, "new channel")
}
