package recognize

import (
	"regexp"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

var (
	barePattern = regexp.MustCompile(`(?i)^(?:(?:(?:start(?:ing)? +)?pos(?:ition)?|number|no|nr)[ .:#]{0,3})?(-?\d{1,9})[ .!?]*$`)
	// In a message, "#" needs three digits, because "#3" is a board or a round. "Fritz"
	// also needs three digits, because Fritz 17 is a program.
	namedPattern = regexp.MustCompile(`(?i)(mirror (?:image|twin)\W{0,4})?(?:` +
		`\b(sp|scharnagl|almanac)\W{0,5}(?:(?:number|no|nr)\W{0,3})?(\d{1,9})\b|` +
		`\b(fritz ?9)\W{1,5}(?:(?:number|no|nr)\W{0,3})?(\d{1,9})\b|` +
		`\b(fritz)\W{1,5}(\d{3})\b|` +
		`#(\d{3})\b)`)
	hashPattern = regexp.MustCompile(`^# ?(\d{1,9})$`)
)

// bareNumber returns the number if the text is a number without a scheme.
func bareNumber(clean string) (int, bool) {
	m := barePattern.FindStringSubmatch(clean)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// ofNumber reads a number without the name of a scheme. If bare is nil, the number can
// mean a position in each of the schemes.
func ofNumber(n int, text string, bare *chess960.Scheme) (Reading, error) {
	if bare != nil {
		return inScheme(bare, n)
	}
	var matches []match
	for _, s := range chess960.Schemes() {
		reading, err := inScheme(s, n)
		matches = append(matches, match{reading: reading, err: err})
	}
	switch readings := distinct(matches); len(readings) {
	case 0:
		return Reading{}, matches[0].err
	case 1:
		return readings[0], nil
	default:
		return Reading{}, &AmbiguousError{text, readings}
	}
}

// inScheme returns the position with the number.
func inScheme(s *chess960.Scheme, n int) (Reading, error) {
	d, err := s.Find(n)
	if err != nil {
		return Reading{}, err
	}
	name := "SP-" + strconv.Itoa(n)
	if s != chess960.Scharnagl {
		name = s.Name + " " + strconv.Itoa(n)
	}
	return Reading{White: d.Position, Black: d.Position, Text: name, Scheme: s, Number: n}, nil
}

// findNumbers returns the numbers that follow the name of their scheme on the same
// line. lines is the text with its line breaks.
func findNumbers(clean, lines string) []match {
	if m := hashPattern.FindStringSubmatch(clean); m != nil {
		return []match{numbered("sp", m[1], 0)}
	}
	var matches []match
	start := 0
	for line := range strings.Lines(lines) {
		end := start + len(line)
		matches = append(matches, findNamed(clean[start:end], start)...)
		start = end
	}
	return matches
}

// findNamed returns the numbers of a line that begins at the byte offset.
func findNamed(line string, offset int) []match {
	var matches []match
	for _, at := range namedPattern.FindAllStringSubmatchIndex(line, -1) {
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return line[at[2*i]:at[2*i+1]]
		}
		if group(1) == "" {
			name, digits := group(2)+group(4)+group(6), group(3)+group(5)+group(7)+group(8)
			matches = append(matches, numbered(name, digits, offset+at[0]))
		}
	}
	return matches
}

// numbered reads digits after the name of a scheme, or after "#" if name is "".
func numbered(name, digits string, at int) match {
	scheme := chess960.Scharnagl
	switch strings.ToLower(name)[:min(1, len(name))] {
	case "f":
		scheme = chess960.Fritz9
	case "a":
		scheme = chess960.Almanac
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return match{at: at, err: err}
	}
	reading, err := inScheme(scheme, n)
	return match{at, reading, err}
}
