package bot_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	"chess960bot/commands/feature"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/render"
)

// BenchmarkAnswers measures /sp through the stand-in, from the interaction to the answer
// with its board and strips: for different positions, and for the same position each
// time, with different numbers of people who ask at the same time. The baseline is a bare
// HTTP client that posts the same number of bytes to a server that discards them.
func BenchmarkAnswers(b *testing.B) {
	for _, inFlight := range []int{2, 32} {
		b.Run(fmt.Sprintf("first-%d", inFlight), func(b *testing.B) {
			benchmarkAnswers(b, inFlight, func(i int) int { return i * 37 % 960 })
		})
		b.Run(fmt.Sprintf("repeated-%d", inFlight), func(b *testing.B) {
			benchmarkAnswers(b, inFlight, func(int) int { return 518 })
		})
		b.Run(fmt.Sprintf("bare-post-%d", inFlight), func(b *testing.B) { benchmarkBarePost(b, inFlight) })
	}
}

func benchmarkAnswers(b *testing.B, inFlight int, number func(i int) int) {
	server, err := discordtest.Start(discordtest.History(10))
	if err != nil {
		b.Fatal(err)
	}
	defer server.Close()
	api, _ := url.Parse(server.URL())
	quiet := slog.New(slog.DiscardHandler)
	answering := bot.New(bot.Options{Token: discordtest.Token, APIURL: api, Log: quiet, Commands: commands.All(feature.Tools{Boards: bot.Boards})})
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error)
	go func() { ended <- answering.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	if err := server.WaitCommands(ctx, "sp"); err != nil {
		b.Fatal(err)
	}
	atOnce(b, inFlight, func(i int) error {
		_, err := server.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": number(i)})
		return err
	})
}

func benchmarkBarePost(b *testing.B, inFlight int) {
	sink := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
	defer sink.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: inFlight}}
	body := make([]byte, 75_000) // about one answer with its pictures
	atOnce(b, inFlight, func(int) error {
		answer, err := client.Post(sink.URL, "application/octet-stream", bytes.NewReader(body))
		if err != nil {
			return err
		}
		return answer.Body.Close()
	})
}

// atOnce calls do b.N times, inFlight at a time. It reports the calls per second and the
// time of the slowest call.
func atOnce(b *testing.B, inFlight int, do func(i int) error) {
	next, took := make(chan int), make([]time.Duration, b.N)
	var workers sync.WaitGroup
	b.ResetTimer()
	for range inFlight {
		workers.Go(func() {
			for i := range next {
				start := time.Now()
				if err := do(i); err != nil {
					b.Error(err)
				}
				took[i] = time.Since(start)
			}
		})
	}
	for i := range b.N {
		next <- i
	}
	close(next)
	workers.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
	b.ReportMetric(float64(took[b.N/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[b.N*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkStart measures the time until a new bot has registered its commands.
func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		server, err := discordtest.Start()
		if err != nil {
			b.Fatal(err)
		}
		api, _ := url.Parse(server.URL())
		started := bot.New(bot.Options{Token: discordtest.Token, APIURL: api, Log: slog.New(slog.DiscardHandler), Commands: commands.All(feature.Tools{Boards: render.New()})})
		ctx, cancel := context.WithCancel(b.Context())
		ended := make(chan error)
		go func() { ended <- started.Run(ctx) }()
		if err := server.WaitCommands(ctx, "sp"); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		cancel()
		<-ended
		server.Close()
		b.StartTimer()
	}
}
