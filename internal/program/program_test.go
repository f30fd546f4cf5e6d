package program

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/bot"
	"chess960bot/commands"
	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/app"
	"chess960bot/internal/metrics"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/storetest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// If this variable is set, the test binary runs the bot.
const beTheBot = "CHESS960BOT_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(beTheBot) != "" {
		os.Exit(Main(""))
	}
	http.DefaultTransport.(*http.Transport).DialContext = discordtest.Dial
	os.Exit(m.Run())
}

// process returns a command that runs the bot in an empty directory. Its log must name no
// person.
func process(t testing.TB, env ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	t.Cleanup(cancel)
	stderr = new(bytes.Buffer)
	cmd = exec.CommandContext(ctx, self)
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{beTheBot + "=1", "PATH=" + os.Getenv("PATH")}, env...)
	cmd.Stderr = stderr
	t.Cleanup(func() {
		if cmd.ProcessState == nil {
			return // the test did not wait for the end
		}
		for _, line := range discordtest.Naming(stderr.String()) {
			t.Errorf("the log names a person: %s", line)
		}
	})
	return cmd, stderr
}

func TestUnknownCommandEndsWith78(t *testing.T) {
	cmd, stderr := process(t, "DISCORD_TOKEN=x", "DISCORD_API_URL=http://127.0.0.1:1", "COMMANDS=core,chess")
	cmd.Run()
	if want := `COMMANDS has "chess", which is not the name of a command. Write all, or some of these names with commas between them: about, castle, core,`; cmd.ProcessState.ExitCode() != 78 || !strings.Contains(stderr.String(), want) {
		t.Errorf("exit code %d:\n%s", cmd.ProcessState.ExitCode(), stderr)
	}
}

func TestMissingTokenEndsWithOneClearMessage(t *testing.T) {
	cmd, stderr := process(t)
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 78 {
		t.Errorf("exit code %d, want 78", code)
	}
	for _, want := range []string{"DISCORD_TOKEN is not set", "go run ./internal/workshop/playground"} {
		if strings.Count(stderr.String(), want) != 1 {
			t.Errorf("%q is not there exactly once:\n%s", want, stderr)
		}
	}
}

func TestRejectedTokenEndsWith78(t *testing.T) {
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	cmd, stderr := process(t, "DISCORD_TOKEN=not-the-token", "DISCORD_API_URL="+discord.URL())
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 78 || !strings.Contains(stderr.String(), "Discord rejected the token") || strings.Contains(stderr.String(), "not-the-token") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

// Discord refuses connections of a bot with the wrong shards or intents each time.
func TestRefusedConnectionEndsWith78(t *testing.T) {
	for _, code := range testrun.Choose([]int{4014}, []int{4010, 4014}) {
		discord, err := discordtest.Start(discordtest.GatewayFaults(func(int) *discordtest.GatewayFault { return &discordtest.GatewayFault{Close: code} }))
		if err != nil {
			t.Fatal(err)
		}
		defer discord.Close()
		cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL="+discord.URL())
		cmd.Run()
		if exit := cmd.ProcessState.ExitCode(); exit != 78 || !strings.Contains(stderr.String(), fmt.Sprintf("(close %d)", code)) {
			t.Errorf("exit code %d\n%s", exit, stderr)
		}
	}
}

// An address that is refused is not repeated where a password may stand.
func TestDatabaseAddressThatMakesNoSense(t *testing.T) {
	for _, address := range []string{"postgres://user:hidden@host:99999/name", "postgres://bot:hidden@hidden#1@host/x"} {
		cmd, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DATABASE_URL="+address)
		cmd.Run()
		want := `DATABASE_URL is "postgres://…"`
		if code := cmd.ProcessState.ExitCode(); code != exitSetting || !strings.Contains(stderr.String(), want) || strings.Contains(stderr.String(), "hidden") {
			t.Errorf("exit code %d\n%s", code, stderr)
		}
	}
}

// The settings come from .env, but the environment takes precedence. Both signals end the
// bot with exit code 0. The log does not contain the token.
func TestRunsFromDotEnvUntilSignalled(t *testing.T) {
	for signal, mode := range map[syscall.Signal]os.FileMode{syscall.SIGTERM: 0o644, syscall.SIGINT: 0o600} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			if signal == syscall.SIGINT {
				testrun.LongOnly(t, "starts another bot: others are interrupted, or have such a file")
			}
			discord, err := discordtest.Start()
			if err != nil {
				t.Fatal(err)
			}
			defer discord.Close()
			cmd, stderr := process(t, "DISCORD_API_URL="+discord.URL())
			addr := testrun.UnusedAddress()
			dotEnv := "\ufeffDISCORD_TOKEN=" + discordtest.Token + "\nDISCORD_API_URL=http://127.0.0.1:1\nHTTP_ADDR=" + addr + "\nLOG_FORMAT=json\nLOG_LEVEL=debug\n"
			if err := os.WriteFile(filepath.Join(cmd.Dir, ".env"), []byte(dotEnv), mode); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if err := discord.WaitCommands(ctx, "sp", "random", "encode", "fritz"); err != nil {
				t.Fatal(err)
			}
			if _, err := discord.Slash(ctx, discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 518}); err != nil {
				t.Error(err)
			}
			if status, text := get(t, "http://"+addr+"/readyz"); status != 200 {
				t.Errorf("/readyz: %d %s", status, text)
			}
			cmd.Process.Signal(signal)
			if err := cmd.Wait(); err != nil {
				t.Errorf("ended with %v\n%s", err, stderr)
			}
			for _, broken := range discord.Broken() {
				t.Error(broken)
			}
			if strings.Contains(stderr.String(), discordtest.Token) {
				t.Errorf("the token is in the log:\n%s", stderr)
			}
			said := stderr.String()
			connected, drawn := strings.Index(said, "connected to Discord"), strings.Index(said, "drew the first pictures")
			if connected < 0 || drawn < connected { // on a slow machine the pictures take seconds
				t.Errorf("connected at byte %d of the log, and drew pictures at %d", connected, drawn)
			}
			exposed := func(r record) bool { return r.Level == "WARN" && r.File == ".env" }
			if warned := slices.ContainsFunc(records(t, stderr), exposed); warned != (mode != 0o600) {
				t.Errorf("warned of a file with mode %v: %t", mode, warned)
			}
		})
	}
}

// The settings are only for the bot's own user to read.
func TestExposedDotEnv(t *testing.T) {
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o640: true, 0o604: true} {
		name := filepath.Join(t.TempDir(), ".env")
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
		if exposed, err := loadDotEnv(name); exposed != want || err != nil {
			t.Errorf("%v: %t, %v", mode, exposed, err)
		}
	}
}

// A record is a line of the log with LOG_FORMAT=json.
type record struct{ Level, File string }

func records(t *testing.T, log io.Reader) (list []record) {
	t.Helper()
	for lines := json.NewDecoder(log); lines.More(); {
		var r record
		if err := lines.Decode(&r); err != nil {
			t.Fatalf("the log is not JSON: %v", err)
		}
		list = append(list, r)
	}
	return list
}

// A second process on the same SQLite file is refused: it would post everything twice.
func TestSecondInstanceIsRefused(t *testing.T) {
	second, stderr := process(t, "DISCORD_TOKEN="+discordtest.Token, "DISCORD_API_URL=http://127.0.0.1:1")
	storetest.Open(t, "sqlite:"+filepath.Join(second.Dir, "chess960.db"))
	second.Run()
	if code := second.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "chess960.db") {
		t.Errorf("exit code %d\n%s", code, stderr)
	}
}

func TestHelp(t *testing.T) {
	for argument, want := range map[string]int{"-help": 0, "now": 64, "-now": 64} {
		cmd, stderr := process(t)
		cmd.Args = append(cmd.Args, argument)
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != want || !strings.Contains(stderr.String(), "go run ./internal/workshop/playground") || !strings.Contains(stderr.String(), "-healthcheck") {
			t.Errorf("%s: exit code %d, want %d\n%s", argument, code, want, stderr)
		}
	}
}

// After the codes of a wrong setting and of a wrong argument systemd does not start the bot again, but after
// others, such as Go's 2 for a panic. The manual has the same codes.
func TestSystemdKnowsTheExitCodes(t *testing.T) {
	for file, want := range map[string]string{
		"deploy/chess960bot.service": "\nRestart=on-failure\nRestartSec=5\nRestartPreventExitStatus=%d %d\n",
		"docs/operating.md":          "after exit code %d or %d.",
	} {
		text, err := os.ReadFile("../../" + file)
		if want := fmt.Sprintf(want, exitSetting, exitUsage); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %q: %v", file, want, err)
		}
	}
}

// What is no file with settings is refused at once, by its kind or by its size.
func TestUnreadableDotEnv(t *testing.T) {
	for name, make := range map[string]func(name string) error{
		"a directory": func(name string) error { return os.Mkdir(name, 0o700) },
		"a pipe":      func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"a device":    func(name string) error { return os.Symlink("/dev/zero", name) },
		"too long":    func(name string) error { return errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 1<<40)) },
	} {
		cmd, stderr := process(t)
		if err := make(filepath.Join(cmd.Dir, ".env")); err != nil {
			t.Fatal(err)
		}
		cmd.Run()
		if code := cmd.ProcessState.ExitCode(); code != exitSetting || !strings.Contains(stderr.String(), ".env must be a file of at most 32 KiB") {
			t.Errorf("%s: exit code %d\n%s", name, code, stderr)
		}
	}
}

// What is said of a wrong .env tells where the mistake is, and quotes no secret. The program
// ends, as with a .env that cannot be read.
func TestWrongDotEnv(t *testing.T) {
	for dotEnv, want := range map[string]string{
		"LOG_LEVEL=info\n\nDISCORD_TOKEN 'very-secret\n":  "Look at line 3",
		"LOG_LEVEL=info\nDISCORD_TOKEN='very-secret\nA=b": "Look at line 2",
		"\ufeffLOG_LEVEL=info\nDISCORD_TOKEN very-secret": "Look at line 2",
		"LOG_LEVEL=info\nA=very-secret\x00\n":             "Look at line 2",
		"\xff\xfeA\x00=\x00very-secret":                   "is UTF-16", // of PowerShell
		"LOG_LEVEL=info\nset DISCORD_TOKEN very-secret\n": "line 2 begins with the word set",
		"DISCORD_TOKNE=very-secret\n":                     "I do not know DISCORD_TOKNE. Did you mean DISCORD_TOKEN?\nDISCORD_TOKEN is not set",
	} {
		t.Chdir(t.TempDir())
		for _, variable := range []string{"DISCORD_TOKEN", "DISCORD_TOKNE"} {
			t.Setenv(variable, "") // and what the file sets ends with the test
			os.Unsetenv(variable)
		}
		if err := os.WriteFile(".env", []byte(dotEnv), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := configure(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "very-secret") {
			t.Errorf("%q: %v", dotEnv, err)
		}
	}
}

// Windows' editor adds an ending to the name of the file.
func TestDotEnvWithAnotherEnding(t *testing.T) {
	cmd, stderr := process(t)
	if err := os.WriteFile(filepath.Join(cmd.Dir, ".env.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd.Run()
	if want := "there is no .env here, but a .env.txt: rename it to .env"; cmd.ProcessState.ExitCode() != 78 || !strings.Contains(stderr.String(), want) {
		t.Errorf("exit code %d\n%s", cmd.ProcessState.ExitCode(), stderr)
	}
}

// The bot stops in time even while a daily post hangs.
func TestStopsThoughDiscordHangs(t *testing.T) {
	inBubble(t, func(t *testing.T, p *inside) {
		subscribe(t, p.database)
		ctx, stop := context.WithCancel(t.Context())
		var stopped time.Time
		p.SetFaults(func(r discordtest.Request) *discordtest.Fault {
			if r.Method != "POST" || !strings.HasPrefix(r.Route, "/channels/") {
				return nil
			}
			if stopped.IsZero() {
				stopped = time.Now()
			}
			stop()
			return &discordtest.Fault{Delay: time.Minute}
		})
		if err := p.open(t).Run(ctx); err != nil {
			t.Error(err)
		}
		if took := time.Since(stopped); took != app.StopTime {
			t.Errorf("stopping took %v, want %v", took, app.StopTime)
		}
	})
}

// inside is a program in a bubble of testing/synctest, beside a Discord in memory.
type inside struct {
	*discordtest.Server
	database string
	counted  *metrics.Metrics
	log      sharedLog
}

// A sharedLog may be read while the program, which may have stopped with work unfinished, writes.
type sharedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *sharedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *sharedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// inBubble runs a test with a program that waits for its own limits, and whose log must name no person.
func inBubble(t *testing.T, test func(*testing.T, *inside)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 20, 19, 30, 0, 0, time.UTC))) // numbers of messages have their time
		discord := discordtest.StartAt(discordtest.ListenInMemory(), discordtest.ListenInMemory())
		p := &inside{Server: discord, database: storetest.SQLite(t)}
		test(t, p)
		discord.Close()
		time.Sleep(2 * time.Minute) // for what a program that has stopped still waits for
		for _, line := range discordtest.Naming(p.log.String()) {
			t.Errorf("the log names a person: %s", line)
		}
	})
}

// open opens the database and returns the program, as run does.
func (p *inside) open(t *testing.T) *app.App {
	t.Helper()
	at, err := url.Parse(p.URL())
	if err != nil {
		t.Fatal(err)
	}
	db, log := storetest.Open(t, p.database, commands.Parts()...), slog.New(slog.NewTextHandler(&p.log, nil))
	p.counted = metrics.New("v1", db, log)
	return app.New(app.Options{
		Bot:   bot.Options{Token: discordtest.Token, APIURL: at, Log: log, Metrics: p.counted},
		Store: db, Boards: render.New(), Timing: outbox.StandardTiming(), Now: time.Now,
	})
}

// subscribe makes the channel's daily post due in a database.
func subscribe(t *testing.T, database string) {
	t.Helper()
	kept, err := store.OpenUnsynced(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	now := time.Now().UTC()
	err = dailyrows.Of(kept).Save(t.Context(), schedule.Sub{
		Channel: discordtest.ChannelID, Guild: discordtest.GuildID, Zone: "UTC", Minute: when.Minute(now.Hour()*60 + now.Minute()),
		Status: schedule.Active, SetBy: discordtest.Anna.ID, SetAt: now.Add(-time.Hour),
		NextDate: when.DateOf(now), NextAt: now.Truncate(time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
}
