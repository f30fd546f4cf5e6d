// Package voice has the words that people read. The other packages say facts, and a Voice
// prints them in a language.
//
// A [Sentence] is a Go value with facts. The words stand in the message files of each language:
// messages/en.toml, and a file in the folder of each feature, such as
// commands/quiz/messages/en.toml: see [Add]. [Say] names a message and its
// facts, and the placeholders of the message are the facts' names:
//
//	[bot.minutes]
//	one = "{{.Minutes}} minute"
//	other = "{{.Minutes}} minutes"
//
// A fixed text needs no facts: Phrase("event.draw") is the message event.draw. A struct whose
// facts somebody reads has a method Sentence, or embeds [Facts]. The id of its message is the
// package and the type, and placeholders are fields. A value with several messages returns one of
// the words of a string type from Sentence, such as string(r.Kind); its message is
// castling.reason.attacked. Packages that know only chess do not import this one: a method
// Sentence makes a sentence, a method Word a word, a method Count a count.
//
// Placeholders print themselves:
//
//   - whole numbers as digits, [Grouped] with separators, *[big.Rat] and [Decimal] with
//     decimals. A field with a method Count chooses the plural form. A message has at most
//     one; for two counts nest two sentences.
//   - another sentence by its own message, the elements of a slice with commas and “and”, or
//     with “or” if the slice has a method Alternatives.
//   - a word, such as a piece with its colour, by the tables [words.whiteKnight] of the file.
//     Each key there is a form: {{.By}} is the form “name”, {{the .By}} the form “the”.
//   - a [fmt.Stringer], such as a square, as String returns it. Plain strings are refused:
//     [Raw] says that a text is the same in every language, [Quoted] and [Typed] make
//     people's own texts harmless.
//
// Templates have fields, forms, and {{if}} with and, or, not and offers, so that translators need
// nothing else. For offers see [Voice.Offering]. For zero write {{if .Left}}…{{else}}…{{end}}. [Lines], [Bullets], [And] and
// the like put whole sentences together; nothing else may.
//
// TestVoices of the package house reads the whole program: each sentence has its message, each
// message its sentence, each placeholder its field. What a language lacks is said in English.
// CONTRIBUTING.md has the steps to add a sentence.
//
// A command in a message, such as `/sp path:true`, prints so that Discord opens the command
// when somebody chooses the name.
//
// Messages are kept by go-i18n, for plural forms and the format of files that translators'
// tools know. The Markdown of an answer is part of its messages.
package voice

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// A Sentence is a value that people read. The method returns which of the messages of its
// type to say, "" for a type with one message. The name is an alias, so that packages that
// do not import this one can return a []interface{ Sentence() string }.
type Sentence = interface{ Sentence() string }

// Facts makes a struct that embeds Facts a sentence with one message.
type Facts struct{}

// Sentence returns "".
func (Facts) Sentence() string { return "" }

// A Phrase is the id of a message without placeholders, such as a label.
type Phrase string

// Sentence returns the id.
func (p Phrase) Sentence() string { return string(p) }

// Raw is a text that is the same in every language, such as a back rank or an address.
type Raw string

// Sentence returns "".
func (Raw) Sentence() string { return "" }

// Languages lists the languages of answers and descriptions, English first: the files in
// messages. They are complete in a release: see TestVoices.
func Languages() []string { return languages }

// NameOf is the name of a language inside a sentence, such as “German”. A language that is not
// offered is English.
func NameOf(language string) Phrase {
	if !slices.Contains(languages, language) {
		language = languages[0]
	}
	return Phrase("voice.languages." + language)
}

// What begins with an underscore is not embedded: a draft, and with which English a language was compared.
//
//go:embed messages/[a-z]*.toml
var files embed.FS

var (
	core, _ = fs.Sub(files, "messages") // the name is a valid one
	folders = []fs.FS{core}             // and those of features
	begun   atomic.Bool                 // whether somebody has read messages

	languages    = languagesOf(core)
	voices       = whenUsed(Messages)
	descriptions = whenUsed(descriptionsIn)
)

// languagesOf returns the languages that have a file, English first.
func languagesOf(folder fs.FS) []string {
	files, _ := fs.Glob(folder, "*.toml") // the pattern is a valid one
	names := []string{"en"}
	for _, file := range files {
		if name := strings.TrimSuffix(file, ".toml"); name != "en" {
			names = append(names, name)
		}
	}
	return names
}

// Add adds the messages of a feature: a file for each language of [Languages], such as de.toml. The
// package messages of the feature calls it when the program starts, and is imported by what says them. Add
// panics once a voice was made, because that voice lacks them.
func Add(files embed.FS) {
	if begun.Load() {
		panic("voice: messages are added after a voice was made")
	}
	folders = append(folders, files)
}

// Messages returns the messages of a language, in TOML: those of the core, then those of each
// feature. No table stands in two of the files.
func Messages(language string) []byte { return bytes.Join(filesOf(language), []byte("\n")) }

func filesOf(language string) (texts [][]byte) {
	begun.Store(true)
	for _, folder := range folders {
		if text, err := fs.ReadFile(folder, language+".toml"); err == nil { // else all are said in English
			texts = append(texts, text)
		}
	}
	return texts
}

// descriptionTables begin the tables of messages with which Discord describes the commands.
var descriptionTables = []string{"[commands.", "[drawing.name]", "[number.choice]"}

// descriptionsIn returns only those tables: the rest of a language that nobody uses needs no memory.
func descriptionsIn(language string) (all []byte) {
	for _, text := range filesOf(language) {
		for table := range bytes.SplitAfterSeq(text, []byte("\n\n")) {
			if slices.ContainsFunc(descriptionTables, func(begin string) bool { return bytes.HasPrefix(table, []byte(begin)) }) {
				all = append(all, table...)
			}
		}
	}
	return all
}

// whenUsed returns the voices of all languages. The messages of a language are read when
// somebody first needs them.
func whenUsed(messages func(language string) []byte) map[string]func() *Voice {
	all := map[string]func() *Voice{}
	for _, name := range languages {
		all[name] = sync.OnceValue(func() *Voice {
			v, err := read(name+".toml", messages(name))
			if err != nil {
				panic(err) // a mistake in an embedded file
			}
			return v
		})
	}
	return all
}

// Descriptions returns the voice of a language of [Languages]. It has only the messages that
// describe commands: see [Voice.Has].
func Descriptions(language string) *Voice { return descriptions[language]() }

// In returns the voice of a language of [Languages], and the English one for all others.
func In(language string) *Voice {
	if v := voices[language]; v != nil {
		return v()
	}
	return voices["en"]()
}

// A Voice says sentences in one language.
type Voice struct {
	language  string          // as in Languages
	localizer *i18n.Localizer // of the messages with plural forms
	messages  map[string]*single
	mentions  *strings.Replacer // of the commands that are offered; nil to keep their names as they are
}

// Offering returns the voice where only some commands are offered: mentions replaces their names. What
// names another command says nothing, unless its words stand in {{if offers `quiz daily`}}.
func (v *Voice) Offering(mentions *strings.Replacer) *Voice {
	offering := *v
	offering.mentions = mentions
	return &offering
}

// A single is a message with one form. A message with placeholders is parsed when somebody first
// says the message. For a message with plural forms the single is nil.
type single struct {
	source string
	once   sync.Once
	parsed message
	err    error
}

// say returns the message with facts.
func (s *single) say(v *Voice, facts reflect.Value) (string, error) {
	if !strings.Contains(s.source, "{{") {
		return s.source, nil
	}
	s.once.Do(func() { s.parsed, s.err = parser{}.parse(s.source) })
	if s.err != nil {
		return "", s.err
	}
	return s.parsed.Execute(told{v, facts})
}

// read returns the voice of a message file. The bundle, which takes ten times as much memory for
// a message, has only those with plural forms.
func read(name string, text []byte) (*Voice, error) {
	formats := map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal}
	file, err := i18n.ParseMessageFileBytes(text, name, formats)
	if err != nil {
		return nil, fmt.Errorf("message file %s: %w", name, err)
	}
	v := &Voice{language: file.Tag.String(), messages: map[string]*single{}}
	var plurals []*i18n.Message
	for _, m := range file.Messages {
		if m.One == "" && m.Few == "" && m.Many == "" {
			v.messages[m.ID] = &single{source: WithMentions(m.Other)}
			continue
		}
		m.One, m.Few, m.Many, m.Other = WithMentions(m.One), WithMentions(m.Few), WithMentions(m.Many), WithMentions(m.Other)
		v.messages[m.ID] = nil
		plurals = append(plurals, m)
	}
	// A bundle of one language: no message falls back to another one.
	bundle := i18n.NewBundle(language.Make(file.Tag.String()))
	if err := bundle.AddMessages(file.Tag, plurals...); err != nil {
		return nil, fmt.Errorf("message file %s: %w", name, err)
	}
	v.localizer = i18n.NewLocalizer(bundle, file.Tag.String())
	return v, nil
}

// Say returns the sentence in words, and "" for nil. Without a message in the language, the
// English one is said, and without that the id. Say panics if a message has something that cannot
// be said. TestVoices excludes both.
func (v *Voice) Say(s Sentence) string {
	text := v.say(s)
	if v.mentions == nil || !strings.ContainsRune(text, MentionStart) {
		return text
	}
	if text = v.mentions.Replace(text); strings.ContainsRune(text, MentionStart) {
		return ""
	}
	return text
}

// say is Say of a part of a message: the whole message names the commands of its parts.
func (v *Voice) say(s Sentence) string {
	switch s := s.(type) {
	case nil:
		return ""
	case Raw:
		return string(s)
	case Phrase:
		return v.message(string(s), reflect.Value{}, nil)
	case said:
		return v.message(s.id, reflect.ValueOf(s.facts), s.plural())
	case structure:
		return s.in(v)
	}
	value := reflect.Indirect(reflect.ValueOf(s))
	var plural any
	if k := kindOf(value.Type()); k.count >= 0 {
		plural = value.Field(k.count).Interface().(counted).Count()
	}
	return v.message(idOf(s), value, plural)
}

// Language returns the language, as in [Languages].
func (v *Voice) Language() string { return v.language }

// Has reports whether there is a message of the sentence's own.
func (v *Voice) Has(s Sentence) bool {
	if s == nil {
		return false
	}
	_, ok := v.messages[idOf(s)]
	return ok
}

// IDs lists the ids of all messages, in any order.
func (v *Voice) IDs() []string { return slices.Collect(maps.Keys(v.messages)) }

// idOf returns the id of the message of a sentence.
func idOf(s Sentence) string {
	switch s := s.(type) {
	case Phrase:
		return s.Sentence()
	case said:
		return s.id
	}
	id := kindOf(reflect.Indirect(reflect.ValueOf(s)).Type()).id
	if variant := s.Sentence(); variant != "" {
		id += "." + variant
	}
	return id
}

// message returns a message in words. plural is the number that chooses its form, nil for
// none.
func (v *Voice) message(id string, facts reflect.Value, plural any) string {
	var text string
	var err error
	if single, known := v.messages[id]; !known && v.language != languages[0] {
		return In(languages[0]).message(id, facts, plural)
	} else if !known {
		return id
	} else if single != nil {
		text, err = single.say(v, facts)
	} else {
		text, err = v.localizer.Localize(&i18n.LocalizeConfig{
			MessageID: id, TemplateData: told{v, facts}, PluralCount: plural, TemplateParser: parser{},
		})
	}
	if err != nil {
		panic(fmt.Errorf("say %s: %w", id, err))
	}
	return text
}

// counted is a number that chooses the plural form.
type counted interface{ Count() int }

// kind is what all sentences of a type have in common.
type kind struct {
	id    string // of the message, or of the table of messages
	count int    // the field that chooses the plural form, -1 for none
}

var kinds sync.Map // of kind, by reflect.Type

func kindOf(t reflect.Type) kind {
	if known, ok := kinds.Load(t); ok {
		return known.(kind)
	}
	k := kind{ID(path.Base(t.PkgPath()), t.Name()), -1}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if t.Field(i).IsExported() && t.Field(i).Type.Implements(reflect.TypeFor[counted]()) {
				k.count = i
			}
		}
	}
	kinds.Store(t, k)
	return k
}

// ID returns the id of the message of a type: "castling.moreReasons". Capitals at the
// start of the name become small letters: "card.spNumber" for SPNumber.
func ID(pkg, name string) string {
	letters := []rune(name)
	for i, letter := range letters {
		if i > 0 && i+1 < len(letters) && unicode.IsLower(letters[i+1]) || !unicode.IsUpper(letter) {
			break
		}
		letters[i] = unicode.ToLower(letter)
	}
	return pkg + "." + string(letters)
}
