package house

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	gopackages "golang.org/x/tools/go/packages"

	"chess960bot/internal/voice"
)

// A sentenceType is a type of values that people read.
type sentenceType struct {
	id       string
	variants []string // of its messages; nil for one message
	fields   map[string]types.Type
	said     string // where voice.Say says the sentence; "" for a type
}

// A program has all that can be said in some packages.
type program struct {
	sentences []sentenceType
	phrases   map[string]bool
	words     map[string][]string // the words of a type, by the type's name
	misuses   []string            // sentences that are not said by a voice

	position func(token.Pos) string
}

// wrong is a package that breaks each rule once.
const wrong = "chess960bot/internal/voice/testdata/wrong"

// load reads this program and the package that is wrong, once for all tests: to build and to list
// them takes most of the time.
var load = sync.OnceValues(func() ([]*gopackages.Package, error) {
	mode := gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedSyntax | gopackages.NeedTypes | gopackages.NeedTypesInfo | gopackages.NeedImports
	read, err := gopackages.Load(&gopackages.Config{Mode: mode}, "./...", wrong)
	for _, pkg := range read {
		if len(pkg.Errors) > 0 {
			return nil, pkg.Errors[0]
		}
	}
	return read, err
})

// wholeProgram is all that can be said in this program.
var wholeProgram = sync.OnceValues(func() (*program, error) {
	read, err := load()
	return readProgram(slices.DeleteFunc(slices.Clone(read), isWrong)), err
})

func isWrong(pkg *gopackages.Package) bool { return pkg.PkgPath == wrong }

// readProgram reads what can be said in some packages.
func readProgram(read []*gopackages.Package) *program {
	p := &program{phrases: map[string]bool{}, words: map[string][]string{}}
	for _, pkg := range read {
		p.position = func(pos token.Pos) string {
			at := pkg.Fset.Position(pos)
			return fmt.Sprintf("%s/%s:%d", path.Base(pkg.PkgPath), filepath.Base(at.Filename), at.Line)
		}
		for _, file := range pkg.Syntax {
			for _, declaration := range file.Decls {
				if f, ok := declaration.(*ast.FuncDecl); ok {
					p.addMethod(pkg, f)
				}
			}
			p.readUses(pkg, file)
		}
		p.addFacts(pkg)
	}
	p.compareFacts()
	p.addNeedless(read)
	return p
}

// addMethod notes the variants of a sentence and the words of a type: they stand in the
// methods Sentence and Word.
func (p *program) addMethod(pkg *gopackages.Package, f *ast.FuncDecl) {
	if f.Recv == nil || f.Type.Params.NumFields() > 0 || path.Base(pkg.PkgPath) == "voice" {
		return
	}
	receiver, ok := deref(pkg.TypesInfo.TypeOf(f.Recv.List[0].Type)).(*types.Named)
	if !ok || receiver.TypeParams().Len() > 0 { // a kind that sentences embed: see addFacts
		return
	}
	switch f.Name.Name {
	case "Sentence":
		kind, variants := variantsIn(pkg, f.Body)
		p.addSentence(pkg, receiver, kind, variants)
	case "Word":
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				word, _ := strconv.Unquote(literal.Value)
				p.words[receiver.String()] = append(p.words[receiver.String()], word)
			}
			return true
		})
	}
}

// variantsIn returns the string type that a method or an expression converts, and its constants: those
// of Kind for “return string(r.Kind)”. A constant has a name, or stands in the package as a literal.
func variantsIn(pkg *gopackages.Package, in ast.Node) (kind *types.Named, variants []string) {
	ast.Inspect(in, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || !pkg.TypesInfo.Types[call.Fun].IsType() {
			return true
		}
		if kind, ok = pkg.TypesInfo.TypeOf(call.Args[0]).(*types.Named); ok {
			variants = append(variants, constantsOf(pkg, kind)...)
		}
		return true
	})
	return kind, sorted(variants)
}

// constantsOf returns the values of the constants of a string type.
func constantsOf(pkg *gopackages.Package, kind *types.Named) (values []string) {
	add := func(of types.Type, value constant.Value) {
		if value != nil && types.Identical(of, kind) && constant.StringVal(value) != "" {
			values = append(values, constant.StringVal(value))
		}
	}
	scope := kind.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok {
			add(c.Type(), c.Val())
		}
	}
	for _, e := range pkg.TypesInfo.Types {
		add(e.Type, e.Value)
	}
	return values
}

// addSentence adds a type. A field of the type kind chooses the message.
func (p *program) addSentence(pkg *gopackages.Package, t, kind *types.Named, variants []string) {
	s := sentenceType{id: voice.ID(path.Base(pkg.PkgPath), t.Obj().Name()), variants: variants, fields: map[string]types.Type{}}
	if fields, ok := t.Underlying().(*types.Struct); ok {
		for f := range fields.Fields() {
			chooses := kind != nil && types.Identical(f.Type(), kind)
			if f.Exported() && !chooses && !(f.Embedded() && f.Name() == "Facts") {
				s.fields[f.Name()] = f.Type()
			}
		}
	}
	p.sentences = append(p.sentences, s)
}

// addFacts adds the types that embed voice.Facts, or a kind with a type parameter.
func (p *program) addFacts(pkg *gopackages.Package) {
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).Type().(*types.Named)
		if !ok || t.Obj().Pkg() != pkg.Types {
			continue
		}
		if fields, ok := t.Underlying().(*types.Struct); ok && embedsFacts(fields) {
			p.addSentence(pkg, t, nil, nil)
		} else if ok && fields.NumFields() > 0 && fields.Field(0).Embedded() {
			if kind, ok := fields.Field(0).Type().(*types.Named); ok && kind.TypeArgs().Len() > 0 && isSentence(kind) {
				p.addSentence(pkg, t, kind, sorted(constantsOf(pkg, kind)))
			}
		}
	}
}

// readUses notes the phrases of a file, and the sentences that are not said by a voice.
func (p *program) readUses(pkg *gopackages.Package, file *ast.File) {
	info := pkg.TypesInfo
	misuse := func(e ast.Expr, what string) {
		of := info.TypeOf(e)
		if list, ok := of.(*types.Slice); ok {
			of = list.Elem()
		}
		if isSentence(of) {
			p.misuses = append(p.misuses, fmt.Sprintf("%s: %s a %s: say it with a voice", p.position(e.Pos()), what, types.TypeString(of, (*types.Package).Name)))
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Name.Name != "Sentence" && path.Base(pkg.PkgPath) != "voice" || n.Recv == nil
		case *ast.CallExpr:
			if isSay(info, n) {
				p.addSaid(pkg, file, n)
			} else if comparesSentences(info, n) {
				p.misuses = append(p.misuses, p.position(n.Pos())+": sentences are compared, which may panic: compare the facts")
			} else if info.Types[n.Fun].IsType() && len(n.Args) == 1 {
				if isString(info.TypeOf(n.Fun)) {
					misuse(n.Args[0], "a conversion makes a text of")
				}
			} else if prints(info, n) {
				for _, argument := range n.Args {
					misuse(argument, "fmt prints")
				}
			}
		case *ast.BinaryExpr:
			if (n.Op == token.EQL || n.Op == token.NEQ) && isAnySentence(info.TypeOf(n.X)) && isAnySentence(info.TypeOf(n.Y)) {
				p.misuses = append(p.misuses, p.position(n.Pos())+": sentences are compared, which may panic: compare the facts")
			}
			if n.Op == token.ADD {
				misuse(n.X, "+ follows")
				misuse(n.Y, "+ precedes")
			}
		}
		if e, ok := n.(ast.Expr); ok {
			tv := info.Types[e]
			if tv.Value != nil && tv.Type.String() == "chess960bot/internal/voice.Phrase" && constant.StringVal(tv.Value) != "" {
				p.phrases[constant.StringVal(tv.Value)] = true
			}
		}
		return true
	})
}

// prints reports whether a call formats its arguments as Go does.
func prints(info *types.Info, call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := info.Uses[selector.Sel].(*types.Func)
	return ok && f.Pkg() != nil && (f.Pkg().Path() == "fmt" || f.Pkg().Path() == "log/slog")
}

// isSentence reports whether values of the type are sentences.
func isSentence(t types.Type) bool {
	return t != nil && has(t, "Sentence")
}

// has reports whether values of the type have a method.
func has(t types.Type, name string) bool {
	method, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := method.(*types.Func)
	return ok
}

// count returns the field that chooses the plural form, "" for none.
func (s sentenceType) count() string {
	for name, t := range s.fields {
		if has(t, "Count") {
			return name
		}
	}
	return ""
}

// isForm reports whether the id is that of a form of a word.
func (p *program) isForm(id string) bool {
	parts := strings.Split(id, ".")
	return parts[0] == "words" && len(parts) == 3 && slices.Contains(slices.Concat(slices.Collect(maps.Values(p.words))...), parts[1])
}

// canBeSaid reports whether a placeholder may be of the type.
func canBeSaid(t types.Type) bool {
	if isSentence(t) || has(t, "Word") || has(t, "String") {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsInteger != 0 && t.Info()&types.IsUnsigned == 0
	case *types.Slice:
		return canBeSaid(t.Elem())
	case *types.Array:
		return canBeSaid(t.Elem())
	}
	return false
}

// fieldOf returns the type of an exported field of a struct, nil if there is none.
func fieldOf(t types.Type, name string) types.Type {
	if f, _, _ := types.LookupFieldOrMethod(t, true, nil, name); f != nil {
		if field, ok := f.(*types.Var); ok {
			return field.Type()
		}
	}
	return nil
}

func isString(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0 && !isSentence(t)
}

func deref(t types.Type) types.Type {
	if pointer, ok := t.(*types.Pointer); ok {
		return pointer.Elem()
	}
	return t
}
