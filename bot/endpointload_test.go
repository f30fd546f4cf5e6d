package bot_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/httpserver"
	"chess960bot/internal/metrics"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// The number of handlers that run at the same time is limited over HTTP too, and everybody
// is answered.
func TestConcurrencyIsBoundedOverHTTP(t *testing.T) {
	t.Parallel()
	var c crowd
	_, address := serveRequests(t, bot.Options{Commands: []chat.Command{c.command()}})
	var askers sync.WaitGroup
	for range 200 {
		askers.Go(func() {
			if status, _, text := post(t, signed(t.Context(), address, requestFor("slow"), time.Now())); status != 200 {
				t.Errorf("%d %s", status, text)
			}
		})
	}
	askers.Wait()
	c.wantBounded(t)
}

// waiting returns a command that waits until leave is closed.
func waiting(leave <-chan struct{}) chat.Command {
	return simple("slow", func(context.Context, *chat.Request) (*chat.Reply, error) {
		<-leave
		return chat.Say(voice.Raw("done")), nil
	})
}

// While the queue is full, further requests are refused. Once there is room, requests are
// answered again.
func TestOverloadOverHTTP(t *testing.T) {
	testrun.LongOnly(t, "more than a thousand requests at once")
	t.Parallel()
	const running, queued, more = 64, 1024, 200
	begun, leave := make(chan struct{}, running+queued), make(chan struct{})
	slow := simple("slow", func(context.Context, *chat.Request) (*chat.Reply, error) {
		begun <- struct{}{}
		<-leave
		return chat.Say(voice.Raw("done")), nil
	})
	counted := metrics.New("v1", tools(t).Store.(metrics.Database), slog.New(slog.DiscardHandler))
	_, address := serveRequests(t, bot.Options{Metrics: counted, Commands: []chat.Command{slow}})
	var askers sync.WaitGroup
	answered := make(chan bool, running+queued+more)
	ask := func() {
		post(t, signed(t.Context(), address, requestFor("slow"), time.Now()))
		answered <- true
	}
	for range running {
		askers.Go(ask)
	}
	for range running {
		<-begun // the others must find these places taken
	}
	for range queued + more {
		askers.Go(ask)
	}
	shed := fmt.Sprintf(`chess960bot_answers_total{command="slow",outcome="shed"} %d`, more)
	for n := 0; n < running+queued+more && !strings.Contains(scraped(t, counted), shed+"\n"); n++ {
		<-answered // shed or, on a busy machine, late
	}
	wantLines(t, scraped(t, counted), shed)
	close(leave)
	askers.Wait()
	if status, _, text := post(t, signed(t.Context(), address, requestFor("slow"), time.Now())); status != 200 {
		t.Errorf("afterwards: %d %s", status, text)
	}
	wantLines(t, scraped(t, counted), fmt.Sprintf(`chess960bot_answers_total{command="slow",outcome="shed"} %d`, more))
}

// Slow or unfinished bodies do not keep other people from getting answers.
func TestSlowBodiesKeepNobodyOut(t *testing.T) {
	t.Parallel()
	slow, honest := testrun.Choose(200, 1500), 20 // more than are read at the same time
	_, address := serveRequests(t, bot.Options{Commands: offer(commands.All(tools(t)), "about")})
	for range slow {
		conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: %d\r\nX-Signature-Ed25519: %s\r\nContent-Length: 1000\r\n\r\n{", time.Now().Unix(), strings.Repeat("00", 64))
	}
	for n := range honest {
		if status, _, text := post(t, signed(t.Context(), address, requestFor("about"), time.Now())); status != 200 {
			t.Errorf("request %d is answered %d %s", n, status, text)
		}
	}
}

// A repeated request is not answered again.
func TestRepeatedRequestsAreRefused(t *testing.T) {
	t.Parallel()
	var runs atomic.Int64
	_, address := serveRequests(t, bot.Options{Commands: []chat.Command{simple("count", func(context.Context, *chat.Request) (*chat.Reply, error) {
		runs.Add(1)
		return chat.Say(voice.Raw("counted")), nil
	})}})
	now, raw := time.Now(), requestFor("count")
	for n, want := range []int{200, 409, 409} {
		r := signed(t.Context(), address, raw, now)
		if n == 2 { // the same signature, written in another way
			r.Header.Set("X-Signature-Ed25519", strings.ToUpper(r.Header.Get("X-Signature-Ed25519")))
		}
		if status, _, text := post(t, r); status != want {
			t.Errorf("time %d: %d %s, want %d", n, status, text, want)
		}
	}
	if status, _, text := post(t, signed(t.Context(), address, requestFor("count"), now)); status != 200 {
		t.Errorf("another request: %d %s", status, text)
	}
	if n := runs.Load(); n != 2 {
		t.Errorf("the handler ran %d times for 2 interactions", n)
	}
}

// A command that takes too long gets an apology in time. An interaction that waits in the
// queue for Discord's three seconds is given up, and counted.
func TestLateOverHTTP(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const workersPerAsker = 8
		leave := make(chan struct{})
		counted := metrics.New("v1", tools(t).Store.(metrics.Database), slog.New(slog.DiscardHandler))
		handler, stop := offline(bot.Options{Metrics: counted, Commands: []chat.Command{waiting(leave)}})
		defer stop()
		start := time.Now()
		var asking sync.WaitGroup
		var late atomic.Int64
		for range workersPerAsker + 1 {
			asking.Go(func() {
				answer := httptest.NewRecorder()
				handler.ServeHTTP(answer, signed(t.Context(), "/", requestBy("7", "slow"), start))
				switch took, text := time.Since(start), answer.Body.String(); {
				case answer.Code == 200 && strings.Contains(text, "It may still be saved") && took < discordgo.InteractionDeadline:
				case answer.Code == 503 && took == discordgo.InteractionDeadline:
					late.Add(1)
				default:
					t.Errorf("%d after %v: %s", answer.Code, took, text)
				}
			})
		}
		asking.Wait()
		if n := late.Load(); n != 1 {
			t.Errorf("%d of %d gave up, want 1", n, workersPerAsker+1)
		}
		close(leave)
		synctest.Wait()
		wantLines(t, scraped(t, counted), `chess960bot_answers_total{command="slow",outcome="late"} 1`)
	})
}

// offline returns the HTTP handler of a bot that runs and cannot reach Discord.
func offline(o bot.Options) (handler http.Handler, stop func()) {
	o.Token, o.APIURL, o.NoGateway, o.Log = discordtest.Token, &url.URL{Scheme: "unreachable"}, true, cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	b := bot.New(o)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- b.Run(ctx) }()
	return httpserver.Interactions(publicKey, b.Answer, o.Log), func() { cancel(); <-ended }
}

// Any number of bots can share the requests: a bot answers a button in a message of
// another one.
func TestReplicas(t *testing.T) {
	t.Parallel()
	first, a := serveRequests(t, bot.Options{Commands: offer(commands.All(tools(t)), "random")})
	_, b := serveRequests(t, bot.Options{Commands: offer(commands.All(tools(t)), "random")})
	_, _, answer := post(t, signed(t.Context(), a, requestFor("random"), time.Now()))
	_, id, ok := strings.Cut(answer, `"custom_id":"again:`)
	id, _, _ = strings.Cut(id, `"`)
	if !ok {
		t.Fatal(answer, first.log)
	}
	pressed := strings.Replace(string(requestFor("")), `"type":2`, `"type":3,"message":{"id":"9","channel_id":"3"}`, 1)
	pressed = strings.Replace(pressed, `"name":""`, `"component_type":2,"custom_id":"again:`+id+`"`, 1)
	if status, _, text := post(t, signed(t.Context(), b, []byte(pressed), time.Now())); status != 200 || !strings.Contains(text, "SP ") {
		t.Errorf("%s: %d %s", pressed, status, text)
	}
}

// FuzzInteractions sends signed requests with any body. The bot answers with a valid
// callback or with an error status. The same body without a signature is refused.
func FuzzInteractions(f *testing.F) {
	f.Add([]byte(ping))
	f.Add(requestFor("about"))
	f.Add(requestFor("random"))
	f.Add([]byte(`{"id":"1","token":"t","type":3,"member":{"user":{"id":"4"},"permissions":"8"},"message":{"id":"1","flags":64},"data":{"custom_id":"next:518:white:brown:direct:position","values":["direct"]}}`))
	f.Add([]byte(`{"id":"1","token":"t","type":4,"user":{"id":"4"},"data":{"name":"daily-posts","options":[{"name":"set","type":1,"options":[{"name":"timezone","type":3,"value":"Eur","focused":true}]}]}}`))
	handler := fuzzed(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, signed(t.Context(), "/interactions", raw, time.Now()))
		switch kind, params, _ := mime.ParseMediaType(answer.Header().Get("Content-Type")); {
		case answer.Code == http.StatusBadRequest, answer.Code == http.StatusConflict, answer.Code == http.StatusRequestEntityTooLarge && len(raw) > 256<<10:
		case answer.Code == http.StatusOK && kind == "application/json" && strings.HasPrefix(answer.Body.String(), `{"type":`):
		case answer.Code == http.StatusOK && kind == "multipart/form-data":
			if _, err := multipart.NewReader(answer.Body, params["boundary"]).ReadForm(16 << 20); err != nil {
				t.Errorf("%q is answered by a form that cannot be read: %v", raw, err)
			}
		default:
			t.Errorf("%q is answered %d %s %s", raw, answer.Code, kind, answer.Body)
		}
		forged, unsigned := httptest.NewRecorder(), signed(t.Context(), "/interactions", append(raw, ' '), time.Now())
		unsigned.Body = io.NopCloser(strings.NewReader(string(raw)))
		if handler.ServeHTTP(forged, unsigned); forged.Code != http.StatusUnauthorized {
			t.Errorf("%q is answered %d though it is not signed", raw, forged.Code)
		}
	})
}

// fuzzed returns the HTTP handler of a bot that runs until the fuzzing ends.
func fuzzed(f *testing.F) http.Handler {
	server, err := discordtest.Start()
	if err != nil {
		f.Fatal(err)
	}
	api, _ := url.Parse(server.URL())
	b := bot.New(bot.Options{Token: discordtest.Token, APIURL: api, NoGateway: true, Commands: commands.All(tools(f)), Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- b.Run(ctx) }()
	f.Cleanup(func() {
		cancel()
		<-ended
		server.Close()
	})
	return httpserver.Interactions(publicKey, b.Answer, slog.New(slog.DiscardHandler))
}

// A body that arrives too slowly is given up at Discord's deadline.
func TestSlowBodiesAreGivenUp(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		_, address := serveRequests(t, bot.Options{Commands: offer(commands.All(tools(t)), "about")})
		conn, err := discordtest.Dial(t.Context(), "tcp", strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/interactions"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(8 * time.Second))
		fmt.Fprintf(conn, "POST /interactions HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: %d\r\nX-Signature-Ed25519: %s\r\nContent-Length: 100\r\n\r\n{", time.Now().Unix(), strings.Repeat("00", 64))
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") {
			t.Errorf("%q, %v", answer, err)
		}
	})
}
