// Cldr writes the words of Unicode CLDR for days, times and places that package when reads:
//
//	npm pack cldr-dates-full cldr-core cldr-localenames-full cldr-bcp47
//	go run ./internal/workshop/cldr FOLDER
//
// FOLDER has the four packages, unpacked in folders with their names. The files are written into
// internal/when/cldr, with the licence of the data.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const to = "internal/when/cldr"

func main() {
	err := errors.New("usage: cldr FOLDER")
	if len(os.Args) == 2 {
		err = write(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cldr:", err)
		os.Exit(1)
	}
}

// write writes a file for each language whose words package typed has for days.
func write(from string) error {
	var about struct{ Version string }
	err := read(&about, from, "cldr-dates-full", "package.json")
	licence, licenceErr := os.ReadFile(filepath.Join(from, "cldr-dates-full", "LICENSE"))
	if err = cmp.Or(err, licenceErr, os.WriteFile(filepath.Join(to, "LICENSE"), licence, 0o644)); err != nil {
		return err
	}
	for _, language := range []string{"de", "en", "es", "fr", "it", "pt", "ru"} {
		lines, err := calendar(from, language)
		names, namesErr := places(from, language)
		if err = cmp.Or(err, namesErr); err != nil {
			return err
		}
		head := "# Days, times and places of Unicode CLDR " + about.Version + ", written by internal/workshop/cldr. The licence is in LICENSE.\n"
		if err := os.WriteFile(filepath.Join(to, language+".txt"), []byte(head+lines+names), 0o644); err != nil {
			return err
		}
	}
	return windows(from)
}

// read reads a file of JSON.
func read(into any, path ...string) error {
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// forms have the names of things by length: "wide", "abbreviated", "narrow".
type forms map[string]map[string]string

// wide returns the names of a thing in two contexts. A narrow name, such as “T”, stands for several.
func wide(contexts map[string]forms, key string) (names []string) {
	for _, context := range []string{"stand-alone", "format"} {
		for _, length := range []string{"wide", "abbreviated", "short"} {
			names = append(names, contexts[context][length][key])
		}
	}
	return names
}

// field is a unit of time, or a day of the week.
type field struct {
	Before2 string            `json:"relative-type--2"`
	Before  string            `json:"relative-type--1"`
	Now     string            `json:"relative-type-0"`
	After   string            `json:"relative-type-1"`
	After2  string            `json:"relative-type-2"`
	Future  map[string]string `json:"relativeTime-type-future"`
	Past    map[string]string `json:"relativeTime-type-past"`
}

// lines are the lines of a file: a kind, a number, and phrases.
type lines struct{ strings.Builder }

func (l *lines) add(kind string, phrases ...string) {
	var once []string
	for _, p := range phrases {
		p = strings.ToLower(strings.Join(strings.Fields(p), " "))
		if strings.ContainsFunc(p, unicode.IsLetter) && !slices.Contains(once, p) {
			once = append(once, p)
		}
	}
	if len(once) > 0 {
		fmt.Fprintf(l, "%s: %s\n", kind, strings.Join(once, "; "))
	}
}

// calendar returns the lines of a language.
func calendar(from, language string) (string, error) {
	var gregorian struct {
		Main map[string]struct {
			Dates struct {
				Calendars struct {
					Gregorian struct {
						Months, Days, DayPeriods map[string]forms
					}
				}
			}
		}
	}
	var relative struct {
		Main map[string]struct {
			Dates struct{ Fields map[string]field }
		}
	}
	var periods struct {
		Supplemental struct {
			DayPeriodRuleSet map[string]map[string]map[string]string
		}
	}
	err := cmp.Or(
		read(&gregorian, from, "cldr-dates-full/main", language, "ca-gregorian.json"),
		read(&relative, from, "cldr-dates-full/main", language, "dateFields.json"),
		read(&periods, from, "cldr-core/supplemental/dayPeriods.json"),
	)
	names, fields := gregorian.Main[language].Dates.Calendars.Gregorian, relative.Main[language].Dates.Fields
	var l lines
	day := fields["day"]
	for i, phrase := range []string{day.Before2, day.Before, day.Now, day.After, day.After2} {
		l.add(fmt.Sprint("day ", i-2), phrase)
	}
	for i, key := range []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"} {
		f, short := fields[key], fields[key+"-short"]
		l.add(fmt.Sprint("weekday ", i), wide(names.Days, key)...)
		l.add(fmt.Sprint("this weekday ", i), f.Now, short.Now)
		l.add(fmt.Sprint("next weekday ", i), f.After, short.After)
		l.add(fmt.Sprint("last weekday ", i), f.Before, short.Before)
	}
	for i := 1; i <= 12; i++ {
		l.add(fmt.Sprint("month ", i), wide(names.Months, strconv.Itoa(i))...)
	}
	l.add("noon 12", wide(names.DayPeriods, "noon")...)
	l.add("noon 0", wide(names.DayPeriods, "midnight")...)
	l.add("half 0", wide(names.DayPeriods, "am")...)
	l.add("half 12", wide(names.DayPeriods, "pm")...)
	l.parts(names.DayPeriods, periods.Supplemental.DayPeriodRuleSet[language])
	l.units(fields)
	return l.String(), err
}

// parts adds the parts of the day with the hours in which each begins and ends.
func (l *lines) parts(names map[string]forms, rules map[string]map[string]string) {
	type hours struct{ from, to int }
	spans, phrases := map[string]hours{}, map[hours][]string{}
	for _, part := range slices.Sorted(maps.Keys(rules)) { // night comes last
		var h hours
		fmt.Sscanf(rules[part]["_from"], "%d", &h.from)
		fmt.Sscanf(rules[part]["_before"], "%d", &h.to)
		if h.to == 0 { // noon, midnight
			continue
		}
		if strings.HasPrefix(part, "night") { // people say “8 at night” and “2 at night”
			h.from, h.to = 19, max(h.to%24, 5)
		}
		called := wide(names, part)
		slices.Sort(called)
		for _, name := range slices.Compact(called) {
			switch was, ok := spans[name]; {
			case !ok:
				spans[name] = h
			case strings.HasPrefix(part, "night"): // French says “du matin” from midnight on
				spans[name] = hours{0, was.to}
			default:
				spans[name] = hours{min(was.from, h.from), max(was.to, h.to)}
			}
		}
	}
	for name, h := range spans {
		phrases[h] = append(phrases[h], name)
	}
	for _, h := range slices.SortedFunc(maps.Keys(phrases), func(a, b hours) int { return cmp.Or(a.from-b.from, a.to-b.to) }) {
		slices.Sort(phrases[h])
		l.add(fmt.Sprintf("part %d-%d", h.from, h.to), phrases[h]...)
	}
}

// units adds the units of time, and the words before and after them.
func (l *lines) units(fields map[string]field) {
	var in, ago []string
	for _, unit := range []struct {
		key, line string
	}{{"minute", "minutes"}, {"hour", "hours"}, {"day", "24 hours"}, {"week", "7 days"}} {
		var names []string
		add := func(beside *[]string, forms map[string]string) {
			for _, count := range slices.Sorted(maps.Keys(forms)) {
				before, after, _ := strings.Cut(forms[count], "{0}")
				if before = strings.TrimSpace(before); before != "" {
					*beside = append(*beside, before)
				} else if words := strings.Fields(after); len(words) > 1 { // “days ago”
					*beside, after = append(*beside, words[len(words)-1]), strings.Join(words[:len(words)-1], " ")
				}
				names = append(names, after)
			}
		}
		for _, length := range []string{"", "-short", "-narrow"} {
			add(&in, fields[unit.key+length].Future)
			add(&ago, fields[unit.key+length].Past)
		}
		l.add(unit.line, names...)
	}
	l.add("in", in...)
	l.add("ago", ago...)
}
