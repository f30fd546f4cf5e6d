package bot

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"

	"github.com/bwmarrin/discordgo"
)

// BridgeLogs leads discordgo's log, which the whole process shares, to log.
// Call it before any bot is made.
func BridgeLogs(log *slog.Logger) {
	levels := map[int]slog.Level{
		discordgo.LogError:         slog.LevelError,
		discordgo.LogWarning:       slog.LevelWarn,
		discordgo.LogInformational: slog.LevelDebug,
		discordgo.LogDebug:         slog.LevelDebug,
	}
	discordgo.Logger = func(level, _ int, format string, args ...any) {
		const longest = 500 // it quotes whole packets
		text := fmt.Sprintf(format, args...)
		if len(text) > longest {
			text = text[:longest] + "…"
		}
		log.Log(context.Background(), levels[level], "discordgo: "+text)
	}
}

// tokenInText matches where Discord puts the tokens of interactions and
// webhooks: in addresses and in JSON, also in JSON quoted once more.
var tokenInText = regexp.MustCompile(`((?:/interactions|/webhooks)/[0-9]+/|\\*"token\\*": ?\\*")[^/\\"\s?]+`)

// Redact returns a writer that hides the bot's token and all interaction tokens
// in what passes through it to w. Every write must be whole lines, as slog's
// are.
func Redact(w io.Writer, token string) io.Writer { return &redactor{w, []byte(token)} }

type redactor struct {
	w     io.Writer
	token []byte
}

// Write implements [io.Writer].
func (r *redactor) Write(p []byte) (int, error) {
	line := tokenInText.ReplaceAll(p, []byte("${1}[secret]"))
	if len(r.token) > 0 {
		line = bytes.ReplaceAll(line, r.token, []byte("[secret]"))
	}
	if _, err := r.w.Write(line); err != nil {
		return 0, err
	}
	return len(p), nil
}
