package lichess

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"chess960bot/internal/chess960/typed"
)

// A TimeControl is the time for a game: a clock, or days for each move. The zero TimeControl
// is not valid.
type TimeControl struct {
	Limit     int // seconds at the start: 0, 15, 30, 45, 60, 90, or whole minutes from 2 to 180
	Increment int // seconds added after each move, 0 to 60; not 0 if Limit is
	Days      int // for each move of a correspondence game: 1, 2, 3, 5, 7, 10 or 14; 0 for a clock
}

// String returns the time control as ParseTimeControl reads it: "5+3", "3d".
func (t TimeControl) String() string {
	if t.Days > 0 {
		return strconv.Itoa(t.Days) + "d"
	}
	return strconv.FormatFloat(float64(t.Limit)/60, 'f', -1, 64) + "+" + strconv.Itoa(t.Increment)
}

// A TimeControlError says why a text is no time control that lichess offers.
type TimeControlError struct {
	Text    string
	Allowed Allowed
}

// Error quotes the text, for operators.
func (e *TimeControlError) Error() string { return fmt.Sprintf("time control %q", e.Text) }

// Allowed says in a sentence what lichess offers of something that a text has wrong.
type Allowed string

// What a text can have wrong.
const (
	AllowedForms   Allowed = "forms"
	AllowedDays    Allowed = "days"
	AllowedMinutes Allowed = "minutes"
	AllowedSeconds Allowed = "seconds"
	AllowedTimes   Allowed = "times" // more than none
)

// Sentence returns what the text has wrong.
func (a Allowed) Sentence() string { return string(a) }

// What people type, in the languages of package typed that have units of their own. A word
// after the days says that they are for a move.
var (
	clockText = timeText(`^(?:(AMOUNT)\s*(?:HOURS))?\s*(?:(AMOUNT)\s*(?:MINUTES)?)?\s*(?:[+|/]\s*([0-9]{1,3})\s*(?:SECONDS)?)?$`)
	daysText  = timeText(`^([0-9]{1,2})\s*(?:DAYS)(?:\s*(?:/|\s)\s*\pL[\pL\s]*)?$`)
	fractions = strings.NewReplacer(",", ".", "¼", ".25", "½", ".5", "¾", ".75")
)

// timeText compiles an expression in which a word in capitals stands for amounts or units.
func timeText(expression string) func() *regexp.Regexp {
	return typed.Lazy(strings.NewReplacer(
		"AMOUNT", `[0-9]{1,3}(?:[.,][0-9]{1,2})?|[.,][0-9]{1,2}|[0-9]?[¼½¾]`,
		"DAYS", `«days»`, "HOURS", `«hours»\.?`, "MINUTES", `(?:«minutes»\.?|'|′)`, "SECONDS", `(?:«seconds»\.?|"|″)`,
	).Replace(expression))
}

// ParseTimeControl reads minutes and seconds such as "3+2", "15|10", "3/2", "½+0" or "1.5 + 5",
// a time without seconds such as "10 min", "1h" or "1h30", or days such as "7 days". The error,
// if any, is a *TimeControlError.
func ParseTimeControl(text string) (TimeControl, error) {
	lower := strings.ToLower(strings.TrimSpace(text))
	if m := daysText().FindStringSubmatch(lower); m != nil {
		days, _ := strconv.Atoi(m[1])
		if !slices.Contains([]int{1, 2, 3, 5, 7, 10, 14}, days) {
			return TimeControl{}, &TimeControlError{text, AllowedDays}
		}
		return TimeControl{Days: days}, nil
	}
	m := clockText().FindStringSubmatch(lower)
	if m == nil || m[1] == "" && m[2] == "" {
		return TimeControl{}, &TimeControlError{text, AllowedForms}
	}
	hours, _ := strconv.ParseFloat(fractions.Replace(m[1]), 64) // 0 for none
	minutes, _ := strconv.ParseFloat(fractions.Replace(m[2]), 64)
	increment, _ := strconv.Atoi(m[3])
	minutes += hours * 60
	seconds := minutes * 60
	switch {
	case !slices.Contains([]float64{0, 15, 30, 45, 60, 90}, seconds) && (seconds != math.Trunc(minutes)*60 || minutes > 180):
		return TimeControl{}, &TimeControlError{text, AllowedMinutes}
	case increment > 60:
		return TimeControl{}, &TimeControlError{text, AllowedSeconds}
	case seconds == 0 && increment == 0:
		return TimeControl{}, &TimeControlError{text, AllowedTimes}
	}
	return TimeControl{Limit: int(seconds), Increment: increment}, nil
}
