package program

import (
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"chess960bot/bot"
	"chess960bot/commands"
)

// A config has all settings. Its errors report all problems together, so that people can correct
// .env in one go. A setting is one field here, one line in readConfig and
// one line in .env.example.
type config struct {
	Token     secret              // DISCORD_TOKEN: the bot's token; required
	APIURL    *url.URL            // DISCORD_API_URL: where Discord's API is, or a proxy or stand-in for it
	GuildID   string              // DISCORD_GUILD_ID: register the commands only in this server; "" for everywhere
	Shards    int                 // DISCORD_SHARDS: number of shards of the gateway connection; 0 for Discord's recommendation
	ShardIDs  []int               // DISCORD_SHARD_IDS: the shards that this process connects; nil for all. See reader.shardIDs for auto
	RateUser  bot.Rate            // RATE_USER: how often each person is answered
	RateGuild bot.Rate            // RATE_GUILD: how often each server is answered
	Database  secret              // DATABASE_URL: sqlite:FILE or postgres://…; it may hold a password
	CatchUp   time.Duration       // DAILY_CATCHUP: how late a daily post may still be sent
	LogLevel  slog.Level          // LOG_LEVEL: debug, info, warn or error
	LogFormat string              // LOG_FORMAT: text or json
	HTTPAddr  string              // HTTP_ADDR: where the bot serves HTTP; "" for nowhere
	Heartbeat secret              // HEARTBEAT_URL: requested once a minute while all is well; "" for none
	Commands  string              // COMMANDS: the commands that the bot offers; see commands.Choose
	Support   *url.URL            // SUPPORT_URL: where people get help with this bot; nil for nowhere
	Features  map[string]*url.URL // by the names of features' settings; nil for nowhere

	// PublicKey is DISCORD_PUBLIC_KEY, the key of Discord's signatures. If it is set,
	// interactions come over HTTP instead of the gateway, and HTTPAddr is required.
	PublicKey ed25519.PublicKey
}

const missingToken = `is not set. Put your bot's token (https://discord.com/developers/applications) into .env, see .env.example. ` +
	`To try the bot without a token: go run ./internal/workshop/playground`

// readConfig reads a config from variables, with a function such as [os.LookupEnv]. The error
// joins one error for each problem. No error quotes a secret, or a value that may be a
// secret in the wrong variable.
func readConfig(lookup func(name string) (value string, set bool)) (config, error) {
	r := reader{lookup: lookup}
	c := config{
		Token:     r.token("DISCORD_TOKEN"),
		APIURL:    withoutAPIPath(r.url("DISCORD_API_URL", "https://discord.com")),
		GuildID:   r.snowflake("DISCORD_GUILD_ID"),
		Shards:    r.shards("DISCORD_SHARDS", "auto"),
		ShardIDs:  r.shardIDs("DISCORD_SHARD_IDS", "DISCORD_PROCESSES", "DISCORD_PROCESS", podName),
		RateUser:  r.rate("RATE_USER", "10/10s"),
		RateGuild: r.rate("RATE_GUILD", "60/10s"),
		Database:  r.database("DATABASE_URL", defaultDatabase),
		CatchUp:   r.duration("DAILY_CATCHUP", "6h"),
		LogLevel:  r.level("LOG_LEVEL", "info"),
		LogFormat: r.oneOf("LOG_FORMAT", "text", "json"),
		HTTPAddr:  r.address(httpAddr),
		Heartbeat: r.heartbeat("HEARTBEAT_URL"),
		PublicKey: r.publicKey("DISCORD_PUBLIC_KEY"),
		Commands:  r.get("COMMANDS", "all"),
		Support:   r.support("SUPPORT_URL"),
		Features:  r.features(),
	}
	if c.PublicKey != nil && r.get(httpAddr, "") == "" {
		r.problem("DISCORD_PUBLIC_KEY", "needs "+httpAddr+" too, the address at which Discord's requests arrive, such as :8080")
	}
	if c.APIURL != nil && c.APIURL.Hostname() == discordHost {
		// People take an id, a client secret or the words of an example for the token.
		if token := c.Token.Reveal(); token != "" && strings.Count(token, ".") != 2 {
			r.problem("DISCORD_TOKEN", "is not a bot's token, which has three parts with dots between them: "+
				"press “Reset Token” on your application's page “Bot” (https://discord.com/developers/applications)")
		}
	}
	return c, errors.Join(r.problems...)
}

// discordHost is where Discord itself takes tokens. A proxy or a stand-in may have its own.
const discordHost = "discord.com"

const (
	defaultDatabase = "sqlite:chess960.db"

	httpAddr = "HTTP_ADDR"
	podName  = "POD_NAME" // set by Kubernetes manifests by convention
)

// readHTTPAddr reads only HTTP_ADDR, for the health check, which needs no token.
func readHTTPAddr(lookup func(name string) (value string, set bool)) (string, error) {
	r := reader{lookup: lookup}
	return r.address(httpAddr), errors.Join(r.problems...)
}

// reader reads variables and collects their problems.
type reader struct {
	lookup   func(string) (string, bool)
	problems []error

	total      int // number of shards; 0 for Discord's recommendation
	wrongTotal bool
}

// quote returns a value for an error text. Of a long value it returns only the
// length: the value may be a token in the wrong variable.
func quote(value string) string {
	const longest = 40 // characters; tokens have about 70
	if n := utf8.RuneCountInString(value); n > longest {
		return fmt.Sprintf("a text of %d characters", n)
	}
	return strconv.Quote(value)
}

func (r *reader) problem(name, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf(name+" "+format, args...))
}

// get returns the variable without surrounding space and quotes, which some
// readers of .env leave, or the fallback if it is not set.
func (r *reader) get(name, fallback string) string {
	value, _ := r.lookup(name)
	return cmp.Or(strings.Trim(value, space), fallback)
}

// space surrounds values in some readers of .env.
const space = " \t\r\n\"'"

// token accepts a token with or without the "Bot " of the HTTP header. Its errors
// never quote the token.
func (r *reader) token(name string) secret {
	value := strings.TrimSpace(strings.TrimPrefix(r.get(name, ""), "Bot "))
	if value == "" {
		r.problem(name, missingToken)
	}
	if strings.ContainsFunc(value, func(c rune) bool { return c <= ' ' || c > '~' }) {
		r.problem(name, "contains spaces or characters that no token has; copy it again")
	}
	return secret(value)
}

func (r *reader) url(name, fallback string) *url.URL {
	value := r.get(name, fallback)
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		r.problem(name, "is not an address such as %s (http or https, no user, no query)", fallback)
		return nil
	}
	return u
}

// features reads the settings of features. A variable that is set and empty stands for nowhere.
func (r *reader) features() map[string]*url.URL {
	settings := map[string]*url.URL{}
	for _, f := range commands.Features {
		for _, s := range f.Settings {
			if value, set := r.lookup(s.Name); !set || strings.Trim(value, space) != "" {
				settings[s.Name] = r.url(s.Name, s.Default)
			}
		}
	}
	return settings
}

// support returns nil for a variable that is not set.
func (r *reader) support(name string) *url.URL {
	if r.get(name, "") == "" {
		return nil
	}
	return r.url(name, "https://discord.gg/your-invite")
}

// apiPath is the end of the address in Discord's documentation.
var apiPath = regexp.MustCompile(`/api(/v\d+)?/?$`)

// withoutAPIPath removes the path of the API from an address, because every request adds
// that path.
func withoutAPIPath(u *url.URL) *url.URL {
	if u != nil {
		u.Path = apiPath.ReplaceAllString(u.Path, "")
	}
	return u
}

func (r *reader) snowflake(name string) string {
	value := r.get(name, "")
	if id, err := strconv.ParseUint(value, 10, 64); value != "" && (err != nil || value != strconv.FormatUint(id, 10)) {
		r.problem(name, "is %s, not a server's id, which is a number: right-click the server and choose Copy Server ID", quote(value))
	}
	return value
}

// address accepts an address to listen at, such as ":8080" or "127.0.0.1:8080".
func (r *reader) address(name string) string {
	value := r.get(name, "")
	if value == "" {
		return ""
	}
	const longest = 63 // characters of a host; a token in the wrong place has more
	host, port, err := net.SplitHostPort(value)
	if n, notPort := strconv.ParseUint(port, 10, 16); err != nil || notPort != nil || n == 0 || len(host) > longest {
		r.problem(name, "is %s, not an address such as 127.0.0.1:8080, or :8080 for every network", quote(value))
	}
	return value
}

// publicKey accepts the key as the application's page shows it.
func (r *reader) publicKey(name string) ed25519.PublicKey {
	value := r.get(name, "")
	if value == "" {
		return nil
	}
	key, err := hex.DecodeString(value)
	if err != nil || len(key) != ed25519.PublicKeySize {
		r.problem(name, "is not a public key, which has 64 hexadecimal digits: "+
			"copy it from your application's page “General Information” (https://discord.com/developers/applications)")
		return nil
	}
	return key
}

// database accepts an address that package store can open. Errors quote its Address.
func (r *reader) database(name, fallback string) secret {
	value := r.get(name, fallback)
	for _, scheme := range []string{"sqlite:", "postgres://", "postgresql://"} {
		if strings.HasPrefix(value, scheme) && len(value) > len(scheme) {
			return secret(value)
		}
	}
	r.problem(name, "is %s, neither sqlite:FILE nor postgres://USER:PASSWORD@HOST/NAME", quote(secret(value).Address()))
	return ""
}

// heartbeat accepts the address of a monitoring service. The address contains a key
// of that service, so errors never quote it.
func (r *reader) heartbeat(name string) secret {
	value := r.get(name, "")
	u, err := url.Parse(value)
	if value != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		r.problem(name, "is not an address such as https://hc-ping.com/your-uuid")
	}
	return secret(value)
}

// duration accepts a time span from a minute to a day.
func (r *reader) duration(name, fallback string) time.Duration {
	value := r.get(name, fallback)
	d, err := time.ParseDuration(value)
	if err != nil || d < time.Minute || d > 24*time.Hour {
		r.problem(name, "is %s, not a time from 1m to 24h, such as 6h or 90m", quote(value))
	}
	return d
}

// rate accepts a number of times in a time span, such as 10/10s, or "off".
func (r *reader) rate(name, fallback string) bot.Rate {
	const most = 1_000_000 // times
	value := r.get(name, fallback)
	if strings.EqualFold(value, "off") {
		return bot.Rate{}
	}
	times, per, _ := strings.Cut(value, "/")
	n, err := strconv.Atoi(strings.TrimSpace(times))
	d, errSpan := time.ParseDuration(strings.TrimSpace(per))
	if err != nil || errSpan != nil || n < 1 || n > most || d < time.Second || d > time.Hour {
		r.problem(name, "is %s, neither off nor up to %d times in a time from 1s to 1h, such as %s", quote(value), most, fallback)
	}
	return bot.Rate{Times: n, Per: d}
}

func (r *reader) level(name, fallback string) (level slog.Level) {
	value := strings.ToLower(r.get(name, fallback))
	if level.UnmarshalText([]byte(value)) != nil {
		r.problem(name, "is %s, not debug, info, warn or error", quote(value))
	}
	return level
}

// oneOf accepts one of the values; the first is the default.
func (r *reader) oneOf(name string, values ...string) string {
	value := strings.ToLower(r.get(name, values[0]))
	if !slices.Contains(values, value) {
		r.problem(name, "is %s, not %s", quote(value), strings.Join(values, " or "))
	}
	return value
}

// A secret is a string that always prints as "[secret]". Reveal returns the string.
type secret string

const redacted = "[secret]"

// Reveal returns the secret itself, for the one place that sends it.
func (s secret) Reveal() string { return string(s) }

// plainAddress matches the address of a database without anything that may be secret: a file, or a host
// with its port and a name. Where a password stands in a broken address, nobody can tell.
var plainAddress = regexp.MustCompile(`^(sqlite:|\w+://|[A-Za-z]:\\)?[^:=@?#% ]*(:\d{1,5})?(/[^:=@?#% ]*)?$`)

// scheme matches the beginning of an address that is never secret.
var scheme = regexp.MustCompile(`^([a-z]+://|sqlite:)?`)

// Address returns the address of a database, or only its scheme if it may hold a secret: "postgres://…".
func (s secret) Address() string {
	if plainAddress.MatchString(string(s)) {
		return string(s)
	}
	return scheme.FindString(string(s)) + "…"
}

// String, GoString, MarshalText and LogValue keep the secret out of fmt,
// encoding/json and log/slog.
func (s secret) String() string { return redacted }

// GoString implements [fmt.GoStringer].
func (s secret) GoString() string { return redacted }

// MarshalText implements [encoding.TextMarshaler].
func (s secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue implements [slog.LogValuer].
func (s secret) LogValue() slog.Value { return slog.StringValue(redacted) }
