package program

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// People who send files of a megabyte each second, each in a server of their own, leave everyone
// else an answer, and the bot fits in a container of 128 MB.
func TestOthersAreAnsweredBesideFiles(t *testing.T) {
	testrun.LongOnly(t, "sends files for 40 seconds")
	moves := `[Event "x"]` + "\n\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", 1<<20/22-1)
	var games strings.Builder
	for n := range 10_000 {
		fmt.Fprintf(&games, "[White \"%d\"]\n[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n1. e4 *\n", n)
	}
	short := games.String()[:1<<20]
	for _, c := range []struct {
		processors, people int
		file               string
	}{{2, 0, moves}, {2, 4, moves}, {2, 12, moves}, {1, 3, moves}, {1, 12, moves}, {2, 12, short}, {1, 12, short}} {
		floodWithFiles(t, c.processors, c.people, c.file)
	}
}

func floodWithFiles(t *testing.T, processors, people int, file string) {
	const lasting, pause, mostMemory = 6 * time.Second, 100 * time.Millisecond, 80
	discord, err := discordtest.Start(discordtest.History(20))
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), fmt.Sprint("GOMAXPROCS=", processors))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := discord.WaitCommands(ctx, "encode"); err != nil {
		t.Fatal(err, stderr)
	}
	asking, enough := context.WithTimeout(ctx, lasting)
	defer enough()
	var busy sync.WaitGroup
	var files atomic.Int64
	for n := range people {
		where := discordtest.Place{GuildID: fmt.Sprint(7_000_000_000_000_000 + n), ChannelID: fmt.Sprint(7_100_000_000_000_000 + n)}
		who := discordtest.User{ID: fmt.Sprint(7_200_000_000_000_000 + n), Name: fmt.Sprint("Sender ", n)}
		busy.Go(func() {
			for asking.Err() == nil {
				next := time.After(time.Second)
				if _, err := discord.Slash(ctx, who, where, "encode", map[string]any{"file": discordtest.Upload{Name: "x.pgn", Data: []byte(file)}}); err == nil {
					files.Add(1)
				}
				<-next
			}
		})
	}
	asked, answered, slowest := 0, 0, time.Duration(0)
	for asking.Err() == nil {
		begin := time.Now()
		other := discordtest.User{ID: fmt.Sprint(7_300_000_000_000_000 + asked), Name: "Other"} // the limit of a person is not the subject
		_, err := discord.Slash(ctx, other, discordtest.Channel, "sp", map[string]any{"number": asked % 960})
		if asked++; err == nil {
			answered++
		}
		slowest = max(slowest, time.Since(begin))
		<-time.After(pause)
	}
	busy.Wait()
	peak := peakMemory(t, cmd.Process.Pid)
	t.Logf("%d processors, %d people, %d files: %d of %d others answered, slowest %v, peak %.0f MB", processors, people, files.Load(), answered, asked, slowest.Round(time.Millisecond), peak)
	if answered != asked || peak > mostMemory {
		t.Errorf("%d of %d others were answered, and the bot took %.0f MB", answered, asked, peak)
	}
	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Error(err, stderr)
	}
}
