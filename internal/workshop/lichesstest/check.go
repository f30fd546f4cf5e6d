package lichesstest

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fields are the fields of a request, and what lichess accepts in each. A nil function
// accepts everything.
var fields = map[string]func(value string) bool{
	"rated":           oneOf("true", "false"),
	"clock.limit":     isLimit,
	"clock.increment": func(v string) bool { return within(v, 0, 60) },
	"days":            oneOf("1", "2", "3", "5", "7", "10", "14"),
	"variant": oneOf("standard", "chess960", "crazyhouse", "antichess",
		"atomic", "horde", "kingOfTheHill", "racingKings", "threeCheck", "fromPosition"),
	"fen":       isStartPosition,
	"name":      func(v string) bool { return len([]rune(v)) <= 200 },
	"rules":     nil,
	"users":     nil,
	"expiresAt": nil,
}

// check returns the rules that a request breaks. A wrong FEN comes first, with the name
// that lichess gives the problem.
func check(r *http.Request) []string {
	var problems []string
	if r.Header.Get("User-Agent") == "" {
		problems = append(problems, "no User-Agent")
	}
	if t := r.Header.Get("Content-Type"); t != "application/x-www-form-urlencoded" {
		problems = append(problems, "the Content-Type is "+t)
	}
	if r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
		problems = append(problems, "the request says who asks")
	}
	for name, values := range r.PostForm {
		accepts, known := fields[name]
		switch {
		case !known || len(values) != 1:
			problems = append(problems, "unknown or repeated field "+name)
		case accepts != nil && !accepts(values[0]) && name == "fen":
			problems = slices.Insert(problems, 0, "invalidFen")
		case accepts != nil && !accepts(values[0]):
			problems = append(problems, fmt.Sprintf("%s is %s", name, values[0]))
		}
	}
	form := r.PostForm
	if form.Get("variant") != "chess960" {
		problems = append(problems, "a game that is not Chess960")
	}
	if form.Get("rated") == "true" && form.Has("fen") {
		problems = append(problems, "a rated game from a position")
	}
	clock := form.Has("clock.limit") && form.Has("clock.increment")
	if clock == form.Has("days") || form.Has("clock.limit") != form.Has("clock.increment") {
		problems = append(problems, "neither a clock nor days, or both")
	}
	if clock && form.Get("clock.limit") == "0" && form.Get("clock.increment") == "0" {
		problems = append(problems, "a clock without time")
	}
	return problems
}

func oneOf(values ...string) func(string) bool {
	return func(v string) bool { return slices.Contains(values, v) }
}

func within(value string, least, most int) bool {
	n, err := strconv.Atoi(value)
	return err == nil && least <= n && n <= most
}

// isLimit reports whether a clock may start with some seconds.
func isLimit(value string) bool {
	n, err := strconv.Atoi(value)
	return err == nil && (slices.Contains([]int{0, 15, 30, 45, 60, 90}, n) || n >= 0 && n <= 180*60 && n%60 == 0)
}

var startFEN = regexp.MustCompile(`^([bknqr]{8})/pppppppp/8/8/8/8/PPPPPPPP/([BKNQR]{8}) w KQkq - 0 1$`)

// isStartPosition reports whether a text is the X-FEN of a start position of Chess960.
func isStartPosition(fen string) bool {
	m := startFEN.FindStringSubmatch(fen)
	if m == nil || strings.ToUpper(m[1]) != m[2] {
		return false
	}
	rank := []byte(m[2])
	bishops := regexp.MustCompile(`B(..)*B`).MatchString(m[2]) // on squares of different colours
	kingInside := regexp.MustCompile(`R.*K.*R`).MatchString(m[2])
	slices.Sort(rank)
	return bishops && kingInside && string(rank) == "BBKNNQRR"
}
