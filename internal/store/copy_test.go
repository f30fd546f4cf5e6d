package store_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
)

// furnished returns the address of a SQLite database that furnish has filled.
var furnished = storetest.Copies(furnish)

// furnish fills a database with subscriptions and posts of every kind: ten of
// each, and one open post under a lease.
func furnish(t testing.TB, s *store.Store) {
	t.Helper()
	statuses := []schedule.Status{schedule.Active, schedule.Paused, schedule.Disabled}
	states := []outbox.State{outbox.Open, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown}
	for i := range 10 {
		sub := subOf(fmt.Sprint(i))
		sub.Minute, sub.Zone, sub.Theme, sub.View, sub.Role, sub.Thread = when.Minute(i), "Europe/Berlin", "green", "black", "77", i%2 == 0
		sub.Weekdays, sub.Board = when.Weekend, schedule.CompactBoard
		sub.Reason, sub.FailingSince, sub.SetBy = "“♞” '; --", noon.Add(-time.Duration(i)*time.Millisecond), "5"
		if err := dailyrows.Of(s).Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	n, err := dailyrows.Of(s).Plan(ctx, noon, 10, func(sub schedule.Sub, _ int) schedule.Planned {
		p := tomorrow(sub, 0)
		p.Posts[0].NotBefore = noon.Add(-time.Hour)
		return p
	})
	if n != 10 || err != nil {
		t.Fatal(n, err)
	}
	for i := range 10 {
		p, ok, err := s.Claim(ctx, noon, "holder", time.Hour)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		if i == 0 {
			continue // keeps its lease
		}
		p.State, p.MessageID, p.Reason, p.NotBefore = states[i%5], fmt.Sprint("message ", i), "“?”", noon.Add(time.Hour)
		if held, err := s.Record(ctx, "holder", p); !held || err != nil {
			t.Fatal(held, err)
		}
		if err := dailyrows.Of(s).Update(ctx, p.Channel, func(sub *schedule.Sub) { sub.Status = statuses[i%3] }); err != nil {
			t.Fatal(err)
		}
	}
	furnishEvent(t, s)
	furnishQuiz(t, s)
	furnishRace(t, s)
	furnishLeft(t, s)
}

// furnishLeft removes a subscription, and notes that its server has removed the bot. That server
// and another one have a language.
func furnishLeft(t testing.TB, s *store.Store) {
	t.Helper()
	err := errors.Join(dailyrows.Of(s).Save(ctx, subOf("away")), dailyrows.Of(s).Remove(ctx, "away", noon), s.NoteServer(ctx, "guild of away", noon),
		s.NoteLanguage(ctx, "guild of away", "de"), s.ChooseLanguage(ctx, "1", "en"))
	if err != nil {
		t.Fatal(err)
	}
}

// dump returns the rows of a database.
func dump(t *testing.T, databaseURL string) []string {
	t.Helper()
	s := open(t, databaseURL)
	defer s.Close()
	return rows(t, s)
}

// rows returns all columns of the rows to copy, as sorted lines. Leases are left out,
// because a copy has none.
func rows(t *testing.T, s *store.Store) []string {
	t.Helper()
	return rowsOf(t, s, []string{"daily_guild", "server_language", "daily_removed", "daily_sub", "post", "event", "event_draw", "event_change", "event_number", "event_result", "event_game", "quiz_turn", "quiz_card", "quiz_race", "quiz_answer", "quiz_day", "quiz_streak"})
}

// rowsOf returns the rows of some tables, as sorted lines.
func rowsOf(t *testing.T, s *store.Store, tables []string) []string {
	t.Helper()
	var lines []string
	for _, table := range tables {
		rows, err := s.DB().Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			line := table
			for i, column := range columns {
				value := *values[i].(*any)
				if thread, ok := value.(bool); ok { // SQLite stores a number
					value = map[bool]int64{true: 1}[thread]
				}
				if !strings.HasPrefix(column, "lease_") {
					line += fmt.Sprintf(" %s=%v", column, value)
				}
			}
			lines = append(lines, line)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(lines)
	return lines
}

func furnishedPostgres(t testing.TB) string {
	url := storetest.Postgres(t)
	s := open(t, url)
	furnish(t, s)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return url
}

// contents returns the rows of a database, or the error of reading them.
func contents(t *testing.T, databaseURL string) []string {
	t.Helper()
	if file, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
			return []string{"there is no file"}
		}
	}
	s, err := store.Open(ctx, databaseURL)
	if err != nil {
		return []string{"cannot be opened"}
	}
	defer s.Close()
	return rows(t, s)
}
