package voice

import (
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	parsers "github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// A printer parses the messages of one language. It makes each placeholder print itself in
// that language, as html/template makes each placeholder escape itself.
type printer struct {
	functions template.FuncMap
}

// sayFunction ends each placeholder. Message files do not write it.
const sayFunction = "say"

// printed is a text that a form has returned.
type printed string

// newPrinter returns the printer of a voice. Each form of a word is a function.
func newPrinter(v *Voice, messages []*i18n.Message) printer {
	functions := template.FuncMap{sayFunction: v.print}
	for _, m := range messages {
		if id := strings.Split(m.ID, "."); id[0] == "words" {
			form := id[len(id)-1]
			functions[form] = func(word any) (printed, error) { return v.form(form, word) }
		}
	}
	return printer{functions}
}

// Cacheable reports that go-i18n parses each message once: the functions never change.
func (printer) Cacheable() bool { return true }

// Parse parses one plural form of a message.
func (p printer) Parse(source, _, _ string) (parsers.ParsedTemplate, error) {
	parsed, err := template.New("").Funcs(p.functions).Parse(source)
	if err != nil {
		return nil, err
	}
	return message{parsed}, printAll(parsed.Root)
}

// printAll appends sayFunction to each placeholder.
func printAll(list *parse.ListNode) error {
	if list == nil {
		return nil
	}
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *parse.TextNode, *parse.CommentNode:
		case *parse.ActionNode:
			call := &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{parse.NewIdentifier(sayFunction)}}
			n.Pipe.Cmds = append(n.Pipe.Cmds, call)
		case *parse.IfNode:
			if err := errors.Join(printAll(n.List), printAll(n.ElseList)); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%v: a message has only fields, forms and if", node)
		}
	}
	return nil
}

// A message is one plural form of a message.
type message struct{ parsed *template.Template }

// Execute returns the message with the facts. go-i18n calls it.
func (m message) Execute(facts any) (string, error) {
	var b strings.Builder
	err := m.parsed.Execute(&b, facts)
	return b.String(), err
}

// word is a value that is one of the words of the message files.
type word interface{ Word() string }

// alternatives is a list with “or” before its last element.
type alternatives interface{ Alternatives() }

// form returns a form of a word.
func (v *Voice) form(form string, w any) (printed, error) {
	if w, ok := w.(word); ok {
		return printed(v.message("words."+w.Word()+"."+form, nil, nil)), nil
	}
	return "", fmt.Errorf("a %T is no word, so it has no form %s", w, form)
}

// name is the form of a word whose placeholder names none.
const name = "name"

// print returns a fact in words.
func (v *Voice) print(fact any) (printed, error) {
	switch fact := fact.(type) {
	case nil:
		return "", nil
	case printed:
		return fact, nil
	case Sentence:
		return printed(v.Say(fact)), nil
	case word:
		return v.form(name, fact)
	case *big.Rat:
		return printed(v.decimal(fact)), nil
	case fmt.Stringer:
		return printed(fact.String()), nil
	}
	switch value := reflect.ValueOf(fact); value.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return printed(strconv.FormatInt(value.Int(), 10)), nil
	case reflect.Slice, reflect.Array:
		if _, ok := fact.(alternatives); ok {
			return v.printList(value, "voice.or")
		}
		return v.printList(value, "voice.and")
	}
	return "", fmt.Errorf("a %T cannot be said", fact)
}

// printList returns the elements with commas, and a message between the last two.
func (v *Voice) printList(list reflect.Value, last string) (printed, error) {
	var texts []string
	for i := range list.Len() {
		text, err := v.print(list.Index(i).Interface())
		if err != nil {
			return "", err
		}
		texts = append(texts, string(text))
	}
	texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
	if len(texts) < 2 {
		return printed(strings.Join(texts, "")), nil
	}
	rest := len(texts) - 1
	comma := v.message("voice.comma", nil, nil)
	return printed(strings.Join(texts[:rest], comma) + v.message(last, nil, nil) + texts[rest]), nil
}

// decimal returns a number that is not negative with one decimal place, and without decimals if it is whole.
func (v *Voice) decimal(n *big.Rat) string {
	return v.number(strings.TrimSuffix(n.FloatString(1), ".0"))
}

// number writes the digits of a number that is not negative, with the separators of the language.
func (v *Voice) number(digits string) string {
	whole, fraction, found := strings.Cut(digits, ".")
	group := v.message("voice.group", nil, nil)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if found {
		return whole + v.message("voice.point", nil, nil) + fraction
	}
	return whole
}
