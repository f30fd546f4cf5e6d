package typed

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// English is the letters of chess960.Piece, in the order of Language.Letters.
const English = "KQRBN"

// A Language has letters and names of its own for the pieces.
type Language struct {
	Code    string             // as in Discord's locales, such as "de"
	Name    string             // in English, such as "German"
	Letters [5]string          // of king, queen, rook, bishop and knight, in upper case
	names   dictionary[string] // the English letters of pieces, by their names
}

// Languages returns every language, English first. A language with several sets of
// letters has a row for each. Of languages that share their letters, the most widespread
// comes first.
func Languages() []*Language { return languages() }

var languages = sync.OnceValue(func() (all []*Language) {
	places := map[*Language]int{}
	for _, code := range With("letters") {
		f, names := files()[code], dictionary[string]{}
		for i, piece := range []string{"king", "queen", "rook", "bishop", "knight"} {
			names.add(f[piece], English[i:i+1])
		}
		for _, letters := range strings.Split(f["letters"], ";") {
			fields := strings.Fields(letters)
			l := &Language{Code: code, Name: f["name"], Letters: [5]string(fields[1:]), names: names}
			places[l], _ = strconv.Atoi(fields[0])
			all, names = append(all, l), nil // one row has the names
		}
	}
	slices.SortFunc(all, func(a, b *Language) int { return cmp.Compare(places[a], places[b]) })
	return all
})

// Translate turns upper-case letters of the language into English ones. ok is false if
// the language does not use one of the letters. The Russian king "Кр" is tried before
// the knight "К".
func (l *Language) Translate(letters string) (rank string, ok bool) {
	var english [16]byte
	n := 0
	for letters != "" {
		best := -1
		for i, of := range l.Letters {
			if strings.HasPrefix(letters, of) && (best < 0 || len(of) > len(l.Letters[best])) {
				best = i
			}
		}
		if best < 0 || n == len(english) {
			return "", false
		}
		english[n] = English[best]
		n++
		letters = letters[len(l.Letters[best]):]
	}
	return string(english[:n]), true
}

// IsFullSet reports whether English letters are the eight pieces of one side.
func IsFullSet(rank string) bool {
	var count [5]int
	for i := range len(rank) {
		piece := strings.IndexByte(English, rank[i])
		if piece < 0 {
			return false
		}
		count[piece]++
	}
	return count == [5]int{1, 1, 2, 2, 2}
}

// LongestRank is the most letters that a back rank takes: the Russian king "Кр" and the
// English knights "Kt" take two each.
const LongestRank = 10

// Write writes a back rank of English letters in the language's letters.
func (l *Language) Write(rank string) string {
	var b strings.Builder
	for _, r := range rank {
		b.WriteString(l.Letters[strings.IndexRune(English, r)])
	}
	return b.String()
}

// Umlauts spells a German word as people do without umlauts on their keyboards. A folded word has one letter
// instead.
var Umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

// Fold returns a word in lower case and without accents, so that "König", "konig" and
// "KÖNIG" are one word.
func Fold(word string) string {
	if strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(word) // most words have no accents
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ø':
			return 'o'
		case r == 'ł':
			return 'l'
		case r == 'ı':
			return 'i'
		}
		return r
	}, norm.NFD.String(strings.ToLower(word)))
}

// Piece returns the English letter of a piece that is named in any language, with or
// without accents and in any case.
func Piece(word string) (letter string, ok bool) { return pieceNames().meaning(word) }

var pieceNames = sync.OnceValue(func() dictionary[string] {
	names := dictionary[string]{}
	for _, l := range languages() {
		for word, letter := range l.names {
			if _, ok := names[word]; !ok {
				names[word] = letter
			}
		}
	}
	return names
})

// mostWords is the most words of a text that is read with the letters of other languages: 32 men
// with colours, squares and links have fewer.
const mostWords = 200

// In reads a text in which pieces have letters or names of their languages: "D.....KT" as
// "Q.....KR", "Kc1 Tb1" as "Kc1 Rb1". The languages of the reader, by their codes, come first,
// then English. Another language counts only if all others that can read the text agree. The
// error is that of the English text. A text of very many words is read in English alone.
func In[T comparable](text string, of []string, parse func(english string) (T, error)) (T, error) {
	words := wordsOf(text)
	for _, code := range of {
		for _, l := range languages() {
			if l.Code != code {
				continue
			}
			if english, ok := l.english(words); ok {
				if read, err := parse(english); err == nil {
					return read, nil
				}
			}
		}
	}
	read, err := parse(text)
	if err == nil {
		return read, nil
	}
	var found []T
	tried := []string{text}
	for _, l := range languages() {
		if slices.Contains(of, l.Code) {
			continue
		}
		if english, ok := l.english(words); ok && !slices.Contains(tried, english) {
			tried = append(tried, english)
			if read, err := parse(english); err == nil && !slices.Contains(found, read) {
				found = append(found, read)
			}
		}
	}
	if len(found) != 1 {
		return read, err
	}
	return found[0], nil
}

// A word is a part of a text: letters, and what stands before them. The last letter before a digit is a
// file.
type word struct {
	before        string // no letters
	letters, file string
	folded        string // the letters, as [Fold] returns them
	link          bool
}

// wordsOf returns the words of a text; none if there are too many.
func wordsOf(text string) (words []word) {
	for text != "" {
		letters := strings.TrimLeftFunc(text, func(r rune) bool { return !isLetter(r) })
		rest := strings.TrimLeftFunc(letters, isLetter)
		w := word{before: text[:len(text)-len(letters)], letters: letters[:len(letters)-len(rest)]}
		if w.letters != "" && strings.IndexFunc(rest, unicode.IsDigit) == 0 {
			w.letters, w.file = w.letters[:len(w.letters)-1], w.letters[len(w.letters)-1:]
		}
		if len(w.letters) <= longestWord {
			w.folded = Fold(w.letters)
			w.link = lines()["link"][w.folded]
		}
		if words = append(words, w); len(words) > mostWords {
			return nil
		}
		text = rest
	}
	return words
}

// english returns a text with English letters for the pieces. ok is false if the text has
// another word of letters than pieces, files and words that only link, or no words. A word that only links
// becomes a comma.
func (l *Language) english(words []word) (translated string, ok bool) {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.before)
		if w.letters+w.file == "" {
			continue
		}
		piece, known := l.names[w.folded]
		if !known {
			piece, known = l.Translate(strings.ToUpper(w.letters))
		}
		switch {
		case !known && !w.link:
			return "", false
		case !known:
			piece = ","
		}
		b.WriteString(piece)
		b.WriteString(w.file)
	}
	return b.String(), len(words) > 0
}

// isLetter reports whether a character belongs to a piece or a file. An x in a pattern is a square
// that is not determined.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'x' && r != 'X' }
