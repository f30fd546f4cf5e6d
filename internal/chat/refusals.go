package chat

import "chess960bot/internal/voice"

// A wrongValue says what the value of an option must be.
type wrongValue struct {
	Want        want
	Option      voice.Raw
	First, Last int // of [aNumberBetween]
}

// A want is what the value of an option must be.
type want string

const (
	aNumber        want = "number"
	aNumberBetween want = "numberBetween"
	aText          want = "text"
	trueOrFalse    want = "trueOrFalse"
	aChannel       want = "channel"
	aRole          want = "role"
	aFile          want = "file"
	aPerson        want = "person"
)

// Sentence returns the want.
func (w wrongValue) Sentence() string { return string(w.Want) }
