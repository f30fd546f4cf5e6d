package program

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

// While two sets of sessions get each interaction, their processes are killed one after the
// other, in the middle of answers. Each interaction is answered: what a killed process has
// claimed, the other one answers.
func TestReshardingWithKills(t *testing.T) {
	testrun.LongOnly(t, "waits until shards may identify, again and again")
	const people = 4
	kills := testrun.Sized(0, 4, 7)
	discord, err := discordtest.Start(discordtest.EverySession(), discordtest.History(60_000), discordtest.SessionStarts(discordtest.SessionStart{MaxConcurrency: 16}))
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	discord.SetFaults(func(r discordtest.Request) *discordtest.Fault {
		if strings.HasSuffix(r.Path, "/callback") {
			return &discordtest.Fault{Delay: 30 * time.Millisecond} // claims are held meanwhile
		}
		return nil
	})
	database := storetest.Postgres(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	start := func(shards int) *exec.Cmd {
		cmd, _ := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL="+database,
			fmt.Sprint("DISCORD_SHARDS=", shards), "RATE_USER=off", "RATE_GUILD=off")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	sessions := 0
	running := map[int]*exec.Cmd{}
	for _, shards := range []int{1, 2} {
		running[shards] = start(shards)
		sessions += shards
	}
	if err := errors.Join(discord.WaitSessions(ctx, sessions, 0), discord.WaitCommands(ctx, "daily")); err != nil {
		t.Fatal(err)
	}
	var asked, unanswered atomic.Int64
	loaded, stop := context.WithCancel(ctx)
	var load sync.WaitGroup
	for n := range people {
		who := discordtest.User{ID: fmt.Sprint(9_000_000_000_000_000 + n), Name: fmt.Sprint("Person ", n)}
		load.Go(func() {
			for loaded.Err() == nil {
				if asked.Add(1); !answers(ctx, discord, who) {
					unanswered.Add(1)
				}
				time.Sleep(10 * time.Millisecond)
			}
		})
	}
	for i := range kills {
		time.Sleep(500 * time.Millisecond)
		shards := 1 + i%2
		running[shards].Process.Kill()
		running[shards].Wait()
		running[shards] = start(shards)
		sessions += shards
		if err := discord.WaitSessions(ctx, sessions, 0); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	load.Wait()
	for _, cmd := range running {
		cmd.Process.Kill()
		cmd.Wait()
	}
	twice := 0
	for _, r := range discord.Requests() {
		if strings.HasSuffix(r.Path, "/callback") && r.Status >= 300 {
			twice++
		}
	}
	t.Logf("%d kills; of %d interactions %d unanswered; Discord refused %d second answers", kills, asked.Load(), unanswered.Load(), twice)
	if unanswered.Load() > 0 {
		t.Error("somebody got no answer")
	}
}

// answers reports whether the bot answers /random.
func answers(ctx context.Context, discord *discordtest.Server, who discordtest.User) bool {
	answer, err := discord.Slash(ctx, who, who.DM(), "random", nil)
	return err == nil && strings.Contains(answer.Message.Text(), "## SP ")
}
