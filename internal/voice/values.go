package voice

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// A Count is a number that chooses the plural form of its message. It prints as digits.
type Count int

// Count returns the number.
func (c Count) Count() int { return int(c) }

// A Plural is a list whose length chooses the plural form of its message.
type Plural[T any] []T

// Count returns how many elements there are.
func (p Plural[T]) Count() int { return len(p) }

// Grouped is a number that prints with separators: "4,446".
type Grouped int

// Sentence returns "".
func (Grouped) Sentence() string { return "" }

func (g Grouped) in(v *Voice) string { return Decimal{Value: float64(g)}.in(v) }

// A DayOfMonth prints as digits, and the first as the language writes the day of a date: "1er".
type DayOfMonth int

// Sentence returns "".
func (DayOfMonth) Sentence() string { return "" }

func (d DayOfMonth) in(v *Voice) string {
	if _, own := v.messages["voice.firstOfMonth"]; own && d == 1 {
		return v.Say(Phrase("voice.firstOfMonth"))
	}
	return strconv.Itoa(int(d))
}

// A Decimal is a number with a fixed number of decimal places: "0.29".
type Decimal struct {
	Value  float64
	Places int
	Signed bool // with + in front of a number above zero
}

// Sentence returns "".
func (Decimal) Sentence() string { return "" }

func (d Decimal) in(v *Voice) string {
	digits := strconv.FormatFloat(math.Abs(d.Value), 'f', d.Places, 64)
	text := v.number(digits)
	switch {
	case strings.Trim(digits, "0.") == "":
		return text
	case d.Value < 0:
		return "−" + text
	case d.Signed:
		return "+" + text
	}
	return text
}

// A Moment is a time that Discord shows in each reader's zone and language.
type Moment struct {
	Time  time.Time
	Style Style
}

// A Style is one of Discord's letters for the way to show a moment.
type Style byte

// The styles, with examples.
const (
	ShortTime     Style = 't' // 16:20
	LongTime      Style = 'T' // 16:20:30
	ShortDate     Style = 'd' // 20/04/2021
	LongDate      Style = 'D' // April 20, 2021
	ShortDateTime Style = 'f' // April 20, 2021 16:20
	LongDateTime  Style = 'F' // Tuesday, April 20, 2021 16:20
	Relative      Style = 'R' // 2 months ago
)

// Sentence returns "".
func (Moment) Sentence() string { return "" }

func (m Moment) in(*Voice) string {
	return "<t:" + strconv.FormatInt(m.Time.Unix(), 10) + ":" + string(rune(m.Style)) + ">"
}
