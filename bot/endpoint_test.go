package bot_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/discord/gateway"
	"chess960bot/internal/httpserver"
	"chess960bot/internal/workshop/discordtest"
)

// The application's keys for all tests.
var publicKey, privateKey, _ = ed25519.GenerateKey(nil)

// signed returns a request like Discord's, signed with the application's key at the given
// time.
func signed(ctx context.Context, address string, raw []byte, at time.Time) *http.Request {
	timestamp := strconv.FormatInt(at.Unix(), 10)
	r, err := http.NewRequestWithContext(ctx, "POST", address, bytes.NewReader(raw))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Signature-Timestamp", timestamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(privateKey, append([]byte(timestamp), raw...))))
	return r
}

// connectOverHTTP is like connect, for a bot that gets interactions over HTTP. A relay
// takes Discord's place: it gets interactions from the stand-in's gateway, sends them to
// the bot over HTTP, and passes the answers to the stand-in.
func connectOverHTTP(t *testing.T, cmds []chat.Command) *world {
	t.Helper()
	return connectOverHTTPWith(t, bot.Options{Commands: cmds, AnswerTime: patience}, discordtest.Deadline(patience))
}

// connectOverHTTPWith is connectOverHTTP for a bot with options.
func connectOverHTTPWith(t *testing.T, o bot.Options, settings ...discordtest.Setting) *world {
	t.Helper()
	w, address := serveRequests(t, o, settings...)
	var relayed sync.WaitGroup
	t.Cleanup(relayed.Wait)
	relay := gateway.New(gateway.Options{
		Token: discordtest.Token, Log: slog.New(slog.DiscardHandler),
		Info: func(context.Context) (gateway.Info, error) {
			return gateway.Info{URL: "ws" + strings.TrimPrefix(w.URL(), "http"), Shards: 1, Remaining: 1, MaxConcurrency: 1}, nil
		},
		Connected: func(int, bool) {}, Ready: func(int, string, string) {}, Resumed: func(int) {},
		Event: func(name string, data []byte) {
			if name != "INTERACTION_CREATE" {
				return
			}
			relayed.Go(func() {
				if err := passOn(w.URL(), address, data); err != nil {
					t.Error(err)
				}
			})
		},
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- relay.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	if err := w.WaitReady(within(t)); err != nil {
		t.Fatal(err)
	}
	return w
}

// serveRequests starts a stand-in and a bot without a gateway. It returns the address at
// which the bot gets interactions.
func serveRequests(t *testing.T, o bot.Options, settings ...discordtest.Setting) (w *world, address string) {
	t.Helper()
	server := standIn(t, o.Commands, settings...)
	w = &world{Server: server}
	o.Token, o.NoGateway = discordtest.Token, true
	w.start(t, o)
	w.waitRegistered(t, o.Commands)
	if n := server.Identifies(); n != 0 {
		t.Errorf("the bot identified at the gateway %d times", n)
	}
	site := &http.Server{Handler: httpserver.Interactions(publicKey, w.bot.Answer, newLog(w.log, discordtest.Token))}
	at := listen(t)
	go site.Serve(at)
	t.Cleanup(func() {
		site.Shutdown(context.Background())
		w.stop()
		for _, rule := range server.Broken() {
			t.Errorf("broken rule: %s", rule)
		}
	})
	return w, "http://" + at.Addr().String()
}

// client keeps no connections: those of a bubble end with it.
var client = &http.Client{Transport: &http.Transport{DialContext: discordtest.Dial, DisableKeepAlives: true}}

// passOn sends an interaction to the bot over HTTP, and sends the bot's answer to Discord
// as the callback.
func passOn(discord, bot string, raw []byte) error {
	var i struct{ ID, Token string }
	if err := json.Unmarshal(raw, &i); err != nil {
		return err
	}
	answer, err := client.Do(signed(context.Background(), bot, raw, time.Now()))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusAccepted { // the bot sends the callback itself
		return nil
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the bot answers %s", answer.Status)
	}
	callback, err := http.NewRequest("POST", fmt.Sprintf("%s/api/v10/interactions/%s/%s/callback", discord, i.ID, i.Token), answer.Body)
	if err != nil {
		return err
	}
	callback.Header.Set("Content-Type", answer.Header.Get("Content-Type"))
	callback.Header.Set("User-Agent", "DiscordBot (go-between, 1)")
	sent, err := client.Do(callback)
	if err != nil {
		return err
	}
	return sent.Body.Close()
}

// Answers are the same over the gateway and over HTTP, to the last byte.
func TestSameAnswersOverHTTP(t *testing.T) {
	t.Parallel()
	gateway, overHTTP := connect(t, commands.All(tools(t))), connectOverHTTP(t, commands.All(tools(t)))
	a, b := conversation{world: gateway}, conversation{world: overHTTP}
	for _, line := range []string{
		"Anna: /sp number:518", "Anna presses Step by step", "Anna chooses tables", "Anna presses More", "Anna: /sp number:961",
		"Anna: /random", "Ben presses Castling", "Anna: /table name:kings", "Anna, in private messages: /about", "Anna: /daily",
	} {
		a.say(t, line)
		b.say(t, line)
		if x, y := a.answers[len(a.answers)-1].Pictures(), b.answers[len(b.answers)-1].Pictures(); !slices.EqualFunc(x, y, func(x, y discordtest.Picture) bool {
			return x.Name == y.Name && x.Alt == y.Alt && bytes.Equal(x.Data, y.Data)
		}) {
			t.Errorf("%s: other pictures over HTTP", line)
		}
	}
	x, y := callbackRequests(gateway), callbackRequests(overHTTP)
	if len(x) != 10 || len(x) != len(y) {
		t.Fatalf("%d callbacks over the gateway, %d over HTTP", len(x), len(y))
	}
	id := regexp.MustCompile(`\d{17,}`)
	for i := range x {
		if p, q := id.ReplaceAllString(string(x[i].Body), "ID"), id.ReplaceAllString(string(y[i].Body), "ID"); p != q {
			t.Errorf("answer %d is\n%s\nand over HTTP\n%s", i, p, q)
		}
		if !slices.Equal(x[i].Files, y[i].Files) {
			t.Errorf("answer %d has the files %v, over HTTP %v", i, x[i].Files, y[i].Files)
		}
	}
	for _, r := range overHTTP.Requests() { // at most one is of the relay
		if r.Status >= 400 {
			t.Errorf("%s %s: %d", r.Method, r.Path, r.Status)
		}
	}
}

func callbackRequests(w *world) (list []discordtest.Request) {
	for _, r := range w.Requests() {
		if strings.HasSuffix(r.Path, "/callback") {
			list = append(list, r)
		}
	}
	return list
}

// post sends a request and returns the response.
func post(t testing.TB, r *http.Request) (status int, contentType, text string) {
	t.Helper()
	answer, err := client.Do(r)
	if err != nil {
		t.Error(err)
		return 0, "", ""
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Error(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), string(all)
}

const ping = `{"id":"1","application_id":"2","type":1,"token":"t","version":1}`

// requests counts the interactions of requestFor.
var requests atomic.Int64

// requestFor returns an interaction in which somebody uses a command without options. Each
// call uses a different person.
func requestFor(command string) []byte {
	n := requests.Add(1)
	return requestBy(fmt.Sprint(1000+n), command)
}

// requestBy returns an interaction in which a person uses a command without options.
func requestBy(user, command string) []byte {
	n := requests.Add(1)
	return fmt.Appendf(nil, `{"id":"%d","application_id":"2","type":2,"token":"t","version":1,"channel_id":"3","user":{"id":%q},"data":{"id":"5","type":1,"name":%q}}`, n, user, command)
}

// Only requests with a valid and recent signature are accepted.
func TestSignatures(t *testing.T) {
	t.Parallel()
	w, address := serveRequests(t, bot.Options{Commands: offer(commands.All(tools(t)), "about", "random", "sp")})
	_, strangers, _ := ed25519.GenerateKey(nil)
	const of, when = "X-Signature-Ed25519", "X-Signature-Timestamp"
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	sign := func(key ed25519.PrivateKey, timestamp, raw string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set(when, timestamp)
			r.Header.Set(of, hex.EncodeToString(ed25519.Sign(key, []byte(timestamp+raw))))
		}
	}
	body := func(raw string) func(*http.Request) {
		return func(r *http.Request) { r.Body, r.ContentLength = io.NopCloser(strings.NewReader(raw)), int64(len(raw)) }
	}
	now := strconv.FormatInt(time.Now().Unix(), 10)
	refused := 0
	for name, c := range map[string]struct {
		at     time.Duration // from now
		update func(*http.Request)
		want   int
	}{
		"as Discord signs":           {0, nil, 200},
		"four minutes old":           {-4 * time.Minute, nil, 200},
		"four minutes ahead":         {4 * time.Minute, nil, 200},
		"upper case":                 {0, func(r *http.Request) { r.Header.Set(of, strings.ToUpper(r.Header.Get(of))) }, 200},
		"six minutes old":            {-6 * time.Minute, nil, 401},
		"six minutes ahead":          {6 * time.Minute, nil, 401},
		"years ago":                  {-100_000 * time.Hour, nil, 401},
		"another body":               {0, body(strings.Replace(ping, "1", "3", 1)), 401},
		"a byte more":                {0, body(ping + " "), 401},
		"no body":                    {0, body(""), 401},
		"another time":               {0, set(when, strconv.FormatInt(time.Now().Unix()-1, 10)), 401},
		"a stranger's key":           {0, sign(strangers, now, ping), 401},
		"no signature":               {0, func(r *http.Request) { r.Header.Del(of) }, 401},
		"no time":                    {0, func(r *http.Request) { r.Header.Del(when) }, 401},
		"no headers":                 {0, func(r *http.Request) { r.Header.Del(of); r.Header.Del(when) }, 401},
		"an empty signature":         {0, set(of, ""), 401},
		"half a signature":           {0, func(r *http.Request) { r.Header.Set(of, r.Header.Get(of)[:64]) }, 401},
		"a longer signature":         {0, func(r *http.Request) { r.Header.Set(of, r.Header.Get(of)+"00") }, 401},
		"no hexadecimal digits":      {0, set(of, strings.Repeat("x", 128)), 401},
		"all zero":                   {0, set(of, strings.Repeat("0", 128)), 401},
		"a signed time in words":     {0, sign(privateKey, "now", ping), 401},
		"a signed time with seconds": {0, sign(privateKey, now+".5", ping), 401},
		"a signed empty time":        {0, sign(privateKey, "", ping), 401},
		"a signed huge time":         {0, sign(privateKey, "9223372036854775807", ping), 401},
		"a signed time too huge":     {0, sign(privateKey, "92233720368547758070", ping), 401},
		"a signed time before all":   {0, sign(privateKey, "-9223372036854775808", ping), 401},
		"moved from time to body":    {0, func(r *http.Request) { sign(privateKey, now, "1"+ping)(r); r.Header.Set(when, now+"1") }, 401},
	} {
		r := signed(t.Context(), address, []byte(ping), time.Now().Add(c.at))
		if c.update != nil {
			c.update(r)
		}
		status, _, text := post(t, r)
		if status != c.want || status == 200 && text != `{"type":1}` {
			t.Errorf("%s: %d %s, want %d", name, status, text, c.want)
		}
		if status != 200 {
			refused++
		}
	}
	if n := strings.Count(w.log.String(), " reason="); n != refused {
		t.Errorf("the log has the reasons of %d refusals, want %d:\n%s", n, refused, w.log)
	}
}

// A wrong request with a valid signature gets a status for the problem.
func TestRequests(t *testing.T) {
	t.Parallel()
	w, address := serveRequests(t, bot.Options{Commands: offer(commands.All(tools(t)), "about", "random", "sp")})
	long := func(n int) string { return ping[:len(ping)-1] + `,"x":"` + strings.Repeat("x", n) + `"}` }
	for name, c := range map[string]struct {
		raw    string
		status int
		says   string
	}{
		"a ping":                {ping, 200, `{"type":1}`},
		"a command":             {string(requestFor("about")), 200, `"flags":32768`},
		"an unknown command":    {string(requestFor("checkers")), 200, "another version"},
		"an unknown type":       {strings.Replace(ping, `"type":1`, `"type":99`, 1), 400, ""},
		"a huge type":           {strings.Replace(ping, `"type":1`, `"type":9999`, 1), 400, ""},
		"a form":                {strings.Replace(string(requestFor("sp")), `"type":2`, `"type":5`, 1), 200, "another version"},
		"nobody":                {strings.Replace(string(requestBy("4", "sp")), `"user":{"id":"4"},`, "", 1), 400, ""},
		"nothing":               {"", 400, ""},
		"null":                  {"null", 400, ""},
		"an empty object":       {"{}", 400, ""},
		"a list":                {"[1]", 400, ""},
		"text":                  {"type=1", 400, ""},
		"half an object":        {ping[:20], 400, ""},
		"deep":                  {strings.Repeat("[", 100_000), 400, ""},
		"options of wrong kind": {strings.Replace(string(requestFor("sp")), `"type":1`, `"type":1,"options":"x"`, 1), 400, ""},
		"long":                  {long(200 << 10), 200, `{"type":1}`},
		"too long":              {long(256 << 10), 413, ""},
		"much too long":         {long(8 << 20), 413, ""},
	} {
		status, contentType, text := post(t, signed(t.Context(), address, []byte(c.raw), time.Now()))
		if status != c.status || !strings.Contains(text, c.says) || status == 200 && contentType != "application/json" {
			t.Errorf("%s: %d %s %s, want %d %s", name, status, contentType, text, c.status, c.says)
		}
	}
	status, contentType, _ := post(t, signed(t.Context(), address, requestFor("random"), time.Now()))
	if status != 200 || !strings.HasPrefix(contentType, "multipart/form-data; boundary=") {
		t.Errorf("/random: %d %s", status, contentType)
	}
	if strings.Contains(w.log.String(), "level=ERROR") {
		t.Errorf("the log has errors:\n%s", w.log)
	}
	if callbacks(w) != 0 {
		t.Error("the bot also sent a callback")
	}
}

// After an internal error the asker sees a reference, also over HTTP.
func TestFaultsOverHTTP(t *testing.T) {
	t.Parallel()
	_, address := serveRequests(t, bot.Options{Commands: []chat.Command{
		simple("panic", func(context.Context, *chat.Request) (*chat.Reply, error) { panic("the cause") }),
		simple("error", func(context.Context, *chat.Request) (*chat.Reply, error) { return nil, errors.New("the cause") }),
	}})
	for _, name := range []string{"panic", "error"} {
		status, _, text := post(t, signed(t.Context(), address, requestFor(name), time.Now()))
		if status != 200 || !strings.Contains(text, "something went wrong") || strings.Contains(text, "cause") {
			t.Errorf("/%s: %d %s", name, status, text)
		}
	}
}

// Without a gateway, the bot asks for its ids until Discord answers.
func TestIdentityIsAskedAgain(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T) {
		server := standIn(t, nil)
		faults := []*discordtest.Fault{{Status: 502}, {RetryAfter: 10 * time.Millisecond}, nil}
		server.SetFaults(func(r discordtest.Request) (f *discordtest.Fault) {
			if r.Route == "/applications/@me" && len(faults) > 1 {
				f, faults = faults[0], faults[1:]
			}
			return f
		})
		w := &world{Server: server}
		w.start(t, bot.Options{Token: discordtest.Token, NoGateway: true, Commands: commands.All(tools(t))})
		defer w.stop()
		if err := w.bot.Check(t.Context()); err == nil {
			t.Error("alive before Discord has said who the bot is")
		}
		if err := server.WaitCommands(within(t), "sp"); err != nil {
			t.Fatal(err, w.log)
		}
		if err := w.bot.Check(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestRejectedTokenEndsTheBotWithoutGateway(t *testing.T) {
	t.Parallel()
	server, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	api, _ := url.Parse(server.URL())
	b := bot.New(bot.Options{Token: "wrong-token", APIURL: api, NoGateway: true, Log: newLog(new(logBuffer), "wrong-token")})
	if err := b.Run(within(t)); err == nil || !strings.Contains(err.Error(), "Discord rejected the token") {
		t.Errorf("Run returned %v", err)
	}
}
