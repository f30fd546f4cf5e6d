package program

import (
	"log/slog"
	"regexp"
)

// A secret is a string that always prints as "[secret]". Reveal returns the string.
type secret string

const redacted = "[secret]"

// Reveal returns the secret itself, for the one place that sends it.
func (s secret) Reveal() string { return string(s) }

var (
	// secretParts matches what may be secret in the address of a database: what stands before
	// the host, and what follows a question mark.
	secretParts = regexp.MustCompile(`^(\w+://)?.*@|\?.*`)
	// plainAddress matches a file, and a host with its port and a name: all else without an @
	// may hold a password at a wrong place.
	plainAddress = regexp.MustCompile(`^(sqlite:.*|(\w+://|[A-Za-z]:\\)?[^:= ]*(:\d+)?(/[^:= ]*)?)$`)
)

// Address returns the address of a database without the parts that may be secret:
// "postgres://…db.example.org/chess960".
func (s secret) Address() string {
	shown := secretParts.ReplaceAllString(string(s), "$1…")
	if shown == string(s) && !plainAddress.MatchString(shown) {
		return "…"
	}
	return shown
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
