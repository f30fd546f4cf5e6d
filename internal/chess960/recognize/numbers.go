package recognize

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// Parts of the patterns below. A text is in lower case, and "'s" is " s".
const (
	money  = `%€$£`
	gap    = `[^\p{L}\p{N}\n` + money + `]{0,5}`
	digits = `\d(?: \d){2}\b|\d{1,9}` // "5 1 8", too
	th     = `«behind number»?`
	of960  = `(?: ?(?:/|«of») ?9(?:60|59)\b)?`

	also    = `(?: ?[;/&] ?|, | «and, or»\.? )#?\d{1,3}\b`
	upTo    = `-\d| «to» \d{3}`
	unit    = ` ?(?:€|\$|«units»` + afterWords + `)`
	inRound = ` (?:\pL{1,3} ){0,2}«playing» \d{1,2}\b`
	round   = `«playing» \d{1,2}\W{1,3}`
	turned  = `(?: s)?,? \(?«mirrored, turned»(?:[).]|$)`
)

var (
	// inText is a number after its names. The groups are the names and the number.
	inText = typed.Lazy(`(?:^|[^\p{L}\p{N}])((?:` + anyName + gap + `)+)(` + digits + `)` + of960)
	// alone is a text with nothing but a number. The groups are the names before the number,
	// its sign, the number, more numbers, and the names after them.
	alone = typed.Lazy(`^[^\p{L}\p{N}#` + money + `]*?((?:` + anyName + gap + `)*)(-?)(\d(?: \d){1,2}\b|\d{1,3}[.,]00?|\d{1,9})((?:` + also + `)*?)` +
		th + of960 + `((?:` + gap + anyName + `)*)[^\p{L}\p{N}` + money + `]*$`)
	nameAfter   = typed.Lazy(`^` + gap + `(?:in )?` + anyName)
	alternative = typed.Lazy(`^(?: ?/ ?| «or» )#?(\d{3})\b`)
	// another is a second number, with nothing behind it that says what either number is.
	another = typed.Lazy(`^ (\d{1,3})[^\p{L}\p{N}]*(?:\n|$)`)
	// ofRound is the number of a round without a name, beside one with a name: "SP 594 in round 2, and 120 in
	// round 1", "round 1: SP 594, round 2: 120".
	ofRound     = typed.Lazy(beforeWords + `(?:(\d{3})` + inRound + `|` + round + `(\d{3})\b)`)
	roundAfter  = typed.Lazy(`^` + inRound)
	roundBefore = typed.Lazy(beforeWords + round + `$`)
	// badTail is what follows a number that is part of something else, such as a time, a
	// price, a range or the mirror image of its position.
	badTail = typed.Lazy(`^(?:[\p{L}\p{N}]|[.,:/+'’%]\d| \d\b[^\n]*[\p{L}\p{N}]|%|` + upTo + `|` + unit + `|` + turned + `)`)
)

// numberAlone reads a text that is nothing but a number, with or without names around it:
// "518", "Stellung 518", "518th", "518 of 960", "359 Fritz", "518 or 534". Without the
// name of a scheme the number belongs to bare, or to any scheme if bare is nil. Several
// numbers without a name are SP numbers.
func numberAlone(clean string, bare *chess960.Scheme) []match {
	const longest = 200
	if len(clean) > longest {
		return nil
	}
	m := alone().FindStringSubmatch(strings.ToLower(strings.ReplaceAll(clean, "\n", " ")))
	if m == nil {
		return nil
	}
	prefix, sign, after := m[1], m[2], m[5]
	number, _, _ := strings.Cut(strings.ReplaceAll(m[3], ",", "."), ".") // 594 of "594.0"
	n := nameOf(prefix + " " + after)
	isProgram := n.strength == short && strings.HasPrefix(prefix, "fritz") && len(number) < 3 && number != "0" && !isNegative(prefix) // "Fritz 17"
	isSpaced := n.scheme == nil && strings.Contains(number, " ")
	isVersion := number != m[3] && len(number) < 3 && strings.TrimSpace(prefix+after) != "" // "Chess960 2.0"
	if isProgram || isVersion || n.strength == mirrors || isSpaced && len(number) != len("4 0 5") {
		return nil
	}
	if isNegative(prefix) && n.scheme != nil {
		sign = "-"
	}
	more := strings.FieldsFunc(m[4], func(r rune) bool { return r < '0' || r > '9' })
	if n.scheme == nil && len(more) > 0 {
		n.scheme = chess960.Scharnagl
		isShort := func(number string) bool { return len(number) < 3 }
		if isShort(number) || slices.ContainsFunc(more, isShort) {
			return nil // more likely a score or a date
		}
	}
	if isSpaced {
		bare = cmp.Or(bare, chess960.Scharnagl)
	}
	matches := []match{numbered(n, sign+number, bare, 0)}
	for _, number := range more {
		matches = append(matches, numbered(n, number, bare, 0))
	}
	return matches
}

var onlyNumber = typed.Lazy(`(?i)^\s*(?:sp(?:-| - | *))?[#+]? ?(\d{1,6})\.?\s*$`)

// Number reads a whole number of at most six digits that is typed where only numbers are expected:
// "518", "SP 518", "#518", "+480".
func Number(text string) (n int, ok bool) {
	m := onlyNumber().FindStringSubmatch(typed.Plain(text))
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// isNegative reports whether the dash after names belongs to the number: "SP -1", "#-1" and "SP=-1", unlike
// "SP - 518" and "SP-518".
func isNegative(prefix string) bool {
	return strings.HasSuffix(prefix, "-") && strings.ContainsAny(prefix[max(0, len(prefix)-2):], " #=")
}

// findNumbers finds the numbers that follow the name of their scheme on the same line:
// "SP-518", "Fritz 9: 359", "almanac 522", "SP+1 519", "[Chess960 "594"]", "SP 5 1 8".
// Numbers with a weaker name need three digits, or also punctuation around them: "#518",
// "Round 1: position 518". An address with 960 in its host may end in a number.
func findNumbers(clean string) []match {
	clean = strings.ToLower(clean) // faster than a pattern for both cases
	var matches []match
	for _, at := range address().FindAllStringSubmatchIndex(clean, -1) {
		m := numbered(ofSP, clean[max(at[2], at[4]):max(at[3], at[5])], nil, at[0])
		m.end = at[1]
		matches = append(matches, m)
	}
	rounds := false
	for _, at := range numbersIn(clean) {
		n := nameOf(clean[at[2]:at[3]])
		digits, rest := clean[at[4]:at[5]], clean[at[1]:]
		if !n.counts(clean, at, rest) {
			continue
		}
		if after := nameOf(nameAfter().FindString(rest)); n.scheme == nil && after.scheme != nil {
			n = after
		}
		first := len(matches)
		if m := another().FindStringSubmatch(rest); m != nil {
			matches, rest = append(matches, joined(n, digits, m[1], at[2])...), rest[len(m[0]):]
		} else {
			matches = append(matches, numbered(n, digits, nil, at[2]))
		}
		for m := alternative().FindStringSubmatchIndex(rest); m != nil; m = alternative().FindStringSubmatchIndex(rest) {
			if more := rest[m[2]:m[3]]; more != "960" && more != "959" {
				matches = append(matches, numbered(n, more, nil, at[2]))
			}
			rest = rest[m[1]:]
		}
		for i := range matches[first:] {
			matches[first+i].end = len(clean) - len(rest)
		}
		rounds = rounds || roundAfter().MatchString(rest[:min(len(rest), longestWords)]) || roundBefore().MatchString(clean[max(0, at[2]-longestWords):at[2]])
	}
	if rounds {
		for _, at := range ofRound().FindAllStringSubmatchIndex(clean, -1) {
			from, to := max(at[2], at[4]), max(at[3], at[5])
			if !badTail().MatchString(clean[to:]) {
				matches = append(matches, numbered(ofSP, clean[from:to], nil, from))
				matches[len(matches)-1].end = at[1]
			}
		}
	}
	return matches
}

// numbersIn returns the matches of inText. No match has parts of two lines, and lines without a
// digit are not searched: a message with many boards consists of such lines.
func numbersIn(clean string) (matches [][]int) {
	begin := 0
	for line := range strings.Lines(clean) {
		if strings.ContainsAny(line, "0123456789") {
			for _, at := range inText().FindAllStringSubmatchIndex(line, -1) {
				for i := range at {
					at[i] += begin
				}
				matches = append(matches, at)
			}
		}
		begin += len(line)
	}
	return matches
}

// counts reports whether a number in a text names a position. at is the match of inText.
func (n name) counts(clean string, at []int, rest string) bool {
	prefix, number := clean[at[2]:at[3]], clean[at[4]:at[5]]
	isOther := badTail().MatchString(rest) && !alternative().MatchString(rest)
	const longest = 300 // bytes of a link
	before := clean[max(0, at[2]-longest):at[2]]
	inLink := strings.Contains(before[strings.LastIndexAny(before, " \n")+1:], "://")
	if isOther || isNegative(prefix) || n.strength < strong && inLink {
		return false
	}
	switch n.strength {
	case strong:
		return true
	case short:
		return len(number) == 3
	case middle: // with more that says what the number is, or at the end of a clause
		words := strings.FieldsFunc(prefix, func(r rune) bool { return !unicode.IsLetter(r) })
		isNamed := strings.ContainsAny(prefix, "#:=") || len(words) > 2
		return len(number) == 3 && (isNamed || endsClause(rest))
	case weak:
		return len(number) == 3 && startsClause(clean[:at[2]]) && endsClause(rest)
	}
	return false
}

// endsClause reports whether no word follows.
func endsClause(rest string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	return !unicode.IsLetter(next) && !unicode.IsDigit(next)
}

// longestWords is the most bytes of the words beside a number that are looked at.
const longestWords = 60

var linkAtEnd = typed.Lazy(` «then»$`)

// startsClause reports whether no word precedes, or only one such as "then".
func startsClause(prefix string) bool {
	prefix = strings.TrimRight(prefix, " ")
	last, _ := utf8.DecodeLastRuneInString(prefix)
	if !unicode.IsLetter(last) && !unicode.IsDigit(last) && last != '/' && last != '=' {
		return true
	}
	return linkAtEnd().MatchString(prefix[max(0, len(prefix)-longestWords):])
}

// address is a link with 960 in the name of its host, and a number at its end, or with 960 anywhere
// and a query for a position.
var address = typed.Lazy(`https?://[a-z0-9.-]*960[a-z0-9.-]*/(?:[^\s\d]*?(?:960)?[^\s\d]*?[/=#-])??(\d{1,3})/?(?:[\s)\],]|$)|(?:https?://|\blichess\.org/)[^\s?]*960[^\s?]*\?(?:[^\s#]*&)?(?:position|pos|sp|start|id|n|number)=(\d{1,6})\b`)

// numbered reads a number with its name, which may add something to every number of the scheme.
func numbered(n name, digits string, bare *chess960.Scheme, at int) match {
	number, err := strconv.Atoi(strings.ReplaceAll(digits, " ", ""))
	m := match{at: at, err: err}
	if err != nil {
		return m
	}
	schemes := chess960.Schemes()
	if of := cmp.Or(n.scheme, bare); of != nil {
		schemes = []*chess960.Scheme{of}
	}
	for _, s := range schemes {
		p, err := s.Find(number, n.added)
		if err != nil {
			m.err = cmp.Or(m.err, err)
			continue
		}
		text := s.Format(number)
		if n.added != 0 {
			text = "SP + 1: " + strconv.Itoa(number)
		}
		m.readings = append(m.readings, Reading{White: p, Black: p, Text: text, Scheme: s, Number: number - n.added, Added: n.added})
	}
	return m
}

// A name is what people write before or after a number.
type name struct {
	scheme   *chess960.Scheme // nil if the number can belong to any
	pattern  string           // of a regular expression, in lower case
	added    int              // to the scheme's number in the number written
	strength int
}

// ofSP is the name of a number that is an SP number by its form.
var ofSP = name{scheme: chess960.Scharnagl}

// How certain it is that a number in the middle of a text names a position.
const (
	filler  = iota // none: only if there is nothing else in the text
	weak           // three digits that stand alone between punctuation
	middle         // three digits, with more words or at the end of a clause
	short          // three digits
	strong         // any number
	mirrors        // never: the position meant is the mirror image of the number's
)

// names has the stronger ones first: of several names before a number the first one
// counts. Those of SP numbers come after those of the other schemes, because people call any
// number a start position of Chess960.
var names = func() []name {
	var named []name
	for _, s := range append(chess960.Schemes()[1:], chess960.Scharnagl) {
		named = append(named, name{s, s.Typed, 0, strong}, name{s, s.Short, 0, short})
	}
	named = slices.DeleteFunc(named, func(n name) bool { return n.pattern == "" })
	return slices.Concat(beforeSchemes, named, afterSchemes)
}()

// The names that belong to no scheme, or to SP numbers because they are those in use.
var beforeSchemes = []name{
	{nil, `mirror (?:images|twins?)|«mirrored, turned»|black s (?:side|view|point of view)`, 0, mirrors},
	{chess960.Scharnagl, `(?:sp|s[ch]{1,2}arnagl) ?(?:\+|plus) ?(?:1\b|one)|plus ?1\b|plus one|1 ?(?:-|\.{2,3}|«to») ?960\b(?: ?«number»)?`, 1, strong},
}

// ofChess960 are names of the game.
const ofChess960 = `«chess»[ -]?960\b|c960\b|frc|fischer[ -]?random(?: chess)?|fischerandom|freestyle(?: chess)?|fischer-?schach`

var afterSchemes = []name{
	{chess960.Scharnagl, ofChess960 + `|dgt ?960\b|dgt|idn|960 ?(?:#|n[or]\.?)`, 0, middle},
	{chess960.Scharnagl, `«start position»`, 0, middle},
	{chess960.Scharnagl, `#|id`, 0, weak},
	{nil, `start|第|«position»`, 0, weak},
	{nil, `«number, beside numbers»`, 0, filler},
}

var anyName = func() string {
	var patterns []string
	for _, n := range names {
		patterns = append(patterns, n.pattern)
	}
	return `(?:` + strings.Join(patterns, `|`) + `)`
}()

// nameOf returns the strongest of the names in a text.
func nameOf(text string) name {
	for i, pattern := range namePatterns {
		if pattern().MatchString(text) {
			return names[i]
		}
	}
	return name{}
}

var namePatterns = func() (patterns []func() *regexp.Regexp) {
	for _, n := range names {
		patterns = append(patterns, typed.Lazy(`(?:^|[^\p{L}\p{N}])(?:`+n.pattern+`)(?:[^\p{L}]|$)`))
	}
	return patterns
}()
