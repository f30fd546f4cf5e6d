package typed

import (
	"slices"
	"strings"
	"unicode"
)

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
		for _, l := range languages {
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
	for _, l := range languages {
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
			w.link = lines["link"][w.folded]
		}
		if words = append(words, w); len(words) > mostWords {
			return nil
		}
		text = rest
	}
	return words
}

// english returns a text with English letters for the pieces. ok is false if the text has
// another word of letters than pieces, files and words that only link, or no words.
func (l *Language) english(words []word) (translated string, ok bool) {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.before)
		if w.letters+w.file == "" {
			continue
		}
		piece, known := l.piece(w)
		if !known {
			return "", false
		}
		b.WriteString(piece)
		b.WriteString(w.file)
	}
	return b.String(), len(words) > 0
}

// isLetter reports whether a character belongs to a piece or a file. An x in a pattern is a square
// that is not determined.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'x' && r != 'X' }

// piece returns the English letters of a word of letters or of a name. A word that only links
// becomes a comma.
func (l *Language) piece(w word) (letters string, ok bool) {
	if letter, ok := l.names[w.folded]; ok {
		return letter, true
	}
	if letters, ok = l.Translate(strings.ToUpper(w.letters)); ok {
		return letters, true
	}
	return ",", w.link
}
