package events

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

// An ExcludeError says which part of a list of SP numbers cannot be read.
type ExcludeError struct {
	Part    string // as it was typed
	Problem string // such as "is not an SP number from 0 to 959"
}

// Error names the part and the problem.
func (e *ExcludeError) Error() string {
	return fmt.Sprintf("parse SP numbers: %q %s", e.Part, e.Problem)
}

// ParseExclude reads SP numbers and ranges, such as "518, 534, 0-9". Each number
// may begin with "SP-", and 960 is another name for 0. The result is ascending,
// without repetitions. The error is an *ExcludeError.
func ParseExclude(text string) ([]int, error) {
	var list []int
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		for _, word := range strings.Fields(spacedRange(part)) {
			first, last, err := parseRange(word)
			if err != nil {
				return nil, err
			}
			for sp := first; sp <= last; sp++ {
				list = append(list, sp)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// spacedRange removes the spaces around the hyphen of a range.
func spacedRange(part string) string {
	part = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "−", "-").Replace(strings.ToLower(part))
	words := strings.Split(strings.ReplaceAll(part, "sp-", "sp"), "-")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	return strings.Join(words, "-")
}

func parseRange(word string) (first, last int, err error) {
	from, to, isRange := strings.Cut(word, "-")
	if first, err = parseSP(from); err != nil {
		return 0, 0, &ExcludeError{word, "is not an SP number from 0 to 959 or a range of them"}
	}
	if !isRange {
		return first, first, nil
	}
	if last, err = parseSP(to); err != nil {
		return 0, 0, &ExcludeError{word, "is not an SP number from 0 to 959 or a range of them"}
	}
	if last < first {
		return 0, 0, &ExcludeError{word, "runs backwards"}
	}
	return first, last, nil
}

func parseSP(text string) (int, error) {
	sp, err := strconv.Atoi(strings.TrimPrefix(text, "sp"))
	switch {
	case err != nil:
		return 0, err
	case sp == chess960.Count:
		return 0, nil
	case sp < 0 || sp > chess960.Count:
		return 0, strconv.ErrRange
	}
	return sp, nil
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
