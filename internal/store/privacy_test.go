package store_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
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
	page, err := os.ReadFile("../../docs/privacy.md")
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

// Schema returns the columns of each table.
func Schema(t *testing.T, s *store.Store) map[string][]string {
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
			stored := Schema(t, open(t, address(t)))
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
	page, err := os.ReadFile("../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []struct {
		of   string
		time time.Duration
	}{{"| 366 days", outbox.KeptFor}, {"| 400 days", training.KeptFor}, {"deleted 30 days later", privacy.KeptAfterLeaving}, {"| 30 days", schedule.KeptAfterRemoval}} {
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

// peopleIn fills a feature with Ann and Bo. Of it, person and server are forgotten; after looks at
// what stays when both are.
type peopleIn struct {
	fill           func(t *testing.T, s *store.Store)
	person, server string
	after          func(t *testing.T, s *store.Store) // nil for nothing
}

var peopleInFeatures = []peopleIn{
	peopleInEvents,
	peopleInQuiz,
}

// fillForPeople stores something about Ann and Bo wherever that is possible: subscriptions
// and events in two servers and in direct messages, sent and queued posts, and a quiz.
func fillForPeople(t *testing.T, s *store.Store) {
	t.Helper()
	for _, guild := range []string{ownServer, otherServer} {
		if err := s.ChooseLanguage(ctx, guild, "de"); err != nil {
			t.Fatal(err)
		}
	}
	for channel, guild := range map[string]string{"channel-1": ownServer, "channel-2": ownServer, "channel-3": otherServer} {
		sub := subOf(channel)
		sub.Guild, sub.SetBy = guild, annID
		if err := dailyrows.Of(s).Save(ctx, sub); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := dailyrows.Of(s).Plan(ctx, noon, 10, tomorrow); n != 3 || err != nil {
		t.Fatal(n, err)
	}
	sendPosts(t, s, 2)                                                       // one stays in the queue
	if n, err := s.Prune(ctx, noon.Add(time.Minute)); n != 2 || err != nil { // leaves rows in post_pruned
		t.Fatal(n, err)
	}
	for _, in := range peopleInFeatures {
		in.fill(t, s)
	}
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

// everything returns all rows of all tables.
func everything(t *testing.T, s *store.Store) []string {
	t.Helper()
	return rowsOf(t, s, slices.Sorted(maps.Keys(Schema(t, s))))
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
				if !slices.Contains(store.Tables(), data.table) || data.table == "post" && len(peopleInFeatures) == 0 {
					continue // of a feature that was taken out
				}
				if named := data.naming(previous, annID, annName); (data.about == "a person") != (len(named) > 0) {
					t.Errorf("docs/privacy.md says that %q in %s are about %s; rows with Ann: %q", data.columns, data.table, data.about, named)
				}
			}

			got, err := s.ForgetPerson(ctx, annID)
			want := ""
			for _, in := range slices.Backward(peopleInFeatures) {
				want += in.person
			}
			if want = "[" + want + "{dailyPostSettings 3}]"; fmt.Sprint(got) != want || err != nil {
				t.Errorf("forgot %+v, %v; want %+v", got, err, want)
			}
			after := everything(t, s)
			if left := naming(after, annID, annName, "event-alone"); len(left) > 0 {
				t.Errorf("Ann is still in\n%s", strings.Join(left, "\n"))
			}
			if got, want := without(after, annID, annName), without(previous, annID, annName); !slices.Equal(got, want) {
				t.Errorf("after\n%s\nbefore\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if got, err := s.ForgetPerson(ctx, annID); len(got) > 0 || err != nil {
				t.Errorf("the second time: %+v, %v", got, err)
			}

			if _, err := s.ForgetPerson(ctx, boID); err != nil {
				t.Fatal(err)
			}
			if left := naming(everything(t, s), boID, boName); len(left) > 0 {
				t.Errorf("Bo is still in\n%s", strings.Join(left, "\n"))
			}
			for _, in := range peopleInFeatures {
				if in.after != nil {
					in.after(t, s)
				}
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
			if len(person)+len(server) > 0 || personErr != nil || serverErr != nil {
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
			want := "[{language 1} {dailyPosts 2} "
			for _, in := range peopleInFeatures {
				want += in.server
			}
			if !strings.HasPrefix(fmt.Sprint(got)+" ", strings.TrimSuffix(want, " ")) || err != nil {
				t.Errorf("forgot %+v, %v; want %s", got, err, want)
			}
			after := everything(t, s)
			if left := naming(after, own...); len(left) > 0 {
				t.Errorf("the server is still in\n%s", strings.Join(left, "\n"))
			}
			kept := slices.DeleteFunc(slices.Clone(previous), func(row string) bool { return len(naming([]string{row}, own...)) > 0 })
			if !slices.Equal(after, kept) {
				t.Errorf("other rows have changed\n%s\nwant\n%s", strings.Join(after, "\n"), strings.Join(kept, "\n"))
			}
			if got, err := s.ForgetServer(ctx, ownServer); len(got) > 0 || err != nil {
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
			if err := dailyrows.Of(s).Remove(ctx, "removed", noon); err != nil {
				t.Fatal(err)
			}
			if got, err := s.ForgetServer(ctx, "guild of removed"); fmt.Sprint(got) != "[{posts 1}]" || err != nil {
				t.Errorf("forgot %+v of a daily post that was removed, %v", got, err)
			}
			if got, err := s.ForgetServer(ctx, "guild of one"); fmt.Sprint(got) != "[{dailyPosts 1} {posts 1}]" || err != nil {
				t.Errorf("forgot %+v, %v", got, err)
			}
			posts, _, err := s.Count(ctx, noon)
			if err != nil || posts[schedule.Kind][outbox.Posted] != 1 {
				t.Errorf("counts %v, %v", posts, err)
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
				if err := dailyrows.Of(s).Remove(ctx, channel, noon.Add(time.Minute)); err != nil {
					t.Fatal(err)
				}
			}
			if err := dailyrows.Of(s).Save(ctx, subOf("again")); err != nil {
				t.Fatal(err)
			}
			previous := everything(t, s)
			if err := dailyrows.Of(s).PruneRemoved(ctx, noon.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if got := everything(t, s); !slices.Equal(got, previous) {
				t.Errorf("too early:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(previous, "\n"))
			}
			if err := dailyrows.Of(s).PruneRemoved(ctx, noon.Add(time.Minute+time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			if left := naming(everything(t, s), "=removed"); len(left) > 0 {
				t.Errorf("still there: %q", left)
			}
			for _, channel := range []string{"again", "kept"} {
				if posts, err := dailyrows.Of(s).Posts(ctx, channel, 10); len(posts) != 1 || err != nil {
					t.Errorf("%s has %d posts, %v", channel, len(posts), err)
				}
			}
			if posts, _, err := s.Count(ctx, noon); posts[schedule.Kind][outbox.Posted] != 2 || err != nil {
				t.Errorf("counts %v, %v", posts, err)
			}
		})
	}
}
