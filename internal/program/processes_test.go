package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

var paceChannels = flag.Int("pace.channels", 150, "channels in which several processes post at the same time")

// Three processes with one database identify one after the other, and together keep
// Discord's limit of requests, also when the database is slow. Requests are on their way for
// up to 200 ms. One process is killed in the middle. Each post arrives once, with a fast database
// 45 s after the kill at the latest.
func TestProcessesKeepOnePace(t *testing.T) {
	testrun.LongOnly(t, "waits until the leases of a process that was killed have ended")
	for name, slow := range map[string]time.Duration{"fast database": 0, "slow database": 200 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testProcessesKeepOnePace(t, slow)
		})
	}
}

func testProcessesKeepOnePace(t *testing.T, slow time.Duration) {
	const processes, claimed = 3, 16 // posts that the killed process may have claimed
	discord, err := discordtest.Start(discordtest.RequestLimit(50), discordtest.IdentifyApart(5*time.Second), discordtest.History(50_000))
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	database := storetest.Postgres(t)
	kept, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	var running []*exec.Cmd
	var logs []fmt.Stringer
	const jitter = 200 * time.Millisecond // as if each request came up to 100 ms early or late
	for range processes {
		cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+delayed(t, discord.URL(), jitter), "DATABASE_URL="+slowed(t, database, slow))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running, logs = append(running, cmd), append(logs, stderr)
	}
	if err := errors.Join(discord.WaitSessions(ctx, processes, 0), discord.WaitCommands(ctx, "daily")); err != nil {
		t.Fatal(err)
	}
	due := time.Now().Add(2 * time.Second)
	channels := dueChannels(t, discord, kept, *paceChannels, due)

	waitPosted(t, ctx, kept, len(channels)/3)
	running[0].Process.Kill()
	killed := time.Now()
	waitPosted(t, ctx, kept, len(channels)-claimed)
	took := time.Since(due)
	waitPosted(t, ctx, kept, len(channels))
	last := time.Since(killed)
	for _, cmd := range running[1:] {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	}

	doubled, missing, refused, perSecond, most := 0, 0, 0, map[int64]int{}, 0
	for _, channel := range channels {
		switch n := len(discord.Messages(channel)) - 1; { // without the greeting
		case n > 1:
			doubled++
		case n < 1:
			missing++
		}
	}
	for _, r := range discord.Requests() {
		if r.Status == 429 {
			refused++
		}
		if r.Route == "/channels/{channel_id}/messages" {
			perSecond[r.Time.Unix()]++
			most = max(most, perSecond[r.Time.Unix()])
		}
	}
	t.Logf("%d posts by %d processes, one killed: %d doubled, %d missing, %d answers 429; all but %d within %v, %.1f a second, at most %d in a second; the last %v after the kill",
		len(channels), processes, doubled, missing, refused, claimed, took.Round(time.Second), float64(len(channels)-claimed)/took.Seconds(), most, last.Round(time.Second))
	if doubled > 0 || missing > 0 || refused > 0 || slow == 0 && last > 45*time.Second {
		t.Errorf("logs:\n%s", logs)
	}
	for _, rule := range discord.Broken() {
		t.Error("rule broken: ", rule)
	}
}

// A transaction that hangs on the row of the shared pace does not stop the posts: a process
// keeps its own share of the pace, and /readyz says so.
func TestHangingTransactionStopsNoPosts(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	kept, err := store.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	_, _, err = kept.ReserveSlots(ctx, outbox.Posting, 1, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Hold(t, database, "SELECT 1 FROM request_slot WHERE purpose = 'posts' FOR UPDATE")
	addr := testrun.UnusedAddress()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL="+database, "HTTP_ADDR="+addr)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := discord.WaitCommands(ctx, "daily"); err != nil {
		t.Fatal(err, stderr)
	}
	const posts = 12
	dueChannels(t, discord, kept, posts, time.Now())
	waitPosted(t, ctx, kept, posts)
	if status, said := get(t, "http://"+addr+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(said, "do not share the pace of posts") {
		t.Errorf("/readyz: %d %s", status, said)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v\n%s", err, stderr)
	}
}

// dueChannels makes channels with a daily post that is due at the given time.
func dueChannels(t *testing.T, discord *discordtest.Server, kept *store.Store, n int, due time.Time) (channels []discordtest.Place) {
	t.Helper()
	due = due.UTC()
	for i := range n {
		channel := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: fmt.Sprint(1_100_000_000_000_000_000 + i)}
		discord.AddChannel(channel, "daily")
		if _, err := discord.Write(discordtest.Anna, channel, "Hello."); err != nil { // the bot can tell that it may read the channel
			t.Fatal(err)
		}
		err := dailyrows.Of(kept).Save(t.Context(), schedule.Sub{
			Channel: channel.ChannelID, Guild: fmt.Sprint("guild ", i), Zone: "UTC", Status: schedule.Active, SetBy: discordtest.Anna.ID,
			Minute: when.Minute(due.Hour()*60 + due.Minute()), NextDate: when.DateOf(due), NextAt: due,
		})
		if err != nil {
			t.Fatal(err)
		}
		channels = append(channels, channel)
	}
	return channels
}

// waitPosted waits until n daily posts are recorded as posted.
func waitPosted(t *testing.T, ctx context.Context, kept *store.Store, n int) {
	t.Helper()
	for {
		posts, _, err := kept.Count(ctx, time.Now())
		if err != nil {
			t.Fatal(err, posts)
		}
		if posts[schedule.Kind][outbox.Posted] >= n {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// delayed returns the address of a proxy in front of an API. Each request arrives after a
// random delay.
func delayed(t *testing.T, api string, most time.Duration) string {
	t.Helper()
	address, err := url.Parse(api)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(address)
	forward.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // a process that is killed gives up requests
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(rand.N(most))
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// slowed returns the address of a proxy in front of a database. Each query reaches the
// database after a delay.
func slowed(t *testing.T, database string, delay time.Duration) string {
	t.Helper()
	if delay == 0 {
		return database
	}
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	server := address.Host
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go pass(client, server, delay)
		}
	}()
	address.Host = listener.Addr().String()
	return address.String()
}

// pass passes a connection on to a server. Everything that the client sends arrives after
// the delay.
func pass(client net.Conn, server string, delay time.Duration) {
	upstream, err := net.Dial("tcp", server)
	if err != nil {
		client.Close()
		return
	}
	var both sync.WaitGroup
	both.Go(func() {
		io.Copy(client, upstream)
		client.Close()
	})
	buffer := make([]byte, 64<<10)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			break
		}
		time.Sleep(delay)
		if _, err := upstream.Write(buffer[:n]); err != nil {
			break
		}
	}
	upstream.Close()
	both.Wait()
}
