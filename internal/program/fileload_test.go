package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// People who send files of a megabyte each second, each in a server of their own, leave everyone
// else an answer, and the bot fits in a container of 128 MB.
func TestOthersAreAnsweredBesideFiles(t *testing.T) {
	testrun.LongOnly(t, "sends files for half a minute")
	program := built(t)
	moves := `[Event "x"]` + "\n\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", 1<<20/22-1)
	var games strings.Builder
	for n := range 10_000 {
		fmt.Fprintf(&games, "[White \"%d\"]\n[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]\n1. e4 *\n", n)
	}
	short := games.String()[:1<<20]
	all := []struct {
		processors, people int
		file               string
	}{{1, 12, moves}, {2, 12, moves}, {1, 12, short}, {2, 12, short}, {2, 0, moves}, {2, 4, moves}, {1, 3, moves}}
	for _, c := range all[:testrun.Sized(0, 4, len(all))] {
		flood(t, program, c.processors, c.people, 80, nil, func(p pest) error {
			_, err := p.discord.Slash(p.ctx, p.who, p.where, "encode", map[string]any{"file": discordtest.Upload{Name: "x.pgn", Data: []byte(c.file)}})
			return err
		})
	}
}

// A pest is one of several people who ask something dear each second, each in a server of their own.
type pest struct {
	ctx     context.Context
	discord *discordtest.Server
	who     discordtest.User
	where   discordtest.Place
	number  int // of the person
	asked   int // questions before this one
}

// placeOf returns the channel of a pest.
func placeOf(n int) discordtest.Place {
	return discordtest.Place{GuildID: fmt.Sprint(7_000_000_000_000_000 + n), ChannelID: fmt.Sprint(7_100_000_000_000_000 + n)}
}

// built builds the program as the Dockerfile does, and returns its file. The tests that play the bot
// elsewhere are 6 MB larger in memory, which are the tests themselves.
func built(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "chess960bot")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "chess960bot")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// flood lets pests ask for some seconds, of the program in a file, whose database was prepared. Everyone
// else must be answered, with at most mostMemory in MB.
func flood(t *testing.T, program string, processors, people int, mostMemory float64, prepare func(*store.Store), ask func(pest) error) {
	t.Helper()
	const lasting, pause = 6 * time.Second, 100 * time.Millisecond
	discord, err := discordtest.Start(discordtest.History(20))
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), fmt.Sprint("GOMAXPROCS=", processors))
	cmd.Path = program
	if prepare != nil {
		kept, err := store.OpenUnsynced(t.Context(), "sqlite:"+filepath.Join(cmd.Dir, "chess960.db"))
		if err != nil {
			t.Fatal(err)
		}
		prepare(kept)
		if err := kept.Close(); err != nil {
			t.Fatal(err)
		}
	}
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
	var dear atomic.Int64
	for n := range people {
		where := placeOf(n)
		who := discordtest.User{ID: fmt.Sprint(7_200_000_000_000_000 + n), Name: fmt.Sprint("Sender ", n)}
		busy.Go(func() {
			for i := 0; asking.Err() == nil; i++ {
				next := time.After(time.Second)
				if err := ask(pest{ctx, discord, who, where, n, i}); err == nil {
					dear.Add(1)
				} else if asking.Err() == nil {
					t.Log(err)
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
	t.Logf("%d processors, %d people, %d answers to them: %d of %d others answered, slowest %v, peak %.0f MB", processors, people, dear.Load(), answered, asked, slowest.Round(time.Millisecond), peak)
	if answered != asked || peak > mostMemory {
		t.Errorf("%d of %d others were answered, and the bot took %.0f MB", answered, asked, peak)
	}
	cmd.Process.Signal(os.Interrupt)
	if err := cmd.Wait(); err != nil {
		t.Error(err, stderr)
	}
}
