package bot

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"regexp"

	"github.com/bwmarrin/discordgo"
)

// BridgeLogs leads discordgo's log, which the whole process shares, to log, for
// debugging: what matters of it the bot says itself, and to discordgo the end of
// every connection is an error. Call it before any bot is made.
func BridgeLogs(log *slog.Logger) {
	discordgo.Logger = func(_, _ int, format string, args ...any) {
		const longest = 500 // it quotes whole packets
		text := fmt.Sprintf(format, args...)
		if len(text) > longest {
			text = text[:longest] + "…"
		}
		log.Debug("discordgo: " + text)
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
