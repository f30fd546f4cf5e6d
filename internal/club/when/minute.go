package when

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Minute is a time of day in minutes after midnight: 0 to 1439.
type Minute int

// String returns the time as "07:30".
func (m Minute) String() string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

// timeOfDay matches an hour, a minute, and "am", "pm" or a sign of the 24-hour
// clock.
var timeOfDay = regexp.MustCompile(`^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(am|pm|a\.m\.?|p\.m\.?|h|uhr)?$`)

// namedTimes are times of day that have a name.
var namedTimes = map[string]Minute{
	"noon": 12 * 60, "midday": 12 * 60, "12 noon": 12 * 60, "midnight": 0, "12 midnight": 0,
}

// ParseMinute reads a time of day: "19:30", "19.30", "1930", "7:30 pm", "7pm",
// "19 h", "noon". The error is an *AmbiguousError for a bare hour up to 12, which may
// be in the morning or in the evening.
func ParseMinute(s string) (Minute, error) {
	typed := strings.ToLower(strings.TrimSpace(s))
	if minute, ok := namedTimes[typed]; ok {
		return minute, nil
	}
	m := timeOfDay.FindStringSubmatch(typed)
	if m == nil {
		return 0, fmt.Errorf("parse time of day %q: write it as 19:30 or 7:30 pm", s)
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	suffix := strings.ReplaceAll(m[3], ".", "")
	switch isHalf := suffix == "am" || suffix == "pm"; {
	case isHalf && (hour < 1 || hour > 12):
		return 0, fmt.Errorf("parse time of day %q: %d is not an hour of a twelve-hour clock", s, hour)
	case suffix == "am":
		hour %= 12
	case suffix == "pm":
		hour = hour%12 + 12
	case suffix == "" && m[2] == "" && hour >= 1 && hour <= 12:
		return 0, fmt.Errorf("parse time of day %q: %w", s, &AmbiguousError{Text: m[1], Readings: []string{Minute(hour % 12 * 60).String(), Minute((hour%12 + 12) * 60).String()}})
	}
	if hour > 23 || minute > 59 {
		return 0, fmt.Errorf("parse time of day %q: there is no such time", s)
	}
	return Minute(hour*60 + minute), nil
}
