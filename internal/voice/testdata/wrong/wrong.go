// Package wrong breaks each rule about sentences once. A test of the main package reads it.
package wrong

import (
	"fmt"
	"log/slog"

	"chess960bot/internal/voice"
)

// Unsaid has no message.
type Unsaid struct{ voice.Facts }

// Silent has a field that its message does not say.
type Silent struct {
	voice.Facts
	By   Piece
	More bool
}

// Plain has a text that may be anything.
type Plain struct {
	voice.Facts
	Name string
}

// Broken has a message that is no template.
type Broken struct{ voice.Facts }

// Many has a message with other plural forms than its language.
type Many struct {
	voice.Facts
	Left voice.Count
}

// Reason has two messages, one of which is missing.
type Reason struct{ Kind Kind }

// Sentence returns the kind.
func (r Reason) Sentence() string { return string(r.Kind) }

// A Kind is a kind of reasons.
type Kind string

// The kinds.
const (
	Moved    Kind = "moved"
	Occupied Kind = "occupied"
)

// A Piece is a word without all its forms.
type Piece bool

// Word returns the piece.
func (p Piece) Word() string {
	if p {
		return "king"
	}
	return "queen"
}

// Misuses use sentences as texts.
func Misuses() []string {
	label := voice.Phrase("wrong.label")
	slog.Info("x", "label", label)
	fmt.Println(Reason{Moved}, []Reason{{Moved}})
	return []string{
		string(label),
		fmt.Sprintf("%v", Unsaid{}),
		string(label + label),
		voice.In("en").Say(voice.Phrase("wrong.unknown")),
	}
}

// Said are sentences that are only said.
func Said(id string, kind Kind, more int) []voice.Sentence {
	facts := voice.F{"By": Piece(true)}
	facts["More"] = more
	return []voice.Sentence{
		voice.Say("wrong.nowhere", nil),
		voice.Say("wrong.told", voice.F{}),                                       // By is forgotten
		voice.Say("wrong.told", voice.F{"By": Piece(true), "Now": 1}),            // Now is too many
		voice.Say("wrong.told", facts),                                           // More is too many
		voice.Say("wrong.told", voice.F{"By": "king"}),                           // a text
		voice.Say("wrong.many", voice.F{"Left": 5}),                              // no count
		voice.Say(id, nil),                                                       // no literal
		voice.Say("wrong.reason."+string(kind), voice.F{"More": voice.Count(1)}), // of two kinds
	}
}

// Compared compares sentences.
func Compared(a, b voice.Sentence) bool { return a == b }
