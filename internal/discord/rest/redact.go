package rest

import (
	"io"
	"regexp"
	"strings"
)

// tokenInText matches the tokens of interactions and webhooks, in addresses and in
// JSON. The JSON may be quoted again inside a string.
var tokenInText = regexp.MustCompile(`((?:/interactions|/webhooks)/[0-9]+/|\\*"token\\*": ?\\*")[^/\\"\s?]+`)

// hideTokens replaces the tokens of interactions and webhooks.
func hideTokens(text string) string { return tokenInText.ReplaceAllString(text, "${1}[secret]") }

// hide replaces the tokens of interactions and webhooks, and the bot's token.
func hide(text, token string) string {
	text = hideTokens(text)
	if token != "" {
		text = strings.ReplaceAll(text, token, "[secret]")
	}
	return text
}

// Redact returns a writer that passes its input on to w without tokens: of the bot,
// of interactions and of webhooks. Every write must be whole lines, as slog's are.
func Redact(w io.Writer, token string) io.Writer { return &redactor{w, token} }

type redactor struct {
	w     io.Writer
	token string
}

// Write implements [io.Writer].
func (r *redactor) Write(p []byte) (int, error) {
	if _, err := io.WriteString(r.w, hide(string(p), r.token)); err != nil {
		return 0, err
	}
	return len(p), nil
}
