package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/quiz/day"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
	"chess960bot/internal/service/store"
	"chess960bot/internal/workshop/storetest"
)

// furnished returns the address of a SQLite database that furnish has filled.
var furnished = storetest.Copies(furnish)

// furnish fills a database with subscriptions and posts of every kind: ten of
// each, and one open post under a lease.
func furnish(t testing.TB, s *store.Store) {
	t.Helper()
	statuses := []daily.Status{daily.Active, daily.Paused, daily.Disabled}
	states := []outbox.State{outbox.Open, outbox.Posted, outbox.Missed, outbox.Failed, outbox.Unknown}
	for i := range 10 {
		sub := subOf(fmt.Sprint(i))
		sub.Minute, sub.Zone, sub.Theme, sub.View, sub.Role, sub.Thread = when.Minute(i), "Europe/Berlin", "green", "black", "77", i%2 == 0
		sub.Weekdays, sub.Board = when.Weekend, daily.CompactBoard
		sub.Reason, sub.FailingSince, sub.SetBy = "“♞” '; --", noon.Add(-time.Duration(i)*time.Millisecond), "5"
		if err := s.Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	n, err := s.Plan(ctx, noon, 10, func(sub daily.Sub, _ int) daily.Planned {
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
		if err := s.Update(ctx, p.Channel, func(sub *daily.Sub) { sub.Status = statuses[i%3] }); err != nil {
			t.Fatal(err)
		}
	}
	evening := events.Event{ID: "e", Channel: "7", OpenedAt: noon, Rules: events.Rules{Name: "“?”", Rounds: 3, Boards: 1, Games: 1}}
	first, ann := func(int) (int, error) { return 0, nil }, events.Asker{User: "5", Interaction: "77", At: noon}
	_, drawn := evening.Draw(ann, first)
	_, voided := evening.Void(1, "“?” '; --", ann)
	_, again := evening.Draw(ann, first)
	_, sealed := evening.Seal(ann, first, func() [16]byte { return [16]byte{9, 6, 0} })
	_, added := evening.Add(2, events.Asker{User: "6", Name: "Bo; 'x'"}, 17)
	_, more := evening.Add(2, events.Asker{User: "7"}, 9999)
	opened, open := evening.OpenSeal(2, ann)
	rules := evening.Rules
	rules.Boards = 2
	_, changed := evening.AnswerChange(ann, rules, first)
	played := events.GameRef{Draw: 2, Board: 2, Game: 1}
	_, told := evening.AddResults(ann, []events.Result{{Game: played, White: "<@5>", Black: "Bo; 'x'", Outcome: events.Drawn}})
	evening.AddOnline(events.OnlineGame{Game: played, ID: "abc", White: "https://lichess.org/abc?color=white", At: noon})
	planned := evening.PlanDraw(ann, noon.Add(time.Hour))
	if err := errors.Join(drawn, voided, again, sealed, added, more, open, changed, told, planned); err != nil {
		t.Fatal(err)
	}
	opened.Shown = true // it needs no post
	evening.Message, evening.Thread = "90", "90"
	if err := s.NewEvent(ctx, &evening); err != nil {
		t.Fatal(err)
	}
	furnishQuiz(t, s)
	furnishRace(t, s)
	furnishLeft(t, s)
}

// furnishLeft removes a subscription, and notes that its server has removed the bot. That server
// and another one have a language.
func furnishLeft(t testing.TB, s *store.Store) {
	t.Helper()
	err := errors.Join(s.Save(ctx, subOf("away")), s.Remove(ctx, "away", noon), s.NoteServer(ctx, "guild of away", noon),
		s.NoteLanguage(ctx, "guild of away", "de"), s.ChooseLanguage(ctx, "1", "en"))
	if err != nil {
		t.Fatal(err)
	}
}

// furnishQuiz asks a person three questions, one of which is answered.
func furnishQuiz(t testing.TB, s *store.Store) {
	t.Helper()
	asked := quiz.Turn{
		ID: "“?” '; --", Person: "5", Mixed: true, Began: noon, Asked: noon, Hinted: true,
		Question: quiz.Question{Level: quiz.WholeNumber, Scheme: chess960.Almanac, Position: chess960.Classical()},
	}
	open := asked
	open.ID = "open"
	castling := asked
	castling.ID, castling.Question = "castling", castlingQuestion
	first, second, third := s.Ask(ctx, asked), s.Ask(ctx, open), s.Ask(ctx, castling)
	_, answered := s.UpdateTurn(ctx, "5", asked.ID, func(t *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		t.Next = "open"
		return t.Answer(525, noon.Add(1234*time.Millisecond), memories, nil)
	})
	if err := errors.Join(first, second, third, answered); err != nil {
		t.Fatal(err)
	}
}

// furnishRace adds a race that is over, with two answers, and the finished quiz of a day.
// Neither has a post.
func furnishRace(t testing.TB, s *store.Store) {
	t.Helper()
	r := &race.Race{ID: "77", Channel: "8", Guild: "1", StartedBy: "5", Rules: race.Rules{Level: "number", Scheme: "sp", Time: 30 * time.Second, Rounds: 5, Seed: "“?”"}, Asked: 1, NextAt: noon}
	errs := []error{
		s.NewRace(ctx, r, noon),
		s.AddAnswer(ctx, "77", race.Answer{Round: 1, Person: "5", Interaction: 1 << 60, After: 1234 * time.Millisecond, Given: 518}),
		s.AddAnswer(ctx, "77", race.Answer{Round: 1, Person: "6", Interaction: 1<<60 + 1, Given: 959}),
	}
	_, ended := s.UpdateRace(ctx, "77", func(r *race.Race) {
		r.Stop(noon)
		r.End(noon.Add(time.Hour))
	})
	_, begun := s.BeginAttempt(ctx, "5", 20777, noon)
	_, finished := s.UpdateAttempt(ctx, "5", 20777, func(a *day.Attempt) error {
		for range day.Steps {
			a.Answer(true, false, noon.Add(time.Minute))
		}
		return nil
	})
	if err := errors.Join(append(errs, ended, begun, finished)...); err != nil {
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

// A copy has every column of every row, from any database to any other, and a bot can use
// it.
func TestCopy(t *testing.T) {
	for name, ways := range map[string][]func(testing.TB) string{
		"SQLite to SQLite":                  {furnished, missingFile},
		"SQLite to PostgreSQL to SQLite":    {furnished, storetest.Postgres, missingFile},
		"PostgreSQL to PostgreSQL":          {furnishedPostgres, storetest.Postgres},
		"SQLite to a database with a bot's": {furnished, storetest.SQLite},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from := ways[0](t)
			want := dump(t, from)
			for _, way := range ways[1:] {
				to := way(t)
				copied, err := store.Copy(ctx, from, to)
				if err != nil || !slices.Equal(copied, []store.Copied{{Table: "daily_guild", Rows: 12}, {Table: "server_language", Rows: 2}, {Table: "daily_removed", Rows: 1}, {Table: "daily_sub", Rows: 10}, {Table: "post", Rows: 14}, {Table: "event", Rows: 1}, {Table: "event_draw", Rows: 3}, {Table: "event_change", Rows: 1}, {Table: "event_number", Rows: 2}, {Table: "event_result", Rows: 1}, {Table: "event_game", Rows: 1}, {Table: "quiz_turn", Rows: 3}, {Table: "quiz_card", Rows: 3},
					{Table: "quiz_race", Rows: 1}, {Table: "quiz_answer", Rows: 2}, {Table: "quiz_day", Rows: 1}, {Table: "quiz_streak", Rows: 1}}) {
					t.Fatalf("copied %v, %v", copied, err)
				}
				if got := dump(t, to); !slices.Equal(got, want) || len(got) != 59 {
					t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				if got := dump(t, from); !slices.Equal(got, want) {
					t.Errorf("the source has changed:\n%s", strings.Join(got, "\n"))
				}
				from = to
			}
			s := open(t, from)
			if p, ok, err := s.Claim(ctx, noon, "another", time.Minute); !ok || err != nil || p.Attempts != 2 || !p.FirstSent.Equal(noon) {
				t.Errorf("the lease has not ended: %+v, %t, %v", p, ok, err)
			}
			work(t, s, "new", func(string) {})
		})
	}
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

// A copy that is not possible fails with a clear error, and changes neither database.
func TestCopyRefused(t *testing.T) {
	inUse := func(t testing.TB) string {
		url := storetest.SQLite(t)
		open(t, url)
		return url
	}
	spoilt := func(trigger string) func(testing.TB) string {
		return func(t testing.TB) string {
			url := storetest.SQLite(t)
			execute(t.(*testing.T), strings.TrimPrefix(url, "sqlite:"), "CREATE TRIGGER spoil BEFORE INSERT ON post WHEN NEW.channel = '5' BEGIN SELECT RAISE("+trigger+"); END")
			return url
		}
	}
	for name, c := range map[string]struct {
		from, to func(testing.TB) string
		want     string
	}{
		"target not empty":         {furnished, furnished, "the target is not empty: it holds daily posts, events or quizzes already; nothing was copied"},
		"target in use":            {furnished, inUse, "another chess960bot is using"},
		"source in use":            {inUse, missingFile, "another chess960bot is using"},
		"source missing":           {missingFile, missingFile, "no such file"},
		"source empty":             {storetest.SQLite, missingFile, "it holds no daily posts, no events and no quizzes, so there is nothing to copy"},
		"target fails in between":  {furnished, spoilt("ABORT, 'disk is full'"), "disk is full"},
		"target swallows a row":    {furnished, spoilt("IGNORE"), "table post: the source has 14 rows, 14 were copied, and the target has 13"},
		"target of no known kind":  {furnished, func(testing.TB) string { return "mysql://user:s3cret@localhost/name" }, "must be sqlite:PATH or postgres://"},
		"source out of reach":      {func(testing.TB) string { return "postgres://user:s3cret@127.0.0.1:1/name" }, missingFile, "127.0.0.1:1"},
		"PostgreSQL not empty":     {furnished, furnishedPostgres, "is not empty"},
		"source without addresses": {func(testing.TB) string { return "" }, missingFile, "must be sqlite:PATH"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := c.from(t), c.to(t)
			previous := [2][]string{contents(t, from), contents(t, to)}
			copied, err := store.Copy(ctx, from, to)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("copied %v, %v; want %q", copied, err, c.want)
			}
			t.Log(err)
			for i, url := range []string{from, to} {
				if got := contents(t, url); !slices.Equal(got, previous[i]) {
					t.Errorf("%s has changed:\n%s", url, strings.Join(got, "\n"))
				}
			}
		})
	}
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

// Copying a database to itself is refused, also under another address.
func TestCopyToItself(t *testing.T) {
	url := furnished(t)
	file := strings.TrimPrefix(url, "sqlite:")
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(file))
	for from, to := range map[string]string{
		url: url, "sqlite:" + link: url, "sqlite:./" + filepath.Base(file): url,
		"postgres://user:s3cret@127.0.0.1:1/name":           "postgresql://user:another@127.0.0.1:1/name?connect_timeout=5",
		"postgres://127.0.0.1:1/name?search_path=x&user=me": "postgres://me@127.0.0.1:1/name?search_path=x",
	} {
		if _, err := store.Copy(ctx, from, to); err == nil || !strings.Contains(err.Error(), "the same database") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s to %s: %v", from, to, err)
		}
	}
	if got := dump(t, url); len(got) != 59 {
		t.Errorf("%d rows", len(got))
	}
}
