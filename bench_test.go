package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/discordtest"
)

// BenchmarkProcess measures the program in a process of its own against the
// stand-in: the time from its start until it is ready, and a hundred thousand mixed
// interactions by 32 people at a time. Heap and goroutines should be the same
// before and after.
func BenchmarkProcess(b *testing.B) {
	const interactions, people = 100_000, 32
	for range b.N {
		discord, err := discordtest.Start(discordtest.History(10))
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		started := time.Now()
		addr := unusedAddress()
		cmd, stderr := process(b, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "RATE_USER=off", "RATE_GUILD=off", "HTTP_ADDR="+addr)
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		if err := discord.WaitCommands(ctx, "sp"); err != nil {
			b.Fatal(err, stderr)
		}
		b.ReportMetric(float64(time.Since(started).Microseconds())/1000, "start-ms")
		load(b, discord, people, interactions/10) // caches and pools fill up
		earlier := gauges(b, addr)
		began := time.Now()
		took := load(b, discord, people, interactions)
		b.ReportMetric(interactions/time.Since(began).Seconds(), "answers/s")
		after := gauges(b, addr)
		for _, g := range []struct {
			name, unit string
			scale      float64
		}{{"go_goroutines", "goroutines", 1}, {"go_memstats_heap_inuse_bytes", "heap-MB", 1e6}, {"process_resident_memory_bytes", "rss-MB", 1e6}} {
			b.ReportMetric(earlier[g.name]/g.scale, g.unit+"-before")
			b.ReportMetric(after[g.name]/g.scale, g.unit+"-after")
		}
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			b.Error(err, stderr)
		}
		cancel()
		discord.Close()
	}
}

// load makes people ask questions, mostly with short answers and sometimes with a
// picture. It returns how long each answer took.
func load(b *testing.B, discord *discordtest.Server, people, interactions int) []time.Duration {
	took := make([]time.Duration, interactions)
	next := make(chan int)
	var busy sync.WaitGroup
	for n := range people {
		who := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: fmt.Sprint("Person ", n)}
		busy.Go(func() {
			for i := range next {
				start := time.Now()
				if err := interact(b.Context(), discord, who, i); err != nil {
					b.Error(i, err)
				}
				took[i] = time.Since(start)
			}
		})
	}
	for i := range interactions {
		next <- i
	}
	close(next)
	busy.Wait()
	slices.Sort(took)
	return took
}

// interact makes one of the mixed interactions. Its kind depends on i.
func interact(ctx context.Context, discord *discordtest.Server, who discordtest.User, i int) error {
	var err error
	switch i % 10 {
	case 0:
		_, err = discord.Slash(ctx, who, discordtest.Channel, "sp", map[string]any{"number": i / 10 % 40})
	case 1:
		_, err = discord.Autocomplete(ctx, who, discordtest.Channel, "daily-posts set", map[string]any{"timezone": "ber"}, "timezone")
	case 2:
		_, err = discord.Slash(ctx, who, who.DM(), "daily", map[string]any{"date": "no date"})
	case 3:
		_, err = discord.Slash(ctx, who, discordtest.Channel, "about", nil)
	case 4:
		_, err = discord.Interact(ctx, map[string]any{ // a button of another version
			"type": 3, "channel_id": discordtest.ChannelID, "user": map[string]any{"id": who.ID, "username": "x"},
			"data": map[string]any{"component_type": 2, "custom_id": "old:1"}, "message": map[string]any{"id": "1", "channel_id": discordtest.ChannelID},
		})
	default:
		_, err = discord.Slash(ctx, who, discordtest.Channel, "encode", map[string]any{"position": "no position"})
	}
	return err
}

// gauges reads a process's metrics that have no labels.
func gauges(b *testing.B, addr string) map[string]float64 {
	answer, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	values := map[string]float64{}
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		if value, err := strconv.ParseFloat(text, 64); err == nil {
			values[name] = value
		}
	}
	if values["go_goroutines"] == 0 {
		b.Fatal(fmt.Errorf("no metrics: %v", values))
	}
	return values
}
