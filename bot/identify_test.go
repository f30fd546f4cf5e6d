package bot

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"testing/synctest"
	"time"
)

// A shard that has had its turn counts, though Discord has not heard of it yet.
func TestLastIdentifyIsGivenOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const reset = time.Hour
		began := time.Now()
		turns := &identifies{log: slog.New(slog.DiscardHandler), ask: func(context.Context) (info gatewayInfo, err error) {
			info.Limit.Remaining, info.Limit.MaxConcurrency = 1, 2
			info.Limit.ResetAfter = reset.Milliseconds()
			return info, nil
		}}
		for shard, want := range []time.Duration{0, reset} {
			if err := turns.wait(t.Context(), shard); err != nil {
				t.Fatal(err)
			}
			if after := time.Since(began); after != want {
				t.Errorf("shard %d identifies after %v, want %v", shard, after, want)
			}
		}
	})
}

// What is no answer of Discord's is an error like any other, not a limit of no
// sessions at all that is asked about every second. What is not said is no limit
// either.
func TestGatewayInfo(t *testing.T) {
	for text, want := range map[string]gatewayInfo{
		"": {}, "[]": {}, "<html>": {}, `{"shards":0,"session_start_limit":{"max_concurrency":0}}`: {},
		"null": {1, startLimit{1, 0, 1}}, `{"url":"wss://gateway.discord.gg","shards":3}`: {3, startLimit{1, 0, 1}},
		`{"shards":16,"session_start_limit":{"total":1000,"remaining":0,"reset_after":50,"max_concurrency":16}}`: {16, startLimit{0, 50, 16}},
	} {
		discord := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }))
		api, _ := url.Parse(discord.URL)
		b, err := New(Options{APIURL: api, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		if info, err := b.gatewayInfo(t.Context()); (err == nil) != (want != gatewayInfo{}) || err == nil && info != want {
			t.Errorf("%s means %+v, %v", text, info, err)
		}
		discord.Close()
	}
}
