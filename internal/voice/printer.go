package voice

import (
	"bytes"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"text/template/parse"
	"unicode/utf8"

	parsers "github.com/nicksnyder/go-i18n/v2/i18n/template"
)

// A parser parses messages. It makes each placeholder print itself, as html/template makes each
// placeholder escape itself.
type parser struct{}

// Cacheable reports that go-i18n parses each message once: the forms never change.
func (parser) Cacheable() bool { return true }

// Parse parses one plural form of a message. go-i18n calls the method.
func (p parser) Parse(source, _, _ string) (parsers.ParsedTemplate, error) { return p.parse(source) }

func (parser) parse(source string) (message, error) {
	tree := parse.New("")
	tree.Mode = parse.SkipFuncCheck
	parsed, err := tree.Parse(source, "", "", map[string]*parse.Tree{})
	if err != nil {
		return message{}, err
	}
	return message{parsed.Root}, nil
}

// A message is one plural form of a message.
type message struct{ root *parse.ListNode }

// told is what a message tells, and the voice that says it.
type told struct {
	voice *Voice
	facts reflect.Value
}

// Execute returns the message with what it tells. go-i18n calls the method.
func (m message) Execute(what any) (string, error) {
	var b strings.Builder
	err := what.(told).write(&b, m.root)
	return b.String(), err
}

func (t told) write(b *strings.Builder, list *parse.ListNode) error {
	if list == nil {
		return nil
	}
	for _, node := range list.Nodes {
		var err error
		switch n := node.(type) {
		case *parse.TextNode:
			text := n.Text
			before := b.String()
			ends := strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "..")
			if ends && bytes.HasPrefix(text, []byte(".")) && !bytes.HasPrefix(text, []byte("..")) {
				text = text[1:] // the stop of “Anna K.” ends the sentence
			}
			b.Write(text)
		case *parse.CommentNode:
		case *parse.ActionNode:
			var text string
			arguments := n.Pipe.Cmds[0].Args
			if fact := fieldOf(arguments[len(arguments)-1], t.facts); len(arguments) == 1 {
				text, err = t.voice.print(fact)
			} else {
				text, err = t.voice.form(arguments[0].String(), fact)
			}
			b.WriteString(text)
		case *parse.IfNode:
			chosen := n.ElseList
			if t.holds(n.Pipe) {
				chosen = n.List
			}
			err = t.write(b, chosen)
		default:
			err = fmt.Errorf("%v: a message has only fields, forms and if", node)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether the condition of an {{if}} is true.
func (t told) holds(condition parse.Node) bool {
	pipe, ok := condition.(*parse.PipeNode)
	if !ok {
		truth, _ := template.IsTrue(fieldOf(condition, t.facts))
		return truth
	}
	arguments := pipe.Cmds[0].Args
	if len(arguments) == 1 {
		return t.holds(arguments[0])
	}
	switch operands := arguments[1:]; arguments[0].String() {
	case "offers":
		name := string(MentionStart) + operands[0].(*parse.StringNode).Text + string(MentionEnd)
		return t.voice.mentions == nil || t.voice.mentions.Replace(name) != name
	case "not":
		return !t.holds(operands[0])
	case "and":
		return !slices.ContainsFunc(operands, func(n parse.Node) bool { return !t.holds(n) })
	default: // or
		return slices.ContainsFunc(operands, t.holds)
	}
}

// fieldOf returns the value of the field that a placeholder names, such as .Throw or
// .Orders.Given.
func fieldOf(node parse.Node, facts reflect.Value) any {
	names := node.(*parse.FieldNode).Ident
	if byName, ok := facts.Interface().(F); ok {
		if len(names) == 1 {
			return byName[names[0]]
		}
		facts, names = reflect.ValueOf(byName[names[0]]), names[1:]
	}
	for _, name := range names {
		facts = facts.FieldByName(name)
	}
	return facts.Interface()
}

// word is a value that is one of the words of the message files.
type word interface{ Word() string }

// alternatives is a list with “or” before its last element.
type alternatives interface{ Alternatives() }

// form returns a form of a word. English may not have the forms of a language that lacks the word.
func (v *Voice) form(form string, w any) (string, error) {
	if w, ok := w.(word); ok {
		id := "words." + w.Word() + "."
		if _, known := v.messages[id+form]; !known {
			form = name
		}
		return v.message(id+form, reflect.Value{}, nil), nil
	}
	return "", fmt.Errorf("a %T is no word, so it has no form %s", w, form)
}

// name is the form of a word whose placeholder names none.
const name = "name"

// print returns a fact in words.
func (v *Voice) print(fact any) (string, error) {
	switch fact := fact.(type) {
	case nil:
		return "", nil
	case Sentence:
		return v.say(fact), nil
	case word:
		return v.form(name, fact)
	case *big.Rat:
		return v.number(strings.TrimSuffix(fact.FloatString(1), ".0")), nil // not negative
	case fmt.Stringer:
		return fact.String(), nil
	}
	switch value := reflect.ValueOf(fact); value.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(value.Int(), 10), nil
	case reflect.Slice, reflect.Array:
		if _, ok := fact.(alternatives); ok {
			return v.printList(value, "voice.or")
		}
		return v.printList(value, "voice.and")
	}
	return "", fmt.Errorf("a %T cannot be said", fact)
}

// printList returns the elements with commas, and a message between the last two.
func (v *Voice) printList(list reflect.Value, last string) (string, error) {
	var texts []string
	for i := range list.Len() {
		text, err := v.print(list.Index(i).Interface())
		if err != nil {
			return "", err
		}
		texts = append(texts, text)
	}
	texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
	if len(texts) < 2 {
		return strings.Join(texts, ""), nil
	}
	rest := len(texts) - 1
	// A language may have another “and” before some letters, such as “ed” before an e.
	first, _ := utf8.DecodeRuneInString(strings.ToLower(strings.TrimLeft(texts[rest], "*`_")))
	if special := last + "Before." + string(first); v.messages[special] != nil {
		last = special
	}
	comma := v.message("voice.comma", reflect.Value{}, nil)
	return strings.Join(texts[:rest], comma) + v.message(last, reflect.Value{}, nil) + texts[rest], nil
}

// fewestGrouped is how many digits a number has at least whose thousands are separated, in the
// languages that do not separate those of four digits (minimumGroupingDigits of CLDR).
var fewestGrouped = map[string]int{"es": 5, "ru": 5}

// number writes the digits of a number that is not negative, with the separators of the language.
func (v *Voice) number(digits string) string {
	whole, fraction, found := strings.Cut(digits, ".")
	group := v.message("voice.group", reflect.Value{}, nil)
	if len(whole) >= fewestGrouped[v.language] {
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + group + whole[i:]
		}
	}
	if found {
		return whole + v.message("voice.point", reflect.Value{}, nil) + fraction
	}
	return whole
}
