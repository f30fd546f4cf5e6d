package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// newHTTPClient returns a client that is led to the API's address, counts what it
// asks for, and knows when to stop.
func newHTTPClient(o Options) *http.Client {
	connections := http.DefaultTransport.(*http.Transport).Clone()
	connections.MaxIdleConnsPerHost = workers
	counted := &counting{o.Metrics, &redirect{o.APIURL, connections}}
	return &http.Client{Timeout: 20 * time.Second, Transport: &restraint{next: counted, log: o.Log, now: time.Now}}
}

// newSession returns a session that asks for no events but interactions and
// keeps no state.
func newSession(token string, client *http.Client) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	s.Client = client
	s.Compress = false               // Discord then sends plain text
	s.Identify.Compress = false      // the same, said twice for discordgo
	s.Identify.Intents = 0           // interactions come without any
	s.StateEnabled = false           // nothing of it is used, and it grows with every server
	s.ShouldReconnectOnError = false // the shards do it
	s.SyncEvents = true              // there is nothing to wait for
	s.ShouldRetryOnRateLimit = false // who asks obeys it: see Bot.request
	s.MaxRestRetries = 0             // nor does discordgo know what may be done twice
	s.LogLevel = discordgo.LogWarning
	return s, nil
}

// redirect sends what is meant for https://discord.com to the API's address.
// discordgo's endpoints are variables of the whole process; this is a matter of
// one session.
type redirect struct {
	api  *url.URL
	next http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (t *redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme = t.api.Scheme
	r.URL.Host = t.api.Host
	r.URL.Path = strings.TrimSuffix(t.api.Path, "/") + r.URL.Path
	r.URL.RawPath = ""
	r.Host = t.api.Host
	answer, err := t.next.RoundTrip(r)
	if err == nil && answer.StatusCode == http.StatusTooManyRequests {
		limitInJSON(answer)
	}
	return answer, err
}

// everyBucket is the bucket of a rate limit on all requests.
const everyBucket = "global"

// limitInJSON gives a rate limit the body that discordgo understands. It would lose
// the word that the limit is on all requests, cannot read a page of Cloudflare's,
// and takes a time that is missing for none.
func limitInJSON(answer *http.Response) {
	const longest = 64 << 10 // bytes of a body that is worth reading
	var limit struct {
		RetryAfter *float64 `json:"retry_after"`
		Global     bool     `json:"global"`
	}
	text, _ := io.ReadAll(io.LimitReader(answer.Body, longest))
	answer.Body.Close()
	bucket := answer.Header.Get("X-RateLimit-Bucket")
	if err := json.Unmarshal(text, &limit); err != nil || limit.Global || answer.Header.Get("X-RateLimit-Global") != "" {
		bucket = everyBucket
	}
	seconds, err := strconv.ParseFloat(answer.Header.Get("Retry-After"), 64)
	if limit.RetryAfter != nil {
		seconds, err = *limit.RetryAfter, nil
	}
	if err != nil || seconds < 0 {
		seconds = 5
	}
	answer.Body = limitBody(seconds, bucket)
}

func limitBody(seconds float64, bucket string) io.ReadCloser {
	return io.NopCloser(strings.NewReader(fmt.Sprintf(`{"message": "rate limited", "retry_after": %v, "bucket": %q}`, seconds, bucket)))
}

// limited is a rate limit of our own.
func limited(r *http.Request, wait time.Duration) *http.Response {
	return &http.Response{
		Status: "429 Too Many Requests", StatusCode: http.StatusTooManyRequests,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: limitBody(wait.Seconds(), everyBucket), Request: r,
	}
}

const (
	firstWait   = time.Second
	longestWait = time.Minute
)

// insist does something until it succeeds or the context ends. An error says that
// trying again is of no use.
func (b *Bot) insist(ctx context.Context, do func(context.Context) error) error {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := do(ctx)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if err := fatal(err); err != nil {
			return err
		}
		pause := wait
		if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
			pause = max(pause, limit.RetryAfter)
		}
		b.log.Error("that failed; trying again", "error", err, "again_in", pause.String())
		if !sleep(ctx, pause) {
			return nil
		}
	}
}

// sleep waits, and reports false if the context ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
