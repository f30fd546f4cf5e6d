package recognize

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/typed"
)

// The length of a back rank in letters of any language.
const shortest, longest = 8, typed.LongestRank

// findRanks finds the first ranks that are written in letters of any language, in one
// word or in consecutive words: "RNBQKBNR", "R N B Q K B N R", "R, N, B, Q, K, B, N and
// R", "RNBQKBNRRNBQKBNR" and "h to a: RNBKQBNR". It returns only valid positions: many
// other texts have eight such letters in a row.
func findRanks(clean string, words []word) []match {
	var matches []match
	words = slices.DeleteFunc(slices.Clone(words), func(w word) bool { return w.letters() <= longest && typed.IsLink(w.text) })
	for i := 0; i < len(words); i++ {
		letters := ""
		for j := i; j < len(words); j++ {
			word := words[j].text
			if half := len(word) / 2; len(word) == 2*shortest && strings.EqualFold(word[:half], word[half:]) { // says the same twice
				word = word[:half]
			}
			if len(word) == 2 && (word[0] == 'w' || word[0] == 'b' && word[1] <= 'Z') && strings.IndexByte(typed.English, word[1]&^0x20) >= 0 {
				word = word[1:] // a piece with its colour, "wR"
			}
			if letters += word; len(letters) > longest*utf8.UTFMax || utf8.RuneCountInString(letters) > longest {
				break
			}
			if utf8.RuneCountInString(letters) < shortest {
				continue
			}
			if readings := readingsOf(strings.ToUpper(letters)); len(readings) > 0 {
				matches = append(matches, match{at: words[i].at, end: words[j].end(), readings: readings})
				i = j
				break
			}
		}
	}
	return turnAround(clean, matches)
}

// unmixed returns the text with Latin letters in each word that has some of them beside
// Cyrillic ones that look the same: "ВRQNКВRN".
func unmixed(text string) string {
	if !strings.ContainsAny(text, "ВКвк") {
		return text
	}
	return wordPattern().ReplaceAllStringFunc(text, func(word string) string {
		latin := alike.Replace(word)
		if strings.ContainsFunc(latin, func(r rune) bool { return r > unicode.MaxASCII }) || !strings.ContainsAny(word, "QRNqrn") {
			return word
		}
		return latin
	})
}

var alike = strings.NewReplacer("В", "B", "К", "K", "в", "b", "к", "k")

// readLetters reads eight pieces in the letters of any language.
func readLetters(at, end int, letters string) match {
	letters = strings.ToUpper(letters)
	m := match{at: at, end: end, readings: readingsOf(letters)}
	if len(m.readings) == 0 {
		m.err = reasons(letters)
	}
	return m
}

// readingsOf returns the positions that upper-case letters are in some language. In
// English, 8 is read as B: text recognition confuses them.
func readingsOf(letters string) []Reading {
	const kinds = 5 // of pieces
	different := slices.Sorted(slices.Values([]rune(letters)))
	if len(slices.Compact(different)) < kinds {
		return nil
	}
	var m match
	for i, l := range typed.Languages() {
		text := letters
		if i == 0 {
			text = strings.ReplaceAll(letters, "8", "B")
		}
		rank, ok := l.Translate(text)
		if !ok || !typed.IsFullSet(rank) {
			continue
		}
		p, err := chess960.ParsePosition(rank)
		if err != nil {
			continue
		}
		r := Reading{White: p, Black: p, Text: letters}
		if i > 0 { // for English, Language stays nil
			r.Language = l
		}
		m.readings = append(m.readings, r)
	}
	return distinct([]match{m})
}

// reasons returns an error that says why letters are not a back rank, in the first
// language that has all of them, or else in English.
func reasons(letters string) error {
	_, err := chess960.ParsePosition(letters)
	if strings.Trim(letters, typed.English) == "" {
		return err
	}
	for _, l := range typed.Languages()[1:] {
		if rank, ok := l.Translate(letters); ok {
			_, err = chess960.ParsePosition(rank)
			if parse, ok := errors.AsType[*chess960.ParseError](err); ok {
				return &chess960.ParseError{What: l.Name + " back rank", Input: letters, Problems: parse.Problems}
			}
		}
	}
	return err
}

// separators are what people put between the letters of a back rank.
var separators = strings.NewReplacer(" ", "", "\n", "", ",", "", "-", "", ";", "", "|", "", ".", "", "/", "", "·", "", "+", "", "(", "", ")", "", "[", "", "]", "")

// A text with fewest to most piece letters is meant as a back rank: if it is wrong, the
// error gives the reasons.
const fewest, most = 5, 12

// onlyPieces returns the letters of a text that consists only of piece letters: any
// number of English ones, or eight of another language.
func onlyPieces(clean string) (string, bool) {
	if strings.Contains(clean, "/") {
		return "", false
	}
	letters := separators.Replace(clean)
	pieces, others := countPieces(letters)
	if others == 0 && pieces >= fewest && pieces <= most {
		return letters, true
	}
	return letters, len(letters) <= longest*utf8.UTFMax && slices.ContainsFunc(typed.Languages(), func(l *typed.Language) bool {
		rank, ok := l.Translate(strings.ToUpper(letters))
		return ok && len(rank) == 8
	})
}

// countPieces counts the English piece letters of a text and its other
// characters.
func countPieces(letters string) (pieces, others int) {
	for _, piece := range "KQRBNkqrbn" {
		pieces += strings.Count(letters, string(piece))
	}
	return pieces, utf8.RuneCountInString(letters) - pieces
}

// findNames finds the first ranks that are written in names of pieces in any language:
// "rook, knight, bishop, queen, king, bishop, knight and rook". A run of names that is
// close to eight is a match with an error.
func findNames(clean string, words []word) []match {
	var matches []match
	letters, at, end := "", 0, 0
	flush := func() {
		if n := len(letters); n >= fewest && n <= most {
			matches = append(matches, readLetters(at, end, letters))
		}
		letters = ""
	}
	for _, w := range words {
		letter, ok := typed.Piece(w.text)
		if together, all := namesTogether(w); all && letters == "" {
			matches = append(matches, readLetters(w.at, w.end(), together))
			continue
		}
		switch {
		case ok && len(letters) <= most:
			if letters == "" {
				at = w.at
			}
			letters, end = letters+letter, w.end()
		case ok: // too many already
		case typed.IsLink(w.text):
		default:
			flush()
		}
	}
	flush()
	return turnAround(clean, matches)
}

// misnamed returns the error for eight words of which all but one name a piece; nil for other
// texts.
func misnamed(clean string) error {
	unknown, n := "", 0
	for _, w := range wordsOf(clean) {
		if typed.IsLink(w.text) {
			continue
		}
		n++
		if _, ok := typed.Piece(w.text); !ok && unknown == "" {
			unknown = w.text
		} else if !ok {
			return nil
		}
	}
	if n != shortest || unknown == "" {
		return nil
	}
	return &chess960.ParseError{What: "back rank", Input: clean, Problems: []chess960.Problem{{Broken: chess960.Broken{Kind: chess960.UnknownName}, At: unknown}}}
}

// namesTogether reads a word that is eight names of pieces without spaces.
func namesTogether(w word) (letters string, ok bool) {
	const fewestLetters, mostLetters, longestName = 24, 80, 12
	if n := len(w.text); n < fewestLetters || n > mostLetters {
		return "", false
	}
	rest := w.text
	for rest != "" {
		size := 0
		for n := min(longestName, len(rest)); n > 2 && size == 0; n-- {
			if letter, isPiece := typed.Piece(rest[:n]); isPiece {
				letters, size = letters+letter, n
			}
		}
		if size == 0 {
			return "", false
		}
		rest = rest[size:]
	}
	return letters, len(letters) == shortest
}

// A word is a run of letters and digits.
type word struct {
	text string
	at   int // byte offset
}

var wordPattern = typed.Lazy(`[\p{L}\p{Nd}]+`)

func wordsOf(clean string) []word {
	var words []word
	for _, at := range wordPattern().FindAllStringIndex(clean, -1) {
		words = append(words, word{clean[at[0]:at[1]], at[0]})
	}
	return words
}

// isWordRune reports whether a character can belong to a word.
func isWordRune(r rune) bool { return r > ' ' && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

func (w word) end() int { return w.at + len(w.text) }

// letters counts the letters of a word.
func (w word) letters() int { return utf8.RuneCountInString(w.text) }

// A direction is a phrase that says from which side a first rank is written.
type direction struct {
	at        int // byte offset
	backwards bool
}

const (
	side       = `(?:1|-?«file»)?`
	otherSide  = side + ` ?(?:-+|→|⇒|➡|=|\.{2,3}|«to») *(?:«the» )?`
	fromBlack  = `black s (?:side|view|point of view|perspective)|(?:from|seen by) black`
	afterWords = `(?:[^\p{L}]|$)`
)

// directionPattern has groups for “from h to a” and “from a to h”. Other words turn a rank around:
// those that can mean something else only beside the rank, at the end of the line or before a colon.
var directionPattern = typed.Lazy(`(?im)(?:^|[^\p{L}\p{N}\n])(?:(h` + otherSide + `a` + side + `)|(a` + otherSide + `h` + side + `)|` +
	fromBlack + `|(?:black )?«mirrored»|«turned»(?::| [kqrbn]{8}\b|\W*$))` + afterWords)

// backwards reports whether a first rank is written from h to a. The last direction
// before it in its line counts, or else the first one after it.
func backwards(clean string, directions []direction, at int) bool {
	sameLine := func(from, to int) bool { return !strings.Contains(clean[from:to], "\n") }
	next, _ := slices.BinarySearchFunc(directions, at, func(d direction, at int) int { return cmp.Compare(d.at, at) })
	if next > 0 && sameLine(directions[next-1].at, at) {
		return directions[next-1].backwards
	}
	return next < len(directions) && sameLine(at, directions[next].at) && directions[next].backwards
}

// turnAround turns the first ranks around that are written from h to a. A text says so with "from h to a",
// "h1-a1", "right to left", "from Black's side" or "mirror of", and with "a to h" that they are not.
func turnAround(clean string, matches []match) []match {
	if matches == nil {
		return nil
	}
	var found []direction
	for _, at := range directionPattern().FindAllStringSubmatchIndex(clean, -1) {
		if !strings.Contains(strings.ToLower(clean[at[0]:at[1]]), "black m") { // as usual
			found = append(found, direction{at: at[0], backwards: at[4] < 0})
		}
	}
	for _, m := range matches {
		if !backwards(clean, found, m.at) {
			continue
		}
		for i, r := range m.readings {
			p := r.White.Mirror()
			m.readings[i] = Reading{White: p, Black: p, Text: p.String(), Language: r.Language}
			if r.Language != nil {
				m.readings[i].Text = r.Language.Write(p.String())
			}
		}
	}
	return matches
}
