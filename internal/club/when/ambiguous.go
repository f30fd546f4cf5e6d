package when

import "fmt"

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
