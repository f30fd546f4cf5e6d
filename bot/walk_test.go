package bot_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// Each conversation goes the same way in every language: the answers have the same numbers, no
// English words and no placeholders.
func TestConversationsInOtherLanguages(t *testing.T) {
	files := conversations(t)
	for l, language := range voice.Languages()[1:] {
		english := englishWords(t, language)
		for i, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			if name == "language" { // sets other languages
				continue
			}
			if !testrun.Long() && i != l*(len(files)-1)/len(voice.Languages()) { // each language walks another one
				continue
			}
			t.Run(language+" "+name, func(t *testing.T) {
				t.Parallel()
				walkInLanguage(t, file, language, english)
			})
		}
	}
}

// walkInLanguage carries out the actions of an archive in English and in another language, and
// compares the answers. The golden file has what the bot says in that language, for a person to
// read; pages of /about are files of their own.
func walkInLanguage(t *testing.T, file, language string, english map[string]bool) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	asked, name := "", strings.TrimSuffix(filepath.Base(file), ".txtar")
	first, other := meet(t, "", connectWith), meet(t, "", connectWith)
	other.original, other.language = first, language
	var answers strings.Builder
	for _, f := range archive.Files {
		asked += " " + f.Name
		action := f.Name
		if language == "pt" { // where t is Tuesday alone
			action = strings.Replace(action, "weekdays:t", "weekdays:s", 1)
		}
		got := other.say(t, action)
		if err := other.tools.Languages.Choose(t.Context(), discordtest.GuildID, ""); err != nil { // after an example of /language
			t.Fatal(err)
		}
		fmt.Fprintf(&answers, "-- %s --\n%s\n", action, strings.TrimSpace(got))
		want := first.say(t, f.Name)
		if written.MatchString(f.Name) || loaded.MatchString(f.Name) {
			continue
		}
		if a, b := digitsOf(want), digitsOf(got); !slices.Equal(a, b) {
			t.Errorf("%s: the numbers are\n%q, in English\n%q in\n%s\n%s", f.Name, b, a, got, want)
		}
		for _, left := range []string{"{{", "}}", "<no value>", "%!"} {
			if strings.Contains(got, left) {
				t.Errorf("%s: %q is in\n%s", f.Name, left, got)
			}
		}
		var found []string
		for _, word := range wordsOf(got) {
			if english[word] && !slices.Contains(alike, word) && !strings.Contains(strings.ToLower(asked), word) {
				found = append(found, word)
			}
		}
		if len(found) > 0 {
			t.Errorf("%s: the English words %q are in\n%s", f.Name, found, got)
		}
	}
	if name != "about" {
		golden.Text(t, filepath.Join(filepath.Dir(file), "../answers", language, name+".txt"), answers.String())
	}
}

var (
	digits = regexp.MustCompile(`\d+`)
	// sameEverywhere are the parts of an answer that no language changes: code, commands,
	// mentions, times, addresses, files, names of options, titles of books and of variants.
	sameEverywhere = regexp.MustCompile("(?s)```.*?```|`[^`]*`|<[^>]*>|https?://\\S+|\\[file [^\\]]*\\]|\\(only \\w+ sees this\\)|\\(the message changes\\)|\\[picture(?: \\S+)?:|\\b(?:role|thread|board|view|theme) ?:|„[^“]*“|«[^»]*»|Double Fischer Random|Randomly opened chess")
	// alike are names, and words of other languages that are English ones too.
	alike      = []string{"start", "will", "fischer", "random", "scharnagl", "play", "match"}
	otherNames = regexp.MustCompile(`(?i)(?:chess|schach|шахмат\p{L}*)-?960`)
	words      = regexp.MustCompile(`[A-Za-z]{4,}`)

	placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// thousands matches the separator in a number such as 1,920. Spanish has none in four digits.
var thousands = regexp.MustCompile(`(\d)[,.\x{a0}](\d{3})\b`)

// digitsOf returns the numbers of an answer in their order by size: a language may say them in
// another order, and “one” as a word. So the number 1 is left out.
func digitsOf(said string) []string {
	said = thousands.ReplaceAllString(otherNames.ReplaceAllString(said, " "), "$1$2")
	all := slices.Sorted(slices.Values(digits.FindAllString(said, -1)))
	return slices.DeleteFunc(all, func(number string) bool { return number == "1" })
}

func wordsOf(said string) []string {
	return words.FindAllString(strings.ToLower(sameEverywhere.ReplaceAllString(said, " ")), -1)
}

// englishWords returns the words of the English messages that the messages of another language
// do not have. For a language that lacks messages there are none: these are said in English.
func englishWords(t *testing.T, language string) map[string]bool {
	t.Helper()
	own := voice.In(language)
	for _, id := range voice.In("en").IDs() {
		if !strings.HasPrefix(id, "words.") && !own.Has(voice.Phrase(id)) { // each language has its own forms of words
			t.Logf("%s lacks %s: its answers may have English words", language, id)
			return nil
		}
	}
	english, words := maps.Clone(wordsOfEnglish()), wordsOfMessages(language)
	maps.DeleteFunc(english, func(word string, _ bool) bool { return words[word] })
	if len(english) < 500 {
		t.Fatal(fmt.Sprint("only ", len(english), " English words"))
	}
	return english
}

var wordsOfEnglish = sync.OnceValue(func() map[string]bool { return wordsOfMessages("en") })

func wordsOfMessages(language string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(string(voice.Messages(language))) {
		if _, message, ok := strings.Cut(line, " = "); ok {
			for _, word := range wordsOf(placeholder.ReplaceAllString(message, " ")) {
				found[word] = true
			}
		}
	}
	return found
}
