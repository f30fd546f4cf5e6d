package when

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960/typed"
)

// A meaning is what a phrase can say: a kind of word, with its number.
type meaning struct {
	kind  byte // a letter of kinds
	n, to int  // to is the end of a part of the day
}

// kinds have the letters that shapes use, by the lines of the files. The phrases of a line with a number
// in its name have that number. Words of digits have the number of their digits as kind, and signs are
// their own kind.
var kinds = map[string]byte{
	"day":     'D', // from today
	"weekday": 'W', "next weekday": 'V', "this weekday": 'N', "last weekday": 'L', "next": 'X',
	"month": 'M', "ordinal": 'O', // after the number of a day
	"noon": 'T', "midnight": 'T', "part": 'P', "half": 'H', "clock": 'C', // hours of a day
	"minutes": 'm', "hours": 'u', "24 hours": 'd', "7 days": 'k', "half an hour": 'F', "one": 'Q',
	"in": 'I', "after": 'I', "ago": 'A', "from now": 'J',
	"daily": 'Y', "weekend": 'Y', "weekdays": 'Y', // sets of days
	"at": 'S', "beside days": 'S', "every": 'E',
}

// numbersOf are the numbers of lines without one in their names: days of a set, the hour of noon, and minutes.
var numbersOf = map[string]int{"daily": int(allDays), "weekend": int(Weekend), "weekdays": int(Workdays), "noon": 12, "minutes": 1, "hours": 60, "24 hours": 24 * 60, "7 days": 7 * 24 * 60, "half an hour": 30, "one": 1}

//go:embed cldr/*.txt
var cldrFiles embed.FS

// A calendar has the words of a language for days, dates and times: those of CLDR, and those of package
// typed.
type calendar struct {
	code    string
	days    [7][]string // the names of the days from Sunday, as [typed.Fold] returns them
	months  [12][]string
	usual   [7]string            // the usual names of the days
	phrases map[string][]meaning // by their words, as [calendar.lists] joins them
}

var calendars = sync.OnceValue(func() (all []*calendar) {
	for _, code := range typed.With("daily") {
		c := &calendar{code: code, phrases: map[string][]meaning{}}
		text, _ := cldrFiles.ReadFile("cldr/" + code + ".txt")
		for line := range strings.Lines(string(text)) {
			if name, phrases, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && line[0] != '#' {
				c.add(name, strings.Split(phrases, "; "))
			}
		}
		lines := typed.Lines(code)
		for _, name := range slices.Sorted(maps.Keys(lines)) {
			c.add(name, strings.Fields(lines[name]))
		}
		all = append(all, c)
	}
	for _, c := range all { // “1st” and “5 de” beside a month of any language
		for _, other := range all {
			c.add("ordinal", strings.Fields(typed.Words(other.code, "ordinal")))
		}
	}
	return all
})

// mixed has the words of all languages for times of day: “at 19 Uhr”.
var mixed = sync.OnceValue(func() *calendar {
	all := &calendar{phrases: map[string][]meaning{}}
	for _, c := range calendars() {
		for phrase, meanings := range c.phrases {
			for _, m := range meanings {
				if strings.IndexByte("SCHPTm", m.kind) >= 0 && !slices.Contains(all.phrases[phrase], m) {
					all.phrases[phrase] = append(all.phrases[phrase], m)
				}
			}
		}
	}
	return all
})

// add gives phrases the meaning of a line.
func (c *calendar) add(line string, phrases []string) {
	name, kind := line, kinds[line]
	m := meaning{n: numbersOf[line]}
	if kind == 0 { // “weekday 5”, “part 18-24”
		name = strings.TrimRight(line, " -0123456789")
		kind = kinds[name]
		fmt.Sscanf(strings.TrimSpace(line[len(name):]), "%d-%d", &m.n, &m.to)
	}
	if m.kind = kind; kind == 0 {
		return
	}
	for _, phrase := range phrases {
		if spelled := typed.Umlauts.Replace(phrase); spelled != phrase {
			phrases = append(phrases, spelled)
		}
	}
	for _, phrase := range phrases {
		switch name {
		case "weekday":
			c.usual[m.n] = cmp.Or(c.usual[m.n], phrase)
			c.days[m.n] = append(c.days[m.n], typed.Fold(strings.TrimSuffix(phrase, ".")))
		case "month":
			c.months[m.n-1] = append(c.months[m.n-1], typed.Fold(phrase))
		}
		key := ""
		for _, word := range wordsOf(phrase) {
			if !joins(word) {
				key += " " + word
			}
		}
		if !slices.Contains(c.phrases[key], m) {
			c.phrases[key] = append(c.phrases[key], m)
		}
	}
}

var words = typed.Lazy(`\d+|\pL+|\S`)

// wordsOf returns the words and signs of a text, in lower case and without accents.
func wordsOf(text string) []string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '°':
			return 'o' // as for “1º”
		case r == '’':
			return '\''
		case unicode.Is(unicode.Pd, r):
			return '-'
		}
		return r
	}, norm.NFKC.String(text))
	return words().FindAllString(typed.Fold(text), -1)
}

// joins reports whether a sign may stand between the words of a phrase, or be left out there.
func joins(word string) bool { return word == "-" || word == "'" || word == "." }

// lists returns what the words of a text can mean, a list for each combination; none if a word is not
// known. The longest phrase counts.
func (c *calendar) lists(words []string) (lists [][]meaning) {
	const mostWords, mostLists = 16, 64
	if len(words) > mostWords {
		return nil
	}
	lists = [][]meaning{nil}
	for i := 0; i < len(words); {
		found, used := c.meanings(words[i:])
		if len(lists)*len(found) > mostLists {
			return nil
		}
		var next [][]meaning
		for _, list := range lists {
			for _, m := range found {
				next = append(next, append(slices.Clip(list), m))
			}
		}
		lists, i = next, i+used
	}
	return lists
}

// meanings returns what the phrase at the beginning of several words can mean, and the number of its
// words. A name of a day or month may be cut.
func (c *calendar) meanings(words []string) (found []meaning, used int) {
	key := ""
	for i, word := range words {
		if !joins(word) {
			key += " " + word
		} else if word == "-" || key == "" {
			continue
		}
		if m := c.phrases[key]; m != nil {
			found, used = m, i+1
		}
	}
	first := words[0]
	if r, _ := utf8.DecodeRuneInString(first); !unicode.IsLetter(r) {
		switch number := strings.TrimLeft(first, "0123456789") == ""; {
		case found != nil:
		case number && len(first) <= 4:
			n, _ := strconv.Atoi(first)
			return []meaning{{kind: '0' + byte(len(first)), n: n}}, 1
		case !number && len(first) == 1:
			return []meaning{{kind: first[0]}}, 1
		}
		return found, max(used, 1)
	}
	if used > 2 || used == 2 && words[1] != "." { // a phrase
		return found, used
	}
	add := func(m meaning) {
		if !slices.Contains(found, m) {
			found = append(slices.Clip(found), m)
		}
	}
	if n, ok := typed.Number(first); ok {
		add(meaning{kind: 'Q', n: n})
	}
	if day, ok := onlyOne(first, c.days[:]); ok {
		add(meaning{kind: map[bool]byte{true: 'w', false: 'W'}[utf8.RuneCountInString(first) == 1], n: day})
	}
	if month, ok := onlyOne(first, c.months[:]); ok && utf8.RuneCountInString(first) >= 3 {
		add(meaning{kind: 'M', n: month + 1})
	}
	if used = max(used, 1); used == 1 && len(words) > 1 && words[1] == "." {
		used = 2
	}
	return found, used
}

// onlyOne returns the only thing with a name that begins with a word.
func onlyOne(word string, things [][]string) (found int, ok bool) {
	for i, names := range things {
		if begins(word, names) {
			if ok {
				return 0, false
			}
			found, ok = i, true
		}
	}
	return found, ok
}

// begins reports whether a word, folded, is the beginning of one of several. A word of digits is none.
func begins(word string, names []string) bool {
	return strings.ContainsFunc(word, unicode.IsLetter) && slices.ContainsFunc(names, func(w string) bool { return strings.HasPrefix(w, word) })
}

// A match has what the groups of a shape have found.
type match map[string][]meaning

// matches returns the matches of a shape in a text. A shape is a regular expression over the kinds of
// words.
func (c *calendar) matches(shape *regexp.Regexp, words []string) (all []match) {
	for _, list := range c.lists(words) {
		kinds := make([]byte, len(list))
		for i, m := range list {
			kinds[i] = m.kind
		}
		at := shape.FindSubmatchIndex(kinds)
		if at == nil {
			continue
		}
		found := match{}
		for g, name := range shape.SubexpNames() {
			if name != "" && at[2*g] < at[2*g+1] {
				found[name] = list[at[2*g]:at[2*g+1]]
			}
		}
		all = append(all, found)
	}
	return all
}

// number returns the number of a group.
func (m match) number(group string) (n int, ok bool) {
	if len(m[group]) == 0 {
		return 0, false
	}
	return m[group][0].n, true
}

// errUnread says that a text is not of a language.
var errUnread = errors.New("not a text of this language")

// A value is what a text means.
type value interface {
	comparable
	String() string
}

// only returns the value that all matches have that can be read. The error is an *AmbiguousError if they
// have several, and else that of the first match.
func only[T value](text string, matches []match, read func(match) (T, error)) (T, error) {
	var found []T
	var readings []string
	err := errUnread
	for i, m := range matches {
		value, failed := read(m)
		switch {
		case failed != nil && (i == 0 || err == errUnread):
			err = failed
		case failed == nil && !slices.Contains(found, value):
			found, readings = append(found, value), append(readings, value.String())
		}
	}
	return oneOf(text, found, readings, err)
}

// oneOf returns the only one of the values that were found.
func oneOf[T value](text string, found []T, readings []string, err error) (T, error) {
	var none T
	switch len(found) {
	case 0:
		return none, err
	case 1:
		return found[0], nil
	}
	return none, &AmbiguousError{Text: text, Readings: readings}
}

// inLanguages reads a text in the languages of a reader, the first one first, and then in
// English. Another language counts only if all others that can read the text agree; then several are
// mixed. The error is that of the first language that understands the words, and else the English one.
func inLanguages[T value](text string, of []string, parse func(*calendar) (T, error)) (T, error) {
	for _, language := range append(slices.Clone(of), "en") {
		i := slices.IndexFunc(calendars(), func(c *calendar) bool { return c.code == language })
		if i < 0 {
			continue
		}
		if read, err := parse(calendars()[i]); !errors.Is(err, errUnread) {
			return read, err
		}
	}
	var found []T
	var readings []string
	for _, c := range calendars() {
		if read, err := parse(c); err == nil && !slices.Contains(found, read) {
			found, readings = append(found, read), append(readings, read.String())
		}
	}
	if len(found) == 0 {
		return parse(mixed())
	}
	return oneOf(text, found, readings, errUnread)
}
