package when

import (
	"fmt"
	"strings"
)

// An AmbiguousError is returned for a text with several possible meanings. Parsers
// name the meanings and never guess.
type AmbiguousError struct {
	Text     string
	Readings []string // at least two, each as the parser reads it
	More     bool     // the text has other meanings too
}

// Error returns a sentence such as `"5/6/2026" may be 5 June 2026 or 6 May 2026`.
func (e *AmbiguousError) Error() string {
	last := len(e.Readings) - 1
	return fmt.Sprintf("%q may be %s or %s", e.Text, strings.Join(e.Readings[:last], ", "), e.Readings[last])
}
