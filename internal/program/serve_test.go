package program

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
)

func get(t *testing.T, url string) (status int, text string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	all, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(all)
}

// waitForMetric waits until the bot's metrics have a line.
func waitForMetric(t *testing.T, addr, line string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		_, text := get(t, "http://"+addr+"/metrics")
		if strings.Contains(text, "\n"+line+"\n") {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the metrics do not get the line %s:\n%s", line, text)
		}
	}
}

// A bot with HTTP_ADDR serves its health, also for -healthcheck, and frees the address when
// it ends.
func TestServesHTTP(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	discord.JoinGuild("1042101960960518145")
	discord.Install(discordtest.Cleo)
	addr := testrun.UnusedAddress()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL="+storetest.SQLite(t), "HTTP_ADDR="+addr)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := discord.WaitCommands(ctx, "sp"); err != nil {
		t.Fatal(err, stderr)
	}
	if _, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "about", nil); err != nil {
		t.Error(err)
	}
	waitForMetric(t, addr, "chess960bot_user_installs 1")
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ok\n", "/metrics": "\nchess960bot_servers 2\n"} {
		if status, text := get(t, "http://"+addr+path); status != 200 || !strings.Contains(text, want) || strings.Contains(text, discordtest.Token) {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	asking, said := process(t)
	if err := os.WriteFile(filepath.Join(asking.Dir, ".env"), []byte("HTTP_ADDR="+addr+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	asking.Args = append(asking.Args, "-healthcheck")
	if out, err := asking.Output(); err != nil || string(out) != "chess960bot: healthy\n" {
		t.Errorf("-healthcheck: %v, %s%s", err, out, said)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Errorf("ended with %v\n%s", err, stderr)
	}
}

// With a public key interactions come over HTTP, and no gateway is opened.
func TestInteractionsOverHTTP(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	public, private, _ := ed25519.GenerateKey(nil)
	addr := testrun.UnusedAddress()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL(), "DATABASE_URL="+storetest.SQLite(t), "HTTP_ADDR="+addr, "DISCORD_PUBLIC_KEY="+hex.EncodeToString(public))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := discord.WaitCommands(ctx, "sp"); err != nil {
		t.Fatal(err, stderr)
	}
	if status, text := get(t, "http://"+addr+"/readyz"); status != 200 {
		t.Errorf("/readyz: %d %s", status, text)
	}
	const about = `{"id":"1","type":2,"token":"t","channel_id":"3","user":{"id":"4"},"data":{"name":"about"}}`
	for _, c := range []struct {
		key    ed25519.PrivateKey
		status int
	}{{private, 200}, {ed25519.NewKeyFromSeed(make([]byte, 32)), 401}} {
		timestamp := strconv.FormatInt(time.Now().Unix(), 10)
		r, _ := http.NewRequestWithContext(ctx, "POST", "http://"+addr+"/interactions", strings.NewReader(about))
		r.Header.Set("X-Signature-Timestamp", timestamp)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(c.key, []byte(timestamp+about))))
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Body.Close(); answer.StatusCode != c.status {
			t.Errorf("status %d, want %d", answer.StatusCode, c.status)
		}
	}
	cmd.Process.Signal(syscall.SIGINT)
	if err := cmd.Wait(); err != nil || discord.Identifies() != 0 {
		t.Errorf("ended with %v after %d identifies\n%s", err, discord.Identifies(), stderr)
	}
}

func TestHealthcheckFails(t *testing.T) {
	cmd, stderr := process(t, "HTTP_ADDR=127.0.0.1:1")
	cmd.Args = append(cmd.Args, "-healthcheck")
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "connection refused") || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	t.Chdir(t.TempDir())
	for addr, want := range map[string]string{"8080": "not an address", "": "HTTP_ADDR is not set"} {
		t.Setenv("HTTP_ADDR", addr)
		if err := askHealth(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", addr, err)
		}
	}
}

// If another program uses the address, the bot ends with an exit code after which systemd
// starts it again: the address may be free by then.
func TestAddressInUseEndsWith1(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "HTTP_ADDR="+l.Addr().String())
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "HTTP_ADDR "+l.Addr().String()) || !strings.Contains(stderr.String(), "in use") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	cmd, stderr := process(t)
	cmd.Args = append(cmd.Args, "-version")
	out, err := cmd.Output()
	if err != nil || !strings.HasPrefix(string(out), "chess960bot ") || !strings.HasSuffix(string(out), ")\n") || !strings.Contains(string(out), " (go1.") {
		t.Errorf("%v, %s%s", err, out, stderr)
	}
}
