package house

import (
	"crypto/sha256"
	"fmt"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/repository"
	"chess960bot/internal/workshop/testrun"
)

// Everything that people read has its words in every language, and every message is read. What a
// language lacks is said in English: the test lists it with -v, and fails in long runs, such as .ci/run.
// A language that is being written has files _xx.toml instead of xx.toml: its draft may lack messages,
// but those that it has are right.
func TestVoices(t *testing.T) {
	p, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	for _, misuse := range p.misuses {
		t.Error(misuse)
	}
	english := messagesIn(t, "en")
	problemsOf := func(in messages) *problems {
		found := p.problems(in)
		in.compare(english, found)
		return found
	}
	for _, language := range voice.Languages() {
		t.Run(language, func(t *testing.T) {
			found := problemsOf(messagesIn(t, language))
			for _, id := range []string{"voice.languages." + language, "commands.choices.language." + language} {
				if english.byID[id] == nil {
					found.lacks("%s, the name of the language, has no message", id)
				}
			}
			if wrong := sorted(found.wrong); len(wrong) > 0 {
				t.Error(strings.Join(wrong, "\n"))
			}
			if language == "en" && len(found.missing) > 0 {
				t.Error(strings.Join(sorted(found.missing), "\n"))
			}
			owed(t, "messages are said in English, for lack of one in "+language, found.missing)
		})
	}
	drafts, _ := filepath.Glob("internal/voice/messages/_*.toml") // the pattern is a valid one
	for _, draft := range drafts {
		language := strings.TrimSuffix(filepath.Base(draft), ".toml")
		t.Run(draft, func(t *testing.T) {
			var text string
			for _, words := range wordFolders() {
				text += textIn(words.messages, language) + "\n"
			}
			found := problemsOf(messagesOf(t, strings.TrimPrefix(language, "_")+".toml", []byte(text)))
			t.Logf("%d missing:\n%s", len(found.missing), strings.Join(sorted(found.missing), "\n"))
			if len(found.wrong) > 0 {
				t.Error(strings.Join(sorted(found.wrong), "\n"))
			}
		})
	}
}

// wordFiles are the names of the files of the core or of a feature, with %s for a language.
type wordFiles struct{ messages, english, choices string }

// wordFolders returns those of the core, and those of each feature.
func wordFolders() (all []wordFiles) {
	features, _ := filepath.Glob("commands/*/messages") // the pattern is a valid one
	for _, folder := range append([]string{"internal/voice/messages"}, features...) {
		all = append(all, wordFiles{folder + "/%s.toml", folder + "/_english.%s.txt", filepath.Dir(folder) + "/testdata/choices/%s.txt"})
	}
	return all
}

// textIn returns the text of a file of a language, "" if there is none yet.
func textIn(name, language string) string {
	text, _ := os.ReadFile(fmt.Sprintf(name, language))
	return string(text)
}

// owed says in a line what is left to do in a language, and fails in long runs.
func owed(t *testing.T, what string, list []string) {
	t.Helper()
	if list = sorted(list); len(list) > 0 && testrun.Long() {
		t.Errorf("%d %s:\n%s", len(list), what, strings.Join(list, "\n"))
	} else if len(list) > 0 {
		t.Logf("%d %s: .ci/run fails\n%s", len(list), what, strings.Join(list, "\n"))
	}
}

// When an English sentence changes, each language changes in the same commit, or says that somebody has read
// its sentence beside the new one and the sentence stays. Beside each file of messages, the file _english of the
// language has a line for each: the id, and a fingerprint of the English text that the sentence was compared with. No
// flag writes the file: CONTRIBUTING.md says how.
func TestEnglishIsFollowed(t *testing.T) {
	for _, language := range voice.Languages()[1:] {
		var stale []string
		for _, words := range wordFolders() {
			english := messagesOf(t, "en.toml", []byte(textIn(words.messages, "en")))
			in, name := messagesOf(t, language+".toml", []byte(textIn(words.messages, language))), fmt.Sprintf(words.english, language)
			read := map[string]string{} // fingerprints by id
			for line := range strings.Lines(textIn(words.english, language)) {
				id, print, _ := strings.Cut(strings.TrimSpace(line), " ")
				read[id] = print
			}
			for id, forms := range english.byID {
				if print := fingerprint(forms); in.byID[id] != nil && read[id] != print {
					stale = append(stale, fmt.Sprintf("%s: %s %s\n\tEnglish: %s\n\t%s: %s", name, id, print, textOf(forms), language, textOf(in.byID[id])))
				}
			}
			for id := range read {
				if english.byID[id] == nil || in.byID[id] == nil {
					stale = append(stale, fmt.Sprintf("%s: %s\n\tis no message: delete the line", name, id))
				}
			}
		}
		owed(t, "messages of "+language+" have not been read beside the English of today", stale)
	}
}

// textOf returns the forms of a message, in alphabetical order of their names.
func textOf(forms map[string]string) string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(forms)) {
		texts = append(texts, strconv.Quote(forms[name]))
	}
	return strings.Join(texts, " | ")
}

func fingerprint(forms map[string]string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(textOf(forms))))[:6]
}

// problems are those of a message file.
type problems struct {
	language language.Tag
	missing  []string // what the file does not have yet
	wrong    []string // what is a mistake even while the file is not complete
}

// lacks notes what is missing.
func (p *problems) lacks(format string, values ...any) {
	p.missing = append(p.missing, fmt.Sprintf("%v: ", p.language)+fmt.Sprintf(format, values...))
}

// problem notes what is wrong.
func (p *problems) problem(format string, values ...any) {
	p.wrong = append(p.wrong, fmt.Sprintf("%v: ", p.language)+fmt.Sprintf(format, values...))
}

// sorted sorts a list and takes repetitions out.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// compare finds differences to English among the messages that no type of the program has: those
// of package voice itself and those that describe the commands.
func (in messages) compare(english messages, found *problems) {
	differences := func(ids, others map[string]map[string]string, differs func(string, ...any), what string) {
		for id := range ids {
			ownOrDescription := strings.HasPrefix(id, "voice.") || strings.HasPrefix(id, "commands.")
			ofSomeLanguages := strings.HasPrefix(id, "voice.andBefore.") || strings.HasPrefix(id, "voice.orBefore.")
			if ownOrDescription && !ofSomeLanguages && others[id] == nil {
				differs("%s %s", id, what)
			}
		}
	}
	differences(english.byID, in.byID, found.lacks, "has no message")
	own := maps.Clone(in.byID)
	maps.DeleteFunc(own, func(id string, _ map[string]string) bool { // of this language's ear alone
		return strings.HasPrefix(id, "voice.andBefore.") || strings.HasPrefix(id, "voice.orBefore.") || id == "voice.firstOfMonth"
	})
	differences(own, english.byID, found.problem, "is no English message")
}

// The package in the folder testdata breaks each rule once.
func TestSentencesThatAreWrong(t *testing.T) {
	all, err := load()
	if err != nil {
		t.Fatal(err)
	}
	p := readProgram(all[slices.IndexFunc(all, isWrong):][:1])
	found := p.problems(messagesOf(t, "ru.toml", []byte(repository.File(t, "internal/voice/testdata/wrong/ru.toml"))))
	got := slices.Concat(found.wrong, p.misuses)
	for _, missing := range found.missing {
		got = append(got, "missing: "+missing)
	}
	for i, problem := range got {
		got[i] = strings.TrimSpace(problem)
	}
	slices.Sort(got)
	want := strings.Split(strings.TrimSpace(repository.File(t, "internal/voice/testdata/wrong/problems.txt")), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("the problems are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// messages are those of a message file.
type messages struct {
	language language.Tag
	byID     map[string]map[string]string // the plural forms by the id
	forms    map[string]bool              // of words
	plurals  []string                     // the plural forms that the language has
}

// known are the messages that messagesIn has read.
var known = map[string]messages{}

// messagesIn returns the messages of a language.
func messagesIn(t *testing.T, language string) messages {
	t.Helper()
	if _, read := known[language]; !read {
		known[language] = messagesOf(t, language+".toml", voice.Messages(language))
	}
	return known[language]
}

// messagesOf reads messages in TOML. The name of their file says the language.
func messagesOf(t *testing.T, name string, text []byte) messages {
	t.Helper()
	file, err := i18n.ParseMessageFileBytes(text, name, map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		t.Fatal(name, err)
	}
	all := messages{file.Tag, map[string]map[string]string{}, map[string]bool{}, pluralForms(file.Tag)}
	for _, m := range file.Messages {
		forms := map[string]string{"zero": m.Zero, "one": m.One, "two": m.Two, "few": m.Few, "many": m.Many, "other": m.Other}
		maps.DeleteFunc(forms, func(_, text string) bool { return text == "" })
		all.byID[m.ID] = forms
		if id := strings.Split(m.ID, "."); id[0] == "words" {
			all.forms[id[len(id)-1]] = true
		}
	}
	return all
}

// problems compares the program with the messages of a language.
func (p *program) problems(in messages) *problems {
	found := &problems{language: in.language}
	wanted := map[string]bool{}
	for id := range p.phrases {
		wanted[id] = true
		p.checkMessage(in, id, sentenceType{id: id}, map[string]bool{}, found)
	}
	for _, s := range p.sentences {
		said, complete := map[string]bool{}, true
		ids := []string{s.id}
		if s.variants != nil {
			ids = ids[:0]
			for _, variant := range s.variants {
				ids = append(ids, s.id+"."+variant)
			}
		}
		for _, id := range ids {
			wanted[id] = true
			p.checkMessage(in, id, s, said, found)
			complete = complete && in.byID[id] != nil
		}
		for field := range s.fields {
			if complete && !said[field] {
				found.problem("%s does not say %s", s.id, field)
			}
		}
	}
	for _, word := range slices.Concat(slices.Collect(maps.Values(p.words))...) {
		if in.byID["words."+word+".name"] == nil {
			found.lacks("words.%s has no form name", word)
		}
	}
	for id := range in.byID {
		// Package voice has phrases of its own, such as the comma in lists. A test of package
		// commands compares those that describe the commands.
		if !wanted[id] && !strings.HasPrefix(id, "voice.") && !strings.HasPrefix(id, "commands.") && !p.isForm(id) {
			found.problem("%s is no sentence of the program", id)
		}
	}
	return found
}

// checkMessage finds what is wrong with one message, and notes the fields that it says.
func (p *program) checkMessage(in messages, id string, s sentenceType, said map[string]bool, found *problems) {
	forms := in.byID[id]
	if forms == nil {
		found.lacks("%s has no message", id)
		return
	}
	wanted, count := []string{"other"}, s.count()
	if count != "" {
		wanted = in.plurals
	}
	if got := slices.Sorted(maps.Keys(forms)); !slices.Equal(got, wanted) {
		found.problem("%s has the plural forms %v, want %v", id, got, wanted)
	}
	for name, text := range forms {
		template := templateOf{p, in, id, s, map[string]bool{}, found}
		tree := parse.New(id)
		tree.Mode = parse.SkipFuncCheck
		parsed, err := tree.Parse(text, "", "", map[string]*parse.Tree{})
		if err != nil {
			found.problem("%s: %v", id, err)
			continue
		}
		template.check(parsed.Root)
		template.checkCommands(parsed.Root)
		if name == "one" && oneIsOne(in.language) {
			template.said[count] = true // “Only one position”
		}
		if count != "" && !template.said[count] {
			found.problem("%s does not say %s in the form %s", id, count, name)
		}
		maps.Copy(said, template.said)
	}
}

// pluralForms returns the forms that a language has for whole numbers below a million, in
// alphabetical order. From a million on, French and Spanish have another form; no count of
// ours is so large, and that form may be absent.
func pluralForms(l language.Tag) []string {
	names := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other"}
	forms := map[string]bool{"other": true} // go-i18n falls back to it
	for n := range 1000 {
		forms[names[plural.Cardinal.MatchPlural(l, n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(forms))
}

// oneIsOne reports whether the form “one” of a language stands for 1 alone, and not for 0 or 21 too.
func oneIsOne(l language.Tag) bool {
	for n := range 1000 {
		if n != 1 && plural.Cardinal.MatchPlural(l, n, 0, 0, 0, 0) == plural.One {
			return false
		}
	}
	return true
}

// A templateOf is one plural form of a message while it is checked.
type templateOf struct {
	*program
	in    messages
	id    string
	s     sentenceType
	said  map[string]bool
	found *problems
}

// check finds what is wrong with the nodes of a template.
func (t templateOf) check(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *parse.TextNode:
		case *parse.ActionNode:
			if len(n.Pipe.Decl) > 0 || len(n.Pipe.Cmds) != 1 {
				t.found.problem("%s: %v is more than a field with a form", t.id, n)
			} else {
				t.checkPlaceholder(n.Pipe.Cmds[0].Args)
			}
		case *parse.IfNode:
			t.checkCondition(n.Pipe)
			t.check(n.List)
			t.check(n.ElseList)
		default:
			t.found.problem("%s: %v is no field, form or if", t.id, n)
		}
	}
}

var (
	sentences    = regexp.MustCompile(`.+?(?:[.!?](?:\*\*)? +|$)`)
	namesCommand = regexp.MustCompile("`/[a-z]")
)

// checkCommands checks that no sentence goes with one beside it whose command is not offered.
func (t templateOf) checkCommands(root *parse.ListNode) {
	for _, text := range alwaysSaid(root) {
		all := sentences.FindAllString(text, -1)
		others := slices.DeleteFunc(slices.Clone(all), namesCommand.MatchString)
		if len(others) > 0 && len(others) < len(all) {
			t.found.problem("%s: one of several sentences names a command: write it in {{if offers `…`}}", t.id)
		}
	}
}

// alwaysSaid returns the texts that a template can be, without what depends on offered commands.
func alwaysSaid(list *parse.ListNode) []string {
	texts := []string{""}
	if list == nil {
		return texts
	}
	for _, node := range list.Nodes {
		further := []string{node.String()}
		if n, ok := node.(*parse.IfNode); ok && strings.Contains(n.Pipe.String(), "offers") {
			continue
		} else if ok {
			further = append(alwaysSaid(n.List), alwaysSaid(n.ElseList)...)
		}
		var longer []string
		for _, text := range texts {
			for _, more := range further {
				longer = append(longer, text+more)
			}
		}
		texts = longer
	}
	return texts
}

// checkPlaceholder checks a field, or a form with its field.
func (t templateOf) checkPlaceholder(arguments []parse.Node) {
	field, ok := arguments[len(arguments)-1].(*parse.FieldNode)
	if !ok || len(arguments) > 2 {
		t.found.problem("%s: %v is more than a field with a form", t.id, arguments)
		return
	}
	of := t.field(field)
	if of == nil {
		return
	}
	if len(arguments) == 1 {
		if !canBeSaid(of) {
			t.found.problem("%s: %v is a %v, which cannot be said", t.id, field, of)
		}
		return
	}
	form := arguments[0].String()
	words := t.wordsOf(of)
	if words == nil {
		t.found.problem("%s: %v is no word, so it has no form %s", t.id, field, form)
	}
	for _, word := range words {
		if t.in.byID["words."+word+"."+form] == nil {
			t.found.lacks("%s: words.%s has no form %s", t.id, word, form)
		}
	}
}

// wordsOf returns the words that a type can be, or a type that it embeds.
func (p *program) wordsOf(t types.Type) []string {
	if words := p.words[t.String()]; words != nil {
		return words
	}
	if fields, ok := t.Underlying().(*types.Struct); ok {
		for f := range fields.Fields() {
			if f.Embedded() {
				return p.wordsOf(f.Type())
			}
		}
	}
	return nil
}

// checkCondition checks that only fields with and, or and not decide.
func (t templateOf) checkCondition(pipe *parse.PipeNode) {
	for _, command := range pipe.Cmds {
		for _, argument := range command.Args {
			switch a := argument.(type) {
			case *parse.FieldNode:
				t.field(a)
				continue
			case *parse.PipeNode:
				t.checkCondition(a)
				continue
			case *parse.IdentifierNode:
				if slices.Contains([]string{"and", "or", "not", "offers"}, a.Ident) {
					continue
				}
			case *parse.StringNode:
				if command.Args[0].String() == "offers" {
					continue
				}
			}
			t.found.problem("%s: the condition has %v", t.id, argument)
		}
	}
}

// field returns the type of a field, and notes that the message says it. It returns nil
// for what is no field.
func (t templateOf) field(f *parse.FieldNode) types.Type {
	of := t.s.fields[f.Ident[0]]
	t.said[f.Ident[0]] = true
	for _, name := range f.Ident[1:] {
		if of != nil {
			of = fieldOf(of, name)
		}
	}
	if of == nil {
		t.found.problem("%s: %v is no field", t.id, f)
	}
	return of
}
