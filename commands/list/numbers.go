package list

import (
	"regexp"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// An unreadable says in a sentence why a part of a list is not read as SP numbers.
type unreadable struct {
	Kind unreadableKind
	Part voice.Quoted // as it was typed
	SP   voice.Raw    // the number that there is not, in digits
}

// Sentence returns the kind.
func (u unreadable) Sentence() string { return string(u.Kind) }

// Error says what is wrong, for operators.
func (u unreadable) Error() string { return "parse SP numbers: " + string(u.Kind) }

// An unreadableKind is what is wrong with a part of a list: a word that is no number, a number outside, or
// an end of a range beyond.
type unreadableKind string

var (
	// hyphens are what people type between two numbers.
	hyphens = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "−", "-")
	// numbersPart finds the parts of a list: words, with the spaces around hyphens and after SP.
	numbersPart = regexp.MustCompile(strings.NewReplacer(
		"WORD", `(?:SP[\s\v\x{85}\pZ]+)?[^\s\v\x{85}\pZ,;–—‑−-]*`, "SPACE", `\s\v\x{85}\pZ`, "HYPHEN", `–—‑−-`,
	).Replace(
		`(?i)WORD(?:[SPACE]*[HYPHEN][SPACE]*WORD)+|(?:SP[SPACE]+)?[^SPACE,;]+`))
	// spRange is a part without spaces: an SP number or two.
	spRange = regexp.MustCompile(`(?i)^(?:SP-?)?(\d+)(?:-(?:SP-?)?(\d+))?$`)
)

// numbers reads SP numbers and ranges, such as "518, 534, 0-9", in the order in which they
// are typed. Each number may begin with "SP", and a range may begin with its higher number. 960
// is another name for SP 0, also as the end of a range: "958-960" is 958, 959 and 0. The error
// is an unreadable.
func numbers(text string) ([]int, error) {
	var sps []int
	for _, part := range numbersPart.FindAllString(text, -1) {
		first, last, err := parseRange(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		for sp := first; sp <= last; sp++ {
			sps = append(sps, sp%chess960.Count)
		}
	}
	return sps, nil
}

// parseRange reads a number or a range. The results are between 0 and 960.
func parseRange(part string) (first, last int, err error) {
	found := spRange.FindStringSubmatch(hyphens.Replace(strings.Join(strings.Fields(part), "")))
	if found == nil {
		return 0, 0, unreadable{Kind: "word", Part: voice.Quoted(part)}
	}
	if found[2] == "" {
		found[2] = found[1]
	}
	var ends [2]int
	for i, digits := range found[1:] {
		if ends[i], err = strconv.Atoi(digits); err == nil && ends[i] <= chess960.Count {
			continue
		}
		if found[1] == found[2] {
			return 0, 0, unreadable{"outside", voice.Quoted(part), voice.Raw(digits)}
		}
		return 0, 0, unreadable{"beyond", voice.Quoted(part), voice.Raw(digits)}
	}
	return min(ends[0], ends[1]), max(ends[0], ends[1]), nil
}
