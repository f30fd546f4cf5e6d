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

// missing says that an option was left out.
type missing struct {
	voice.Facts
	Option voice.Raw
}

// fillIn says to fill in an option.
type fillIn struct {
	voice.Facts
	Option voice.Raw
}

// tooLong says that a text has too many characters.
type tooLong struct {
	voice.Facts
	Option voice.Raw
	Length voice.Count
	Most   int
}

// unusable says that a value cannot be used.
type unusable struct {
	voice.Facts
	Given voice.Quoted
}

// choose lists what can be chosen.
type choose struct {
	voice.Facts
	Choices voice.Or
}
