// Package messages has what people read of the bot itself, and of what it stores, a file for each language.
package messages

import (
	"embed"

	"chess960bot/internal/voice"
)

// What begins with an underscore is not embedded: a draft, and with which English a language was compared.
//
//go:embed [a-z]*.toml
var files embed.FS

func init() { voice.Add(files) }
