package main

import (
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"chess960bot/voice"
)

// Everything that people read has its words in every language of voice.Languages, and every
// message is read. With -v the test says what is missing in the languages that have a message
// file and are not offered yet.
func TestVoices(t *testing.T) {
	p, err := readProgram("./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, misuse := range p.misuses {
		t.Error(misuse)
	}
	files, err := filepath.Glob("voice/active.*.toml")
	if err != nil {
		t.Fatal(err)
	}
	english := messagesOf(t, "active.en.toml", voice.Messages("en"))
	for _, file := range files {
		language := strings.Split(file, ".")[1]
		t.Run(language, func(t *testing.T) {
			in := messagesOf(t, file, voice.Messages(language))
			problems := slices.Concat(p.problems(in), in.differences(english))
			slices.Sort(problems)
			if len(problems) == 0 {
				return
			}
			report := strings.Join(slices.Compact(problems), "\n")
			if slices.Contains(voice.Languages(), language) {
				t.Error(report)
			} else {
				t.Log("not offered yet:\n" + report)
			}
		})
	}
}

// differences compares the messages that no type of the program has with the English ones:
// those of package voice itself and those that describe the commands.
func (in messages) differences(english messages) (problems []string) {
	compare := func(ids, others map[string]map[string]string, problem string) {
		for id := range ids {
			ownOrDescription := strings.HasPrefix(id, "voice.") || strings.HasPrefix(id, "commands.")
			if ownOrDescription && others[id] == nil {
				problems = append(problems, fmt.Sprintf("%v: %s %s", in.language, id, problem))
			}
		}
	}
	compare(english.byID, in.byID, "has no message")
	compare(in.byID, english.byID, "is no English message")
	return problems
}

// The package in the folder testdata breaks each rule once.
func TestSentencesThatAreWrong(t *testing.T) {
	p, err := readProgram("./voice/testdata/wrong")
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Concat(p.problems(messagesOf(t, "active.ru.toml", []byte(page(t, "voice/testdata/wrong/active.ru.toml")))), p.misuses)
	for i, problem := range got {
		got[i] = strings.TrimSpace(problem)
	}
	slices.Sort(got)
	want := strings.Split(strings.TrimSpace(page(t, "voice/testdata/wrong/problems.txt")), "\n")
	if !slices.Equal(got, want) {
		t.Errorf("the problems are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// messages are those of a message file.
type messages struct {
	language language.Tag
	byID     map[string]map[string]string // the plural forms by the id
	forms    map[string]bool              // of words
}

// messagesOf reads messages in TOML. The name of their file says the language.
func messagesOf(t *testing.T, name string, text []byte) messages {
	t.Helper()
	file, err := i18n.ParseMessageFileBytes(text, name, map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		t.Fatal(name, err)
	}
	all := messages{file.Tag, map[string]map[string]string{}, map[string]bool{}}
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
func (p *program) problems(in messages) (problems []string) {
	problem := func(format string, values ...any) {
		problems = append(problems, fmt.Sprintf("%v: ", in.language)+fmt.Sprintf(format, values...))
	}
	wanted := map[string]bool{}
	for id := range p.phrases {
		wanted[id] = true
		p.checkMessage(in, id, sentenceType{id: id}, map[string]bool{}, problem)
	}
	for _, s := range p.sentences {
		said := map[string]bool{}
		ids := []string{s.id}
		if s.variants != nil {
			ids = ids[:0]
			for _, variant := range s.variants {
				ids = append(ids, s.id+"."+variant)
			}
		}
		for _, id := range ids {
			wanted[id] = true
			p.checkMessage(in, id, s, said, problem)
		}
		for field := range s.fields {
			if !said[field] {
				problem("%s does not say %s", s.id, field)
			}
		}
	}
	for _, word := range slices.Concat(slices.Collect(maps.Values(p.words))...) {
		if in.byID["words."+word+".name"] == nil {
			problem("words.%s has no form name", word)
		}
	}
	for id := range in.byID {
		// Package voice has phrases of its own, such as the comma in lists. A test of package
		// commands compares those that describe the commands.
		if !wanted[id] && !strings.HasPrefix(id, "voice.") && !strings.HasPrefix(id, "commands.") && !p.isForm(id) {
			problem("%s is no sentence of the program", id)
		}
	}
	return problems
}

// checkMessage finds what is wrong with one message, and notes the fields that it says.
func (p *program) checkMessage(in messages, id string, s sentenceType, said map[string]bool, problem func(string, ...any)) {
	forms := in.byID[id]
	if forms == nil {
		problem("%s has no message", id)
		return
	}
	wanted, count := []string{"other"}, s.count()
	if count != "" {
		wanted = pluralForms(in.language)
	}
	if got := slices.Sorted(maps.Keys(forms)); !slices.Equal(got, wanted) {
		problem("%s has the plural forms %v, want %v", id, got, wanted)
	}
	for name, text := range forms {
		template := templateOf{p, in, id, s, map[string]bool{}, problem}
		tree := parse.New(id)
		tree.Mode = parse.SkipFuncCheck
		parsed, err := tree.Parse(text, "", "", map[string]*parse.Tree{})
		if err != nil {
			problem("%s: %v", id, err)
			continue
		}
		template.check(parsed.Root)
		if count != "" && !template.said[count] {
			problem("%s does not say %s in the form %s", id, count, name)
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

// A templateOf is one plural form of a message while it is checked.
type templateOf struct {
	*program
	in      messages
	id      string
	s       sentenceType
	said    map[string]bool
	problem func(string, ...any)
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
				t.problem("%s: %v is more than a field with a form", t.id, n)
			} else {
				t.checkPlaceholder(n.Pipe.Cmds[0].Args)
			}
		case *parse.IfNode:
			t.checkCondition(n.Pipe)
			t.check(n.List)
			t.check(n.ElseList)
		default:
			t.problem("%s: %v is no field, form or if", t.id, n)
		}
	}
}

// checkPlaceholder checks a field, or a form with its field.
func (t templateOf) checkPlaceholder(arguments []parse.Node) {
	field, ok := arguments[len(arguments)-1].(*parse.FieldNode)
	if !ok || len(arguments) > 2 {
		t.problem("%s: %v is more than a field with a form", t.id, arguments)
		return
	}
	of := t.field(field)
	if of == nil {
		return
	}
	if len(arguments) == 1 {
		if !canBeSaid(of) {
			t.problem("%s: %v is a %v, which cannot be said", t.id, field, of)
		}
		return
	}
	form := arguments[0].String()
	words := t.words[of.String()]
	if words == nil {
		t.problem("%s: %v is no word, so it has no form %s", t.id, field, form)
	}
	for _, word := range words {
		if t.in.byID["words."+word+"."+form] == nil {
			t.problem("%s: words.%s has no form %s", t.id, word, form)
		}
	}
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
				if slices.Contains([]string{"and", "or", "not"}, a.Ident) {
					continue
				}
			}
			t.problem("%s: the condition has %v", t.id, argument)
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
		t.problem("%s: %v is no field", t.id, f)
	}
	return of
}
