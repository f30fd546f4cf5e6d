package when

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"chess960bot/internal/chess960/typed"
)

// The shapes of days, times of day and moments, over the letters of [kinds] and signs.
const (
	date = `(?:(?P<y>4)[-/.](?P<m>[12])[-/.](?P<d>[12])` +
		`|(?P<d>[12])\.(?P<m>[12])\.?(?P<y>4)?|(?P<d>[12])\.(?P<m>[12])\.(?P<y>2)` + // a dot puts the day first, as in German
		`|(?P<a>[12])[-/](?P<b>[12])(?:[-/](?P<y>4)|/(?P<y>2))?` + // a slash may put the month first, as in American English
		`|(?P<d>[12])(?:-?O|[./-])?[SO]?(?P<m>M)[-,/]?[SO]?(?P<y>4)?|(?P<m>M)S?(?P<d>[12])O?,?S?(?P<y>4)?)`
	distance = `(?:I(?P<in>(?:[1-4Q]?[dk]S*)+)|A(?P<ago>(?:[1-4Q][dk]S*)+)|(?P<ago>(?:[1-4Q][dk]S*)+)A|(?P<in>(?:[1-4Q][dk]S*)+)J)`
	day      = `(?:[SE]*(?:(?P<before>[Ww]),?S*)?` + date + `[SE]*|S*(?P<day>D)|S*(?P<next>X)?S*(?P<weekday>W)S*(?P<next>X)?|S*(?P<weekday>[VLN])|` + distance + `)`
	clock    = `(?:S*(?:(?P<part>P)S*)?(?P<clock>C)?(?:(?P<h>[12])(?::(?P<min>2):(?P<sec>2)|[:.]?(?P<min>2)|C(?P<min>2)m?)?|(?P<hmin>[34]))(?P<clock>C)?(?:S*(?P<part>[PHT]))?|S*(?P<noon>T))`
	later    = `(?:(?P<after>I)(?P<in>(?:[1-4Q]?[mudk]S*)+)|(?P<after>I)(?P<in>[1-4]u)(?P<min>2)|(?P<after>I)?(?P<in>F)|(?P<in>(?:[1-4Q]?[mudkF]S*)+)(?P<after>J)|(?P<in>(?:[1-4][mu]S*)+))`
)

var (
	dayShape     = typed.Lazy(`^` + day + `$`)
	clockShape   = typed.Lazy(`^` + clock + `$`)
	laterShape   = typed.Lazy(`^` + later + `$`)
	momentShapes = []func() *regexp.Regexp{typed.Lazy(`^` + day + `,?` + clock + `$`), typed.Lazy(`^` + clock + `,?` + day + `$`)}
)

// A Moment is what a text says of a time to come: a time from now, a time of day, or a day and a time.
type Moment struct {
	Later   time.Duration // 0 for other moments
	FromNow bool          // Later with a word such as “in”; without one, Later may be a length as well
	day     Date
	minute  Minute // up to 24:00
	kind    momentKind
}

type momentKind int

const (
	anyDay   momentKind = iota // a time of day alone
	oneDay                     // a day and a time
	weekly                     // the weekday comes again
	yearly                     // the date has no year
	fromHere                   // Later
)

// String returns the moment as people may type it.
func (m Moment) String() string {
	switch m.kind {
	case fromHere:
		return fmt.Sprintf("in %d min", int(m.Later.Minutes()))
	case anyDay:
		return (m.minute % (24 * 60)).String()
	}
	return m.day.String() + " " + m.minute.String()
}

// ParseMoment reads a time to come: "in 10 minutes", "90 min", "20:15", "tomorrow at 20:15", "Thursday 7 pm",
// "20 Nov 19:30", in the languages of a reader as [ParseDate] and [ParseMinute] do. today is the day where
// the reader is. The error is an *AmbiguousError or a *NoDateError as theirs; a bare hour up to 12 is not read.
func ParseMoment(s string, today Date, languages ...string) (Moment, error) {
	text, words := strings.TrimSpace(s), wordsOf(s)
	m, err := inLanguages(text, languages, func(c *calendar) (Moment, error) {
		from := c.matches(laterShape(), words)
		if moment, err := only(text, from, match.later); err == nil && (from[0]["after"] != nil || len(from[0]["in"]) <= 3) { // unlike “20 часов 15 минут”, perhaps a time of day
			return moment, nil
		}
		all := append(from, c.matches(clockShape(), words)...)
		for _, shape := range momentShapes {
			all = append(all, c.matches(shape(), words)...)
		}
		return only(text, all, func(m match) (Moment, error) {
			if m["in"] != nil && m["h"] == nil && m["hmin"] == nil && m["noon"] == nil {
				return m.later()
			}
			return m.moment(text, today)
		})
	})
	if err != nil {
		return m, fmt.Errorf("parse moment %q: %w", s, err)
	}
	return m, nil
}

// later returns a time from now.
func (m match) later() (Moment, error) {
	minutes, _ := m.number("min")
	return Moment{Later: time.Duration(minutes+amount(m["in"])) * time.Minute, FromNow: m["after"] != nil, kind: fromHere}, nil
}

// amount returns the minutes of several numbers with units; a unit alone counts once.
func amount(of []meaning) (minutes int) {
	n := 1
	for _, m := range of {
		switch m.kind {
		case 'm', 'u', 'd', 'k', 'F':
			minutes, n = minutes+n*m.n, 1
		case 'S':
		default:
			n = m.n
		}
	}
	return minutes
}

// moment returns a time of day, on a day if the match has one.
func (m match) moment(text string, today Date) (Moment, error) {
	minute, err := m.minute()
	if err != nil && m.isBare() {
		err = errUnread
	}
	if err != nil {
		return Moment{}, err
	}
	moment := Moment{minute: minute}
	_, isDay := m["day"]
	_, isWeekday := m["weekday"]
	_, hasYear := m["y"]
	switch {
	case isDay, m["in"] != nil, hasYear:
		moment.kind = oneDay
	case isWeekday:
		moment.kind = weekly
	case m["d"] != nil || m["a"] != nil:
		if moment.kind = yearly; m["before"] != nil { // a date with its weekday
			moment.kind = oneDay
		}
	default:
		return moment, nil
	}
	if !isDay && m.isBare() { // “Friday 19” may be a date
		return moment, errUnread
	}
	moment.day, err = m.date(text, today)
	return moment, err
}

// After returns the next such time after now, in the time zone of now. A time of day that is over today is
// meant for tomorrow within twelve hours, and else it is in the past, as a day that is over. A time that
// the clock shows twice is the first one that is not over.
func (m Moment) After(now time.Time) time.Time {
	if m.kind == fromHere {
		return now.Add(m.Later)
	}
	at := func(d Date) time.Time {
		y, month, day := d.UTC().Date()
		due := time.Date(y, month, day, 0, int(m.minute), 0, 0, now.Location())
		for _, other := range []time.Time{due.Add(-time.Hour), due.Add(time.Hour)} { // time.Date chooses one of two
			isDue := other.Format(time.DateTime) == due.Format(time.DateTime)
			if isDue && other.After(now) && (other.Before(due) || !due.After(now)) {
				due = other
			}
		}
		return due
	}
	due, again := at(m.day), m.day
	switch m.kind {
	case anyDay:
		const night = 12 * time.Hour
		today := DateOf(now)
		if due = at(today); at(today+1).Sub(now) < night {
			again = today + 1
		} else {
			return due
		}
	case weekly:
		again += 7
	case yearly:
		y, month, day := m.day.UTC().Date()
		again = dateOf(y+1, month, day)
	}
	if !due.After(now) {
		return at(again)
	}
	return due
}

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
