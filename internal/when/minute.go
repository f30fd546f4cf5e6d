package when

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960/typed"
)

// A Minute is a time of day in minutes after midnight: 0 to 1439.
type Minute int

const wholeDay = 24 * 60

// String returns the time as "07:30".
func (m Minute) String() string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

// ParseMinute reads a time of day: "19:30", "19.30", "1930", "7:30 pm", "7pm",
// "19 h", "8 in the evening", "noon", "um 19:30", "полдень", in the languages of a reader, the first one
// first, or in several languages at once. 24:00 is 00:00. The error is an
// *AmbiguousError for a bare hour up to 12, which may be in the morning or in the evening.
func ParseMinute(s string, languages ...string) (Minute, error) {
	words := wordsOf(s)
	m, err := inLanguages(strings.TrimSpace(s), languages, func(c *calendar) (Minute, error) {
		return only(s, c.matches(clockShape(), words), match.minute)
	})
	if err != nil {
		return 0, fmt.Errorf("parse time of day %q: %w", s, err)
	}
	return m % wholeDay, nil
}

// isBare reports whether a time of day is nothing but an hour.
func (m match) isBare() bool {
	return m["h"] != nil && m["min"] == nil && m["clock"] == nil && m["part"] == nil
}

// minute returns the time of day of a match, up to 24:00.
func (m match) minute() (Minute, error) {
	if noon, ok := m.number("noon"); ok {
		return Minute(noon * 60), nil
	}
	hour, _ := m.number("h")
	minute, _ := m.number("min")
	if both, ok := m.number("hmin"); ok {
		hour, minute = both/100, both%100
	}
	if seconds, _ := m.number("sec"); minute > 59 || hour > 24 || hour == 24 && minute > 0 || seconds > 0 {
		return 0, errUnread
	}
	hours := []int{hour}
	switch {
	case m["part"] != nil:
		if hours = m["part"][0].hours(hour, minute); len(hours) == 0 {
			return 0, errUnread
		}
	case m.isBare() && hour >= 1 && hour <= 12:
		hours = []int{hour % 12, hour%12 + 12}
	}
	if len(hours) == 1 {
		return Minute(hours[0]*60 + minute), nil
	}
	several := &AmbiguousError{Text: fmt.Sprintf("%0*d", int(m["h"][0].kind-'0'), hour)}
	for _, h := range hours {
		several.Readings = append(several.Readings, Minute(h*60+minute).String())
	}
	return 0, several
}

// hours returns which hours of the day an hour can be in a part of the day, after “am” or “pm”, or beside
// noon: 8 in the evening is 20.
func (m meaning) hours(hour, minute int) (all []int) {
	short := hour >= 1 && hour <= 12
	early, late := hour%12, hour%12+12
	switch {
	case m.kind == 'T':
		if minute == 0 && (hour == 12 || hour%24 == m.n) {
			return []int{m.n}
		}
		return nil
	case m.kind == 'H' && short:
		return []int{early + m.n}
	case m.kind == 'H':
		return nil
	case !short && m.to <= 12 && m.n < m.to && hour > m.to: // 20 in the morning
		return nil
	case !short:
		return []int{hour}
	}
	for _, h := range []int{early, late} {
		within := m.n <= h && h <= m.to || h == 0 && m.to == 24
		if m.n > m.to { // a night
			within = h >= m.n || h <= m.to
		}
		if within {
			all = append(all, h)
		}
	}
	switch {
	case len(all) > 0:
		return all
	case m.n < m.to && m.to <= 12 && hour != 12:
		return []int{early}
	case m.n < m.to && m.n >= 12 && hour != 12:
		return []int{late}
	}
	return []int{early, late}
}

// IsNone reports whether a text means no time or no position, in any language of package typed.
func IsNone(s string) bool { return typed.Is(strings.TrimSpace(s), "none") }
