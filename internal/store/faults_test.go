package store_test

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// handlerTime is how long a command waits in these tests for a database that does not answer, and failureTime
// is how soon each failure must come. In the bot a command waits 1.5 s.
const handlerTime, failureTime = 100 * time.Millisecond, 1500 * time.Millisecond

// wantFailure checks that every change that may wait so long fails, and does so within failureTime.
func wantFailure(t *testing.T, s *store.Store, wait time.Duration, want string) {
	t.Helper()
	for name, write := range map[string]func(context.Context) error{
		"Save":   func(ctx context.Context) error { return save(ctx, s, "2") },
		"Remove": func(ctx context.Context) error { _, err := s.ForgetServer(ctx, "guild of 1"); return err },
		"Plan":   func(ctx context.Context) error { return plan(ctx, s, "2") },
		"Claim":  func(ctx context.Context) error { _, _, err := s.Claim(ctx, noon, "h", time.Minute); return err },
		"Prune":  func(ctx context.Context) error { _, err := s.Prune(ctx, noon); return err },
		"Probe":  func(ctx context.Context) error { return s.Probe(ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(ctx, wait)
			defer cancel()
			start := time.Now()
			err := write(ctx)
			took := time.Since(start)
			if err == nil || !strings.Contains(err.Error(), want) || took > failureTime {
				t.Errorf("%v after %v, want %q", err, took, want)
			}
		})
	}
}

// If another program locks the file, a command waits as long as its time allows.
func TestLockedFileInTime(t *testing.T) {
	file := newFile(t)
	s := open(t, "sqlite:"+file)
	work(t, s, "1", func(string) {})
	hold := lockByTool(t, file)
	t.Run("locked", func(t *testing.T) { wantFailure(t, s, handlerTime, "deadline exceeded") })
	wantStep(t, s, "1", "posted") // reading goes on
	if err := hold.Rollback(); err != nil {
		t.Fatal(err)
	}
	if saved(t, s, "2") {
		t.Error("a change that failed is there")
	}
	if err := s.Probe(ctx); err != nil {
		t.Error(err)
	}
	work(t, s, "3", func(string) {})
}

// Writing to a read-only file returns an error, and the file is not changed.
func TestReadOnlyFile(t *testing.T) {
	s := open(t, storetest.SQLite(t))
	work(t, s, "1", func(string) {})
	for _, readOnly := range []bool{true, false} {
		pragma := map[bool]string{true: "PRAGMA query_only = 1", false: "PRAGMA query_only = 0"}[readOnly]
		if _, err := s.DB().Exec(pragma); err != nil { // there is one connection
			t.Fatal(err)
		}
		if err := s.Probe(ctx); (err != nil) != readOnly {
			t.Errorf("probe of a read-only file %t: %v", readOnly, err)
		}
		if err := save(ctx, s, "2"); (err != nil) != readOnly {
			t.Errorf("save to a read-only file %t: %v", readOnly, err)
		}
		wantStep(t, s, "1", "posted")
	}
}

// probeFullDisk probes in a process that cannot grow or change files.
func probeFullDisk(url string, _ int) {
	t := fatal{}
	s, err := store.Open(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Probe(ctx); err != nil {
		t.Fatal(err)
	}
	ignoreFileSignal()
	var unlimited syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &unlimited); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(os.TempDir(), fmt.Sprint("backup-", os.Getpid(), ".db"))
	for _, room := range []uint64{0, 1, 512, 5_000, 20_000, 60_000, 100_000, 200_000} {
		limitFiles(room, unlimited.Max)
		if err := store.Backup(ctx, url, target); err == nil {
			t.Fatal("a backup succeeds in a room of", room)
		}
		if left, err := filepath.Glob(target + "*"); len(left) > 0 || err != nil {
			t.Fatal("a backup in a room of", room, "has left", left, err)
		}
	}
	limitFiles(0, unlimited.Max)
	probed, changed := s.Probe(ctx), save(ctx, s, "1")
	limitFiles(unlimited.Cur, unlimited.Max)
	if probed == nil || changed == nil {
		t.Fatal("on a full disk: probe", probed, "save", changed)
	}
	if language, err := s.Language(ctx, "guild of 1"); language.Chosen != "" || err != nil {
		t.Fatal("a change that failed is there:", err)
	}
	if err := s.Probe(ctx); err != nil {
		t.Fatal("with room again:", err)
	}
}

func TestProbeOfAFullDisk(t *testing.T) {
	t.Parallel()
	if out, err := childProcess("full", storetest.SQLite(t), 0).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// If a server or its network hangs, a command fails after its time, and works again
// afterwards.
func TestFrozenPostgreSQL(t *testing.T) {
	address, frozen := freezable(t, storetest.Postgres(t))
	s := open(t, address)
	work(t, s, "1", func(string) {})
	frozen.set(true)
	t.Run("frozen", func(t *testing.T) { wantFailure(t, s, handlerTime, "") })
	short, cancel := context.WithTimeout(ctx, handlerTime)
	defer cancel()
	if _, err := s.Language(short, "guild of 1"); err == nil {
		t.Error("read from a frozen server")
	}
	frozen.set(false)
	for deadline := time.Now().Add(20 * time.Second); s.Probe(ctx) != nil; { // the first connections are broken
		if time.Now().After(deadline) {
			t.Fatal("the server does not work again")
		}
	}
	work(t, s, "3", func(string) {})
}

// A freezer is a proxy that passes bytes on, or holds them back while frozen.
type freezer struct {
	mu   sync.Mutex
	wait chan struct{} // closed while nothing is held
}

func (f *freezer) set(frozen bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if frozen {
		f.wait = make(chan struct{})
	} else {
		close(f.wait)
	}
}

func (f *freezer) waiting() chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.wait
}

// freezable returns the address of a proxy in front of a PostgreSQL server.
func freezable(t *testing.T, address string) (string, *freezer) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server := u.Host
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = proxy.Close() })
	f := &freezer{wait: make(chan struct{})}
	close(f.wait)
	go func() {
		for {
			client, err := proxy.Accept()
			if err != nil {
				return
			}
			backend, err := net.Dial("tcp", server)
			if err != nil {
				_ = client.Close()
				continue
			}
			go f.pass(client, backend)
			go f.pass(backend, client)
		}
	}()
	u.Host = proxy.Addr().String()
	return u.String(), f
}

// pass copies until one side ends.
func (f *freezer) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		<-f.waiting()
		if _, writeErr := to.Write(buffer[:n]); err != nil || writeErr != nil {
			return
		}
	}
}

// The next probe notices if another program changes the tables on a server.
func TestPostgreSQLIsChangedByAnother(t *testing.T) {
	for name, c := range map[string]struct{ query, want string }{
		"an older copy": {"UPDATE daily_probe SET beat = 0", "has been emptied or replaced by an older copy"},
		"emptied":       {"TRUNCATE daily_probe", "has been emptied or replaced by an older copy"},
		"dropped":       {"DROP TABLE daily_probe", "does not exist"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, storetest.Postgres(t))
			if err := s.Probe(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := s.DB().Exec(c.query); err != nil {
				t.Fatal(err)
			}
			if err := s.Probe(ctx); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// The next probe notices that a server has become read-only, as after a failover.
func TestReadOnlyPostgreSQL(t *testing.T) {
	address := storetest.Postgres(t)
	work(t, open(t, address), "1", func(string) {})
	s := open(t, address+"&default_transaction_read_only=on")
	// On a busy machine PostgreSQL may need half a second for a connection.
	wantFailure(t, s, failureTime, "read-only")
	wantStep(t, s, "1", "posted")
}

// Now returns the server's time, so that processes with wrong clocks agree on due times.
func TestPostgreSQLClock(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	now, ok, err := s.Now(ctx)
	if err != nil || !ok || time.Since(now).Abs() > 10*time.Second {
		t.Errorf("%v, %t, %v", now, ok, err)
	}
}

// The errors of posts name the channel. The subject may be a person.
func TestErrorsNameNobody(t *testing.T) {
	s := open(t, "sqlite:"+newFile(t))
	const person = "2000960518960518960"
	p := outbox.Post{Kind: "quiz", Subject: person, Number: 20777, Channel: "7"}
	over, cancel := context.WithCancel(ctx)
	cancel()
	_, renewed := s.Renew(over, "h", p, noon)
	_, recorded := s.Record(over, "h", p)
	_, shared := store.Share(over, s, p)
	for name, err := range map[string]error{"Renew": renewed, "Record": recorded, "Share": shared} {
		if err == nil || strings.Contains(err.Error(), person) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
