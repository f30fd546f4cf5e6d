package house

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
	"unicode/utf8"

	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/golden"
)

// TestChoices prints each sentence that stands under a choice once for each value of the choice,
// in each language: each word of a kind, each count, each piece, each condition, and lists of one and
// of two. A person reads the lines that change: a sentence that is right for one value may be
// false for another. Other facts print as their names.
func TestChoices(t *testing.T) {
	p, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range voice.Languages() {
		in := messagesIn(t, language)
		for _, words := range wordFolders() {
			own := messagesOf(t, language+".toml", []byte(textIn(words.messages, language)))
			var b strings.Builder
			for _, s := range p.byMessage() {
				if own.byID[s.id] == nil { // of another folder, or said in English
					continue
				}
				if lines := p.sayings(in, s); len(lines) > 1 || s.variants != nil {
					fmt.Fprintf(&b, "%s\n", s.id)
					for _, l := range lines {
						fmt.Fprintf(&b, "  %s%s\n", l.values, l.text)
					}
				}
			}
			if b.Len() > 0 {
				golden.Text(t, fmt.Sprintf(words.choices, language), b.String())
			}
		}
	}
}

// byMessage returns a sentence for each message, with all facts that some place gives it. Those
// that are one of several have variants.
func (p *program) byMessage() []sentenceType {
	all := map[string]sentenceType{}
	for _, s := range p.sentences {
		ids := []string{s.id}
		if s.variants != nil {
			ids = nil
			for _, variant := range s.variants {
				ids = append(ids, s.id+"."+variant)
			}
		}
		for _, id := range ids {
			one := sentenceType{id: id, variants: s.variants, fields: maps.Clone(s.fields)}
			maps.Copy(one.fields, all[id].fields)
			all[id] = one
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b sentenceType) int { return strings.Compare(a.id, b.id) })
}

// A saying is a sentence with some values of its choices.
type saying struct{ values, text string }

// sayings prints a message with the values of its choices: conditions and counts together, words and lists
// one after the other. What prints the same is said once.
func (p *program) sayings(in messages, s sentenceType) (all []saying) {
	uses := facts{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, text := range in.byID[s.id] {
		tree := parse.New(s.id)
		tree.Mode = parse.SkipFuncCheck
		if parsed, err := tree.Parse(text, "", "", map[string]*parse.Tree{}); err == nil { // TestVoices reports the error
			uses.find(parsed.Root, false)
		}
	}
	v, names := voice.In(in.language.String()), slices.Sorted(maps.Keys(s.fields))
	axes, first, together := map[string][]value{}, map[string]value{}, []string{}
	for _, name := range names {
		axes[name] = p.values(in, name, s.fields[name], uses)
		first[name] = axes[name][0]
		if uses.conditions[name] || has(s.fields[name], "Count") {
			together = append(together, name)
		}
	}
	seen := map[string]bool{}
	say := func(chosen map[string]value) {
		f, said := voice.F{}, []string{}
		defer func() {
			if err := recover(); err != nil && !slices.Contains(slices.Collect(maps.Values(f)), nil) {
				panic(fmt.Sprint(s.id, f, err))
			} // a word that is never absent where the message says a form
		}()
		for _, name := range names {
			f[name] = chosen[name].fact
			if len(axes[name]) > 1 && uses.said[name] {
				said = append(said, name+chosen[name].name)
			}
		}
		text := strings.NewReplacer("\n", " ⏎ ", string(voice.MentionStart), "/", string(voice.MentionEnd), "").Replace(v.Say(voice.Say(s.id, f)))
		if !seen[text] {
			seen[text] = true
			all = append(all, saying{strings.TrimPrefix(strings.Join(said, ", ")+": ", ": "), text})
		}
	}
	var each func(chosen map[string]value, rest []string)
	each = func(chosen map[string]value, rest []string) {
		if len(rest) == 0 {
			say(chosen)
			return
		}
		for _, v := range axes[rest[0]] {
			chosen = maps.Clone(chosen)
			chosen[rest[0]] = v
			each(chosen, rest[1:])
		}
	}
	each(first, together)
	for _, name := range names { // what the message does not say prints the same
		each(first, []string{name})
	}
	return all
}

// A value is one of those that a choice has.
type value struct {
	name string
	fact any
}

// values are those of a fact: one, its name, for a fact that chooses nothing.
func (p *program) values(in messages, name string, t types.Type, uses facts) (all []value) {
	text := voice.Raw("‹" + name + "›")
	words, kind, kindName := p.wordsOf(t), p.kinds(t), path.Base(t.String())
	_, isSlice := t.Underlying().(*types.Slice)
	switch {
	case has(t, "Count") && words != nil:
		for i, word := range words {
			all = append(all, value{"=" + word, sampleCount{voice.Count(i + 1), sampleWord(word)}})
		}
	case has(t, "Count"):
		counts := []int{0, 1, 2}
		if slices.Contains(in.plurals, "few") && !isSlice {
			counts = []int{0, 1, 2, 5, 21}
		}
		for _, n := range counts {
			fact := any(voice.Count(n))
			if isSlice {
				fact = voice.Plural[voice.Raw](slices.Repeat([]voice.Raw{text}, n))
			}
			all = append(all, value{fmt.Sprint("=", n), fact})
		}
		return all // a condition does not hold for 0
	case isSlice && !isSentence(t), kindName == "voice.And", kindName == "voice.Or":
		for n := 1; n <= 2; n++ {
			list := slices.Repeat([]any{text}, n)
			fact := any(voice.And(list))
			if has(t, "Alternatives") || kindName == "voice.Or" {
				fact = voice.Or(list)
			}
			all = append(all, value{fmt.Sprint("×", n), fact})
		}
	case words != nil:
		for _, word := range words {
			all = append(all, value{"=" + word, sample{sampleWord(word), text, sampleWord(word), "‹square›", "", "", ""}})
		}
	case kind.variants != nil && len(kind.fields) == 0:
		for _, variant := range kind.variants {
			all = append(all, value{"=" + variant, voice.Phrase(kind.id + "." + variant)})
		}
	case uses.parts[name]:
		all = []value{{"", sample{"whiteKnight", text, "whiteKnight", "‹square›", text + ".Given", text + ".Meant", text + ".Step"}}}
	default:
		all = []value{{"", text}}
	}
	if uses.conditions[name] {
		all = append(all, value{"=none", nil})
	}
	return all
}

// kinds returns the sentences that a fact may be, none for a fact of any type.
func (p *program) kinds(t types.Type) (kind sentenceType) {
	if named, ok := t.(*types.Named); ok && isSentence(t) && !types.IsInterface(t) {
		id := voice.ID(path.Base(named.Obj().Pkg().Path()), named.Obj().Name())
		if i := slices.IndexFunc(p.sentences, func(s sentenceType) bool { return s.id == id }); i >= 0 {
			return p.sentences[i]
		}
	}
	return kind
}

// A sampleWord is a word by its name.
type sampleWord string

func (w sampleWord) Word() string { return string(w) }

// A sampleCount is a count that is written as a word.
type sampleCount struct {
	voice.Count
	sampleWord
}

// A sample is a word, or a fact whose parts messages name.
type sample struct {
	sampleWord
	name               voice.Raw
	Piece              sampleWord
	Square             voice.Raw
	Given, Meant, Step voice.Raw
}

// facts are those of a message, those in its conditions, and those of which it says parts.
type facts struct{ said, conditions, parts map[string]bool }

func (f facts) find(list parse.Node, condition bool) {
	switch n := list.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, node := range n.Nodes {
				f.find(node, false)
			}
		}
	case *parse.IfNode:
		f.find(n.Pipe, true)
		f.find(n.List, false)
		f.find(n.ElseList, false)
	case *parse.ActionNode:
		f.find(n.Pipe, false)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			for _, argument := range command.Args {
				f.find(argument, condition)
			}
		}
	case *parse.FieldNode:
		f.said[n.Ident[0]] = true
		if condition {
			f.conditions[n.Ident[0]] = true
		}
		if len(n.Ident) > 1 {
			f.parts[n.Ident[0]] = true
		}
	}
}

// room is how many characters Discord allows, by the name of a parameter or field, or of its function or
// type too. Package bot cuts what is longer.
var room = map[string]int{
	"label": 80, "description": 100, "placeholder": 150, "title": 45,
	"Label.label": 45, "TextInput.placeholder": 100, "MenuOption.label": 100, "Group.label": 45,
}

// TestRoom measures labels, their descriptions, and the texts of empty lines and menus, as they are printed
// in each language: nothing is cut in silence.
func TestRoom(t *testing.T) {
	p, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	all, err := load()
	if err != nil {
		t.Fatal(err)
	}
	sentences := p.byMessage()
	for id := range p.phrases {
		sentences = append(sentences, sentenceType{id: id})
	}
	measured := map[int]int{}
	for _, pkg := range all {
		measure := func(of, name string, e ast.Expr) {
			name = strings.ToLower(name)
			most := cmp.Or(room[of+"."+name], room[name])
			for _, s := range sentences {
				if most == 0 || !says(pkg.TypesInfo, e, s.id) {
					continue
				}
				for _, language := range voice.Languages() {
					for _, said := range p.sayings(messagesIn(t, language), s) {
						measured[most]++
						if n := utf8.RuneCountInString(said.text); n > most {
							t.Errorf("%s: %s has %d characters as a %s of %s, of at most %d: %q", language, s.id, n, name, of, most, said.text)
						}
					}
				}
			}
		}
		for _, file := range pkg.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if of, ok := pkg.TypesInfo.TypeOf(n.Fun).(*types.Signature); ok && !of.Variadic() {
						name := nameOf(n.Fun)
						for i, argument := range n.Args[:min(len(n.Args), of.Params().Len())] {
							measure(name[strings.LastIndex(name, ".")+1:], of.Params().At(i).Name(), argument)
						}
					}
				case *ast.KeyValueExpr:
					if field, ok := n.Key.(*ast.Ident); ok {
						if of, ok := pkg.TypesInfo.Uses[field].(*types.Var); ok && of.IsField() {
							measure(owner(of), field.Name, n.Value)
						}
					}
				}
				return true
			})
		}
	}
	for _, most := range []int{45, 80, 100, 150} {
		if measured[most] < 2*len(voice.Languages()) {
			t.Errorf("only %d texts of at most %d characters", measured[most], most)
		}
	}
}

// says reports whether an expression is a message with the id, or one of several that it is among.
func says(info *types.Info, e ast.Expr, id string) bool {
	if call, ok := e.(*ast.CallExpr); ok && isSay(info, call) {
		if table, ok := call.Args[0].(*ast.BinaryExpr); ok {
			begin := info.Types[table.X].Value
			return begin != nil && strings.HasPrefix(id, constant.StringVal(begin))
		}
		e = call.Args[0]
	}
	is := info.Types[e].Value
	return is != nil && is.Kind() == constant.String && constant.StringVal(is) == id
}

// owner is the name of the type in which a field is declared.
func owner(field *types.Var) string {
	scope := field.Pkg().Scope()
	for _, name := range scope.Names() {
		if of, ok := scope.Lookup(name).Type().Underlying().(*types.Struct); ok {
			for f := range of.Fields() {
				if f == field {
					return name
				}
			}
		}
	}
	return ""
}
