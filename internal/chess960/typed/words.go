package typed

import (
	"cmp"
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed words/*.txt
var wordFiles embed.FS

// files have the lines of each language by their names.
var files = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	entries, _ := wordFiles.ReadDir("words") // embedded
	for _, entry := range entries {
		text, _ := wordFiles.ReadFile("words/" + entry.Name())
		of := map[string]string{}
		for line := range strings.Lines(string(text)) {
			if name, words, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && line[0] != '#' {
				of[name] = words
			}
		}
		all[strings.TrimSuffix(entry.Name(), ".txt")] = of
	}
	return all
})

// With returns the codes of the languages that have a line, in alphabetical order.
func With(line string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(files())), func(code string) bool { return files()[code][line] == "" })
}

// Lines returns the words of a language by the names of their lines. The map is not to be changed.
func Lines(language string) map[string]string { return files()[language] }

// Words returns the line with a name in the file of a language; "" if the language has none.
func Words(language, line string) string { return files()[language][line] }

// Pattern returns a regular expression, a group, of the words in some lines of all languages, the
// longest first, with and without accents. A dash is a space, a dash or nothing.
func Pattern(of ...string) string {
	var words []string
	for _, f := range files() {
		for _, line := range of {
			for word := range strings.FieldsSeq(strings.ToLower(f[line])) {
				words = append(words, word, Fold(word))
			}
		}
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	pattern := regexp.QuoteMeta(strings.Join(slices.Compact(words), "|"))
	return `(?:` + strings.NewReplacer(`\|`, `|`, `-`, `[ -]?`, `'`, `['’ ]?`).Replace(pattern) + `)`
}

// Lazy returns a function that compiles a regular expression when it is first called: all of them take
// a third of the time in which the bot starts. «and, or» in it is the [Pattern] of these lines.
func Lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(linesInPattern.ReplaceAllStringFunc(pattern, func(lines string) string {
			return Pattern(strings.Split(strings.Trim(lines, "«»"), ", ")...)
		}))
	})
}

var linesInPattern = regexp.MustCompile(`«[^»]+»`)

// IsOne reports whether a word is one of several with spaces between, in any case and without
// accents.
func IsOne(word, of string) bool {
	word = Fold(word)
	for w := range strings.FieldsSeq(of) {
		if Fold(w) == word {
			return true
		}
	}
	return false
}

// Is reports whether a word is in a line of any language.
func Is(word, line string) bool {
	is, _ := lines()[line].meaning(word)
	return is
}

// lines have the words of all languages, by the names of the lines.
var lines = sync.OnceValue(func() map[string]dictionary[bool] {
	all := map[string]dictionary[bool]{}
	for _, f := range files() {
		for line, words := range f {
			if all[line] == nil {
				all[line] = dictionary[bool]{}
			}
			all[line].add(words, true)
		}
	}
	return all
})

// IsLink reports whether the word only links the pieces of a list, in any language:
// "and", "on", "the". A single letter that can be a file or a piece is no link.
func IsLink(word string) bool { return Is(word, "link") }

// An Owner is the player whose pieces a text names.
type Owner int

// The owners.
const (
	Own   Owner = iota // the player who asks, or nobody in particular
	Enemy              // the other player
	White
	Black
)

// OwnerOf returns the owner that a word names: "white", "W", "enemy", "my", in the languages that
// the bot speaks.
func OwnerOf(word string) (o Owner, ok bool) { return owners().meaning(word) }

var owners = sync.OnceValue(func() dictionary[Owner] {
	byWord := dictionary[Owner]{}
	for o, line := range []string{Own: "own", Enemy: "enemy", White: "white", Black: "black"} {
		for word := range lines()[line] {
			byWord.add(word, Owner(o))
		}
	}
	return byWord
})

// Number returns the number from 0 to 20 that a word is in a language that has words for them.
func Number(word string) (n int, ok bool) { return numbers().meaning(word) }

var numbers = sync.OnceValue(func() dictionary[int] {
	byWord := dictionary[int]{}
	for _, code := range With("numbers") {
		for n, word := range strings.Fields(files()[code]["numbers"]) {
			byWord.add(word, n)
		}
	}
	return byWord
})

// A dictionary has the meanings of words, in any case and without accents.
type dictionary[T any] map[string]T

// longestWord is the most bytes of a word that can have a meaning here.
const longestWord = 60

// meaning returns the meaning of a word as typed.
func (d dictionary[T]) meaning(word string) (meaning T, ok bool) {
	if len(word) <= longestWord {
		meaning, ok = d[Fold(word)]
	}
	return meaning, ok
}

// add gives words with spaces between them a meaning. A word keeps the meaning that it has.
func (d dictionary[T]) add(words string, meaning T) {
	for word := range strings.FieldsSeq(words) {
		word = Fold(word)
		if _, ok := d[word]; !ok {
			d[word] = meaning
		}
	}
}
