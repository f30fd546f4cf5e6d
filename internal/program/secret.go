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
