package httpserver_test

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/httpserver"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

func TestMain(m *testing.M) {
	http.DefaultTransport.(*http.Transport).DialContext = discordtest.Dial
	os.Exit(m.Run())
}

// A database is one with a daily post that is due, unless due is zero.
type database struct {
	due time.Time
	err error
}

func (d *database) Probe(context.Context) error { return d.err }

func (d *database) CountRows(context.Context) (map[string]map[string]int, error) { return nil, d.err }

func (d *database) Count(_ context.Context, before time.Time) (posts map[string]map[outbox.State]int, overdue int, err error) {
	if d.due.IsZero() || d.err != nil {
		return nil, 0, d.err
	}
	if d.due.Before(before) {
		overdue = 1
	}
	return map[string]map[outbox.State]int{"daily": {outbox.Open: 1}}, overdue, nil
}

// A watched is a server for a test.
type watched struct {
	addr string
	stop func() // stops the server and waits until it has ended
}

func watch(t *testing.T, alive func() error, interactions http.Handler) *watched {
	t.Helper()
	return watchWith(t, new(database), alive, interactions)
}

func watchWith(t *testing.T, kept *database, alive func() error, interactions http.Handler) *watched {
	t.Helper()
	return watchAt(t, nil, kept, alive, interactions)
}

// watchAt is watchWith at a listener, or at a free port.
func watchAt(t *testing.T, at net.Listener, kept *database, alive func() error, interactions http.Handler) *watched {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	w := new(watched)
	server, err := httpserver.Listen(httpserver.Options{
		Addr:         "127.0.0.1:0",
		Check:        func(ctx context.Context) error { return errors.Join(alive(), httpserver.CheckDatabase(ctx, kept)) },
		Metrics:      metrics.New("v1", kept, log).Handler(),
		Interactions: interactions,
		Log:          log,
		StopTime:     4 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	if at != nil {
		server.ListenAt(at)
	}
	w.addr = server.Addr()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	w.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	t.Cleanup(w.stop)
	return w
}

func (w *watched) ask(t *testing.T, method, path string) (status int, said string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, "http://"+w.addr+path, strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func well() error { return nil }

func TestRoutes(t *testing.T) {
	w := watch(t, well, nil)
	for _, c := range []struct {
		method, path string
		status       int
		says         string
	}{
		{"GET", "/healthz", 200, "ok\n"},
		{"GET", "/readyz", 200, "ok\n"},
		{"GET", "/metrics", 200, "chess960bot_build_info{"},
		{"POST", "/interactions", 404, ""},
		{"POST", "/healthz", 405, ""},
		{"GET", "/", 404, ""},
		{"GET", "/debug/pprof/", 404, ""},
	} {
		if status, said := w.ask(t, c.method, c.path); status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("%s %s: %d %s", c.method, c.path, status, said)
		}
	}
	with := watch(t, well, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "taken") }))
	if status, said := with.ask(t, "POST", "/interactions"); status != 200 || said != "taken" {
		t.Errorf("POST /interactions: %d %s", status, said)
	}
}

// A bot that is not ready reports all problems, one in each line.
func TestNotReady(t *testing.T) {
	lost := func() error { return errors.Join(errors.New("shard 0 is lost"), errors.New("shard 1 is lost")) }
	overdue := &database{due: time.Now().Add(-metrics.OverdueAfter - time.Minute)}
	soon := &database{due: time.Now().Add(-metrics.OverdueAfter + time.Minute)}
	gone := &database{err: errors.New("the disk is gone")}
	for name, c := range map[string]struct {
		alive func() error
		kept  *database
		want  []string
	}{
		"an overdue post":      {well, overdue, []string{"posts that are overdue: 1"}},
		"no database":          {well, gone, []string{"the database cannot be written: the disk is gone"}},
		"no word from Discord": {lost, soon, []string{"shard 0 is lost", "shard 1 is lost"}},
		"several":              {lost, overdue, []string{"shard 0 is lost", "shard 1 is lost", "posts that are overdue: 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := watchWith(t, c.kept, c.alive, nil)
			status, said := w.ask(t, "GET", "/readyz")
			lines := strings.Split(strings.TrimSpace(said), "\n")
			if status != 503 || len(lines) != len(c.want) {
				t.Fatalf("%d %s", status, said)
			}
			for i, want := range c.want {
				if !strings.HasPrefix(lines[i], want) {
					t.Errorf("line %d is %q, want %q", i, lines[i], want)
				}
			}
			if status, _ := w.ask(t, "GET", "/healthz"); status != 200 {
				t.Errorf("/healthz: %d", status)
			}
		})
	}
}

// Frequent requests to /readyz get the last result again.
func TestReadinessIsNotAskedForEachTime(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	w := watch(t, func() error { mu.Lock(); defer mu.Unlock(); asked++; return nil }, nil)
	start := time.Now()
	var askers sync.WaitGroup
	for range 50 {
		askers.Go(func() { w.ask(t, "GET", "/readyz") })
	}
	askers.Wait()
	if most := 1 + int(time.Since(start)/time.Second); asked > most {
		t.Errorf("the checks ran %d times, want at most %d", asked, most)
	}
}

func TestAddressInUse(t *testing.T) {
	w := watch(t, well, nil)
	_, err := httpserver.Listen(httpserver.Options{Addr: w.addr, Metrics: http.NotFoundHandler(), Log: slog.New(slog.DiscardHandler)})
	if err == nil || !strings.Contains(err.Error(), "HTTP_ADDR "+w.addr) || !strings.Contains(err.Error(), "in use") {
		t.Errorf("got %v", err)
	}
}

// Stopping finishes requests in progress, and accepts no new connections.
func TestStoppingFinishesAnswers(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	w := watch(t, well, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(entered)
		<-leave
		fmt.Fprint(w, "finished")
	}))
	answered := make(chan string, 1)
	go func() {
		defer close(answered)
		_, said := w.ask(t, "POST", "/interactions")
		answered <- said
	}()
	<-entered
	unused, err := net.Dial("tcp", w.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer unused.Close()
	fmt.Fprint(unused, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	stopped := make(chan struct{})
	go func() { w.stop(); close(stopped) }()
	io.Copy(io.Discard, unused) // until the stopping server closes the connection: with a reset if it has not read the request
	select {
	case <-stopped:
		t.Error("stopped while a request was in progress")
	default:
	}
	// The server closes an idle connection a moment before or after its listener.
	for begun := time.Now(); ; {
		c, err := net.Dial("tcp", w.addr)
		if err != nil {
			break
		}
		c.Close()
		if time.Since(begun) > 5*time.Second {
			t.Fatal("still accepts connections")
		}
	}
	close(leave)
	if got := <-answered; got != "finished" {
		t.Errorf("the answer to the request in progress: %q", got)
	}
	<-stopped
}

func TestHeadersAreLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // net/http waits half a second before it closes the connection
		w := watchAt(t, discordtest.ListenInMemory(), new(database), well, nil)
		q, _ := http.NewRequestWithContext(t.Context(), "GET", "http://"+w.addr+"/healthz", nil)
		q.Header.Set("X-Long", strings.Repeat("x", 64<<10))
		response, err := (&http.Transport{DialContext: discordtest.Dial}).RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("status %d", response.StatusCode)
		}
	})
}

// A connection with a slow header is closed.
func TestSlowHeadersAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watchAt(t, discordtest.ListenInMemory(), new(database), well, nil)
		c, err := discordtest.Dial(t.Context(), "tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		start := time.Now()
		fmt.Fprint(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n")
		if _, err := io.ReadAll(c); err != nil || time.Since(start) != 5*time.Second {
			t.Errorf("connected for %v: %v", time.Since(start), err)
		}
	})
}

// A request that is refused before its body was read is answered at once, and its connection is closed:
// the body may never come.
func TestBodiesThatNobodyReads(t *testing.T) {
	t.Parallel()
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := watch(t, well, httpserver.Interactions(public, nil, slog.New(slog.DiscardHandler)))
	for request, want := range map[string]string{
		"POST /interactions": "401",
		"POST /interactions\nX-Signature-Timestamp: 1\nX-Signature-Ed25519: " + strings.Repeat("0", 128): "401",
		"GET /healthz":  "200",
		"POST /nothing": "404",
	} {
		c, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		line, headers, _ := strings.Cut(request, "\n")
		fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: x\r\n%s\r\nContent-Length: 10000\r\n\r\n{", line, strings.ReplaceAll(cmp.Or(headers, "X: y"), "\n", "\r\n"))
		c.SetDeadline(time.Now().Add(5 * time.Second)) // half of the time for a whole request
		if said, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(said), "HTTP/1.1 "+want) {
			t.Errorf("%q: %.50q, %v", request, said, err)
		}
	}
}

func TestAskHealth(t *testing.T) {
	w := watch(t, well, nil)
	_, port, _ := net.SplitHostPort(w.addr)
	for _, addr := range []string{w.addr, ":" + port, "0.0.0.0:" + port, "localhost:" + port} {
		if err := httpserver.AskHealth(t.Context(), addr); err != nil {
			t.Errorf("%s: %v", addr, err)
		}
	}
	w.stop()
	for addr, want := range map[string]string{w.addr: "refused", "": "HTTP_ADDR is not set", "[::]:" + port: "[::1]:" + port, "[fe80::1%nowhere]:" + port: "dial tcp [fe80::1%nowhere]:"} {
		if err := httpserver.AskHealth(t.Context(), addr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", addr, err, want)
		}
	}
}

// A process that accepts connections but does not answer is not alive.
func TestAskHealthOfASilentServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := discordtest.ListenInMemory()
		go silent.Accept()
		start := time.Now()
		if err := httpserver.AskHealth(t.Context(), silent.Addr().String()); err == nil || time.Since(start) != 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// connect opens connections that send no request until the test ends.
func connect(t *testing.T, addr string, n int) []net.Conn {
	t.Helper()
	var silent []net.Conn
	for range n {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		silent = append(silent, conn)
	}
	return silent
}

// A connection counts until its request has ended. Others wait for their turn.
func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 1280
		var reached atomic.Int64
		leave := make(chan struct{})
		w := watchAt(t, discordtest.ListenInMemory(), new(database), well, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			reached.Add(1)
			<-leave
		}))
		defer w.stop()
		for n := range most + 2 {
			if n%100 == 0 {
				synctest.Wait() // fewer than may be silent
			}
			go func() {
				conn, err := discordtest.Dial(t.Context(), "tcp", w.addr)
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				fmt.Fprint(conn, "POST /interactions HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
				io.Copy(io.Discard, conn)
			}()
		}
		for ended := range 3 {
			synctest.Wait()
			if n := reached.Load(); n != most+int64(ended) {
				t.Errorf("%d requests while %d have ended", n, ended)
			}
			if ended < 2 {
				leave <- struct{}{}
			}
		}
		close(leave)
	})
}

// Beyond the limit of bodies that are read, the connection that has waited longest is closed. It
// gets no answer, after which it would stay open for a while.
func TestSlowBodiesAreSentAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 128
		public, _, err := ed25519.GenerateKey(nil)
		if err != nil {
			t.Fatal(err)
		}
		w := watchAt(t, discordtest.ListenInMemory(), new(database), well, httpserver.Interactions(public, nil, slog.New(slog.DiscardHandler)))
		defer w.stop()
		var slow []net.Conn
		for range most + 1 {
			conn, err := discordtest.Dial(t.Context(), "tcp", w.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, "POST /interactions HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: %d\r\nX-Signature-Ed25519: %s\r\nContent-Length: 9\r\n\r\n{", time.Now().Unix(), strings.Repeat("00", 64))
			slow = append(slow, conn)
			synctest.Wait()
		}
		for n, want := range map[int]string{0: "", 1: "HTTP/1.1 408 "} {
			answer, _ := io.ReadAll(slow[n])
			if !strings.HasPrefix(string(answer), want) || want == "" && len(answer) > 0 {
				t.Errorf("connection %d: %q", n, answer)
			}
		}
	})
}

// The number of connections without a request is limited. Beyond the limit, one is closed
// for each new one: the one that has waited longest. Requests are still answered.
func TestSilentConnectionsAreBounded(t *testing.T) {
	const kept = 640
	more := testrun.Choose(100, 6000)
	w := watch(t, well, nil)
	silent := connect(t, w.addr, kept+more)
	for n, conn := range silent[:more] {
		conn.SetReadDeadline(time.Now().Add(3 * time.Second)) // less than headerTime, which closes it too
		if _, err := conn.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("connection %d of %d is still open: %v", n, len(silent), err)
		}
	}
	oldest := silent[more]
	oldest.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(oldest, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	if n, err := oldest.Read(make([]byte, 100)); n == 0 {
		t.Errorf("the oldest connection within the limit gets no answer: %v", err)
	}
	for range 20 {
		if status, text := w.ask(t, "GET", "/healthz"); status != 200 {
			t.Errorf("%d %s", status, text)
		}
	}
}

// A connection that has brought a signed request stays open, however many others come. All
// other connections are closed after the response.
func TestOnlySignedRequestsKeepAConnection(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := watch(t, well, httpserver.Interactions(public, nil, slog.New(slog.DiscardHandler)))
	conn, err := net.Dial("tcp", w.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answers := bufio.NewReader(conn)
	ping := func(signWith ed25519.PrivateKey) (status int, closing bool) {
		t.Helper()
		timestamp := strconv.FormatInt(time.Now().Unix(), 10)
		r, _ := http.NewRequest("POST", "http://"+w.addr+"/interactions", strings.NewReader(`{"type":1}`))
		r.Header.Set("X-Signature-Timestamp", timestamp)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(signWith, []byte(timestamp+`{"type":1}`))))
		if err := r.Write(conn); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(answers, r)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, response.Body)
		return response.StatusCode, response.Close
	}
	if status, closing := ping(private); status != 200 || closing {
		t.Errorf("a signed request: %d, closing %t", status, closing)
	}
	connect(t, w.addr, 2048+100)
	if status, closing := ping(private); status != 200 || closing {
		t.Errorf("a signed request after others have connected: %d, closing %t", status, closing)
	}
	_, forger, _ := ed25519.GenerateKey(nil)
	if status, closing := ping(forger); status != 401 || !closing {
		t.Errorf("a forged request: %d, closing %t", status, closing)
	}
	for _, path := range []string{"/healthz", "/readyz", "/metrics", "/nothing"} {
		if response, err := http.Get("http://" + w.addr + path); err != nil || !response.Close {
			t.Errorf("%s leaves the connection open: %v", path, err)
		}
	}
}
