package rows_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A server has at most MostOpen open events, and so has a person outside servers.
func TestOpenEventsAreLimited(t *testing.T) {
	testrun.NotShort(t, "opens many events")
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := open(t, address(t))
			for _, owner := range []struct{ guild, person string }{{"1", "5"}, {"", "5"}} {
				err := s.Execute(ctx, `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO event (id, channel, guild, opened_by, opened_at, closed_at, rules)
SELECT 'e' || i || '-' || $2, 'c' || i || '-' || $2, $2, $3, 1, 0, '{}' FROM n`, evening.MostOpen-1, owner.guild, owner.person)
				if err != nil {
					t.Fatal(err)
				}
			}
			opens := func(id, guild, person string, want error) {
				t.Helper()
				e := &evening.Event{ID: id, Channel: id, Guild: guild, OpenedBy: person, OpenedAt: storetest.Noon, Rules: evening.Rules{Rounds: 1, Boards: 1, Games: 1}}
				if err := rows.Of(s).NewEvent(ctx, e); !errors.Is(err, want) {
					t.Errorf("%s: %v, want %v", id, err, want)
				}
			}
			opens("last", "1", "5", nil)
			opens("one too many", "1", "6", evening.ErrManyOpen)
			opens("elsewhere", "2", "5", nil)
			opens("last in private", "", "5", nil)
			opens("one too many in private", "", "5", evening.ErrManyOpen)
			opens("another person", "", "6", nil)
			e := evening.Ref{Channel: "last"}
			if _, err := rows.Of(s).UpdateEvent(ctx, e, func(e *evening.Event) error { return e.Close(evening.Asker{At: storetest.Noon}) }); err != nil {
				t.Fatal(err)
			}
			opens("after a close", "1", "6", nil)
		})
	}
}

// Somebody who has sealed too many draws, with an earlier release, can open each of them.
func TestTooManySealsCanBeOpened(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := open(t, address(t))
			for i := range evening.MostSealed + 1 {
				e := &evening.Event{ID: fmt.Sprint(i), Channel: fmt.Sprint(i), OpenedAt: storetest.Noon, Rules: evening.Rules{Rounds: 1, Boards: 1, Games: 1}}
				if _, err := e.Seal(evening.Asker{User: fmt.Sprint(i), At: storetest.Noon}, func(int) (int, error) { return 0, nil }, func() [16]byte { return [16]byte{9} }); err != nil {
					t.Fatal(err)
				}
				if err := rows.Of(s).NewEvent(ctx, e); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Execute(ctx, "UPDATE event_draw SET drawn_by = 'ann'"); err != nil {
				t.Fatal(err)
			}
			e, err := rows.Of(s).UpdateEvent(ctx, evening.Ref{Channel: "0"}, func(e *evening.Event) error {
				_, err := e.OpenSeal(1, evening.Asker{At: storetest.Noon})
				return err
			})
			if err != nil || e.Sealed() != nil {
				t.Errorf("%+v, %v", e, err)
			}
		})
	}
}

// A change that changes nothing, or is refused, writes nothing to the file.
func TestRefusalsAndRepeatsWriteNothing(t *testing.T) {
	address := storetest.SQLite(t)
	s := open(t, address)
	e := &evening.Event{ID: "e", Channel: "c", OpenedAt: storetest.Noon, Rules: evening.Rules{Rounds: 1, Boards: 1, Games: 1}}
	if err := rows.Of(s).NewEvent(ctx, e); err != nil {
		t.Fatal(err)
	}
	version := dataVersion(t, strings.TrimPrefix(address, "sqlite:"))
	earlier := version()
	refusal := errors.New("refused")
	for want, update := range map[error]func(*evening.Event) error{
		nil:     func(*evening.Event) error { return nil },
		refusal: func(e *evening.Event) error { e.Rules.Rounds = 2; return refusal },
	} {
		if _, err := rows.Of(s).UpdateEvent(ctx, e.Ref(), update); !errors.Is(err, want) {
			t.Error(err)
		}
	}
	if after := version(); after != earlier {
		t.Error("the file was written")
	}
	if _, err := rows.Of(s).UpdateEvent(ctx, e.Ref(), func(e *evening.Event) error { e.Rules.Rounds = 2; return nil }); err != nil {
		t.Fatal(err)
	}
	if after := version(); after == earlier {
		t.Error("a change was not written")
	}
}

// dataVersion returns a function that reads a number of a SQLite file, which changes with
// each write by another connection.
func dataVersion(t *testing.T, file string) func() (version int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(); db.Close() })
	return func() (version int) {
		if err := conn.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
			t.Fatal(err)
		}
		return version
	}
}
