package bot

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// newSession returns a session for the gateway that asks for no events but
// interactions and keeps no state. Its client leads GET /gateway to the API.
func newSession(token string, api *url.URL) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: &redirect{api, http.DefaultTransport}}
	s.Compress = false               // Discord then sends plain text
	s.Identify.Compress = false      // the same, said twice for discordgo
	s.Identify.Intents = 0           // interactions come without any
	s.StateEnabled = false           // nothing of it is used, and it grows with every server
	s.ShouldReconnectOnError = false // the shards do it
	s.SyncEvents = true              // there is nothing to wait for
	s.ShouldRetryOnRateLimit = false // the shards wait
	s.MaxRestRetries = 0
	s.LogLevel = discordgo.LogWarning
	return s, nil
}

// redirect sends requests for https://discord.com to the API's address.
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
	return t.next.RoundTrip(r)
}

// BridgeLogs leads discordgo's log, which the whole process shares, to log, for
// debugging. Call it before any bot is made.
func BridgeLogs(log *slog.Logger) {
	discordgo.Logger = func(_, _ int, format string, args ...any) {
		const longest = 500 // it quotes whole packets
		text := fmt.Sprintf(format, args...)
		if len(text) > longest {
			text = text[:longest] + "…"
		}
		log.Debug("discordgo: " + text)
	}
}
