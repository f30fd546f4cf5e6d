package house

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	gopackages "golang.org/x/tools/go/packages"
)

// isSay reports whether a call is one of voice.Say.
func isSay(info *types.Info, call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := info.Uses[selector.Sel].(*types.Func)
	return ok && f.FullName() == "chess960bot/internal/voice.Say"
}

// addSaid adds the sentence of a call of voice.Say: the id is a constant, or one that ends with
// the conversion of a kind, whose constants are the variants.
func (p *program) addSaid(pkg *gopackages.Package, file *ast.File, call *ast.CallExpr) {
	s := sentenceType{fields: map[string]types.Type{}, said: p.position(call.Pos())}
	if id := pkg.TypesInfo.Types[call.Args[0]].Value; id != nil {
		s.id = constant.StringVal(id)
	} else if table, ok := call.Args[0].(*ast.BinaryExpr); ok && pkg.TypesInfo.Types[table.X].Value != nil {
		s.id = strings.TrimSuffix(constant.StringVal(pkg.TypesInfo.Types[table.X].Value), ".")
		if _, s.variants = variantsIn(pkg, table.Y); len(s.variants) == 0 {
			s.variants = sorted(wordsOf(pkg, table.Y, map[types.Object]bool{}))
		}
	}
	facts, ok := call.Args[1].(*ast.CompositeLit)
	if name, isName := call.Args[1].(*ast.Ident); isName && name.Name != "nil" {
		facts, ok = p.factsOf(pkg, file, name, s.fields)
	} else if isName {
		ok = true
	}
	if s.id == "" || !ok {
		p.misuses = append(p.misuses, s.said+": the id and the facts of voice.Say are literals")
		return
	}
	if facts != nil {
		addElements(pkg, facts, s.fields)
	}
	p.sentences = append(p.sentences, s)
}

// wordsOf returns the constants that an expression can be: those that are written there, that are set to
// its variable or field, that its table has, with which its function is called, or that the function returns which it calls.
func wordsOf(pkg *gopackages.Package, e ast.Expr, read map[types.Object]bool) (words []string) {
	if value := pkg.TypesInfo.Types[e].Value; value != nil {
		if constant.StringVal(value) == "" { // nothing is said
			return nil
		}
		return []string{constant.StringVal(value)}
	}
	switch from := e.(type) {
	case *ast.CallExpr:
		e = from.Fun
	case *ast.IndexExpr:
		if list, ok := from.X.(*ast.CompositeLit); ok {
			for _, element := range list.Elts {
				words = append(words, wordsOf(pkg, valueOf(element), read)...)
			}
			return words
		}
		e = from.X
	}
	if selector, ok := e.(*ast.SelectorExpr); ok {
		e = selector.Sel
	}
	name, ok := e.(*ast.Ident)
	if !ok || read[pkg.TypesInfo.Uses[name]] {
		return nil
	}
	of := pkg.TypesInfo.Uses[name]
	read[of] = true
	is := func(e ast.Expr) bool {
		if selector, ok := e.(*ast.SelectorExpr); ok {
			e = selector.Sel
		}
		name, ok := e.(*ast.Ident)
		return ok && (pkg.TypesInfo.Defs[name] == of || pkg.TypesInfo.Uses[name] == of)
	}
	add := func(e ast.Expr) { words = append(words, wordsOf(pkg, e, read)...) }
	for _, file := range pkg.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if is(to) && i < len(n.Rhs) { // the first result of a function
						add(n.Rhs[i])
					}
				}
			case *ast.KeyValueExpr: // a field
				if is(n.Key) {
					add(n.Value)
				}
			case *ast.ValueSpec: // a table
				if is(n.Names[0]) && len(n.Values) == 1 {
					add(&ast.IndexExpr{X: n.Values[0]})
				}
			case *ast.FuncDecl:
				if is(n.Name) {
					ast.Inspect(n.Body, func(n ast.Node) bool {
						if end, ok := n.(*ast.ReturnStmt); ok {
							add(end.Results[0])
						}
						return true
					})
				}
				if at := parameter(pkg, n, of); at >= 0 {
					words = append(words, argumentsOf(pkg, pkg.TypesInfo.Defs[n.Name], at, read)...)
				}
			}
			return true
		})
	}
	return words
}

func valueOf(element ast.Expr) ast.Expr {
	if pair, ok := element.(*ast.KeyValueExpr); ok {
		return pair.Value
	}
	return element
}

// parameter returns the place of a parameter of a function, -1 for none.
func parameter(pkg *gopackages.Package, f *ast.FuncDecl, of types.Object) int {
	parameters := pkg.TypesInfo.Defs[f.Name].Type().(*types.Signature).Params()
	for i := range parameters.Len() {
		if parameters.At(i) == of {
			return i
		}
	}
	return -1
}

// argumentsOf returns the constants that calls of a function have in a place.
func argumentsOf(pkg *gopackages.Package, f types.Object, at int, read map[types.Object]bool) (words []string) {
	for _, file := range pkg.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name, _ := call.Fun.(*ast.Ident)
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
				name = selector.Sel
			}
			if name != nil && pkg.TypesInfo.Uses[name] == f {
				words = append(words, wordsOf(pkg, call.Args[at], read)...)
			}
			return true
		})
	}
	return words
}

// factsOf returns the literal that a variable of facts begins with, and adds what is set later.
func (p *program) factsOf(pkg *gopackages.Package, file *ast.File, name *ast.Ident, fields map[string]types.Type) (begins *ast.CompositeLit, ok bool) {
	facts := pkg.TypesInfo.Uses[name]
	ast.Inspect(file, func(n ast.Node) bool {
		set, isSet := n.(*ast.AssignStmt)
		if !isSet || len(set.Lhs) != 1 {
			return true
		}
		if to, isName := set.Lhs[0].(*ast.Ident); isName && pkg.TypesInfo.Defs[to] == facts {
			begins, ok = set.Rhs[0].(*ast.CompositeLit)
		}
		if to, isIndex := set.Lhs[0].(*ast.IndexExpr); isIndex {
			if of, isName := to.X.(*ast.Ident); isName && pkg.TypesInfo.Uses[of] == facts {
				addField(pkg, to.Index, set.Rhs[0], fields)
			}
		}
		return true
	})
	return begins, ok
}

func addElements(pkg *gopackages.Package, facts *ast.CompositeLit, fields map[string]types.Type) {
	for _, e := range facts.Elts {
		e := e.(*ast.KeyValueExpr)
		addField(pkg, e.Key, e.Value, fields)
	}
}

func addField(pkg *gopackages.Package, key, value ast.Expr, fields map[string]types.Type) {
	if name := pkg.TypesInfo.Types[key].Value; name != nil {
		fields[constant.StringVal(name)] = types.Default(pkg.TypesInfo.TypeOf(value))
	}
}

// isAnySentence reports whether the values of a type are sentences of any type.
func isAnySentence(t types.Type) bool { return t != nil && types.IsInterface(t) && isSentence(t) }

// comparesSentences reports whether a call of package slices compares sentences.
func comparesSentences(info *types.Info, call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Equal", "Contains", "Index", "Compact"}, selector.Sel.Name) {
		return false
	}
	if f, ok := info.Uses[selector.Sel].(*types.Func); !ok || f.Pkg().Path() != "slices" {
		return false
	}
	list, ok := info.TypeOf(call.Args[0]).Underlying().(*types.Slice)
	return ok && isAnySentence(list.Elem())
}

// compareFacts finds facts of one name with different kinds of types: two facts that have changed
// places, or a number that should choose a plural form.
func (p *program) compareFacts() {
	type fact struct{ kind, at string }
	first := map[string]fact{}
	for _, s := range p.sentences {
		if s.said == "" {
			continue
		}
		for name, t := range s.fields {
			key := s.id + " " + name
			if is := (fact{kindOfFact(t), s.said}); first[key].at == "" {
				first[key] = is
			} else if was := first[key]; was.kind != is.kind {
				p.misuses = append(p.misuses, fmt.Sprintf("%s: the fact %s of %s is %s, at %s %s", is.at, name, s.id, is.kind, was.at, was.kind))
			}
		}
		for name, kind := range namedFacts {
			if t := s.fields[name]; t != nil && !slices.Contains(strings.Split(kind, " or "), kindOfFact(t)) {
				p.misuses = append(p.misuses, fmt.Sprintf("%s: the fact %s is %s, want %s", s.said, name, kindOfFact(t), kind))
			}
		}
	}
}

// namedFacts are the kinds of facts that have the same name in the whole program.
var namedFacts = map[string]string{
	"By": `a sentence or a word or a list of "string"`, "Person": "a sentence", "Typed": "a sentence or voice.Typed",
	"At": "a moment", "Ends": "a moment", "Relative": "a moment", "Until": "a moment",
	"Days": "a count or a sentence", "Games": "a count or a number", "Minutes": "a count or a number", "N": "a count", "People": "a count or a sentence", "Posts": "a count", "Times": "a count",
	"Most": "a count or a number or big.Rat", "Round": "a number", "Step": "a number",
}

// kindOfFact says what a placeholder of a type prints.
func kindOfFact(t types.Type) string {
	if list, ok := t.Underlying().(*types.Slice); ok && !isSentence(t) {
		return "a list of " + strconv.Quote(kindOfFact(list.Elem()))
	}
	basic, isBasic := t.Underlying().(*types.Basic)
	switch {
	case has(t, "Count"):
		return "a count"
	case path.Base(t.String()) == "voice.Moment":
		return "a moment"
	case isSentence(t):
		return "a sentence"
	case has(t, "Word"):
		return "a word"
	case isBasic && basic.Info()&types.IsBoolean != 0:
		return "a truth"
	case isBasic && basic.Info()&types.IsInteger != 0 && !has(t, "String"):
		return "a number"
	}
	return path.Base(t.String())
}

// addNeedless notes the types of sentences that are only built: nobody names them, and nobody
// reads or sets their facts.
func (p *program) addNeedless(read []*gopackages.Package) {
	needed := map[types.Object]bool{}
	for _, pkg := range read {
		for _, of := range pkg.TypesInfo.Selections {
			if named, ok := deref(of.Recv()).(*types.Named); ok {
				needed[named.Obj()] = true
			}
		}
		for _, file := range pkg.Syntax {
			built := map[*ast.Ident]bool{} // the names of types in literals
			ast.Inspect(file, func(n ast.Node) bool {
				if literal, ok := n.(*ast.CompositeLit); ok {
					if name, ok := literal.Type.(*ast.Ident); ok {
						built[name] = true
					}
				}
				if name, ok := n.(*ast.Ident); ok && !built[name] && pkg.TypesInfo.Uses[name] != nil {
					needed[pkg.TypesInfo.Uses[name]] = true
				}
				return true
			})
		}
	}
	for _, pkg := range read {
		for _, name := range pkg.Types.Scope().Names() {
			o := pkg.Types.Scope().Lookup(name)
			if fields, ok := o.Type().Underlying().(*types.Struct); ok && !needed[o] && embedsFacts(fields) && path.Base(pkg.PkgPath) != "wrong" {
				p.misuses = append(p.misuses, fmt.Sprintf("%s: nobody names the type %s or reads its facts: write voice.Say", pkg.PkgPath, name))
			}
		}
	}
}

func embedsFacts(fields *types.Struct) bool {
	for f := range fields.Fields() {
		if f.Embedded() && f.Type().String() == "chess960bot/internal/voice.Facts" {
			return true
		}
	}
	return false
}
