package house

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/repository"
	"chess960bot/internal/workshop/testrun"
)

// The image that the Dockerfile builds starts as its user, who can write only below /data, is
// healthy by its own check, and answers.
func TestImage(t *testing.T) {
	testrun.LongOnly(t, "builds the image")
	testrun.Program(t, "buildah", "buildah")
	testrun.Program(t, "busybox-static", "busybox")
	if os.Geteuid() != 0 {
		testrun.CannotRun(t, "only root can start a program in the file system of an image: run the test as root")
	}
	folder := t.TempDir()
	build := exec.Command(".ci/image", folder)
	said := new(bytes.Buffer)
	build.Stderr = said
	inspected, err := build.Output()
	if err != nil {
		t.Fatal(err, said)
	}
	var image struct {
		Docker struct {
			Config struct {
				User            string
				Env, Entrypoint []string
				Healthcheck     struct{ Test []string }
			} `json:"config"`
		}
	}
	if err := json.Unmarshal(inspected, &image); err != nil {
		t.Fatal(err)
	}
	settings := image.Docker.Config
	if settings.User != "nonroot" || len(settings.Entrypoint) != 1 || len(settings.Healthcheck.Test) != 3 {
		t.Fatalf("the image has the settings %+v", settings)
	}
	for _, file := range []string{"LICENSE", "THIRD_PARTY_NOTICES"} {
		if repository.File(t, folder+"/"+file) != repository.File(t, file) {
			t.Errorf("%s is different in the image", file)
		}
	}

	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	addr := testrun.UnusedAddress()
	inImage := func(program string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Dir = "/"
		cmd.Env = append(settings.Env, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "HTTP_ADDR="+addr)
		const nonroot = 65532
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: folder, Credential: &syscall.Credential{Uid: nonroot, Gid: nonroot}}
		return cmd
	}
	if out, err := inImage(settings.Entrypoint[0], "-version").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "chess960bot v0.0.0-image ") {
		t.Errorf("-version: %v, %s", err, out)
	}
	bot := inImage(settings.Entrypoint[0])
	log := new(bytes.Buffer)
	bot.Stderr = log
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	if err := discord.WaitCommands(ctx, "sp"); err != nil {
		t.Fatal(err, log)
	}
	answer, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 518})
	if err != nil || !strings.Contains(answer.Message.Text(), "RNBQKBNR") {
		t.Error(err, log)
	}
	check := settings.Healthcheck.Test // CMD, program, argument
	if out, err := inImage(check[1], check[2:]...).CombinedOutput(); err != nil {
		t.Errorf("the check of the image's health: %v, %s", err, out)
	}
	if _, err := os.Stat(folder + "/data/chess960.db"); err != nil {
		t.Error("the database is not in /data: ", err)
	}
	bot.Process.Signal(syscall.SIGTERM)
	if err := bot.Wait(); err != nil {
		t.Errorf("ended with %v\n%s", err, log)
	}
}
