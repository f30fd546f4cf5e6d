package house

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/repository"
	"chess960bot/internal/workshop/testrun"
)

// The archive of a release for this system has what people need, and its program answers.
func TestArchive(t *testing.T) {
	testrun.LongOnly(t, "builds the program for a release")
	dist := t.TempDir()
	run := func(folder, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "DIST="+dist)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run(".", "deploy/archives", "v0.0.0-test", runtime.GOOS+"/"+runtime.GOARCH)
	name := "chess960bot-v0.0.0-test-" + runtime.GOOS + "-" + runtime.GOARCH
	run(dist, "sha256sum", "--check", "SHA256SUMS")
	run(dist, "tar", "-xzf", name+".tar.gz")
	folder := filepath.Join(dist, name)
	for _, file := range []string{"README.md", "CHANGELOG.md", "LICENSE", "THIRD_PARTY_NOTICES", ".env.example", "docs/commands.md"} {
		if repository.File(t, filepath.Join(folder, file)) != repository.File(t, file) {
			t.Errorf("%s is different in the archive", file)
		}
	}
	program := filepath.Join(folder, "chess960bot")
	if said := run(folder, program, "-version"); !strings.HasPrefix(said, "chess960bot v0.0.0-test ") {
		t.Errorf("-version says %s", said)
	}
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	said := new(bytes.Buffer)
	cmd.Dir, cmd.Stderr, cmd.Env = folder, said, []string{"DISCORD_TOKEN=" + discordtest.Token, "DISCORD_API_URL=" + discord.URL()}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	if err := discord.WaitCommands(ctx, "sp"); err != nil {
		t.Fatal(err, said)
	}
	answer, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 518})
	if err != nil || !strings.Contains(answer.Message.Text(), "RNBQKBNR") {
		t.Errorf("%v\n%s", err, said)
	}
}
