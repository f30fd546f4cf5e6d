package store_test

import (
	"database/sql"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

var writeSchema = flag.Bool("write-schema", false, "write databases of the present schema to testdata")

// upgradeChannels are the channels that furnishUpgrade makes.
var upgradeChannels = []string{"open", "claimed", "posted", "paused", "late", "asleep", "unreadable", "removed", "failing", "gone"}

// furnishUpgrade fills a new database with data that an upgrade must keep: channels with
// open, claimed and final posts, and with trouble of every kind.
func furnishUpgrade(t testing.TB, s *store.Store) {
	t.Helper()
	for _, channel := range upgradeChannels {
		sub := subOf(channel)
		sub.Minute, sub.Zone, sub.Theme, sub.View, sub.Role, sub.Thread, sub.SetBy = 13*60, "Europe/Berlin", "green", "black", "77", true, "5"
		if err := dailyrows.Of(s).Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	n, err := dailyrows.Of(s).Plan(ctx, noon, 10, func(sub schedule.Sub, _ int) schedule.Planned {
		p := tomorrow(sub, 0)
		if sub.Channel == "open" { // is claimed last
			p.Posts[0].DueAt = noon.Add(time.Second)
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
		p, ok, err := s.Claim(ctx, noon, "crashed", 90*time.Second)
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
			if err := dailyrows.Of(s).Remove(ctx, p.Channel, noon); err != nil {
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
			sub.Trouble, sub.Reason, sub.FailingSince = outbox.Forbidden, "I cannot see the channel (Missing Access)", noon
		},
		"gone": func(sub *schedule.Sub) {
			sub.Status, sub.Trouble, sub.Reason = schedule.Disabled, outbox.Gone, "the channel does not exist any more"
		},
	} {
		sub, err := dailyrows.Of(s).Sub(ctx, channel)
		if err != nil {
			t.Fatal(err)
		}
		update(&sub)
		if err := dailyrows.Of(s).Save(ctx, sub); err != nil { // Update would plan a message about the trouble
			t.Fatal(err)
		}
	}
}

// tooOld is the last schema that is refused. upgradable are the schemas that are brought up to
// date, and the present one. Each is the number of a migration.
const tooOld = "00021"

var upgradable = []string{"00022", "00025"}

// kinds are the databases with old tables.
var kinds = map[string]func(t *testing.T, schema string) string{"SQLite": oldSQLite, "PostgreSQL": oldPostgres}

// oldSQLite returns the address of a copy of the SQLite file with a schema.
func oldSQLite(t *testing.T, schema string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", schema+".sqlite"))
	if err != nil {
		t.Fatalf("%v: write it with: go test ./internal/store -run TestUpgrade -write-schema", err)
	}
	file := filepath.Join(t.TempDir(), "daily.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + file
}

// oldPostgres returns the address of a PostgreSQL schema with old tables.
func oldPostgres(t *testing.T, schema string) string {
	t.Helper()
	address := storetest.Postgres(t)
	dump, err := os.ReadFile(filepath.Join("testdata", schema+".postgres.sql"))
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(string(dump)); err != nil {
		t.Fatal(err)
	}
	return address
}

// A database with an earlier schema is upgraded, keeps all its data, and can be used. Its
// tables are then those of a new database.
func TestUpgrade(t *testing.T) {
	if *writeSchema {
		writeDatabases(t)
	}
	for _, schema := range upgradable {
		for kind, old := range kinds {
			t.Run(schema+" "+kind, func(t *testing.T) {
				t.Parallel()
				s := open(t, old(t, schema))
				description := map[string]string{"SQLite": describeSQLite, "PostgreSQL": describePostgres}[kind]
				if got, want := tables(t, s.DB(), description), tables(t, open(t, missing[kind](t)).DB(), description); !slices.Equal(got, want) {
					t.Errorf("the tables are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				wantUpgraded(t, s)
				wantSeals(t, s)
				wantQuiz(t, s)
				wantRace(t, s)
				wantCastling(t, s)
			})
		}
	}
}

// describeSQLite and describePostgres describe the columns and the indexes of all tables, and the
// versions that the tables have had. The table of versions itself is an older one in an old database.
const (
	describeSQLite = `SELECT 'version ' || version_id FROM chess960bot_version WHERE version_id >= 22
		UNION ALL SELECT m.name || ': ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT IN ('chess960bot_version', 'sqlite_sequence')
		UNION ALL SELECT name || ': ' || sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`
	describePostgres = `SELECT 'version ' || version_id FROM chess960bot_version WHERE version_id >= 22
		UNION ALL SELECT table_name || ': ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(replace(column_default, current_schema() || '.', ''), '')
		FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'chess960bot_version'
		UNION ALL SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes WHERE schemaname = current_schema() AND indexname NOT LIKE '%_pkey%'
		UNION ALL SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conname NOT LIKE 'chess960bot_version%'`
)

// tables returns the lines of a description of all tables.
func tables(t *testing.T, db *sql.DB, description string) (lines []string) {
	t.Helper()
	rows, err := db.Query(description)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if len(lines) < 150 || rows.Err() != nil {
		t.Fatal(len(lines), rows.Err())
	}
	slices.Sort(lines)
	return lines
}

// Tables in PostgreSQL that are too old are refused with a sentence that says what to do, and
// stay as they were. TestRefusedFiles does the same with files.
func TestOldTablesAreRefused(t *testing.T) {
	address := oldPostgres(t, tooOld)
	described := func() []string {
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		return tables(t, db, describePostgres)
	}
	was := described()
	_, err := store.Open(ctx, address)
	if err == nil || !strings.Contains(err.Error(), oldTables) {
		t.Errorf("got %v, want %q", err, oldTables)
	}
	if is := described(); !slices.Equal(is, was) {
		t.Errorf("the tables were\n%s\nand are\n%s", strings.Join(was, "\n"), strings.Join(is, "\n"))
	}
}

// oldTables is a part of the sentence with which old tables are refused.
const oldTables = "its tables have version 21, and this chess960bot knows 22 at least: start revision 586d8f68 with this database once"

// upgraded returns the address of a database with the current schema, filled in the same
// way as the old ones.
var upgraded = storetest.Copies(furnishUpgrade)

// wantUpgraded compares a database with one that did not need an upgrade.
func wantUpgraded(t *testing.T, s *store.Store) {
	t.Helper()
	fresh := open(t, upgraded(t))
	for _, channel := range upgradeChannels {
		got, gotErr := dailyrows.Of(s).Sub(ctx, channel)
		want, wantErr := dailyrows.Of(fresh).Sub(ctx, channel)
		if got != want || (gotErr == nil) != (wantErr == nil) {
			t.Errorf("subscription %s\ngot  %+v, %v\nwant %+v, %v", channel, got, gotErr, want, wantErr)
		}
		gotPosts, gotErr := dailyrows.Of(s).Posts(ctx, channel, 10)
		wantPosts, wantErr := dailyrows.Of(fresh).Posts(ctx, channel, 10)
		if !slices.Equal(gotPosts, wantPosts) || gotErr != nil || wantErr != nil {
			t.Errorf("posts of %s\ngot  %+v, %v\nwant %+v, %v", channel, gotPosts, gotErr, wantPosts, wantErr)
		}
	}
	got, gotOverdue, err := s.Count(ctx, noon.Add(time.Minute))
	want, wantOverdue, wantErr := fresh.Count(ctx, noon.Add(time.Minute))
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
	if err := dailyrows.Of(s).PruneRemoved(ctx, noon.AddDate(0, 1, 0)); err != nil {
		t.Error(err)
	}
	if posts, err := dailyrows.Of(s).Posts(ctx, "removed", 10); len(posts) > 0 || err != nil {
		t.Errorf("the removed daily post has %+v, %v", posts, err)
	}
}

// wantWorking checks that a bot can use the database: the lease is still in force, open
// posts can be claimed, and no date is posted twice.
func wantWorking(t *testing.T, s *store.Store) {
	t.Helper()
	beforeLeaseEnds, after := noon.Add(89*time.Second), noon.Add(90*time.Second)
	p, ok, err := s.Claim(ctx, beforeLeaseEnds, "new", time.Hour)
	if err != nil || !ok || p.Channel != "open" || p.Attempts != 1 {
		t.Errorf("claimed %+v, %t, %v; want the open post", p, ok, err)
	}
	if p, ok, err := s.Claim(ctx, beforeLeaseEnds, "new", time.Hour); ok || err != nil {
		t.Errorf("claimed %+v during another holder's lease, %v", p, err)
	}
	p, ok, err = s.Claim(ctx, after, "new", time.Hour)
	if err != nil || !ok || p.Channel != "claimed" || p.Attempts != 2 || !p.FirstSent.Equal(noon) {
		t.Errorf("claimed %+v, %t, %v; want the claimed post", p, ok, err)
	}
	p.State, p.MessageID = outbox.Posted, "901"
	if held, err := s.Record(ctx, "new", p); !held || err != nil {
		t.Error(held, err)
	}
	again := subOf("posted")
	if err := dailyrows.Of(s).Save(ctx, again); err != nil {
		t.Error(err)
	}
	if n, err := dailyrows.Of(s).Plan(ctx, noon, 10, tomorrow); n != 1 || err != nil {
		t.Errorf("planned %d, %v", n, err)
	}
	if posts, err := dailyrows.Of(s).Posts(ctx, "posted", 10); err != nil || len(posts) != 1 || posts[0].State != outbox.Posted {
		t.Errorf("the posted date is now %+v, %v", posts, err)
	}
	work(t, s, "new channel", func(string) {})
}

// writeDatabases writes databases with the current schema to testdata.
func writeDatabases(t *testing.T) {
	t.Helper()
	name := filepath.Join("testdata", upgradable[len(upgradable)-1])
	s := open(t, missingFile(t))
	furnishUpgrade(t, s)
	furnishSeals(t, s)
	furnishQuiz(t, s)
	furnishRace(t, s)
	_ = os.Remove(name + ".sqlite")
	if _, err := s.DB().Exec("VACUUM INTO '" + name + ".sqlite'"); err != nil {
		t.Fatal(err)
	}
	address := storetest.Postgres(t)
	pg := open(t, address)
	furnishUpgrade(t, pg)
	furnishSeals(t, pg)
	furnishQuiz(t, pg)
	furnishRace(t, pg)
	schema := regexp.MustCompile(`search_path=(\w+)`).FindStringSubmatch(address)[1]
	dump, err := exec.Command("pg_dump", "--schema="+schema, "--inserts", "--no-owner", "--no-comments", os.Getenv("TEST_POSTGRES_URL")).Output()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(dump)) {
		if !notNeeded.MatchString(line) {
			text.WriteString(strings.ReplaceAll(line, schema+".", ""))
		}
	}
	if err := os.WriteFile(name+".postgres.sql", []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// notNeeded matches the lines of a dump that set up the connection of psql.
var notNeeded = regexp.MustCompile(`^(SET |SELECT pg_catalog.set_config|--|\\|CREATE SCHEMA|\s*$)`)
