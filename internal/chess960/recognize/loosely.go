package recognize

import (
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

const (
	aNumber = ` ?[:#.]? ?(\d{1,3})\b`
	// betweenSides are a few marks and perhaps a word between what White has and what Black has.
	betweenSides = `\W{1,4}(?:\pL{1,7}\.? )?`
	beforeWords  = `(?:^|[^\p{L}\p{N}])`
	start        = `(?:start|set-?up|«chess, position, start position»)`
	schemeNames  = `fritz(?: ?9)?|almanach?|scharnagl`
	side960      = `\W{0,3}(?:sp\W{0,3})?(\d{1,6}|[kqrbn]{8})`
)

var (
	classicalWords = typed.Lazy(`^(?:«the» )?(?:«normal start»|«normal» ` + start + `|` + start + ` «normal»)$|^(?:position )?startpos(?: moves [a-h1-8qrbn ]+)?$`)
	mirrorOf       = typed.Lazy(`^(?:«the» )?mirror(?: image| twin)? of (?:sp|#|«number, position»)?[ -]?(\d{1,3})$`)
	bothSides      = typed.Lazy(`^(?:«white»` + side960 + betweenSides + `«black»` + side960 +
		`|(?:(?:` + ofChess960 + `) )?«double»(?:[ -]?(?:` + ofChess960 + `|chess))?` + side960 + betweenSides + side960 + `)\W*$`)
	bothBySlash = typed.Lazy(`^(?:sp ?)?(\d{1,3}) ?/ ?(?:sp ?)?(\d{1,3})$`)
	partOfFEN   = typed.Lazy(`^(?:8/){0,5}(?:PPPPPPPP|8)/([KQRBN]{8})$`)
	// ofChess is in a text that speaks of chess: elsewhere people have other numbers.
	ofChess = typed.Lazy(`960|«chess»|` + beforeWords + `«playing»` + afterWords)
	// asked is what people write before the position that they ask for or remember.
	asked        = typed.Lazy(`^(?:«greeting»,? )?«asking» (?:«beside numbers» )?`)
	afterthought = typed.Lazy(`,? «thinking»$`)
	// playedIn is the round, the board or the game of a position.
	playedIn = typed.Lazy(`^«playing» ?\d{1,2}\b[:,.–-]? (?:«beside numbers» )?`)
	// namedNumber is a number with a word that says so: it has nothing to do with others in its sentence.
	namedNumber  = typed.Lazy(beforeWords + `«number, position»\.?` + aNumber)
	schemeWord   = typed.Lazy(schemeNames)
	schemeBefore = typed.Lazy(beforeWords + `(` + schemeNames + `)\b[^\d\n]{1,30}?(\d{3})\b`)
)

// loosely reads what only a text that is meant to name one position can mean: a number with
// words around it, the numbers of both sides, the position of normal chess.
func loosely(clean string, bare *chess960.Scheme) []match {
	const longest = 200
	if len(clean) > longest {
		return nil
	}
	clean = strings.ToLower(strings.Trim(strings.ReplaceAll(clean, "\n", " "), " ?!.¿¡"))
	switch {
	case classicalWords().MatchString(clean):
		return []match{{readings: []Reading{{White: chess960.Classical(), Black: chess960.Classical(), Text: clean}}}}
	case mirrorOf().MatchString(clean):
		m := numbered(ofSP, mirrorOf().FindStringSubmatch(clean)[1], nil, 0)
		for i, r := range m.readings {
			m.readings[i] = Reading{White: r.White.Mirror(), Black: r.Black.Mirror(), Text: clean}
		}
		return []match{m}
	}
	if found := lonelyNumber(clean); found != nil {
		return found
	}
	if rest := asked().ReplaceAllString(afterthought().ReplaceAllString(clean, ""), ""); rest != clean {
		return numberAlone(rest, bare)
	}
	if rest := playedIn().ReplaceAllString(clean, ""); rest != clean {
		return numberAlone(playedIn().ReplaceAllString(rest, ""), bare)
	}
	return partOfList(wordsOf(clean))
}

// partOfList reads a text that is only a list of some pieces with their squares on a first rank.
// The error says which pieces are missing.
func partOfList(words []word) []match {
	var list []item
	for i, w := range words {
		list = append(list, itemsOf(w, i, false, false)...)
	}
	const few = 4 // a game's pieces are fewer, or elsewhere
	if len(list) == 0 {
		return nil
	}
	s, n := squaresAt(list)
	if n < len(list) || s.filled < few {
		return nil
	}
	patterns := s.patterns()
	if patterns == nil || patterns[0].Missing() == nil {
		return nil
	}
	return []match{{err: &chess960.ParseError{What: "squares", Input: s.String(), Problems: patterns[0].Missing()}}}
}

// wholly reads what is one position although other readers find several in it, or none: the end
// of a FEN, and the numbers or the ranks of both sides.
func wholly(clean string) []match {
	if end := partOfFEN().FindStringSubmatch(clean); end != nil {
		return []match{readLetters(0, 0, end[1])}
	}
	lower := strings.ToLower(clean)
	if m := bothBySlash().FindStringSubmatch(lower); m != nil {
		return ofBothSides(clean, m[1], m[2], true)
	}
	if m := bothSides().FindStringSubmatch(lower); m != nil {
		return ofBothSides(clean, m[1]+m[3], m[2]+m[4], false)
	}
	return nil
}

// ofBothSides reads the numbers or the ranks of White and Black. With only a slash between them
// they may be two positions as well; two short numbers are a result or a date.
func ofBothSides(text, white, black string, alternatives bool) []match {
	if alternatives && len(white) < 3 && len(black) < 3 {
		return nil
	}
	first, second := ofSide(white), ofSide(black)
	switch {
	case first.err != nil:
		return []match{first}
	case second.err != nil:
		return []match{second}
	}
	both := match{readings: []Reading{{White: first.readings[0].White, Black: second.readings[0].White, Text: text}}}
	if alternatives {
		return []match{both, first, second}
	}
	return []match{both}
}

// ofSide reads an SP number or eight letters.
func ofSide(text string) match {
	if text[0] <= '9' {
		return numbered(ofSP, text, nil, 0)
	}
	return readLetters(0, 0, text)
}

// lonelyNumber reads the one number of a text that has a word for numbers before it, or the one
// of three digits after the name of a scheme.
func lonelyNumber(clean string) []match {
	var found []match
	scheme := schemeWord().FindString(clean)
	if !ofChess().MatchString(clean) && scheme == "" {
		return nil
	}
	of := ofSP
	if scheme != "" {
		of = nameOf(scheme)
	}
	if at := schemeBefore().FindStringSubmatchIndex(clean); at != nil && len(threeDigits().FindAllString(clean, -1)) == 1 && !badTail().MatchString(clean[at[1]:]) {
		return []match{numbered(nameOf(clean[at[2]:at[3]]), clean[at[4]:at[5]], nil, 0)}
	}
	for _, at := range namedNumber().FindAllStringSubmatchIndex(clean, -1) {
		if !badTail().MatchString(clean[at[1]:]) {
			found = append(found, numbered(of, clean[at[2]:at[3]], nil, 0))
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

var threeDigits = typed.Lazy(`\d{3,}`)

// joined are the numbers that two numbers after each other can be: "sp 5 18" is SP 5, SP 18 or
// SP 518.
func joined(n name, first, second string, at int) (matches []match) {
	for _, digits := range []string{first + second, first, second} {
		number, err := strconv.Atoi(digits)
		if err == nil && len(digits) <= 3 && number < chess960.Count {
			matches = append(matches, numbered(n, digits, nil, at))
		}
	}
	return matches
}
