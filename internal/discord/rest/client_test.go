package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/workshop/testrun"
)

const botToken = "MTA0.secret.token"

// discord answers requests in the same goroutine, so that tests can use a synctest bubble.
type discord func(r *http.Request) *http.Response

func (d discord) RoundTrip(r *http.Request) (*http.Response, error) {
	if response := d(r); response != nil {
		return response, nil
	}
	return nil, errors.New("connection reset by peer")
}

// says returns a response; each header is "Name: value".
func says(status int, body string, headers ...string) *http.Response {
	header := http.Header{}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		header.Set(name, value)
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}
}

// newClient returns a client that sends its requests to d.
func newClient(t testing.TB, d discord) *Client {
	t.Helper()
	address, err := url.Parse("https://stand-in.example:8443/below/")
	if err != nil {
		t.Fatal(err)
	}
	c := New(Options{Token: botToken, URL: address, Log: slog.New(slog.DiscardHandler)})
	c.http.Transport = d
	return c
}

// callback is an endpoint with a token.
var callback = discordgo.EndpointInteractionResponse("12", "interaction-token")

func TestRequest(t *testing.T) {
	t.Parallel()
	var observed []string
	c := newClient(t, func(r *http.Request) *http.Response {
		body, _ := io.ReadAll(r.Body)
		got := fmt.Sprint(r.Method, " ", r.URL, " ", r.Host, " ", r.Header.Get("Authorization"), " ", r.Header.Get("Content-Type"), " ", string(body))
		want := `POST https://stand-in.example:8443/below/api/v10/channels/3/messages?x=1 stand-in.example:8443 Bot ` + botToken + ` application/json {"a":1}`
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		return says(200, "fine")
	})
	c.options.Observe = func(method, path string, status int) {
		observed = append(observed, fmt.Sprint(method, " ", path, " ", status))
	}
	body, err := Encode(map[string]int{"a": 1})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Do(t.Context(), "POST", discordgo.EndpointChannelMessages("3")+"?x=1", body)
	if err != nil || string(answer) != "fine" {
		t.Errorf("%q, %v", answer, err)
	}
	if fmt.Sprint(observed) != "[POST /api/v10/channels/3/messages 200]" {
		t.Errorf("observed %q", observed)
	}
}

// Every failure is an *Error. It names the host and contains no token.
func TestErrors(t *testing.T) {
	t.Parallel()
	const at = "POST https://stand-in.example:8443/below/api/v10/interactions/12/[secret]/callback: "
	for _, c := range []struct {
		name     string
		response *http.Response
		want     Error // without Request and Err
		text     string
	}{
		{"refused", says(400, `{"message":"Invalid Form Body","code":50035,"errors":{"data":{"_errors":[]}}}`),
			Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Detail: `{"data":{"_errors":[]}}`},
			`400 Bad Request: Invalid Form Body (code 50035) {"data":{"_errors":[]}}`},
		{"limited", says(429, `{"message":"You are being rate limited.","retry_after":0.25,"global":false}`),
			Error{Status: 429, Message: "You are being rate limited.", RetryAfter: 250 * time.Millisecond},
			"429 Too Many Requests: You are being rate limited.; try again after 250ms"},
		{"limited globally", says(429, `{"retry_after":2,"global":true}`), Error{Status: 429, RetryAfter: 2 * time.Second, Global: true},
			"429 Too Many Requests; try again after 2s"},
		{"limited globally, in a header", says(429, `{"retry_after":2}`, "X-RateLimit-Global: true"), Error{Status: 429, RetryAfter: 2 * time.Second, Global: true},
			"429 Too Many Requests; try again after 2s"},
		{"limited by a page", says(429, "<h1>no</h1>", "Retry-After: 60"), Error{Status: 429, Message: `"<h1>no</h1>"`, RetryAfter: time.Minute, Global: true},
			`429 Too Many Requests: "<h1>no</h1>"; try again after 1m0s`},
		{"limited by a proxy", says(429, "{\n\t\"global\": false,\n\t\"message\": \"You are being rate limited.\",\n\t\"retry_after\": 1\n}", "generated-by-proxy: true", "x-ratelimit-scope: user", "x-ratelimit-after: 1", "retry-after: 1"),
			Error{Status: 429, Message: "You are being rate limited.", RetryAfter: time.Second, ByProxy: true},
			"429 Too Many Requests: You are being rate limited.; try again after 1s"},
		{"limited without a time", says(429, `{}`), Error{Status: 429, RetryAfter: 5 * time.Second}, "429 Too Many Requests; try again after 5s"},
		{"limited for a negative time", says(429, `{"retry_after":-1}`), Error{Status: 429, RetryAfter: 5 * time.Second}, "429 Too Many Requests; try again after 5s"},
		{"limited for no number", says(429, `{}`, "Retry-After: NaN"), Error{Status: 429, RetryAfter: 5 * time.Second}, "429 Too Many Requests; try again after 5s"},
		{"limited for ever", says(429, `{"retry_after":1e300}`), Error{Status: 429, RetryAfter: 24 * time.Hour}, "429 Too Many Requests; try again after 24h0m0s"},
		{"redirected", says(307, "", "Location: https://elsewhere.example/"), Error{Status: 307, Message: `""`}, `307 Temporary Redirect: ""`},
		{"a long page", says(502, strings.Repeat("x", 1<<20)), Error{Status: 502, Message: `"` + strings.Repeat("x", 500) + `…"`},
			`502 Bad Gateway: "` + strings.Repeat("x", 500) + `…"`},
		{"echoed", says(500, "Authorization: Bot "+botToken+" at /interactions/12/interaction-token/callback"),
			Error{Status: 500, Message: `"Authorization: Bot [secret] at /interactions/12/[secret]/callback"`},
			`500 Internal Server Error: "Authorization: Bot [secret] at /interactions/12/[secret]/callback"`},
		{"echoed across the cut", says(500, strings.Repeat("x", 490)+botToken),
			Error{Status: 500, Message: `"` + strings.Repeat("x", 490) + `[secret]"`}, `500 Internal Server Error: "` + strings.Repeat("x", 490) + `[secret]"`},
		{"no answer", nil, Error{}, "connection reset by peer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := newClient(t, func(*http.Request) *http.Response { return c.response }).Do(t.Context(), "POST", callback, Body{})
			got, ok := errors.AsType[*Error](err)
			if !ok {
				t.Fatal(err)
			}
			if got.Error() != at+c.text {
				t.Errorf("got  %s\nwant %s", got, at+c.text)
			}
			bare := *got
			bare.Request, bare.Err = "", nil
			if bare != c.want {
				t.Errorf("got  %+v\nwant %+v", bare, c.want)
			}
		})
	}
}

// The error of a request shows whether the context's deadline has passed.
func TestDeadline(t *testing.T) {
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer silent.Close()
	address, _ := url.Parse(silent.URL)
	c := New(Options{Token: botToken, URL: address, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := c.Do(ctx, "POST", callback, Body{})
	if !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "interaction-token") {
		t.Error(err)
	}
}

// An answer that was cut off does not count as success: its request may be repeated.
func TestCutOffAnswer(t *testing.T) {
	c := newClient(t, func(*http.Request) *http.Response {
		response := says(200, "")
		response.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id":"1"}`), iotest.ErrReader(io.ErrUnexpectedEOF)))
		return response
	})
	answer, err := c.Do(t.Context(), "GET", callback, Body{})
	if answer != nil || !errors.Is(err, io.ErrUnexpectedEOF) || !Temporary(err) {
		t.Errorf("got %q, %v", answer, err)
	}
}

func TestTokenRejected(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		response *http.Response
		want     bool
	}{
		{says(401, `{"message":"401: Unauthorized","code":0}`), true},
		{says(401, `{"message":"Unauthorized","code":40001}`), true},
		{says(401, `{"message":"Invalid Webhook Token","code":50027}`), false},
		{says(403, `{"code":0}`), false},
		{nil, false},
	} {
		_, err := newClient(t, func(*http.Request) *http.Response { return c.response }).Do(t.Context(), "GET", discordgo.EndpointGatewayBot, Body{})
		if TokenRejected(fmt.Errorf("wrapped: %w", err)) != c.want {
			t.Errorf("%v: not %t", err, c.want)
		}
	}
}

// After a temporary failure there are at most two more attempts, after growing pauses.
// There is no attempt after the deadline.
func TestRetry(t *testing.T) {
	t.Parallel()
	bad, fine := says(502, "bad gateway"), says(204, "")
	limited := func(seconds string) *http.Response { return says(429, `{"retry_after":`+seconds+`}`) }
	const ms = time.Millisecond
	for _, c := range []struct {
		name      string
		responses []*http.Response
		at        []time.Duration // when the attempts happen
		status    int             // of the error, 200 for none
	}{
		{"done", []*http.Response{fine}, []time.Duration{0}, 200},
		{"refused", []*http.Response{says(403, "{}")}, []time.Duration{0}, 403},
		{"5xx", []*http.Response{bad, bad, bad, fine}, []time.Duration{0, 250 * ms, 1000 * ms}, 502},
		{"no answer", []*http.Response{nil, nil, fine}, []time.Duration{0, 250 * ms, 1000 * ms}, 200},
		{"too slow for a proxy", []*http.Response{says(408, "context deadline exceeded"), fine}, []time.Duration{0, 250 * ms}, 200},
		{"limited", []*http.Response{limited("0.9"), bad, fine}, []time.Duration{0, 900 * ms, 1650 * ms}, 200},
		{"limited for no time", []*http.Response{limited("0"), limited("0"), limited("0")}, []time.Duration{0, 250 * ms, 1000 * ms}, 429},
		{"limited for too long", []*http.Response{limited("3.1")}, []time.Duration{0}, 429},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, at, body := time.Now(), []time.Duration{}, Body{"application/json", []byte("{}")}
				client := newClient(t, func(r *http.Request) *http.Response {
					if sent, _ := io.ReadAll(r.Body); string(sent) != "{}" {
						t.Errorf("attempt %d sent %q", len(at), sent)
					}
					at = append(at, time.Since(began))
					return c.responses[len(at)-1]
				})
				client.http.Timeout = 0 // its timer would disturb the bubble
				limit := 3 * time.Second
				if c.name == "5xx" {
					limit = time.Minute // there would be time for more
				}
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				_, err := client.Retry(ctx, "POST", callback, body)
				status := 200
				if e, ok := errors.AsType[*Error](err); ok {
					status = e.Status
				}
				if fmt.Sprint(at) != fmt.Sprint(c.at) || status != c.status {
					t.Errorf("attempts at %v, want %v; %v", at, c.at, err)
				}
				if took := time.Since(began); took != at[len(at)-1] {
					t.Errorf("returned after %v, and the last attempt was after %v", took, at[len(at)-1])
				}
			})
		})
	}
}

// The error of Retry says whether Discord may have carried out an earlier attempt.
func TestRepeated(t *testing.T) {
	t.Parallel()
	refused := func() *http.Response { return says(400, `{"code":40060}`) }
	for name, c := range map[string]struct {
		responses []*http.Response
		repeated  bool
	}{
		"refused at once":           {[]*http.Response{refused()}, false},
		"refused after a limit":     {[]*http.Response{says(429, `{"retry_after":0}`), refused()}, false},
		"refused after a 502":       {[]*http.Response{says(502, ""), refused()}, true},
		"refused after no answer":   {[]*http.Response{nil, refused()}, true},
		"refused after a slow one":  {[]*http.Response{says(408, ""), refused()}, true},
		"refused after a 502, 429":  {[]*http.Response{says(502, ""), says(429, `{"retry_after":0}`), refused()}, true},
		"refused after a lost node": {[]*http.Response{says(429, `{"retry_after":0}`, "generated-by-proxy: true"), refused()}, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				attempt := 0
				client := newClient(t, func(*http.Request) *http.Response {
					attempt++
					return c.responses[attempt-1]
				})
				client.http.Timeout = 0 // its timer would disturb the bubble
				_, err := client.Retry(t.Context(), "POST", callback, Body{})
				if Code(err) != discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged || Repeated(err) != c.repeated {
					t.Errorf("repeated: %t, %v", Repeated(err), err)
				}
			})
		})
	}
}

// A task is repeated until it succeeds, after growing pauses or those of a rate limit. A
// rejected token ends the attempts.
func TestKeepTrying(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began, log := time.Now(), slog.New(slog.DiscardHandler)
		var at []time.Duration
		task := func(last error) func(context.Context) error {
			at, began = nil, time.Now()
			return func(context.Context) error {
				at = append(at, time.Since(began))
				switch len(at) {
				case 3:
					return &Error{Status: 429, RetryAfter: time.Minute}
				case 5:
					return last
				}
				return errors.New("not yet")
			}
		}
		const s = time.Second
		want := fmt.Sprint([]time.Duration{0, 1 * s, 3 * s, 63 * s, 71 * s})
		if err := KeepTrying(t.Context(), log, task(nil)); err != nil || fmt.Sprint(at) != want {
			t.Errorf("%v, at %v, want %v", err, at, want)
		}
		rejected := &Error{Status: 401}
		if err := KeepTrying(t.Context(), log, task(rejected)); err != error(rejected) || fmt.Sprint(at) != want {
			t.Errorf("%v, at %v", err, at)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		if err := KeepTrying(ctx, log, task(nil)); err != nil || time.Since(began) != 1500*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}

// Discord counts some answers. Requests stop long before the 10,000th of these within ten
// minutes, those in the background first, until enough are forgotten.
func TestTooManyRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, header string
		status       int
		held         bool
	}{
		{"401", "", 401, true}, {"403", "", 403, true}, {"429", "X-RateLimit-Scope: user", 429, true},
		{"404", "", 404, false}, {"429 shared", "X-RateLimit-Scope: shared", 429, false}, {"200", "", 200, false},
		{"429 by a proxy", "generated-by-proxy: true", 429, false},
	} {
		for urgency, most := range map[string]int{"background": 2000, "answers": 9000} {
			t.Run(c.name+" "+urgency, func(t *testing.T) {
				// In the background fewer answers are too many.
				if c.name != "429" && (urgency == "answers" || c.name != "404" && c.name != "429 by a proxy") {
					testrun.LongOnly(t, "sends thousands of requests")
				}
				now, asked, status := time.Unix(1_790_000_000, 0), 0, c.status
				client := newClient(t, func(*http.Request) *http.Response {
					asked++
					return says(status, "{}", c.header)
				})
				client.refusals.now = func() time.Time { return now }
				answers := client
				if urgency == "background" {
					client = client.Background()
				}
				get := func(c *Client) error {
					_, err := c.Do(t.Context(), "GET", discordgo.EndpointGateway, Body{})
					return err
				}
				tries := testrun.Choose(most*5/4, 11_990)
				for range tries {
					get(client)
					now = now.Add(599 * time.Second / time.Duration(tries)) // a little less than 10 minutes in all
				}
				if held := asked < tries; held != c.held || held && (asked > most || asked < most*9/10) {
					t.Fatalf("%d of %d requests were sent", asked, tries)
				}
				if !c.held {
					return
				}
				err := get(client)
				for !strings.Contains(err.Error(), "not sent") {
					err = get(client)
				}
				e, ok := errors.AsType[*Error](err)
				if !ok || e.Status != 429 || !e.Global || e.RetryAfter <= 0 {
					t.Fatalf("%+v", e)
				}
				status = 200
				if err := get(answers); (err == nil) != (urgency == "background") {
					t.Errorf("an answer: %v", err)
				}
				now = now.Add(e.RetryAfter)
				if err := get(client); err != nil {
					t.Error(err)
				}
				now = now.Add(-24 * time.Hour)
				client.refusals.wait(answerCredit)
				now = now.Add(time.Minute)
				if err := get(answers); err != nil {
					t.Errorf("a minute after the clock was put back: %v", err)
				}
			})
		}
	}
}

// Processes that share Discord's limit learn from a refusal what all of them owe.
func TestSharedRefusals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var owed time.Duration
		start := func() *Client {
			c := newClient(t, func(*http.Request) *http.Response { return says(403, "{}") })
			c.refusals.share = func(_ context.Context, cost time.Duration) (time.Duration, error) {
				owed += cost
				return owed, nil
			}
			return c
		}
		sent := func(c *Client) bool {
			_, err := c.Background().Do(t.Context(), "GET", discordgo.EndpointGateway, Body{})
			synctest.Wait()
			return !strings.Contains(err.Error(), "not sent")
		}
		first, second := start(), start()
		n := 0
		for sent(first) {
			n++
		}
		if n != 1001 || !sent(second) || sent(second) {
			t.Errorf("one process stopped after %d, and the other not after one more", n)
		}
	})
}

func TestGateway(t *testing.T) {
	t.Parallel()
	const bot = `{"url":"wss://gateway.example","shards":9,"session_start_limit":{"total":1000,"remaining":997,"reset_after":14400000,"max_concurrency":16}}`
	for _, c := range []struct {
		name          string
		bot, fallback *http.Response
		want          string // the address, shards, remaining, concurrency; "" for an error
	}{
		{"known", says(200, bot), nil, "wss://gateway.example 9 997 16"},
		{"unknown", says(404, "{}"), says(200, `{"url":"ws://plain.example"}`), "ws://plain.example 1 1 1"},
		{"without an address", says(200, strings.Replace(bot, "url", "x", 1)), says(200, `{"url":"ws://plain.example"}`), "ws://plain.example 9 997 16"},
		{"without limits", says(200, `{"url":"wss://gateway.example","shards":3}`), nil, "wss://gateway.example 3 1 1"},
		{"null", says(200, "null"), says(200, `{"url":"ws://plain.example"}`), "ws://plain.example 1 1 1"},
		{"limits of nothing", says(200, strings.Replace(bot, `"max_concurrency":16`, `"max_concurrency":0`, 1)), nil, ""},
		{"no shards", says(200, strings.Replace(bot, `"shards":9`, `"shards":0`, 1)), nil, ""},
		{"no JSON", says(200, "<html>"), nil, ""},
		{"refused", says(401, "{}"), nil, ""},
		{"never", says(404, "{}"), nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			info, err := newClient(t, func(r *http.Request) *http.Response {
				if strings.HasSuffix(r.URL.Path, "/bot") {
					return c.bot
				}
				return c.fallback
			}).Gateway(t.Context())
			got := ""
			if err == nil {
				got = fmt.Sprint(info.URL, " ", info.Shards, " ", info.Remaining, " ", info.MaxConcurrency)
			}
			if got != c.want {
				t.Errorf("%q, want %q; %v", got, c.want, err)
			}
		})
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	body, err := Encode(map[string]int{"a": 1}, File{`we"ird.png`, "image/png", []byte("one")}, File{"2.png", "image/png", []byte("two")})
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(body.ContentType)
	if err != nil {
		t.Fatal(err)
	}
	form, err := multipart.NewReader(bytes.NewReader(body.Bytes), params["boundary"]).ReadForm(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	if form.Value["payload_json"][0] != `{"a":1}` || form.File["files[0]"][0].Filename != `we"ird.png` || form.File["files[1]"][0].Size != 3 {
		t.Errorf("%+v", form)
	}
}

// Redact hides the bot's token and the tokens of interactions wherever Discord uses them.
func TestRedact(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := Redact(&out, botToken)
	for _, line := range []string{
		"Authorization: Bot " + botToken + "\n",
		"POST /api/v10/interactions/12/a.b-c_d/callback\n",
		"GET /webhooks/34/abc?wait=true\n",
		`{"token":"abc","x":1}` + "\n",
		`"{\"token\": \"abc\"}"` + "\n",
		`error="Post \"https://discord.com/api/v10/interactions/12/a.b-c_d/callback\": EOF"` + "\n",
	} {
		if n, err := w.Write([]byte(line)); n != len(line) || err != nil {
			t.Error(n, err)
		}
	}
	want := "Authorization: Bot [secret]\nPOST /api/v10/interactions/12/[secret]/callback\nGET /webhooks/34/[secret]?wait=true\n" +
		`{"token":"[secret]","x":1}` + "\n" + `"{\"token\": \"[secret]\"}"` + "\n" +
		`error="Post \"https://discord.com/api/v10/interactions/12/[secret]/callback\": EOF"` + "\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}
