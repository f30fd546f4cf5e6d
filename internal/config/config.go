// Package config reads the bot's settings from the environment, in one place
// and once. All that is wrong is reported together, so that nobody mends one
// line of .env only to learn of the next.
package config

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Config is everything that can be set from outside. A setting is one field
// here, one line in FromEnv and one line in .env.example.
type Config struct {
	Token     Secret        // DISCORD_TOKEN: the bot's token; required
	APIURL    *url.URL      // DISCORD_API_URL: where Discord's API is, or a proxy or stand-in for it
	GuildID   string        // DISCORD_GUILD_ID: register the commands in this server alone; "" for everywhere
	Shards    int           // DISCORD_SHARDS: into how many the gateway connection is split; 0 for as many as Discord recommends
	ShardIDs  []int         // DISCORD_SHARD_IDS: those that this process connects; nil for all
	RateUser  Rate          // RATE_USER: how often each person is answered
	RateGuild Rate          // RATE_GUILD: how often each server is answered
	Database  Secret        // DATABASE_URL: sqlite:FILE or postgres://…; it may hold a password
	CatchUp   time.Duration // DAILY_CATCHUP: how late a daily post may still be sent
	LogLevel  slog.Level    // LOG_LEVEL: debug, info, warn or error
	LogFormat string        // LOG_FORMAT: text or json
	HTTPAddr  string        // HTTP_ADDR: where the bot serves HTTP; "" for nowhere

	// PublicKey is DISCORD_PUBLIC_KEY, by which Discord's requests are known:
	// interactions come over HTTP, not over the gateway. It is nil where they do
	// not, and needs HTTPAddr.
	PublicKey ed25519.PublicKey
}

// A Rate is so many times at once, and as many again in each such time. The zero
// Rate is no limit.
type Rate struct {
	Times int
	Per   time.Duration
}

const missingToken = `is not set. Put your bot's token (https://discord.com/developers/applications) into .env, see .env.example. ` +
	`To try the bot without a token: go run ./internal/playground`

// FromEnv reads a Config by getenv, which returns "" for what is not set, as
// [os.Getenv] does. The error joins one error for each problem; none of them
// quotes a secret.
func FromEnv(getenv func(name string) string) (Config, error) {
	r := reader{getenv: getenv}
	c := Config{
		Token:     r.token("DISCORD_TOKEN"),
		APIURL:    r.url("DISCORD_API_URL", "https://discord.com"),
		GuildID:   r.snowflake("DISCORD_GUILD_ID"),
		Shards:    r.shards("DISCORD_SHARDS", "auto"),
		ShardIDs:  r.shardIDs("DISCORD_SHARD_IDS"),
		RateUser:  r.rate("RATE_USER", "10/10s"),
		RateGuild: r.rate("RATE_GUILD", "60/10s"),
		Database:  r.database("DATABASE_URL", "sqlite:chess960.db"),
		CatchUp:   r.duration("DAILY_CATCHUP", "6h"),
		LogLevel:  r.level("LOG_LEVEL", "info"),
		LogFormat: r.oneOf("LOG_FORMAT", "text", "json"),
		HTTPAddr:  r.address(httpAddr),
		PublicKey: r.publicKey("DISCORD_PUBLIC_KEY"),
	}
	if c.PublicKey != nil && r.get(httpAddr, "") == "" {
		r.problem("DISCORD_PUBLIC_KEY", "needs "+httpAddr+" too, the address at which Discord's requests arrive, such as :8080")
	}
	return c, errors.Join(r.problems...)
}

const httpAddr = "HTTP_ADDR"

// HTTPAddr reads that one setting, for who wants to ask a bot that runs how it
// is and need not know its token.
func HTTPAddr(getenv func(name string) string) (string, error) {
	r := reader{getenv: getenv}
	return r.address(httpAddr), errors.Join(r.problems...)
}

// reader reads variables and collects what is wrong with them.
type reader struct {
	getenv   func(string) string
	problems []error
	total    int // of the shards, 0 for as many as Discord recommends
}

func (r *reader) problem(name, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf(name+" "+format, args...))
}

// get returns the variable without surrounding space and quotes (which some
// readers of .env leave), or the fallback where it is not set.
func (r *reader) get(name, fallback string) string {
	if value := strings.Trim(r.getenv(name), " \t\r\n\"'"); value != "" {
		return value
	}
	return fallback
}

// token accepts what people paste, with or without the "Bot " that belongs into
// the header. It never quotes it.
func (r *reader) token(name string) Secret {
	value := strings.TrimSpace(strings.TrimPrefix(r.get(name, ""), "Bot "))
	if value == "" {
		r.problem(name, missingToken)
	}
	if strings.ContainsFunc(value, func(c rune) bool { return c <= ' ' || c > '~' }) {
		r.problem(name, "contains spaces or characters that no token has; copy it again")
	}
	return Secret(value)
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

func (r *reader) snowflake(name string) string {
	value := r.get(name, "")
	if _, err := strconv.ParseUint(value, 10, 64); value != "" && err != nil {
		r.problem(name, "is %q, not a server's id, which is a number: right-click the server and choose Copy Server ID", value)
	}
	return value
}

// address accepts where to listen: a port, with or without a host before it.
func (r *reader) address(name string) string {
	value := r.get(name, "")
	if value == "" {
		return ""
	}
	_, port, err := net.SplitHostPort(value)
	if n, notPort := strconv.ParseUint(port, 10, 16); err != nil || notPort != nil || n == 0 {
		r.problem(name, "is %q, not an address such as 127.0.0.1:8080, or :8080 for every network", value)
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
		r.problem(name, "is not a public key, which has 64 hexadecimal digits: copy it from your application's page “General Information” (https://discord.com/developers/applications)")
		return nil
	}
	return key
}

// database accepts an address that package store can open. It is never quoted.
func (r *reader) database(name, fallback string) Secret {
	value := r.get(name, fallback)
	for _, scheme := range []string{"sqlite:", "postgres://", "postgresql://"} {
		if strings.HasPrefix(value, scheme) && len(value) > len(scheme) {
			return Secret(value)
		}
	}
	r.problem(name, "is neither sqlite:FILE nor postgres://USER:PASSWORD@HOST/NAME")
	return ""
}

// duration accepts a time span from a minute to a day.
func (r *reader) duration(name, fallback string) time.Duration {
	value := r.get(name, fallback)
	d, err := time.ParseDuration(value)
	if err != nil || d < time.Minute || d > 24*time.Hour {
		r.problem(name, "is %q, not a time from 1m to 24h, such as 6h or 90m", value)
	}
	return d
}

// rate accepts so many times in a time span, such as 10/10s, or "off".
func (r *reader) rate(name, fallback string) Rate {
	value := r.get(name, fallback)
	if strings.EqualFold(value, "off") {
		return Rate{}
	}
	times, per, _ := strings.Cut(value, "/")
	n, err := strconv.Atoi(strings.TrimSpace(times))
	d, errSpan := time.ParseDuration(strings.TrimSpace(per))
	if err != nil || errSpan != nil || n < 1 || d < time.Second || d > time.Hour {
		r.problem(name, "is %q, neither off nor a number of times in a time from 1s to 1h, such as %s", value, fallback)
	}
	return Rate{n, d}
}

func (r *reader) level(name, fallback string) slog.Level {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
	value := strings.ToLower(r.get(name, fallback))
	level, ok := levels[value]
	if !ok {
		r.problem(name, "is %q, not debug, info, warn or error", value)
	}
	return level
}

// oneOf accepts one of the values; the first is the default.
func (r *reader) oneOf(name string, values ...string) string {
	value := strings.ToLower(r.get(name, values[0]))
	for _, v := range values {
		if v == value {
			return v
		}
	}
	r.problem(name, "is %q, not %s", value, strings.Join(values, " or "))
	return values[0]
}
