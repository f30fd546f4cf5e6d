package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/testrun"
)

// People are Ann and Bo, and two servers in which both do things. What belongs to a server has its id in
// every row, and what belongs to Ann alone has hers.
type People struct {
	Ann, AnnName, Bo, BoName string
	Own, Other               string // servers
}

// peopleOf returns people whose ids sort by a prefix of two digits and a number.
func peopleOf(prefix string, n int) People {
	id := func(last int) string { return fmt.Sprintf("%s%012d%04d", prefix, n, last) }
	return People{id(1), "Ann " + id(3), id(2), "Bo " + id(4), id(5), id(6)}
}

// Everybody are the people who are forgotten.
var Everybody = peopleOf("20", 960518)

// A Filling fills the tables of a part.
type Filling struct {
	Tables string // how their names begin
	Fill   func(t testing.TB, s *store.Store, p People)
	Person string                                                               // what [store.Store.ForgetPerson] says of Ann, such as "{quiz 12}", "" for nothing
	Server string                                                               // what [store.Store.ForgetServer] says of the own server at first
	Gone   func(row string, p People) bool                                      // whether a row goes with Ann; others lose her
	Erase  func(t *testing.T, s *store.Store) (text string, erase func() error) // another way to forget, nil for none
}

// CheckPart checks what the store promises of each part, in both kinds of database: its rows are copied
// whole, wait in a program without the part, and are forgotten without a byte left for a person and for a
// server, and nothing else is. docs/privacy.md says which of them are about people.
func CheckPart(t *testing.T, part store.Part, f Filling) {
	filled := map[string]func(testing.TB) string{
		"SQLite": Copies(func(t testing.TB, s *store.Store) { f.Fill(t, s, Everybody) }),
		"PostgreSQL": func(t testing.TB) string {
			address := Postgres(t)
			s := Open(t, address, part)
			f.Fill(t, s, Everybody)
			_ = s.Close()
			return address
		},
	}
	for kind, address := range filled {
		t.Run(kind, func(t *testing.T) {
			t.Run("copied", func(t *testing.T) { f.checkCopied(t, part, address(t), kind) })
			t.Run("person", func(t *testing.T) { f.checkPerson(t, Open(t, address(t), part)) })
			t.Run("nobody", func(t *testing.T) { checkNobody(t, Open(t, address(t), part)) })
			t.Run("server", func(t *testing.T) { f.checkServer(t, Open(t, address(t), part)) })
		})
	}
	t.Run("bytes", func(t *testing.T) { f.checkBytes(t, part) })
}

// checkCopied copies the rows from one kind of database to another, by a program without the part, which
// also works for a while.
func (f Filling) checkCopied(t *testing.T, part store.Part, from, kind string) {
	testrun.NotShort(t, "copies whole databases")
	s := Open(t, from, part)
	want := Data(t, s)
	for table := range Columns(t, s) {
		if strings.HasPrefix(table, f.Tables) && len(Naming(want, table+" ")) == 0 && table != "daily_probe" && table != "daily_guild" {
			t.Errorf("%s has no row to copy", table)
		}
	}
	_ = s.Close()
	s = Open(t, from)
	if p, ok, err := s.Claim(t.Context(), Noon.AddDate(1, 0, 0), "h", Lease, "a kind of another part"); ok || err != nil {
		t.Errorf("claimed %+v, %v", p, err)
	}
	if err := s.Tidy(t.Context(), Noon); err != nil {
		t.Error(err)
	}
	if counted, err := s.CountRows(t.Context()); len(counted) > 0 || err != nil {
		t.Errorf("counted %v, %v", counted, err)
	}
	_ = s.Close()
	ways := []func(testing.TB) string{SQLite}
	if kind == "PostgreSQL" {
		ways = append(ways, Postgres)
	}
	for _, way := range ways {
		to := way(t)
		if _, err := store.Copy(t.Context(), from, to); err != nil {
			t.Fatal(err)
		}
		s := Open(t, to, part)
		SameRows(t, "copied", Data(t, s), want)
		_ = s.Close()
		from = to
	}
}

// checkPerson forgets Ann and then Bo.
func (f Filling) checkPerson(t *testing.T, s *store.Store) {
	p := Everybody
	previous := Rows(t, s)
	for _, data := range PrivacyPage(t) {
		named, about := data.naming(previous, p.Ann, p.AnnName), data.About == "a person"
		if strings.HasPrefix(data.Table, f.Tables) && about != (len(named) > 0) || len(named) > 0 && !about {
			t.Errorf("docs/privacy.md says that %q in %s are about %s; rows with Ann: %q", data.Columns, data.Table, data.About, named)
		}
	}
	got, err := s.ForgetPerson(t.Context(), p.Ann)
	if want := "[" + f.Person + "]"; fmt.Sprint(got) != want || err != nil {
		t.Errorf("forgot %+v, %v; want %+v", got, err, want)
	}
	var want []string
	for _, row := range previous {
		if !f.Gone(row, p) {
			want = append(want, strings.NewReplacer("<@"+p.Ann+">", "", p.Ann, "", p.AnnName, "").Replace(row))
		}
	}
	slices.Sort(want)
	SameRows(t, "without Ann", Rows(t, s), want)
	if got, err := s.ForgetPerson(t.Context(), p.Ann); len(got) > 0 || err != nil {
		t.Errorf("the second time: %+v, %v", got, err)
	}
	if _, err := s.ForgetPerson(t.Context(), p.Bo); err != nil {
		t.Fatal(err)
	}
	if left := Naming(Rows(t, s), p.Ann, p.AnnName, p.Bo, p.BoName); len(left) > 0 {
		t.Errorf("people are still in\n%s", strings.Join(left, "\n"))
	}
}

// checkNobody forgets an empty id: the rows of people who were forgotten earlier stay.
func checkNobody(t *testing.T, s *store.Store) {
	if _, err := s.ForgetPerson(t.Context(), Everybody.Ann); err != nil {
		t.Fatal(err)
	}
	previous := Rows(t, s)
	person, personErr := s.ForgetPerson(t.Context(), "")
	server, serverErr := s.ForgetServer(t.Context(), "")
	if len(person)+len(server) > 0 || personErr != nil || serverErr != nil {
		t.Errorf("%+v, %v; %+v, %v", person, personErr, server, serverErr)
	}
	SameRows(t, "after nobody was forgotten", Rows(t, s), previous)
}

// checkServer forgets a server, with its channels, events and races. Other servers keep everything, and
// the counts of posts are right.
func (f Filling) checkServer(t *testing.T, s *store.Store) {
	p := Everybody
	wantKnown(t, s, p.Own, p.Other)
	previous := Rows(t, s)
	got, err := s.ForgetServer(t.Context(), p.Own)
	if !strings.HasPrefix(fmt.Sprint(got), "["+f.Server) || err != nil {
		t.Errorf("forgot %+v, %v; want %s", got, err, f.Server)
	}
	wantKnown(t, s, p.Other)
	others := slices.DeleteFunc(previous, func(row string) bool { return strings.Contains(row, p.Own) })
	SameRows(t, "without the server", Rows(t, s), others)
	if got, err := s.ForgetServer(t.Context(), p.Own); len(got) > 0 || err != nil {
		t.Errorf("the second time: %+v, %v", got, err)
	}
}

// wantKnown compares the servers that have data. The bot is a member of each.
func wantKnown(t *testing.T, s *store.Store, want ...string) {
	t.Helper()
	servers, err := s.Servers(t.Context())
	var got []string
	for _, known := range servers {
		if got = append(got, known.Guild); !known.Joined || !known.LeftAt.IsZero() {
			t.Errorf("known is %+v", known)
		}
	}
	if slices.Sort(got); !slices.Equal(got, want) || err != nil {
		t.Errorf("servers %q, %v; want %q", got, err, want)
	}
}

// checkBytes looks for what is forgotten in the bytes of a SQLite file and of its log. Many other people
// do the same before and after, so that the rows to forget are on many pages, and move between pages.
func (f Filling) checkBytes(t *testing.T, part store.Part) {
	file := strings.TrimPrefix(SQLite(t), "sqlite:")
	s := Open(t, "sqlite:"+file, part)
	crowd := func(prefix string) {
		for i := range testrun.Choose(10, 100) {
			f.Fill(t, s, peopleOf(prefix, i))
		}
	}
	f.Fill(t, s, Everybody)
	crowd("10")
	if err := s.Probe(t.Context()); err != nil { // moves the log into the file
		t.Fatal(err)
	}
	erase := map[string]func() error{
		Everybody.Ann: func() error { _, err := s.ForgetPerson(t.Context(), Everybody.Ann); return err },
		Everybody.Own: func() error { _, err := s.ForgetServer(t.Context(), Everybody.Own); return err },
	}
	if f.Person == "" {
		delete(erase, Everybody.Ann)
	}
	if f.Erase != nil {
		text, one := f.Erase(t, s)
		erase[text] = one
	}
	crowd("90")
	for text := range erase { // before any of them: a server's rows name people
		if found := Bytes(t, file, text); found < 3 {
			t.Errorf("%s: found only %d times before", text, found)
		}
	}
	for text, erase := range erase {
		if err := erase(); err != nil {
			t.Fatal(err)
		}
		if found := Bytes(t, file, text); found != 0 {
			t.Errorf("%s: found %d times afterwards", text, found)
		}
	}
	if found := Bytes(t, file, Everybody.AnnName); found != 0 {
		t.Errorf("the name of Ann: found %d times afterwards", found)
	}
}
