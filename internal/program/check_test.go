package program

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/discord/rest"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/lichesstest"
)

// The report says yes or no to each assumption, and has no secret. The check makes no
// database.
func TestCheck(t *testing.T) {
	t.Parallel()
	discord, err := discordtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer discord.Close()
	lichess, err := lichesstest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer lichess.Close()
	check := func(token, channel string, arguments ...string) (code int, report string) {
		cmd, _ := process(t, "DISCORD_TOKEN="+token, "DISCORD_API_URL="+discord.URL(), "LICHESS_URL="+lichess.URL())
		cmd.Args = append(cmd.Args, append([]string{"check", "-channel", channel, "-wait", "0"}, arguments...)...)
		out, _ := cmd.Output()
		if files, err := os.ReadDir(cmd.Dir); err != nil || len(files) > 0 {
			t.Errorf("the check has made files: %v, %v", files, err)
		}
		if strings.Contains(string(out), token) {
			t.Errorf("the report has the token:\n%s", out)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	code, report := check(discordtest.Token, discordtest.ChannelID, "-lichess")
	if code != 0 || strings.Count(report, "\nyes ") != 10 || strings.Count(report, "\nnot seen ") != 2 || !strings.HasPrefix(report, "chess960bot ") {
		t.Errorf("exit code %d\n%s", code, report)
	}
	if code, report := check("a.b.c", discordtest.ChannelID); code != exitUnhealthy || !strings.Contains(report, "\nno        Discord takes the token: ") {
		t.Errorf("exit code %d\n%s", code, report)
	}
	lichess.Fail(lichesstest.Broken)
	if code, report := check(discordtest.Token, discordtest.ChannelID, "-lichess"); code != exitUnhealthy || !strings.Contains(report, "\nno        lichess opens a game: ") {
		t.Errorf("exit code %d\n%s", code, report)
	}
	if code, report := check(discordtest.Token, "general"); code != exitUsage || report != "" {
		t.Errorf("exit code %d\n%s", code, report)
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
