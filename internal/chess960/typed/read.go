package typed

import (
	"slices"
	"strings"
	"unicode"
)

// In reads a text in which pieces have letters or names of their languages: "D.....KT" as
// "Q.....KR", "Kc1 Tb1" as "Kc1 Rb1". The languages of the reader, by their codes, come first,
// then English. Another language counts only if all others that can read the text agree. The
// error is that of the English text.
func In[T comparable](text string, of []string, parse func(english string) (T, error)) (T, error) {
	for _, code := range of {
		for _, l := range languages {
			if l.Code != code {
				continue
			}
			if english, ok := l.english(text); ok {
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
	for _, l := range languages {
		if slices.Contains(of, l.Code) {
			continue
		}
		if english, ok := l.english(text); ok {
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

// english returns a text with English letters for the pieces. ok is false if the text has
// another word of letters than pieces, files and words that only link.
func (l *Language) english(text string) (translated string, ok bool) {
	var b strings.Builder
	for text != "" {
		rest := strings.TrimLeftFunc(text, isLetter)
		word, file := text[:len(text)-len(rest)], ""
		if word == "" {
			rest = strings.TrimLeftFunc(text, func(r rune) bool { return !isLetter(r) })
			b.WriteString(text[:len(text)-len(rest)])
			text = rest
			continue
		}
		if strings.IndexFunc(rest, unicode.IsDigit) == 0 { // the last letter is a file
			word, file = word[:len(word)-1], word[len(word)-1:]
		}
		piece, known := l.piece(word)
		if !known {
			return "", false
		}
		b.WriteString(piece + file)
		text = rest
	}
	return b.String(), true
}

// isLetter reports whether a character belongs to a piece or a file. An x in a pattern is a square
// that is not determined.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'x' && r != 'X' }

// piece returns the English letters of a word of letters or of a name. A word that only links
// stays unchanged.
func (l *Language) piece(word string) (letters string, ok bool) {
	for i, names := range l.names {
		if IsOne(word, names) {
			return English[i : i+1], true
		}
	}
	if letters, ok = l.Translate(strings.ToUpper(word)); ok {
		return letters, true
	}
	return ",", IsLink(word)
}
