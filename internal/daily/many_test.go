package daily_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// schema makes an empty schema in the database that TEST_POSTGRES_URL names, and
// returns the address with it.
func schema(t *testing.T) string {
	t.Helper()
	server := os.Getenv("TEST_POSTGRES_URL")
	if server == "" {
		t.Skip("set TEST_POSTGRES_URL to test with PostgreSQL")
	}
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal("TEST_POSTGRES_URL is no address")
	}
	name := fmt.Sprintf("crash_%d", rand.Uint64())
	if _, err := db.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Exec("DROP SCHEMA " + name + " CASCADE")
		db.Close()
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal("TEST_POSTGRES_URL is no address")
	}
	query := u.Query()
	query.Set("search_path", name)
	u.RawQuery = query.Encode()
	return u.String()
}

// Four processes share one database. Some are killed, some stopped for longer
// than their leases last and then let go on, while requests and answers are
// lost; in the end each post is there once.
func TestManyProcesses(t *testing.T) {
	t.Parallel()
	rounds := *crashRounds
	if rounds == 0 {
		rounds = 1
		if os.Getenv("CI") != "" && !testing.Short() {
			rounds = 25
		}
	}
	o := orders{Database: schema(t)}
	discord, chaos := startDiscord(t, crashNonces)
	o.API = discord.URL()
	for round := range rounds {
		o.Channels = dueChannels(t, discord, round)
		chaos.set(false)
		var workers []*exec.Cmd
		for range 4 {
			w := worker(t.Context(), t, o)
			if err := w.Start(); err != nil {
				t.Fatal(err)
			}
			workers = append(workers, w)
		}
		for _, w := range workers[:3] {
			time.Sleep(time.Duration(20+chaos.intN(150)) * time.Millisecond)
			if chaos.intN(2) == 0 {
				w.Process.Kill()
				continue
			}
			w.Process.Signal(syscall.SIGSTOP)
			time.AfterFunc(crashTiming.Lease+time.Duration(chaos.intN(800))*time.Millisecond, func() { w.Process.Signal(syscall.SIGCONT) })
		}
		for _, w := range workers {
			w.Wait()
		}
		chaos.set(true)
		runWorker(t, o, time.Minute)
	}
	var got tally
	judge(t, &got, discord, o.Database, rounds)
	t.Log(got)
	if got.doubled > 0 || got.missing > 0 || got.posts != 3*rounds {
		t.Errorf("%v", got)
	}
	for _, rule := range discord.Broken() {
		if !strings.Contains(rule, "gateway") { // a process stopped for long misses heartbeats
			t.Error("rule broken: ", rule)
		}
	}
}
