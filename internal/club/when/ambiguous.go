package when

import (
	"fmt"

	"chess960bot/internal/voice"
)

// An AmbiguousError is returned for a text with several possible meanings. Parsers
// name the meanings and never guess.
type AmbiguousError struct {
	Text     string
	Readings []string // at least two, each as the parser reads it
	More     bool     // the text has other meanings too
	Country  bool     // the text is a country, and the readings are cities of its time zones
}

// Error lists the meanings: `"5/6/2026" is ambiguous: ["2026-06-05" "2026-05-06"]`.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q is ambiguous: %q", e.Text, e.Readings)
}

// ambiguous says that a text has several meanings. Readings has, for each, a text with only that
// meaning.
type ambiguous struct {
	Kind     ambiguity
	Typed    voice.Quoted
	Readings voice.Or
}

type ambiguity string

const (
	allListed  ambiguity = "all"
	someListed ambiguity = "some"
	allCities  ambiguity = "allCities"  // of a country
	someCities ambiguity = "someCities" // of a country
)

// Sentence returns the kind.
func (a ambiguous) Sentence() string { return string(a.Kind) }

// Words names the meanings.
func (e *AmbiguousError) Words() voice.Sentence {
	a := ambiguous{Kind: allListed, Typed: voice.Quoted(e.Text)}
	switch {
	case e.Country && e.More:
		a.Kind = someCities
	case e.Country:
		a.Kind = allCities
	case e.More:
		a.Kind = someListed
	}
	for _, reading := range e.Readings {
		a.Readings = append(a.Readings, voice.Code(voice.Raw(reading)))
	}
	return a
}
