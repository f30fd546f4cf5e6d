package when

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960/typed"
)

// A Minute is a time of day in minutes after midnight: 0 to 1439.
type Minute int

// String returns the time as "07:30".
func (m Minute) String() string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

// timeOfDay matches an hour, a minute, and "am", "pm" or a sign of the 24-hour
// clock.
var timeOfDay = typed.Lazy(`^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(\p{L}[\p{L}.']*)?$`)

// hoursApart matches a time with a word between its hour and its minute: “19 Uhr 30”.
var hoursApart = typed.Lazy(`^(\d{1,2})\s*(\pL+)\s*(\d{2})(?:\s*(?:m|min|мин)\.?)?$`)

// ParseMinute reads a time of day: "19:30", "19.30", "1930", "7:30 pm", "7pm",
// "19 h", "noon", "um 19:30", "полдень", in any language of package typed. 24:00 is 00:00. The error is an
// *AmbiguousError for a bare hour up to 12, which may be in the morning or in the evening.
func ParseMinute(s string) (Minute, error) {
	text := norm.NFKC.String(strings.ToLower(strings.TrimSpace(s)))
	text = withoutAt(text)
	word := strings.ReplaceAll(strings.TrimRight(text, "."), " ", "-")
	switch {
	case typed.Is(word, "noon"):
		return 12 * 60, nil
	case typed.Is(word, "midnight"):
		return 0, nil
	}
	if m := hoursApart().FindStringSubmatch(text); m != nil && (m[2] == "h" || typed.Is(m[2], "clock")) {
		text = m[1] + ":" + m[3]
	}
	m := timeOfDay().FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("parse time of day %q: write it as 19:30 or 7:30 pm", s)
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	suffix := strings.ReplaceAll(m[3], ".", "")
	switch isHalf := suffix == "am" || suffix == "pm"; {
	case !isHalf && suffix != "" && suffix != "h" && !typed.Is(suffix, "clock"):
		return 0, fmt.Errorf("parse time of day %q: %q is no word of a time", s, suffix)
	case isHalf && (hour < 1 || hour > 12):
		return 0, fmt.Errorf("parse time of day %q: %d is not an hour of a twelve-hour clock", s, hour)
	case suffix == "am":
		hour %= 12
	case suffix == "pm":
		hour = hour%12 + 12
	case suffix == "" && m[2] == "" && hour >= 1 && hour <= 12:
		return 0, fmt.Errorf("parse time of day %q: %w", s, &AmbiguousError{Text: m[1], Readings: []string{Minute(hour % 12 * 60).String(), Minute((hour%12 + 12) * 60).String()}})
	}
	if hour == 24 && minute == 0 {
		return 0, nil
	}
	if hour > 23 || minute > 59 {
		return 0, fmt.Errorf("parse time of day %q: there is no such time", s)
	}
	return Minute(hour*60 + minute), nil
}

// withoutAt returns a time without the words before it, “um 19:30”.
func withoutAt(text string) string {
	for _, c := range calendars() {
		for at := range strings.FieldsSeq(typed.Words(string(c), "at")) {
			if rest, ok := strings.CutPrefix(text, strings.ReplaceAll(at, "-", " ")+" "); ok {
				return strings.TrimSpace(rest)
			}
		}
	}
	return text
}

// ParseDuration reads a time from now: “in 10 minutes”, “90 min”, “2 h”, “in einer Stunde”, “через час”,
// in any language of package typed.
func ParseDuration(s string) (d time.Duration, ok bool) {
	for _, c := range calendars() {
		if d, ok = c.duration(apart.Replace(spacedDigits().ReplaceAllString(s, "$1 "))); ok {
			return d, true
		}
	}
	return 0, false
}

var (
	spacedDigits = typed.Lazy(`(\d+)`)
	apart        = strings.NewReplacer("'", "' ", "’", "' ") // as in “un'ora”
)

// duration reads a time from now in a language.
func (c calendar) duration(text string) (time.Duration, bool) {
	words := strings.Fields(text)
	n, given := 1, false   // something says that this is a time
	for i := range words { // words of several, such as “dentro de”
		if c.is(strings.Join(words[:i+1], "-"), "after") {
			words, given = words[i+1:], true
			break
		}
	}
	if c.is(strings.Join(words, "-"), "half an hour") {
		return time.Hour / 2, true
	}
	if len(words) == 2 {
		number, err := strconv.Atoi(words[0])
		if spelled, ok := typed.Number(words[0]); ok && given {
			number, err = spelled, nil
		}
		switch {
		case err == nil && number >= 0 && number <= longestWait:
			n, given = number, true
		case !given || !c.is(words[0], "one"):
			return 0, false
		}
		words = words[1:]
	}
	if !given || len(words) != 1 {
		return 0, false
	}
	switch unit := strings.TrimSuffix(words[0], "."); {
	case c.is(unit, "minutes"):
		return time.Duration(n) * time.Minute, true
	case c.is(unit, "hours"):
		return time.Duration(n) * time.Hour, true
	}
	return 0, false
}

// longestWait is the most minutes or hours from now.
const longestWait = 9999

// IsNone reports whether a text means no time or no position, in any language of package typed.
func IsNone(s string) bool { return typed.Is(strings.TrimSpace(s), "none") }
