package program

import (
	"os"
	"os/signal"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"chess960bot/internal/discord/rest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/lichesstest"
)

// The report says yes or no to each assumption, and has no secret. The check makes no
// database.
func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	_, stop := signal.NotifyContext(t.Context(), os.Interrupt) // what Go starts for the first one stays outside the bubble
	stop()
	synctest.Test(t, func(t *testing.T) { // the check loses its connection on purpose
		discord := discordtest.StartAt(discordtest.ListenInMemory(), discordtest.ListenInMemory())
		defer discord.Close()
		lichess := lichesstest.StartAt(discordtest.ListenInMemory())
		defer lichess.Close()
		check := func(token string, arguments ...string) (code int, report string) {
			for name, value := range map[string]string{"DISCORD_TOKEN": token, "DISCORD_API_URL": discord.URL(), "LICHESS_URL": lichess.URL()} {
				t.Setenv(name, value)
			}
			var out strings.Builder
			code = checkDiscord(append([]string{"-channel", discordtest.ChannelID, "-wait", "0"}, arguments...), &out)
			if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
				t.Errorf("the check has made files: %v, %v", files, err)
			}
			if strings.Contains(out.String(), token) {
				t.Errorf("the report has the token:\n%s", &out)
			}
			return code, out.String()
		}
		code, report := check(discordtest.Token, "-lichess")
		if code != 0 || strings.Count(report, "\nyes ") != 10 || strings.Count(report, "\nnot seen ") != 2 || !strings.HasPrefix(report, "chess960bot ") {
			t.Errorf("exit code %d\n%s", code, report)
		}
		if code, report := check("a.b.c"); code != exitUnhealthy || !strings.Contains(report, "\nno        Discord takes the token: Discord rejected the token: reset it at ") {
			t.Errorf("exit code %d\n%s", code, report)
		}
		lichess.Fail(lichesstest.Broken)
		if code, report := check(discordtest.Token, "-lichess"); code != exitUnhealthy || !strings.Contains(report, "\nno        lichess opens a game: ") {
			t.Errorf("exit code %d\n%s", code, report)
		}
	})
	cmd, stderr := process(t)
	cmd.Args = append(cmd.Args, "check", "-channel", "general")
	if out, _ := cmd.Output(); cmd.ProcessState.ExitCode() != exitUsage || len(out) > 0 || !strings.Contains(stderr.String(), "usage: chess960bot check -channel ID") {
		t.Errorf("exit code %d\n%s%s", cmd.ProcessState.ExitCode(), out, stderr)
	}
}

// What Discord answers adds no line to the report, and hides none.
func TestReportIsNotForged(t *testing.T) {
	const forged = "status 500\nyes       Discord takes the token\x1b[2K\r\u2028\u202e\x00\xff"
	var out strings.Builder
	code := report(&out, []rest.Finding{{Assumption: "A session begins", Seen: rest.No, Detail: forged}, {Assumption: "x", Seen: rest.Yes, Detail: "“plain”, 3 times"}})
	lines := strings.Split(out.String(), "\n")
	if code != exitUnhealthy || len(lines) != 4 || lines[1] != "no        A session begins: "+strconv.Quote(forged) || lines[2] != "yes       x: “plain”, 3 times" {
		t.Errorf("exit code %d\n%q", code, out.String())
	}
	if strings.ContainsAny(out.String(), "\x1b\r\x00\u2028\u202e") {
		t.Errorf("%q", out.String())
	}
}
