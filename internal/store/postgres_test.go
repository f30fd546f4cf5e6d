package store_test

import (
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"chess960bot/internal/daily"
	"chess960bot/internal/store"
	"chess960bot/internal/store/storetest"
)

// testServer returns the address of the server to test with, and skips the test
// if there is none.
func testServer(t testing.TB) string {
	t.Helper()
	server := os.Getenv("TEST_POSTGRES_URL")
	if server == "" {
		t.Skip("set TEST_POSTGRES_URL to an address such as postgres://user@127.0.0.1/test to test with PostgreSQL")
	}
	return server
}

// newSchema returns the address of an empty schema of the test server. It is
// dropped when the test ends.
func newSchema(t testing.TB) string {
	t.Helper()
	server := testServer(t)
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal("TEST_POSTGRES_URL is no address")
	}
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	query := address.Query()
	query.Set("search_path", name)
	address.RawQuery = query.Encode()
	return address.String()
}

// Several processes on one database are as good as one: every case runs with
// three stores that take turns.
func TestPostgreSQLShared(t *testing.T) {
	testServer(t)
	storetest.Exercise(t, func(t *testing.T) daily.Store {
		address := newSchema(t)
		return &turns{stores: []daily.Store{open(t, address), open(t, address), open(t, address)}}
	})
}

// All processes may start at the same moment on an empty database.
func TestPostgreSQLOpenedAtOnce(t *testing.T) {
	address := newSchema(t)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			s, err := store.Open(ctx, address)
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Save(ctx, newSub(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if subs, err := open(t, address).Active(ctx); err != nil || len(subs) != 6 {
		t.Errorf("%d subscriptions, %v", len(subs), err)
	}
}

func TestPostgreSQLOfANewerRelease(t *testing.T) {
	address := newSchema(t)
	s := open(t, address)
	if _, err := s.DB().Exec("INSERT INTO chess960bot_version (version_id, is_applied) VALUES (960, true)"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(ctx, address); err == nil || !strings.Contains(err.Error(), "version 960") {
		t.Errorf("got %v", err)
	}
	if err := s.Save(ctx, newSub("1")); err != nil {
		t.Error(err)
	}
}

// A process that stops in the middle of a plan does not keep its rows for ever.
func TestPostgreSQLFreesWhatAStoppedProcessHolds(t *testing.T) {
	s := open(t, newSchema(t))
	var timeout string
	if err := s.DB().QueryRow("SHOW idle_in_transaction_session_timeout").Scan(&timeout); err != nil || timeout != "30s" {
		t.Errorf("the server waits %q, %v", timeout, err)
	}
}

// What a server answers to wrong names quotes no password.
func TestPostgreSQLRefusals(t *testing.T) {
	good, err := url.Parse(newSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, spoil := range []func(*url.URL){
		func(u *url.URL) { u.Path = "/nowhere" },
		func(u *url.URL) { u.User = url.UserPassword("nobody", "s3cret") },
		func(u *url.URL) { u.RawQuery = "sslmode=require" },
		func(u *url.URL) { u.RawQuery = "search_path=nowhere" },
		func(u *url.URL) { u.RawQuery = "nonsense=1" },
	} {
		bad := *good
		bad.User = url.UserPassword(good.User.Username(), "s3cret")
		spoil(&bad)
		s, err := store.Open(ctx, bad.String())
		if err == nil {
			t.Errorf("%s was opened: %v", bad.Redacted(), s.Close())
			continue
		}
		if strings.Contains(err.Error(), "s3cret") {
			t.Error(err)
		}
		t.Log(err)
	}
	with := *good
	with.User = url.UserPassword(good.User.Username(), "s3cret")
	if s, err := store.Open(ctx, with.String()); err == nil {
		if text := fmt.Sprintf("%v %+v %#v %s", s, s, s, s.Save(ctx, daily.Sub{})); strings.Contains(text, "s3cret") {
			t.Error(text)
		}
		_ = s.Close()
	}
}
