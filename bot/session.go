package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// newSession returns a session that asks for no events but interactions, keeps
// no state, and is led to the API's address.
func newSession(token string, api *url.URL) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	connections := http.DefaultTransport.(*http.Transport).Clone()
	connections.MaxIdleConnsPerHost = workers
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: &redirect{api, connections}}
	s.Identify.Intents = 0           // interactions come without any
	s.StateEnabled = false           // nothing of it is used, and it grows with every server
	s.ShouldReconnectOnError = false // stayConnected does it
	s.SyncEvents = true              // onEvent only puts into a queue
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
	if err == nil && answer.StatusCode == http.StatusTooManyRequests &&
		(answer.Header.Get("X-RateLimit-Global") != "" || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json")) {
		limitInJSON(answer)
	}
	return answer, err
}

// everyBucket is the bucket of a rate limit on all requests.
const everyBucket = "global"

// limitInJSON gives a rate limit on all requests the body that discordgo
// understands: it would lose that word of Discord's, and cannot read a page of
// Cloudflare's.
func limitInJSON(answer *http.Response) {
	var limit struct {
		RetryAfter float64 `json:"retry_after"`
	}
	err := json.NewDecoder(answer.Body).Decode(&limit)
	answer.Body.Close()
	seconds := limit.RetryAfter
	if err != nil {
		seconds, err = strconv.ParseFloat(answer.Header.Get("Retry-After"), 64)
	}
	if err != nil {
		seconds = 5
	}
	answer.Body = io.NopCloser(strings.NewReader(fmt.Sprintf(`{"message": "rate limited", "retry_after": %v, "bucket": %q}`, seconds, everyBucket)))
}

const (
	firstWait   = time.Second
	longestWait = time.Minute
)

// stayConnected opens the session, and again whenever it is lost, until the
// context ends. discordgo resumes where it can.
func (b *Bot) stayConnected(ctx context.Context) error {
	b.log.Info("connecting", "api", b.api)
	for wait := firstWait; ; {
		err := b.open(ctx)
		if ctx.Err() != nil && err != nil {
			return nil
		}
		if err == nil || errors.Is(err, discordgo.ErrWSAlreadyOpen) {
			wait = firstWait
			select {
			case <-ctx.Done():
				return b.session.Close()
			case <-b.disconnected:
				b.log.Info("connection lost, connecting again")
				continue
			}
		}
		if err := fatal(err); err != nil {
			return err
		}
		b.log.Warn("cannot connect", "api", b.api, "error", err, "again_in", wait.String())
		if !sleep(ctx, wait/2+rand.N(wait/2)) {
			return nil
		}
		wait = min(2*wait, longestWait)
	}
}

// open opens the session. It does not wait for that beyond the context's end:
// discordgo holds the session locked meanwhile, so that it could not even be
// closed.
func (b *Bot) open(ctx context.Context) error {
	opened := make(chan error, 1)
	go func() { opened <- b.session.Open() }()
	select {
	case err := <-opened:
		return err
	case <-ctx.Done():
		return ctx.Err()
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
