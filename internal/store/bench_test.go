package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// on runs a benchmark with both databases.
func on(b *testing.B, run func(b *testing.B, s *store.Store)) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		b.Run(name, func(b *testing.B) { run(b, open(b, storetest.Both[name](b))) })
	}
}

// backlog inserts n open posts of one channel.
func backlog(b *testing.B, s *store.Store, n int, notBefore time.Time) {
	b.Helper()
	var posts []outbox.Post
	for i := range n {
		p := newPost(i, noon.Add(-time.Hour+time.Duration(i)))
		p.NotBefore = notBefore
		posts = append(posts, p)
	}
	if err := storetest.Insert(ctx, s, fmt.Sprint("backlog ", n), posts...); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkUpdate is the baseline for the others: it writes one row by its key.
func BenchmarkUpdate(b *testing.B) {
	on(b, func(b *testing.B, s *store.Store) {
		backlog(b, s, 1000, time.Time{})
		for i := 0; b.Loop(); i++ {
			if _, err := s.DB().Exec("UPDATE post SET attempts = $1 WHERE kind = 'daily' AND subject = $2 AND number = $3", i, "backlog 1000", i%1000); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// claim claims a post and records it.
func claim(b *testing.B, s *store.Store) {
	p, ok, err := s.Claim(ctx, noon, "h", time.Minute)
	if !ok || err != nil {
		b.Fatal(ok, err)
	}
	p.State = outbox.Posted
	if held, err := s.Record(ctx, "h", p); !held || err != nil {
		b.Fatal(held, err)
	}
}

// BenchmarkClaimAndRecord writes twice.
func BenchmarkClaimAndRecord(b *testing.B) {
	on(b, func(b *testing.B, s *store.Store) {
		backlog(b, s, b.N, time.Time{})
		b.ResetTimer()
		for range b.N {
			claim(b, s)
		}
	})
}

// BenchmarkClaimAndRecordParallel does the same in eight goroutines for each core.
func BenchmarkClaimAndRecordParallel(b *testing.B) {
	on(b, func(b *testing.B, s *store.Store) {
		backlog(b, s, b.N, time.Time{})
		b.SetParallelism(8)
		b.ResetTimer()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				claim(b, s)
			}
		})
	})
}

// BenchmarkClaimPastWaiting claims a post while 10,000 others wait for a second attempt,
// as in an outage.
func BenchmarkClaimPastWaiting(b *testing.B) {
	on(b, func(b *testing.B, s *store.Store) {
		backlog(b, s, 10_000, noon.Add(time.Hour))
		b.ResetTimer()
		for range b.N {
			if _, ok, err := s.Claim(ctx, noon, "h", time.Minute); ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
}

// BenchmarkCountMillion counts for the metrics with 1.1 million final posts in the
// database: a year of 3,000 channels. For comparison it also counts by reading the table.
func BenchmarkCountMillion(b *testing.B) {
	const million = `
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1099999)
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state)
SELECT 'daily', 'c' || (i % 3000), i / 3000, 'c' || (i % 3000), i, i, CASE i % 5000 WHEN 0 THEN 'open' ELSE 'posted' END FROM n`
	on(b, func(b *testing.B, s *store.Store) {
		if _, err := s.DB().Exec(million); err != nil {
			b.Fatal(err)
		}
		b.Run("Count", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := s.Count(ctx, noon); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("read all", func(b *testing.B) {
			for b.Loop() {
				var n int
				if err := s.DB().QueryRow("SELECT count(*) FROM (SELECT state, count(*) FROM post GROUP BY state) AS s").Scan(&n); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

// BenchmarkOpen opens a SQLite file. The time should not grow with its size.
func BenchmarkOpen(b *testing.B) {
	for _, megabytes := range []int{1, 256} {
		b.Run(fmt.Sprintf("%dMB", megabytes), func(b *testing.B) {
			address := storetest.SQLite(b)
			open(b, address).Close()
			execute(b, strings.TrimPrefix(address, "sqlite:"), fmt.Sprintf(filling, megabytes*1000))
			for b.Loop() {
				s, err := store.Open(ctx, address)
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				s.Close()
				b.StartTimer()
			}
		})
	}
}
