package house

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/repository"
	"chess960bot/internal/workshop/testrun"
)

// The archive of a release for this system has what people need without a compiler, and its program
// answers. The one for Windows is a ZIP file.
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
	run(".", "deploy/archives", "v0.0.0-test", runtime.GOOS+"/"+runtime.GOARCH, "windows/amd64")
	zipped, err := zip.OpenReader(filepath.Join(dist, "chess960bot-v0.0.0-test-windows-amd64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer zipped.Close()
	if _, err := zipped.Open("chess960bot-v0.0.0-test-windows-amd64/chess960bot.exe"); err != nil {
		t.Error(err)
	}
	name := "chess960bot-v0.0.0-test-" + runtime.GOOS + "-" + runtime.GOARCH
	run(dist, "sha256sum", "--check", "SHA256SUMS")
	run(dist, "tar", "-xzf", name+".tar.gz")
	folder := filepath.Join(dist, name)
	for _, file := range []string{"README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md", "THIRD_PARTY_NOTICES", ".env.example", "docs/commands.md", "deploy/chess960bot.service", "deploy/chess960bot-backup.timer", "deploy/compose.yaml", "deploy/alerts.yaml"} {
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

// The backup of each night works twice on a day, makes a backup of PostgreSQL with pg_dump, and removes
// what is older than four weeks.
func TestNightlyBackup(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	programs := t.TempDir()
	for name, script := range map[string]string{
		"chess960bot": `[ "$1" = backup ] && [ ! -e "$2" ] && echo "$DATABASE_URL" >"$2"`,
		"pg_dump":     `for a; do case $a in --file=*) echo "$DATABASE_URL" >"${a#--file=}";; esac; done; [ "$3" = "$DATABASE_URL" ]`,
		"date":        `echo 1 >>clock; wc -l <clock`,
	} {
		if err := os.WriteFile(filepath.Join(programs, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	old := filepath.Join(folder, "backup-2026-01-01-031700.dump")
	for _, err := range []error{os.WriteFile(filepath.Join(folder, "clock"), []byte("1"), 0o600), os.WriteFile(old, nil, 0o600), os.Chtimes(old, time.Time{}, time.Now().AddDate(0, 0, -30))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	unit := strings.ReplaceAll(repository.File(t, "deploy/chess960bot-backup.service"), "\\\n", " ")
	unit = strings.NewReplacer("$$", "$", "%%", "%", "( ", "'(' ", " )", " ')'", "/usr/local/bin/", "").Replace(unit) // as systemd reads a line
	for _, database := range []string{"sqlite:chess960.db", "sqlite:chess960.db", "postgres://u:p@host/name?sslmode=disable"} {
		for _, m := range regexp.MustCompile(`(?m)^ExecStart(?:Post)?=(.*)$`).FindAllStringSubmatch(unit, -1) {
			cmd := exec.Command("sh", "-c", m[1])
			cmd.Dir, cmd.Env = folder, []string{"PATH=" + programs + ":" + os.Getenv("PATH"), "DATABASE_URL=" + database}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", m[1], err, out)
			}
		}
	}
	dumps, _ := filepath.Glob(filepath.Join(folder, "backup-*.dump"))
	files, _ := filepath.Glob(filepath.Join(folder, "backup-*"))
	if len(dumps) != 1 || len(files) != 3 {
		t.Errorf("%q", files)
	}
}
