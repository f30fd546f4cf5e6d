package config

import "log/slog"

// A Secret is a string that always prints as "[secret]". Reveal returns the string.
type Secret string

const redacted = "[secret]"

// Reveal returns the secret itself, for the one place that sends it.
func (s Secret) Reveal() string { return string(s) }

// String, GoString, MarshalText and LogValue keep the secret out of fmt,
// encoding/json and log/slog.
func (s Secret) String() string { return redacted }

// GoString implements [fmt.GoStringer].
func (s Secret) GoString() string { return redacted }

// MarshalText implements [encoding.TextMarshaler].
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue implements [slog.LogValuer].
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
