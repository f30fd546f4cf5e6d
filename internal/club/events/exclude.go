package events

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/voice"
)

// An ExcludeError says which part of a list of SP numbers cannot be read.
type ExcludeError struct {
	Part string // as it was typed
	Why  Unreadable
}

// Error names the part, for operators.
func (e *ExcludeError) Error() string { return fmt.Sprintf("parse SP numbers: %q", e.Part) }

// Unreadable says in a sentence why a part of a list is not read.
type Unreadable struct {
	Kind UnreadableKind
	Part voice.Quoted
	SP   voice.Raw // the number that there is not, in digits
}

// Sentence returns the kind.
func (u Unreadable) Sentence() string { return string(u.Kind) }

// An UnreadableKind is what is wrong with a part of a list.
type UnreadableKind string

// The kinds.
const (
	NoNumber UnreadableKind = "word"
	Outside  UnreadableKind = "outside" // a number
	Beyond   UnreadableKind = "beyond"  // an end of a range
)

var (
	// hyphens are what people type between two numbers.
	hyphens = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "−", "-")
	// excludePart finds the parts of a list: words, with the spaces around hyphens and after SP.
	excludePart = regexp.MustCompile(strings.NewReplacer("WORD", `(?:SP[\s\v\x{85}\pZ]+)?[^\s\v\x{85}\pZ,;–—‑−-]*`, "SPACE", `\s\v\x{85}\pZ`, "HYPHEN", `–—‑−-`).Replace(
		`(?i)WORD(?:[SPACE]*[HYPHEN][SPACE]*WORD)+|(?:SP[SPACE]+)?[^SPACE,;]+`))
	// excludeRange is a part without spaces: an SP number or two.
	excludeRange = regexp.MustCompile(`(?i)^(?:SP-?)?(\d+)(?:-(?:SP-?)?(\d+))?$`)
)

// ParseExclude reads SP numbers and ranges, such as "518, 534, 0-9". Each number
// may begin with "SP", and a range may begin with its higher number. 960 is another
// name for SP 0, also as the end of a range: "958-960" is 958, 959 and 0. The result
// is ascending, without repetitions. The error is an *ExcludeError.
func ParseExclude(text string) ([]int, error) {
	var excluded [chess960.Count]bool
	for _, part := range excludePart.FindAllString(text, -1) {
		first, last, err := parseRange(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		for sp := first; sp <= last; sp++ {
			excluded[sp%chess960.Count] = true
		}
	}
	var list []int
	for sp, out := range excluded {
		if out {
			list = append(list, sp)
		}
	}
	return list, nil
}

// parseRange reads a number or a range. The results are between 0 and 960.
func parseRange(part string) (first, last int, err error) {
	found := excludeRange.FindStringSubmatch(hyphens.Replace(strings.Join(strings.Fields(part), "")))
	if found == nil {
		return 0, 0, &ExcludeError{part, Unreadable{Kind: NoNumber, Part: voice.Quoted(part)}}
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
			return 0, 0, &ExcludeError{part, Unreadable{Outside, voice.Quoted(part), voice.Raw(digits)}}
		}
		return 0, 0, &ExcludeError{part, Unreadable{Beyond, voice.Quoted(part), voice.Raw(digits)}}
	}
	return min(ends[0], ends[1]), max(ends[0], ends[1]), nil
}

// ExcludeText writes SP numbers as ParseExclude reads them, ranges for three or
// more in a row.
func ExcludeText(sps []int) string {
	var parts []string
	for i := 0; i < len(sps); {
		last := i
		for last+1 < len(sps) && sps[last+1] == sps[last]+1 {
			last++
		}
		if last-i >= 2 {
			parts = append(parts, fmt.Sprintf("%d-%d", sps[i], sps[last]))
		} else {
			last = i
			parts = append(parts, strconv.Itoa(sps[i]))
		}
		i = last + 1
	}
	return strings.Join(parts, ", ")
}
