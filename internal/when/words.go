package when

import (
	"fmt"
	"time"

	"chess960bot/internal/voice"
)

// ShortWords returns the date without its weekday: "20 November 2026".
func (d Date) ShortWords() voice.Sentence {
	at := d.UTC()
	return voice.Say("when.shortDay", voice.F{"Day": voice.DayOfMonth(at.Day()), "Month": Month(at.Month()), "Year": at.Year()})
}

// Words returns the date as people write it: "Friday, 20 November 2026".
func (d Date) Words() voice.Sentence {
	at := d.UTC()
	return voice.Say("when.day", voice.F{
		"Weekday": weekday(at.Weekday()), "Day": voice.DayOfMonth(at.Day()), "Month": Month(at.Month()), "Year": at.Year(),
	})
}

// Words returns the set as people say it: "every day", "Monday to Friday", "Monday and
// Thursday".
func (w Weekdays) Words() voice.Sentence {
	switch w {
	case EveryDay:
		return voice.Phrase("when.everyDay")
	case Workdays:
		return voice.Phrase("when.workdays")
	}
	return w.Days()
}

// Days lists the days of a set that is not EveryDay, as words.
func (w Weekdays) Days() (days voice.And) {
	for _, d := range week {
		if w&(1<<d) != 0 {
			days = append(days, weekday(d))
		}
	}
	return days
}

// A weekday is a word.
type weekday time.Weekday

// Word returns the name of the day.
func (d weekday) Word() string {
	return [...]string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}[d]
}

// A Month is a word.
type Month time.Month

// Word returns the name of the month.
func (m Month) Word() string {
	return [...]string{
		"january", "february", "march", "april", "may", "june",
		"july", "august", "september", "october", "november", "december",
	}[m-1]
}

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

// An ambiguity says which meanings are listed.
type ambiguity string

// Words names the meanings.
func (e *AmbiguousError) Words() voice.Sentence {
	kind := ambiguity("all")
	switch {
	case e.Country && e.More:
		kind = "someCities"
	case e.Country:
		kind = "allCities"
	case e.More:
		kind = "some"
	}
	var readings voice.Or
	for _, reading := range e.Readings {
		readings = append(readings, voice.Code(voice.Raw(reading)))
	}
	return voice.Say("when.ambiguous."+string(kind), voice.F{"Typed": voice.Quoted(e.Text), "Readings": readings})
}
