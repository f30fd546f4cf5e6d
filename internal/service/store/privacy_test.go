package store_test

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/privacy"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/club/quiz/day"
	"chess960bot/internal/club/quiz/race"
	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
	"chess960bot/internal/service/store"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// A row of the table in docs/privacy.md.
type storedData struct {
	table   string
	columns []string
	about   string // a person, a server or nobody
}

var (
	privacyRow = regexp.MustCompile("(?m)^\\| [^|]+ \\| `(\\w+)`: ([^|]+) \\| ([^|]+) \\|")
	columnName = regexp.MustCompile("`(\\w+)`")
)

// privacyPage returns the rows of the table in docs/privacy.md.
func privacyPage(t *testing.T) []storedData {
	t.Helper()
	page, err := os.ReadFile("../../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []storedData
	for _, row := range privacyRow.FindAllStringSubmatch(string(page), -1) {
		data := storedData{table: row[1], about: row[3]}
		for _, name := range columnName.FindAllStringSubmatch(row[2], -1) {
			data.columns = append(data.columns, name[1])
		}
		all = append(all, data)
	}
	return all
}

// schema returns the columns of each table.
func schema(t *testing.T, s *store.Store) map[string][]string {
	t.Helper()
	statement := `SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`
	if strings.HasPrefix(s.String(), "PostgreSQL") {
		statement = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	}
	found, err := s.DB().Query(statement)
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	columns := map[string][]string{}
	for found.Next() {
		var table, column string
		if err := found.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		columns[table] = append(columns[table], column)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return columns
}

// The page about privacy has every column of the databases, once.
func TestPrivacyPageNamesEveryColumn(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			stored := schema(t, open(t, address(t)))
			delete(stored, "chess960bot_version") // of the migrations
			page := map[string][]string{}
			for _, row := range privacyPage(t) {
				page[row.table] = append(page[row.table], row.columns...)
				if !slices.Contains([]string{"a person", "a server", "nobody"}, row.about) {
					t.Errorf("docs/privacy.md: %s %v is about %q", row.table, row.columns, row.about)
				}
			}
			for table := range stored {
				for _, column := range stored[table] {
					if !slices.Contains(page[table], column) {
						t.Errorf("docs/privacy.md has no row for the column %s of the table %s", column, table)
					}
				}
			}
			for table, columns := range page {
				for i, column := range columns {
					if !slices.Contains(stored[table], column) || slices.Contains(columns[:i], column) {
						t.Errorf("docs/privacy.md names the column %s of the table %s, which does not exist or has another row", column, table)
					}
				}
			}
		})
	}
}

// The page says how long data are kept.
func TestPrivacyPageSaysHowLong(t *testing.T) {
	page, err := os.ReadFile("../../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []struct {
		of   string
		time time.Duration
	}{{"| 366 days", outbox.KeptFor}, {"| 400 days", quiz.KeptFor}, {"deleted 30 days later", privacy.KeptAfterLeaving}, {"| 30 days", daily.KeptAfterRemoval}} {
		days := strconv.Itoa(int(kept.time.Hours() / 24))
		if !strings.Contains(kept.of, " "+days+" ") || !strings.Contains(string(page), kept.of) {
			t.Errorf("docs/privacy.md says %q, and the data are kept for %s days", kept.of, days)
		}
	}
}

// Ann and Bo have data in every table that can have data of people.
const (
	annID, annName = "2000960518960518960", "Ann of the club"
	boID, boName   = "2000960518960518961", "Bo of the club"

	ownServer, otherServer = "3000960518960518960", "3000960518960518961"
)

// fillForPeople stores something about Ann and Bo wherever that is possible: subscriptions
// and events in two servers and in direct messages, sent and queued posts, and a quiz.
func fillForPeople(t *testing.T, s *store.Store) {
	t.Helper()
	shareDay(t, s, annID, 20776)
	sendPosts(t, s, 1)
	for _, guild := range []string{ownServer, otherServer} {
		if err := s.ChooseLanguage(ctx, guild, "de"); err != nil {
			t.Fatal(err)
		}
	}
	for channel, guild := range map[string]string{"channel-1": ownServer, "channel-2": ownServer, "channel-3": otherServer} {
		sub := subOf(channel)
		sub.Guild, sub.SetBy = guild, annID
		if err := s.Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.Plan(ctx, noon, 10, tomorrow); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	sendPosts(t, s, 2)                                                       // one stays in the queue
	if n, err := s.Prune(ctx, noon.Add(time.Minute)); n != 3 || err != nil { // leaves rows in post_pruned
		t.Fatal(n, err)
	}
	ann := events.Asker{User: annID, Name: annName, Interaction: "77", At: noon}
	bo := events.Asker{User: boID, Name: boName, Interaction: "78", At: noon}
	openFilledEvent(t, s, "event-shared", ownServer, ann, bo)
	openFilledEvent(t, s, "event-elsewhere", otherServer, ann, bo)
	openFilledEvent(t, s, "event-group", "", ann, bo)
	openFilledEvent(t, s, "event-alone", "", ann, ann)
	for _, person := range []string{annID, boID} {
		askQuiz(t, s, person)
	}
	openRace(t, s, "race-shared", ownServer, annID, boID)
	openRace(t, s, "race-elsewhere", otherServer, annID, boID)
}

// sendPosts sends some posts that are due.
func sendPosts(t *testing.T, s *store.Store, n int) {
	t.Helper()
	for range n {
		p, ok, err := s.Claim(ctx, noon, "holder", time.Hour)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		p.State, p.MessageID = outbox.Posted, "900"
		if held, err := s.Record(ctx, "holder", p); !held || err != nil {
			t.Fatal(held, err)
		}
	}
}

// shareDay finishes a person's quiz of a date. The post with the result is queued.
func shareDay(t *testing.T, s *store.Store, person string, date when.Date) {
	t.Helper()
	_, begun := s.BeginAttempt(ctx, person, date, noon)
	finished, answered := s.UpdateAttempt(ctx, person, date, func(a *day.Attempt) error {
		for range day.Steps {
			a.Answer(true, false, noon)
		}
		return nil
	})
	if err := errors.Join(begun, answered); err != nil {
		t.Fatal(err)
	}
	if planned, err := s.Share(ctx, finished.Post("channel of results", noon)); !planned || err != nil {
		t.Fatal(planned, err)
	}
}

// openRace opens a race. Its next post is queued. People answer its first question.
func openRace(t *testing.T, s *store.Store, id, guild string, people ...string) {
	t.Helper()
	err := s.NewRace(ctx, &race.Race{
		ID: id, Channel: "of " + id, Guild: guild, StartedBy: people[0], Asked: 1, NextAt: noon,
		Rules: race.Rules{Level: "number", Scheme: "sp", Rounds: 5, Time: 30 * time.Second, Seed: "seed"},
	}, time.Time{})
	for i, person := range people {
		err = errors.Join(err, s.AddAnswer(ctx, id, race.Answer{Round: 1, Person: person, Interaction: int64(i + 1), Given: 518}))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// openFilledEvent opens an event in which a person acts in every way, and another one adds
// a number and strikes a round out. The last draw is sealed, and its post is queued.
func openFilledEvent(t *testing.T, s *store.Store, id, guild string, by, other events.Asker) {
	t.Helper()
	first := func(int) (int, error) { return 0, nil }
	e := events.Event{
		ID: id, Channel: "of " + id, Guild: guild, OpenedBy: by.User, OpenedByName: by.Name, OpenedAt: noon,
		Rules: events.Rules{Name: "Thursday", Rounds: 5, Boards: 1, Games: 1},
	}
	longer := e.Rules
	longer.Rounds++
	_, changed := e.AnswerChange(by, longer, first)
	_, drawn := e.Draw(by, first)
	_, voided := e.Void(1, "a mistake", by)
	_, again := e.Draw(other, first)
	_, voidedAgain := e.Void(1, "another", other)
	_, sealed := e.Seal(by, first, func() [16]byte { return [16]byte{9, 6, 0} })
	_, added := e.Add(1, by, 17)
	if other != by {
		_, err := e.Add(1, other, 4)
		added = errors.Join(added, err)
	}
	e.Plan = &events.Plan{Round: 1, At: noon.Add(time.Hour), By: by.User, ByName: by.Name}
	e.Results = []events.Result{
		{White: "<@" + by.User + ">", Black: "<@" + other.User + ">", By: by.User, ByName: by.Name, At: noon},
		{Index: 1, White: "<@" + other.User + ">", Black: "<@" + by.User + ">", By: other.User, ByName: other.Name, At: noon},
	}
	e.Last().Seal.Channel, e.Last().Seal.Message = e.Channel, "message of "+id // has a post to change it
	if err := errors.Join(changed, drawn, voided, again, voidedAgain, sealed, added, s.NewEvent(ctx, &e)); err != nil {
		t.Fatal(err)
	}
}

// askQuiz asks a person a question, which is answered.
func askQuiz(t *testing.T, s *store.Store, person string) {
	t.Helper()
	turn := quiz.Turn{
		ID: "turn of " + person, Person: person, Began: noon, Asked: noon,
		Question: quiz.Question{Level: quiz.WholeNumber, Scheme: chess960.Almanac, Position: chess960.Classical()},
	}
	if err := s.Ask(ctx, turn); err != nil {
		t.Fatal(err)
	}
	shareDay(t, s, person, 20777)
	if _, err := s.UpdateTurn(ctx, person, turn.ID, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return turn.Answer(525, noon.Add(time.Second), memories, nil)
	}); err != nil {
		t.Fatal(err)
	}
}

// everything returns all rows of all tables.
func everything(t *testing.T, s *store.Store) []string {
	t.Helper()
	return rowsOf(t, s, slices.Sorted(maps.Keys(schema(t, s))))
}

// naming returns the rows that have one of the texts.
func naming(rows []string, texts ...string) []string {
	return slices.DeleteFunc(slices.Clone(rows), func(row string) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(row, text) })
	})
}

// naming returns the rows in which a column of the data has one of the texts.
func (data storedData) naming(rows []string, texts ...string) []string {
	var values []string
	for _, column := range data.columns {
		for _, text := range texts {
			values = append(values, " "+column+"="+text, " "+column+"=<@"+text)
		}
	}
	ofTable := slices.DeleteFunc(slices.Clone(rows), func(row string) bool { return !strings.HasPrefix(row, data.table+" ") })
	return naming(ofTable, values...)
}

// A person who is forgotten is nowhere in the database. What others did stays.
func TestForgetPerson(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			fillForPeople(t, s)
			previous := everything(t, s)
			for _, data := range privacyPage(t) {
				if named := data.naming(previous, annID, annName); (data.about == "a person") != (len(named) > 0) {
					t.Errorf("docs/privacy.md says that %q in %s are about %s; rows with Ann: %q", data.columns, data.table, data.about, named)
				}
			}

			got, err := s.ForgetPerson(ctx, annID)
			if want := (privacy.Person{Quiz: 12, Events: 3, Own: 1, Subs: 3}); got != want || err != nil {
				t.Errorf("forgot %+v, %v; want %+v", got, err, want)
			}
			after := everything(t, s)
			if left := naming(after, annID, annName, "event-alone"); len(left) > 0 {
				t.Errorf("Ann is still in\n%s", strings.Join(left, "\n"))
			}
			if got, want := without(after, annID, annName), without(previous, annID, annName); !slices.Equal(got, want) {
				t.Errorf("after\n%s\nbefore\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if got, err := s.ForgetPerson(ctx, annID); got != (privacy.Person{}) || err != nil {
				t.Errorf("the second time: %+v, %v", got, err)
			}

			if _, err := s.ForgetPerson(ctx, boID); err != nil {
				t.Fatal(err)
			}
			if left := naming(everything(t, s), boID, boName); len(left) > 0 {
				t.Errorf("Bo is still in\n%s", strings.Join(left, "\n"))
			}
			e, err := s.Event(ctx, events.Ref{Channel: "of event-shared"})
			if err != nil {
				t.Fatal(err)
			}
			want := []events.Added{{Number: 17}, {Number: 4}}
			if d := e.Sealed(); d == nil || !slices.Equal(d.Seal.Added, want) || len(e.Draws) != 3 || len(e.Draws[0].SPs) != 1 {
				t.Errorf("the event is now %+v", e)
			}
		})
	}
}

// without returns the rows that should stay when a person is forgotten, with the person
// taken out.
func without(rows []string, id, name string) []string {
	var kept []string
	for _, row := range rows {
		switch {
		case strings.Contains(row, "event-alone"):
		case strings.Contains(row, id) && (strings.HasPrefix(row, "quiz_") && !strings.HasPrefix(row, "quiz_race ") || strings.Contains(row, "subject="+id)):
		default:
			kept = append(kept, strings.NewReplacer("<@"+id+">", "", id, "", name, "").Replace(row))
		}
	}
	slices.Sort(kept)
	return kept
}

// Nobody is forgotten by an empty id: the rows of people who were forgotten earlier stay.
func TestForgetNobody(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			fillForPeople(t, s)
			if _, err := s.ForgetPerson(ctx, annID); err != nil {
				t.Fatal(err)
			}
			previous := everything(t, s)
			person, personErr := s.ForgetPerson(ctx, "")
			server, serverErr := s.ForgetServer(ctx, "")
			if person != (privacy.Person{}) || server != (privacy.Server{}) || personErr != nil || serverErr != nil {
				t.Errorf("%+v, %v; %+v, %v", person, personErr, server, serverErr)
			}
			if after := everything(t, s); !slices.Equal(after, previous) {
				t.Error("rows have changed")
			}
		})
	}
}

// A server that is forgotten is nowhere in the database, nor are its channels and events.
// Other servers keep everything, and the counts of posts are right.
func TestForgetServer(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			fillForPeople(t, s)
			own := []string{ownServer, "channel-1", "channel-2", "event-shared", "race-shared"}
			previous := everything(t, s)
			got, err := s.ForgetServer(ctx, ownServer)
			if got.Subs != 2 || got.Events != 1 || got.Races != 1 || !got.Language || got.Posts == 0 || err != nil {
				t.Errorf("forgot %+v, %v", got, err)
			}
			after := everything(t, s)
			if left := naming(after, own...); len(left) > 0 {
				t.Errorf("the server is still in\n%s", strings.Join(left, "\n"))
			}
			kept := slices.DeleteFunc(slices.Clone(previous), func(row string) bool { return len(naming([]string{row}, own...)) > 0 })
			if !slices.Equal(after, kept) {
				t.Errorf("other rows have changed\n%s\nwant\n%s", strings.Join(after, "\n"), strings.Join(kept, "\n"))
			}
			if got, err := s.ForgetServer(ctx, ownServer); got != (privacy.Server{}) || err != nil {
				t.Errorf("the second time: %+v, %v", got, err)
			}
		})
	}
}

// Forgetting a server with posts that were sent takes them out of the counts.
func TestForgetServerCounts(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for _, channel := range []string{"one", "two", "removed"} {
				work(t, s, channel, func(string) {})
			}
			if err := s.Remove(ctx, "removed", noon); err != nil {
				t.Fatal(err)
			}
			if got, err := s.ForgetServer(ctx, "guild of removed"); got != (privacy.Server{Posts: 1}) || err != nil {
				t.Errorf("forgot %+v of a daily post that was removed, %v", got, err)
			}
			if got, err := s.ForgetServer(ctx, "guild of one"); got != (privacy.Server{Subs: 1, Posts: 1}) || err != nil {
				t.Errorf("forgot %+v, %v", got, err)
			}
			posts, _, err := s.Count(ctx, noon)
			if err != nil || posts[daily.Kind][outbox.Posted] != 1 {
				t.Errorf("counts %v, %v", posts, err)
			}
		})
	}
}

// A change of an event that is under way cannot bring back a person who is forgotten
// meanwhile.
func TestForgetPersonDuringAChange(t *testing.T) {
	s := open(t, storetest.Both["PostgreSQL"](t)) // SQLite has one writer at a time
	fillForPeople(t, s)
	forgotten := make(chan error, 1)
	_, err := s.UpdateEvent(ctx, events.Ref{Channel: "of event-shared"}, func(e *events.Event) error {
		go func() {
			_, err := s.ForgetPerson(ctx, annID)
			forgotten <- err
		}()
		for waiting := 0; waiting == 0 && len(forgotten) == 0; {
			err := s.DB().QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE event SET id = id%RETURNING guild'`).Scan(&waiting)
			if err != nil {
				return err
			}
		}
		e.Draws[0].Void.Reason = "changed"
		return nil
	})
	if err := errors.Join(err, <-forgotten); err != nil {
		t.Fatal(err)
	}
	if left := naming(everything(t, s), annID, annName); len(left) > 0 {
		t.Errorf("Ann is still in\n%s", strings.Join(left, "\n"))
	}
}

// Every server with data is known, and whether the bot was a member there.
func TestServers(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for _, channel := range []string{"sub", "removed"} {
				if err := s.Save(ctx, subOf(channel)); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Remove(ctx, "removed", noon); err != nil {
				t.Fatal(err)
			}
			for id, invited := range map[string]bool{"invited": true, "uninvited": false} {
				e := &events.Event{ID: id, Channel: id, Guild: "guild of " + id, Invited: invited, OpenedBy: annID, OpenedAt: noon, Rules: events.Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}}
				if err := s.NewEvent(ctx, e); err != nil {
					t.Fatal(err)
				}
			}
			openFilledEvent(t, s, "direct messages", "", events.Asker{User: annID, At: noon}, events.Asker{User: annID, At: noon})
			openRace(t, s, "race", "guild of race", annID)
			want := map[string]privacy.KnownServer{}
			for _, name := range []string{"sub", "removed", "invited", "uninvited", "race"} {
				want["guild of "+name] = privacy.KnownServer{Guild: "guild of " + name, Joined: name != "uninvited"}
			}
			wantServers(t, s, want)
			for guild, left := range map[string]time.Time{"guild of race": noon, "guild of invited": noon} {
				if err := s.NoteServer(ctx, guild, left); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.NoteServer(ctx, "guild of invited", time.Time{}); err != nil {
				t.Fatal(err)
			}
			want["guild of race"] = privacy.KnownServer{Guild: "guild of race", Joined: true, LeftAt: noon}
			wantServers(t, s, want)
			for guild := range want {
				if _, err := s.ForgetServer(ctx, guild); err != nil {
					t.Fatal(err)
				}
			}
			wantServers(t, s, nil)
			if left := naming(everything(t, s), "guild of"); len(left) > 0 {
				t.Errorf("after all were forgotten: %q", left)
			}
		})
	}
}

// wantServers compares the servers that have data.
func wantServers(t *testing.T, s *store.Store, want map[string]privacy.KnownServer) {
	t.Helper()
	servers, err := s.Servers(ctx)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]privacy.KnownServer{}
	for _, known := range servers {
		got[known.Guild] = known
	}
	if !maps.Equal(got, want) || len(servers) != len(got) {
		t.Errorf("servers %v\nwant %v", servers, want)
	}
}

// The posts of a daily post that was removed, and of one that made room, are deleted with
// everything about its channel, unless it is set again.
func TestPruneRemoved(t *testing.T) {
	for kind, address := range storetest.Both {
		t.Run(kind, func(t *testing.T) {
			s := open(t, address(t))
			for _, channel := range []string{"removed", "again", "kept"} {
				work(t, s, channel, func(string) {})
			}
			for _, channel := range []string{"removed", "again"} {
				if err := s.Remove(ctx, channel, noon.Add(time.Minute)); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Save(ctx, subOf("again")); err != nil {
				t.Fatal(err)
			}
			previous := everything(t, s)
			if err := s.PruneRemoved(ctx, noon.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if got := everything(t, s); !slices.Equal(got, previous) {
				t.Errorf("too early:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(previous, "\n"))
			}
			if err := s.PruneRemoved(ctx, noon.Add(time.Minute+time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			if left := naming(everything(t, s), "=removed"); len(left) > 0 {
				t.Errorf("still there: %q", left)
			}
			for _, channel := range []string{"again", "kept"} {
				if posts, err := s.Posts(ctx, channel, 10); len(posts) != 1 || err != nil {
					t.Errorf("%s has %d posts, %v", channel, len(posts), err)
				}
			}
			if posts, _, err := s.Count(ctx, noon); posts[daily.Kind][outbox.Posted] != 2 || err != nil {
				t.Errorf("counts %v, %v", posts, err)
			}
		})
	}
}

// The backup that docs/operating.md describes can be read by nobody else. Without the umask
// sqlite3 writes a file that everyone can read.
func TestBackupsArePrivate(t *testing.T) {
	sqlite3 := testrun.Program(t, "sqlite3", "sqlite3")
	page, err := os.ReadFile("../../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^(\(umask 077; (sqlite3|pg_dump) .*\)) +# .* while the bot runs$`).FindAllStringSubmatch(string(page), -1)
	if len(commands) != 2 {
		t.Fatalf("docs/operating.md has the commands %q", commands)
	}
	dir := t.TempDir()
	s := open(t, "sqlite:"+filepath.Join(dir, "chess960.db"))
	askQuiz(t, s, annID)
	cmd := exec.Command("sh", "-c", "umask 022; "+commands[0][1])
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+filepath.Dir(sqlite3)+":"+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := os.Stat(filepath.Join(dir, "chess960-backup.db"))
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("the backup is %v, %v", info, err)
	}
}
