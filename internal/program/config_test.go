package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/bot"
)

// publicKey has the form of a public key.
var publicKey = strings.Repeat("0960", 16)

const token = "MTA0.G2x.very-secret_token"

func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestDefaults(t *testing.T) {
	c, err := readConfig(env("DISCORD_TOKEN", token))
	if err != nil {
		t.Fatal(err)
	}
	if c.Token.Reveal() != token || c.APIURL.String() != "https://discord.com" || c.GuildID != "" || c.Database.Reveal() != "sqlite:chess960.db" || c.CatchUp != 6*time.Hour || c.LogLevel != slog.LevelInfo || c.LogFormat != "text" || c.HTTPAddr != "" || c.PublicKey != nil {
		t.Errorf("%+v", c)
	}
}

func TestEverythingSet(t *testing.T) {
	c, err := readConfig(env("DISCORD_TOKEN", ` "Bot `+token+`" `, "DISCORD_API_URL", "http://127.0.0.1:8080/proxy", "DISCORD_GUILD_ID", "1040000000000000001", "DATABASE_URL", "postgres://u:p@h/n", "DAILY_CATCHUP", "90m", "LOG_LEVEL", "DEBUG", "LOG_FORMAT", "json", "HTTP_ADDR", " 127.0.0.1:8080", "DISCORD_PUBLIC_KEY", publicKey))
	if err != nil {
		t.Fatal(err)
	}
	if c.Token.Reveal() != token || c.APIURL.String() != "http://127.0.0.1:8080/proxy" || c.GuildID != "1040000000000000001" || c.Database.Reveal() != "postgres://u:p@h/n" || c.CatchUp != 90*time.Minute || c.LogLevel != slog.LevelDebug || c.LogFormat != "json" || c.HTTPAddr != "127.0.0.1:8080" || len(c.PublicKey) != 32 || c.PublicKey[31] != 0x60 {
		t.Errorf("%+v", c)
	}
}

// People write the API's address as Discord's documentation does, with its path.
func TestAPIPathIsCutOff(t *testing.T) {
	for typed, want := range map[string]string{
		"https://discord.com/api": "https://discord.com", "https://discord.com/api/v10": "https://discord.com",
		"http://127.0.0.1:80/api/v9/": "http://127.0.0.1:80", "http://h/proxy/api": "http://h/proxy", "http://h/rapi": "http://h/rapi",
	} {
		c, err := readConfig(env("DISCORD_TOKEN", token, "DISCORD_API_URL", typed))
		if err != nil || c.APIURL.String() != want {
			t.Errorf("%s: %+v, %v", typed, c, err)
		}
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	_, err := readConfig(env("DISCORD_API_URL", "discord.com", "DISCORD_GUILD_ID", "my server", "DATABASE_URL", "mysql://u:hidden@h/n", "DAILY_CATCHUP", "a while", "LOG_LEVEL", "loud", "LOG_FORMAT", "xml", "HTTP_ADDR", "8080", "DISCORD_PUBLIC_KEY", "0960"))
	if err == nil {
		t.Fatal("no error")
	}
	want := `DISCORD_TOKEN is not set. Put your bot's token (https://discord.com/developers/applications) into .env, see .env.example. To try the bot without a token: go run ./internal/workshop/playground
DISCORD_API_URL is not an address such as https://discord.com (http or https, no user, no query)
DISCORD_GUILD_ID is "my server", not a server's id, which is a number: right-click the server and choose Copy Server ID
DATABASE_URL is "mysql://…", neither sqlite:FILE nor postgres://USER:PASSWORD@HOST/NAME
DAILY_CATCHUP is "a while", not a time from 1m to 24h, such as 6h or 90m
LOG_LEVEL is "loud", not debug, info, warn or error
LOG_FORMAT is "xml", not text or json
HTTP_ADDR is "8080", not an address such as 127.0.0.1:8080, or :8080 for every network
DISCORD_PUBLIC_KEY is not a public key, which has 64 hexadecimal digits: copy it from your application's page “General Information” (https://discord.com/developers/applications)`
	if err.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", err, want)
	}
}

func TestShards(t *testing.T) {
	for _, c := range []struct {
		shards, ids string
		count       int
		want        []int
		problem     string
	}{
		{"", "", 0, nil, ""},
		{"AUTO", "", 0, nil, ""},
		{"16", "", 16, nil, ""},
		{"16", "0-3, 7,2", 16, []int{0, 1, 2, 3, 7}, ""},
		{"1", "0", 1, []int{0}, ""},
		{"0", "", 0, nil, `DISCORD_SHARDS is "0", neither auto nor a number from 1 to 10000`},
		{"many", "", 0, nil, `DISCORD_SHARDS is "many", neither auto nor a number from 1 to 10000`},
		{"5000000000", "0-4000000000", 0, nil, `DISCORD_SHARDS is "5000000000", neither auto nor a number from 1 to 10000`},
		{"", "0", 0, nil, "DISCORD_SHARD_IDS needs DISCORD_SHARDS to be a number, the same in every process: how many shards there are in all"},
		{"4", "4", 4, nil, `DISCORD_SHARD_IDS has "4", which is no shard from 0 to 3, nor a range such as 0-3`},
		{"4", "3-1", 4, nil, `DISCORD_SHARD_IDS has "3-1", which is no shard from 0 to 3, nor a range such as 0-3`},
		{"4", "0,x", 4, nil, `DISCORD_SHARD_IDS has "x", which is no shard from 0 to 3, nor a range such as 0-3`},
		{"4", "-1", 4, nil, `DISCORD_SHARD_IDS has "-1", which is no shard from 0 to 3, nor a range such as 0-3`},
		{"4", "0,", 4, nil, `DISCORD_SHARD_IDS has "", which is no shard from 0 to 3, nor a range such as 0-3`},
	} {
		got, err := readConfig(env("DISCORD_TOKEN", token, "DISCORD_SHARDS", c.shards, "DISCORD_SHARD_IDS", c.ids))
		if c.problem != "" {
			if err == nil || err.Error() != c.problem {
				t.Errorf("%q %q: %v, want %s", c.shards, c.ids, err, c.problem)
			}
		} else if err != nil || got.Shards != c.count || !slices.Equal(got.ShardIDs, c.want) {
			t.Errorf("%q %q: %d %v, %v", c.shards, c.ids, got.Shards, got.ShardIDs, err)
		}
	}
}

// With DISCORD_SHARD_IDS=auto the processes have all shards together, each shard once, and two
// processes differ by one shard at most.
func TestProcessesShareTheShards(t *testing.T) {
	for shards := 1; shards <= 20; shards++ {
		for processes := 1; processes <= shards; processes++ {
			var all []int
			for process := range processes {
				c, err := readConfig(env("DISCORD_TOKEN", token, "DISCORD_SHARDS", strconv.Itoa(shards), "DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", strconv.Itoa(processes), "DISCORD_PROCESS", strconv.Itoa(process)))
				if n := len(c.ShardIDs); err != nil || n < shards/processes || n > shards/processes+1 {
					t.Errorf("process %d of %d has the shards %v of %d: %v", process, processes, c.ShardIDs, shards, err)
				}
				all = append(all, c.ShardIDs...)
			}
			for i, id := range all {
				if id != i || len(all) != shards {
					t.Fatalf("%d processes have the shards %v of %d", processes, all, shards)
				}
			}
		}
	}
}

func TestShardsOfAProcess(t *testing.T) {
	const noIndex = `, neither an index such as 0 nor the name of a StatefulSet's pod, such as chess960bot-0`
	const tooLarge = `, but the last process has the index 1, because DISCORD_PROCESSES is 2`
	for _, c := range []struct {
		set  []string
		want string // the shards or the problem
	}{
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "POD_NAME", "chess960bot-0"}, "[0 1]"},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "POD_NAME", "chess960bot-1"}, "[2 3]"},
		{[]string{"DISCORD_SHARD_IDS", "AUTO", "DISCORD_PROCESSES", "2", "DISCORD_PROCESS", "chess960bot-1"}, "[2 3]"},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "DISCORD_PROCESS", "0", "POD_NAME", "chess960bot-1"}, "[0 1]"},
		{[]string{"POD_NAME", "chess960bot-1"}, "[]"},
		{[]string{"DISCORD_SHARD_IDS", "1", "POD_NAME", "chess960bot-1"}, "[1]"},
		{[]string{"DISCORD_SHARD_IDS", "auto", "POD_NAME", "chess960bot-1"}, "DISCORD_SHARD_IDS is auto, which needs DISCORD_PROCESSES: how many processes share the shards, the same number in each"},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2"}, "DISCORD_SHARD_IDS is auto, which needs DISCORD_PROCESS, the index of this process from 0 to 1, or POD_NAME, the name of a pod that ends in such an index"},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "5", "DISCORD_PROCESS", "0"}, `DISCORD_PROCESSES is "5", not a number from 1 to 4: every process needs a shard, and DISCORD_SHARDS is 4`},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "two", "DISCORD_PROCESS", "0"}, `DISCORD_PROCESSES is "two", not a number from 1 to 4: every process needs a shard, and DISCORD_SHARDS is 4`},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "DISCORD_PROCESS", "2"}, `DISCORD_PROCESS is "2"` + tooLarge},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "DISCORD_PROCESS", "-1"}, `DISCORD_PROCESS is "-1"` + noIndex},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "DISCORD_PROCESS", "+1"}, `DISCORD_PROCESS is "+1"` + noIndex},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "POD_NAME", "chess960bot-2"}, `POD_NAME is "chess960bot-2"` + tooLarge},
		{[]string{"DISCORD_SHARD_IDS", "auto", "DISCORD_PROCESSES", "2", "POD_NAME", "chess960bot-6d4f9c-x7k2p"}, `POD_NAME is "chess960bot-6d4f9c-x7k2p"` + noIndex},
		{[]string{"DISCORD_SHARD_IDS", "0-1", "DISCORD_PROCESSES", "2"}, "DISCORD_SHARD_IDS must be auto if DISCORD_PROCESSES or DISCORD_PROCESS is set: otherwise two processes could have the same shards"},
		{[]string{"DISCORD_PROCESS", "1"}, "DISCORD_SHARD_IDS must be auto if DISCORD_PROCESSES or DISCORD_PROCESS is set: otherwise two processes could have the same shards"},
	} {
		got, err := readConfig(env(append(c.set, "DISCORD_TOKEN", token, "DISCORD_SHARDS", "4")...))
		if said := fmt.Sprint(got.ShardIDs); err != nil && err.Error() != c.want || err == nil && said != c.want {
			t.Errorf("%v: %s, %v\nwant %s", c.set, said, err, c.want)
		}
	}
}

func TestRates(t *testing.T) {
	for text, want := range map[string]bot.Rate{"": {Times: 10, Per: 10 * time.Second}, "off": {}, "Off": {}, "5/1m": {Times: 5, Per: time.Minute}, " 3 / 2s ": {Times: 3, Per: 2 * time.Second}} {
		if c, err := readConfig(env("DISCORD_TOKEN", token, "RATE_USER", text)); err != nil || c.RateUser != want || c.RateGuild != (bot.Rate{Times: 60, Per: 10 * time.Second}) {
			t.Errorf("%q: %v, %v", text, c.RateUser, err)
		}
	}
	for _, text := range []string{"10", "0/10s", "10/0s", "-1/10s", "x/10s", "10/ten", "10/10s/1", "1/2h", "1000001/1s", "9223372036854775807/1s"} {
		want := fmt.Sprintf("RATE_USER is %q, neither off nor up to 1000000 times in a time from 1s to 1h, such as 10/10s", text)
		if _, err := readConfig(env("DISCORD_TOKEN", token, "RATE_USER", text)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestHTTPSettings(t *testing.T) {
	for name, c := range map[string]struct{ addr, key, want string }{
		"every network":       {":8080", "", ""},
		"IPv6":                {"[::1]:8080", "", ""},
		"a name":              {"localhost:8080", "", ""},
		"with a key":          {":8080", publicKey, ""},
		"no port":             {"127.0.0.1", "", "HTTP_ADDR is"},
		"a port by name":      {":http", "", "HTTP_ADDR is"},
		"any port":            {"127.0.0.1:0", "", "HTTP_ADDR is"},
		"no such port":        {":80800", "", "HTTP_ADDR is"},
		"a URL":               {"http://127.0.0.1:8080", "", "HTTP_ADDR is"},
		"a key alone":         {"", publicKey, "DISCORD_PUBLIC_KEY needs HTTP_ADDR"},
		"a key too short":     {":8080", publicKey[2:], "DISCORD_PUBLIC_KEY is not"},
		"a key not in digits": {":8080", "x" + publicKey[1:], "DISCORD_PUBLIC_KEY is not"},
	} {
		given := env("DISCORD_TOKEN", token, "HTTP_ADDR", c.addr, "DISCORD_PUBLIC_KEY", c.key)
		_, err := readConfig(given)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		addr, err := readHTTPAddr(given)
		if wrong := strings.HasPrefix(c.want, "HTTP_ADDR"); addr != c.addr || wrong != (err != nil) {
			t.Errorf("%s: readHTTPAddr returns %q, %v", name, addr, err)
		}
	}
}

// What people take for a token is refused before Discord is asked. A proxy or a stand-in may
// have tokens of its own kind.
func TestWhatIsNoToken(t *testing.T) {
	for _, given := range []string{"your-token-here", "1040000000000000001", strings.Repeat("0f", 32)} {
		_, err := readConfig(env("DISCORD_TOKEN", given))
		if err == nil || !strings.HasPrefix(err.Error(), "DISCORD_TOKEN is not a bot's token, which has three parts with dots") || strings.Contains(err.Error(), given) {
			t.Errorf("%s: %v", given, err)
		}
		if _, err := readConfig(env("DISCORD_TOKEN", given, "DISCORD_API_URL", "http://127.0.0.1:1")); err != nil {
			t.Errorf("%s, for a stand-in: %v", given, err)
		}
	}
}

// A wrong address of a database is repeated without anything that may be secret.
func TestWrongDatabase(t *testing.T) {
	for given, said := range map[string]string{
		"mysql://u:hidden@h/n":          `"mysql://…"`,
		"mysql://u:hid/hidden@h/n?x":    `"mysql://…"`,
		"u:hidden@h":                    `"…"`,
		"chess.db?key=hidden":           `"…"`,
		"C:\\clubs\\chess960bot.db":     `"C:\\clubs\\chess960bot.db"`,
		"chess.db":                      `"chess.db"`,
		"host=h user=u password=hidden": `"…"`,
		"Postgres://u:hidden@h/n":       `"…"`,
		"redis://h:6379/0":              `"redis://h:6379/0"`,
	} {
		_, err := readConfig(env("DISCORD_TOKEN", token, "DATABASE_URL", given))
		want := "DATABASE_URL is " + said + ", neither sqlite:FILE nor postgres://USER:PASSWORD@HOST/NAME"
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
	}
}

func TestBrokenTokenIsNotQuoted(t *testing.T) {
	_, err := readConfig(env("DISCORD_TOKEN", "half "+token))
	if err == nil || strings.Contains(err.Error(), token) {
		t.Errorf("got %v", err)
	}
}

// A token that was pasted into another setting is in no error.
func TestMisplacedTokenIsNotQuoted(t *testing.T) {
	long := "MTA0MjEwMTk2MDk2MDUxODE0NA.GxYzAb." + strings.Repeat("s", 38)
	names := []string{}
	readConfig(func(name string) (string, bool) { names = append(names, name); return "", false })
	for _, name := range names {
		for _, value := range []string{long, "Bot " + long, long + ":8080", "https://" + long + "@example.org"} {
			_, err := readConfig(env(name, value, "DISCORD_TOKEN", token, "DISCORD_SHARDS", "2"))
			if name == "HTTP_ADDR" && err == nil || err != nil && strings.Contains(err.Error(), long) {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
	}
}

func TestHeartbeatURL(t *testing.T) {
	for value, ok := range map[string]bool{
		"": true, "https://hc-ping.com/0a1b": true, "http://127.0.0.1:8000/ping?x=1": true, "https://user:password@example.org/": true,
		"hc-ping.com/0a1b": false, "ftp://example.org": false, "https://": false, "%": false,
	} {
		c, err := readConfig(env("DISCORD_TOKEN", token, "HEARTBEAT_URL", value))
		if (err == nil) != ok || ok && c.Heartbeat.Reveal() != value {
			t.Errorf("%q: %v", value, err)
		}
		if err != nil && err.Error() != "HEARTBEAT_URL is not an address such as https://hc-ping.com/your-uuid" {
			t.Error(err)
		}
	}
}

func TestSupportURL(t *testing.T) {
	for value, want := range map[string]string{"": "<nil>", ` "" `: "<nil>", "https://discord.gg/chess960": "https://discord.gg/chess960"} {
		if c, err := readConfig(env("DISCORD_TOKEN", token, "SUPPORT_URL", value)); err != nil || fmt.Sprint(c.Support) != want {
			t.Errorf("%q: %v, %v", value, c.Support, err)
		}
	}
	for _, value := range []string{"discord.gg/chess960", "anna@example.org", "https://user:secret@example.org"} {
		if _, err := readConfig(env("DISCORD_TOKEN", token, "SUPPORT_URL", value)); err == nil || err.Error() != "SUPPORT_URL is not an address such as https://discord.gg/your-invite (http or https, no user, no query)" {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestSecretNeverPrints(t *testing.T) {
	c, err := readConfig(env("DISCORD_TOKEN", token))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%v %+v %#v %s %q %x\n", c, c, c, c.Token, c.Token, c.Token)
	slog.New(slog.NewJSONHandler(&out, nil)).Info("config", "token", c.Token, "config", c)
	slog.New(slog.NewTextHandler(&out, nil)).Info("config", "token", c.Token, "config", c)
	if err := json.NewEncoder(&out).Encode(c); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), token) || strings.Contains(out.String(), fmt.Sprintf("%x", token)) {
		t.Errorf("the token is printed in\n%s", &out)
	}
	if n := strings.Count(out.String(), redacted); n < 7 {
		t.Errorf("%q is %d times in\n%s", redacted, n, &out)
	}
}

// .env.example names each variable that is read, and no other.
func TestEnvExample(t *testing.T) {
	example, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	var named, read []string
	for _, m := range regexp.MustCompile(`(?m)^#? ?([A-Z_]+)=`).FindAllSubmatch(example, -1) {
		named = append(named, string(m[1]))
	}
	readConfig(func(name string) (string, bool) {
		if !slices.Contains(read, name) {
			read = append(read, name)
		}
		return "", false
	})
	if !slices.Equal(named, read) {
		t.Errorf(".env.example names %v, readConfig reads %v", named, read)
	}
}

// A server's id has one spelling.
func TestServerIDs(t *testing.T) {
	for id, want := range map[string]bool{"33": true, "0033": false, "+33": false} {
		if _, err := readConfig(env("DISCORD_TOKEN", token, "DISCORD_GUILD_ID", id)); (err == nil) != want {
			t.Errorf("%s: %v", id, err)
		}
	}
}
