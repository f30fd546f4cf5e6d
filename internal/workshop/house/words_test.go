package house

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/repository"
)

// A pattern finds a fault of some languages in what people read, outside code and addresses.
type pattern struct {
	fault string
	in    map[string]string // a regular expression by language
}

var patterns = []pattern{
	{"a quotation mark of another language", map[string]string{
		"de": `[«»”]`, "en": `[„«»]`, "es": `[„“”]`, "fr": `[„“”]`, "it": `[„“”]`, "pt": `[„«»]`, "ru": `[„“”]`,
	}},
	{"four digits with a space", map[string]string{
		"es": fourDigits, "ru": fourDigits,
	}},
	{"a percent sign that is not written so", map[string]string{
		"de": `\d%`, "en": `\d\s%`, "fr": `\d%`, "pt": `\d\s%`, "ru": `\d%`,
	}},
	{"no no-break space before : ; ? ! »", map[string]string{"fr": ` [:;?!»]|\pL[:;?!]|\pL»`}},
	{"a contracted article before a clock time, which is wrong before one o'clock", map[string]string{
		"it": `(?i)\b(alle|dalle|delle) \{\{\.(At|Ends|First|Time|Until)\}\}`,
		"pt": `(?i)(^|\PL)([aà]s|das) \{\{\.(At|Ends|First|Time|Until)\}\}`,
	}},
	{"a pronoun whose noun stands in another message", map[string]string{
		"de": `^(Oder (sie|er|bei ihr|bei ihm) |(Sie|Er|Ihre?|Ihnen|Ihren|Seine?) )`,
		"en": `^Or (it|they) |^(It|Its|They|Them|Their|He|She|His|Her|None) |^That (is|was|will|would|has) `,
		"fr": `^Ou (il|elle|ils|elles) |^(Elles?|Ils|Leurs?|Celle-ci|Celui-ci) `,
		"it": `^(Esso|Essa|Essi|Esse|Lui|Lei|Loro) `,
		"pt": `^Ou (ele|ela|eles|elas) |^(Eles?|Elas?|Deles?|Delas?) `,
		"es": `^(Ella|Ellas|Ellos|Ello) `,
		"ru": `^Или (он|она|оно|они|её|его) |^(Он|Она|Оно|Они|Её|Его|Их|Им|Ему|Ей) `,
	}},
}

// fourDigits matches a number of four digits with a space in it.
const fourDigits = `(?:^|[^\d\x{a0} ][\x{a0} ]?)\d[\x{a0} ]\d{3}(?:[\x{a0} ]\D|[^\d\x{a0} ]|$)`

// idioms are messages that a pattern finds but that are right.
var idioms = map[string]string{
	"game.because.turn":     "“It is White's move” has no noun that it could stand for",
	"random.turnOf":         "the same",
	"castling.broken.check": "the same",
	"quiz.restUntil":        "“That is all for now” is what people say",

	"commands/about/topics/fr/sources": "English titles keep their own spaces",
}

// notProse matches what is the same in every language: code, addresses, moments, emoji and options.
var notProse = regexp.MustCompile("(?s)```.*?```|`[^`]*`|https?://\\S+|<[^<>]*>|\\]\\([^)]*\\)|\\bgame:by-two\\b")

// TestWords finds faults by pattern in the messages and topics of each language. A person reads
// the rest: patterns know no grammar.
func TestWords(t *testing.T) {
	for _, language := range voice.Languages() {
		texts := topicsIn(t, language)
		for id, forms := range messagesIn(t, language).byID {
			for form, text := range forms {
				texts[id+"."+form] = text
			}
		}
		for id, text := range texts {
			texts[id] = notProse.ReplaceAllString(text, "`")
		}
		for _, p := range patterns {
			if p.in[language] == "" {
				continue
			}
			wrong := regexp.MustCompile(p.in[language])
			for _, id := range slices.Sorted(maps.Keys(texts)) {
				if found := wrong.FindString(texts[id]); found != "" && idioms[strings.TrimSuffix(id, path.Ext(id))] == "" {
					t.Errorf("%s: %s has %s: %q in %q", language, id, p.fault, found, texts[id])
				}
			}
		}
	}
}

// topicsIn returns the topics of /about in a language, by their files.
func topicsIn(t *testing.T, language string) map[string]string {
	folder := path.Join("commands/about/topics", language)
	if language == "en" {
		folder = "commands/about/topics"
	}
	files, err := fs.Glob(os.DirFS("."), folder+"/*.md")
	if err != nil || files == nil {
		t.Fatal(err, folder)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	return texts
}

// numbered matches a number and the word after it.
var numbered = regexp.MustCompile(`\{\{\.(\w+)\}\}(?:\*\*|\x{a0}| )+(\pL[\pL’'-]*)`)

// plurals match the words that look like plural nouns.
var plurals = map[string]*regexp.Regexp{
	"de": regexp.MustCompile(`^\p{Lu}\pL+$`),
	"en": regexp.MustCompile(`s$`),
	"es": regexp.MustCompile(`[aeo]s$`),
	"fr": regexp.MustCompile(`s$`),
	"it": regexp.MustCompile(`\pL\pL[ei]$`),
	"pt": regexp.MustCompile(`[aeo]s$`),
	"ru": regexp.MustCompile(`(ов|ев|ей|ий|ых|их)$`),
}

// notNouns are words that look like plural nouns and stand behind numbers.
var notNouns = strings.Fields("is was has begins does counts stands es dans delas viene hai MB")

// neverOne are the numbers before plural nouns that are never 1.
var neverOne = map[string]string{
	"random.chance.others Others":       "384 or 576 other positions",
	"random.wrongThrow.most Throw":      "drawing.MostThrows",
	"event.limit.changes Most":          "evening.MostChanges",
	"event.limit.openEvents Most":       "evening.MostOpen",
	"event.limit.renames Most":          "evening.MostChanges",
	"event.limit.results Most":          "evening.MostResults",
	"event.limit.sealedDraws Most":      "evening.MostSealed",
	"event.limit.voidDraws Most":        "evening.MostVoids",
	"find.allPositions Positions":       "960, or both sides of 921,600 pairs",
	"reading.fileLimits Games":          "the limit of games in a file",
	"number.longPath Swaps":             "more than the limit",
	"reading.severalMeanings Positions": "several",
	"number.whichOf Positions":          "several",
	"number.whichOf Most":               "the lines of a menu",
	"quiz.tooManyStarts.person Minutes": "startsSpan",
	"quiz.tooManyStarts.server Minutes": "startsSpan",
}

// TestOneBeforeAPluralNoun finds a number that does not choose the plural form but stands before a
// plural noun: it would say “1 positions”.
func TestOneBeforeAPluralNoun(t *testing.T) {
	p, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]sentenceType{}
	for _, s := range p.sentences {
		fields[s.id] = s
		for _, variant := range s.variants {
			fields[s.id+"."+variant] = s
		}
	}
	for _, language := range voice.Languages() {
		messages := messagesIn(t, language)
		for _, id := range slices.Sorted(maps.Keys(messages.byID)) {
			for _, text := range messages.byID[id] {
				for _, found := range numbered.FindAllStringSubmatch(text, -1) {
					field, noun := found[1], found[2]
					of := fields[id].fields[field]
					isPlural := plurals[language].MatchString(noun) && !slices.Contains(notNouns, noun)
					if of == nil || kindOfFact(of) != "a number" || !isPlural || neverOne[id+" "+field] != "" {
						continue
					}
					t.Errorf("%s: %s says %q, and %s may be 1", language, id, found[0], field)
				}
			}
		}
	}
}

// bold is a name in bold, such as that of a button.
var bold = regexp.MustCompile(`\*\*([^*{}]+)\*\*`)

// TestNamesInBold finds sentences that name a button otherwise than the button is called in their
// language: “Press **Can I castle?**” names the text of another message.
func TestNamesInBold(t *testing.T) {
	textsOf := func(language string) map[string]string {
		texts := map[string]string{}
		for id, forms := range messagesIn(t, language).byID {
			texts[id] = forms["other"]
		}
		return texts
	}
	english, named := textsOf("en"), 0
	called := map[string][]string{} // ids by their English text
	for id, text := range english {
		called[text] = append(called[text], id)
	}
	for _, language := range voice.Languages() {
		texts := maps.Clone(english) // what the language lacks is said in English
		maps.Copy(texts, textsOf(language))
		for _, id := range slices.Sorted(maps.Keys(english)) {
			for _, name := range bold.FindAllStringSubmatch(english[id], -1) {
				is := func(other string) bool { return strings.Contains(texts[id], "**"+texts[other]+"**") }
				if of := called[name[1]]; of == nil {
					continue
				} else if named++; !slices.ContainsFunc(of, is) {
					t.Errorf("%s: %s does not name “%s”, the text of %q, in bold: %q", language, id, texts[of[0]], of, texts[id])
				}
			}
		}
	}
	if named == 0 {
		t.Error("no sentence names a button")
	}
}

// rightWords match right phrases with words that the glossary bans in another sense.
var rightWords = map[string]string{
	"de": `(?i)\b(im|der|seinen) Abstand|\bFeld\b|\bkommen\b|\bziehen\b|„Starting [^“]*“`, // a distance; a square; to come; to move, to draw a card
	"en": `\bcan come (up|out)\b|\bclub evening\b|\. Without it\b`,
	"fr": `échange (les|sa) `,                  // the verb
	"it": "` da solo\\b|\\bsi apre da solo\\b", // without another option; by itself
	"pt": "` sozinho\\b|\\bse abr[ae] sozinho\\b|\\bPedir ajuda\\b|(?i)\\b(de|do) xadrez\\b|\\bxadrez clássico\\b",
}

var (
	placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)
	glossaryRow = regexp.MustCompile(`(?m)^\| .*\|$`)
	banned      = regexp.MustCompile(`\bnot ([^:;,.(|]+)`)
	remark      = regexp.MustCompile(`\([^)]*\)`)
)

// TestGlossary finds the words that the tables of docs/languages.md ban: “not X” in the last column, and the second
// column in English. rightWords lists the other senses of such words.
func TestGlossary(t *testing.T) {
	page := repository.File(t, "docs/languages.md")
	for _, language := range voice.Languages() {
		_, section, _ := strings.Cut(page, "\n## "+voice.In("en").Say(voice.NameOf(language))+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		var bans []*regexp.Regexp
		ban := func(words string) {
			bans = append(bans, regexp.MustCompile(`(?i)(?:^|\PL)(`+regexp.QuoteMeta(strings.TrimSpace(words))+`)(?:\PL|$)`))
		}
		for _, row := range glossaryRow.FindAllString(section, -1)[2:] {
			cells := strings.Split(strings.Trim(row, "| "), " | ")
			if language == "en" {
				for words := range strings.SplitSeq(remark.ReplaceAllString(cells[1], ""), ",") {
					ban(words)
				}
				continue
			}
			for _, m := range banned.FindAllStringSubmatch(cells[len(cells)-1], -1) {
				ban(m[1])
			}
		}
		if len(bans) < 2 {
			t.Fatalf("the table of %s bans %v", language, bans)
		}
		right := regexp.MustCompile(cmp.Or(rightWords[language], "^$"))
		for id, forms := range messagesIn(t, language).byID {
			for _, text := range forms {
				text = right.ReplaceAllString(placeholder.ReplaceAllString(notProse.ReplaceAllString(text, "`"), "…"), "")
				for _, ban := range bans {
					if found := ban.FindStringSubmatch(text); found != nil {
						t.Errorf("%s: the glossary bans %q: %s is %q", language, found[1], id, text)
					}
				}
			}
		}
	}
}

// counted matches what is said otherwise of one thing, or of none, in every language.
var counted = regexp.MustCompile(`(?:were|waren|étaient|sont|fueron|foram|erano) \*\*[^ *]+\*\*\.|(?:^|[^\p{L}\d.,:+−÷-])0 (\pL*\p{Ll}\pL*)|\(1[ -](\pL+)`)

// countedRight are words that stand behind 0 or “(1” and are right: they are not counted, or are a measure, or a game of
// one.
var countedRight = strings.Fields(`
	a à again an and beginnen bis dans de do e em en et gezählt gibt in las le nei of o ou richtig su sur to und von y в до и из от при
	without sans sem senza sin vale vaut zählt даёт последовательности с seconde Sekunden seconds secondi segundo segundos
	game or más più mais ou partida Partie partie partita партия раз`)

// TestOneAndNone looks for “The rolls were **1**.”, “0 positions” and “(1 time)” in the recorded answers, and in the
// printed choices.
func TestOneAndNone(t *testing.T) {
	answers := 0
	for _, language := range voice.Languages() {
		pattern := "answers/" + language + "/*.txt"
		if language == "en" {
			pattern = "conversations/*.txtar"
		}
		for _, file := range testdata(pattern) {
			for line := range strings.Lines(repository.File(t, file)) {
				for _, found := range counted.FindAllStringSubmatch(notProse.ReplaceAllString(line, "`"), -1) {
					if word := found[1] + found[2]; !strings.HasPrefix(line, "-- ") && (word == "" || !slices.Contains(countedRight, word)) {
						t.Errorf("%s: %q in %q", file, found[0], line)
					}
				}
			}
			answers++
		}
	}
	if answers < 100 {
		t.Errorf("only %d files of answers", answers)
	}
}
