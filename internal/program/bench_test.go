package program

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// mixed is the number of interactions. A hundred thousand are a flood.
var mixed = flag.Int("bench.interactions", 10_000, "mixed interactions of BenchmarkProcess")

// BenchmarkProcess measures the program in a process of its own against the
// stand-in: the time from its start until it is ready, and mixed interactions by 50 people at a
// time, the dearest included. Heap and goroutines should be the same before and after. The memory
// should be 60 MB at most afterwards, and never more than 80 MB.
func BenchmarkProcess(b *testing.B) {
	const people = 50
	interactions := *mixed
	for range b.N {
		discord, err := discordtest.Start(discordtest.History(10))
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		started := time.Now()
		addr := testrun.UnusedAddress()
		cmd, stderr := process(b, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "RATE_USER=off", "RATE_GUILD=off", "HTTP_ADDR="+addr)
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		if err := discord.WaitCommands(ctx, "sp"); err != nil {
			b.Fatal(err, stderr)
		}
		sheets(b, discord)
		b.ReportMetric(float64(time.Since(started).Microseconds())/1000, "start-ms")
		load(b, discord, people, interactions/10) // caches and pools fill up
		earlier := gauges(b, addr)
		began := time.Now()
		took := load(b, discord, people, interactions)
		b.ReportMetric(float64(interactions)/time.Since(began).Seconds(), "answers/s")
		after := gauges(b, addr)
		for _, g := range []struct {
			name, unit string
			scale      float64
		}{{"go_goroutines", "goroutines", 1}, {"go_memstats_heap_inuse_bytes", "heap-MB", 1e6}, {"process_resident_memory_bytes", "rss-MB", 1e6}} {
			b.ReportMetric(earlier[g.name]/g.scale, g.unit+"-before")
			b.ReportMetric(after[g.name]/g.scale, g.unit+"-after")
		}
		b.ReportMetric(peakMemory(b, cmd.Process.Pid), "peak-rss-MB")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			b.Error(err, stderr)
		}
		b.ReportMetric((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), "cpu-s")
		cancel()
		discord.Close()
	}
}

// manager may manage events.
var manager = discordtest.Permissions(1 << 33)

// sheets opens an event with 48 boards, of which people ask for printed cards.
func sheets(b *testing.B, discord *discordtest.Server) {
	for _, step := range []struct {
		command string
		options map[string]any
	}{{"event new", map[string]any{"name": "Flood", "rounds": 1, "boards": 48, "each": true}}, {"event draw", nil}} {
		if _, err := discord.Slash(b.Context(), discordtest.Anna, discordtest.Channel, step.command, step.options, manager); err != nil {
			b.Fatal(err)
		}
	}
}

// peakMemory returns the most memory that a process has used, in MB, on Linux.
func peakMemory(b testing.TB, pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, err := strconv.ParseFloat(strings.Fields(after)[0], 64)
	if err != nil {
		b.Fatal(err)
	}
	return kilobytes * 1024 / 1e6
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
	page := func(name string) error {
		press := fmt.Sprintf("%s:%d:white:brown:direct:position", name, i%960)
		answer, err := discord.Interact(ctx, map[string]any{
			"type": 3, "channel_id": discordtest.ChannelID, "user": map[string]any{"id": who.ID, "username": "x"},
			"data": map[string]any{"component_type": 2, "custom_id": press}, "message": map[string]any{"id": "1", "channel_id": discordtest.ChannelID},
		})
		if err == nil && len(answer.Message.Pictures()) == 0 {
			return fmt.Errorf("%s has no picture", press)
		}
		return err
	}
	slash := func(command string, options map[string]any) error {
		_, err := discord.Slash(ctx, who, who.DM(), command, options)
		return err
	}
	switch i % 13 {
	case 0:
		return slash("sp", map[string]any{"number": i % 960})
	case 1:
		_, err := discord.Autocomplete(ctx, who, discordtest.Channel, "daily-posts set", map[string]any{"timezone": "ber"}, "timezone")
		return err
	case 2:
		return slash("daily", map[string]any{"date": "no date"})
	case 3:
		return slash("about", nil)
	case 4:
		return page("explore")
	case 5:
		return page("look")
	case 6:
		return page("castling")
	case 7:
		return slash("castle", map[string]any{"position": fmt.Sprintf("r2qk2r/pp3ppp/2p1pn2/8/5B2/2P1PN2/PP3PPP/R3KB1R w KQkq - 0 %d", 10+i%50)})
	case 8:
		return slash("quiz practice", nil)
	case 9:
		if i%10 == 9 { // cards
			_, err := discord.Slash(ctx, who, discordtest.Channel, "event show", map[string]any{"cards": true}, manager)
			return err
		}
		return slash("random", nil)
	}
	return slash("encode", map[string]any{"position": "no position"})
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
