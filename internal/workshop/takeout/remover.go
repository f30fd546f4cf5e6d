package main

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A remover takes features out of a tree.
type remover struct {
	tree  string
	files []string       // deleted, without those in deleted folders
	lines map[string]int // deleted in other files
	tests []string       // functions of tests that needed a feature
}

// deleteFiles deletes the files of a feature, and the lines that have one of its texts.
func (r *remover) deleteFiles(f feature) error {
	return filepath.WalkDir(r.tree, func(file string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(r.tree, file) // both are below the tree
		if err != nil || name == "." {
			return err
		}
		for _, pattern := range f.files {
			of := entry.Name()
			if strings.Contains(pattern, "/") {
				of = filepath.ToSlash(name)
			}
			if match, err := filepath.Match(pattern, of); !match || err != nil {
				if err != nil {
					return err
				}
				continue
			}
			r.files = append(r.files, filepath.ToSlash(name))
			if err := os.RemoveAll(file); err != nil {
				return err
			}
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() || f.lines == nil || slices.Contains([]string{".go", ".toml"}, filepath.Ext(name)) && strings.HasSuffix(name, "_test.go") {
			return nil
		}
		return r.deleteLines(name, func(line string) bool {
			return slices.ContainsFunc(f.lines, func(text string) bool { return strings.Contains(line, text) })
		})
	})
}

// deleteLines deletes the lines of a file that are unwanted.
func (r *remover) deleteLines(name string, unwanted func(line string) bool) error {
	file := filepath.Join(r.tree, name)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var kept strings.Builder
	deleted := 0
	for line := range strings.Lines(string(text)) {
		if unwanted(line) {
			deleted++
		} else {
			kept.WriteString(line)
		}
	}
	if deleted == 0 {
		return nil
	}
	r.count(name, deleted)
	return os.WriteFile(file, []byte(kept.String()), 0o644)
}

func (r *remover) count(name string, lines int) {
	if r.lines == nil {
		r.lines = map[string]int{}
	}
	r.lines[filepath.ToSlash(name)] += lines
}

// deleteUnknown deletes what the compiler does not understand, until it understands everything.
func (r *remover) deleteUnknown() error {
	const mostRounds = 20
	external, err := exports()
	if err != nil {
		return err
	}
	for range mostRounds {
		mistakes, files, err := typecheck(r.tree, external)
		if err != nil || len(mistakes) == 0 {
			return err
		}
		for name, places := range mistakes {
			if err := r.deleteAt(name, files[name], places); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("the compiler still complains after %d rounds", mostRounds)
}

// deleteAt deletes, for each mistake in a file, the smallest element of a list that has it.
func (r *remover) deleteAt(name string, f parsed, mistakes []mistake) error {
	source := slices.Clone(f.source)
	var spans []span
	for _, m := range mistakes {
		s, test := smallest(f, m.at, strings.HasSuffix(name, "_test.go"))
		if s == (span{}) {
			return fmt.Errorf("%s:%d: %s: this is in no list", name, f.line(m.at), m.text)
		}
		if test = fmt.Sprintf("%s %s", filepath.ToSlash(filepath.Dir(name)), test); !strings.HasSuffix(test, " ") && !slices.ContainsFunc(r.tests, func(t string) bool { return strings.HasPrefix(t, test+":") }) {
			r.tests = append(r.tests, test+": "+m.text)
		}
		spans = append(spans, s)
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	var outer []span // without those within another
	for _, s := range spans {
		if len(outer) == 0 || s.from >= outer[len(outer)-1].to {
			outer = append(outer, s)
		} else if last := &outer[len(outer)-1]; s.from == last.from && s.to > last.to {
			*last = s
		}
	}
	for _, s := range slices.Backward(outer) {
		r.count(name, strings.Count(string(source[s.from:s.to]), "\n"))
		source = slices.Delete(source, s.from, s.to)
	}
	formatted, err := format.Source(source)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	file := filepath.Join(r.tree, name)
	if left, _ := parser.ParseFile(token.NewFileSet(), "", formatted, parser.ImportsOnly|parser.ParseComments); left != nil && onlyImports(formatted) {
		r.files = append(r.files, name)
		return os.Remove(file)
	}
	return os.WriteFile(file, formatted, 0o644)
}

// onlyImports reports whether a file declares nothing.
func onlyImports(source []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	return err == nil && f.Doc == nil && !slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		return !ok || g.Tok != token.IMPORT
	})
}

// A span is a part of a source.
type span struct{ from, to int }

// smallest returns the smallest element of a list around a place. In a test it is a row of a table,
// a statement that calls or sets, or the whole declaration; then test names the function.
func smallest(f parsed, at token.Pos, isTest bool) (s span, test string) {
	var around []ast.Node // the outermost first
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil || at < n.Pos() || at >= n.End() {
			return false
		}
		around = append(around, n)
		return true
	})
	for i := len(around) - 1; i > 0; i-- {
		n, in := around[i], around[i-1]
		switch list := in.(type) {
		case *ast.CompositeLit:
			if n != list.Type {
				return f.element(n, true), ""
			}
		case *ast.FieldList:
			if _, ofFunc := around[i-2].(*ast.FuncType); !ofFunc {
				return f.element(n, false), ""
			}
		case *ast.CallExpr:
			if _, isName := list.Fun.(*ast.Ident); !isTest && n != list.Fun && len(list.Args) > 2 && isName && list.Fun.(*ast.Ident).Name == "append" {
				return f.element(n, true), ""
			}
		case *ast.GenDecl:
			if list.Lparen.IsValid() && len(list.Specs) > 1 {
				return f.element(n, false), ""
			}
			return f.element(list, false), ""
		case *ast.BlockStmt, *ast.CaseClause:
			_, isStatement := n.(ast.Stmt)
			_, isCall := n.(*ast.ExprStmt)
			set, isSet := n.(*ast.AssignStmt)
			if !isStatement || isTest && !isCall && (!isSet || set.Tok != token.ASSIGN) {
				continue
			}
			if _, isReturn := n.(*ast.ReturnStmt); isReturn {
				return span{}, ""
			}
			return f.element(n, false), ""
		case *ast.File:
			function, ok := n.(*ast.FuncDecl)
			switch {
			case ok && isTest:
				return f.element(n, false), function.Name.Name
			case ok:
				return span{}, ""
			}
		}
	}
	return span{}, ""
}

// element returns the span of a node with its comments, the comma behind and the line that would be
// empty.
func (f parsed) element(n ast.Node, comma bool) span {
	from, to := n.Pos(), n.End()
	ast.Inspect(f.syntax, func(in ast.Node) bool {
		if in != nil && in != n && (in.Pos() > n.Pos() || in.End() <= n.Pos()) {
			return false
		}
		return true
	})
	if doc := docOf(n); doc != nil {
		from = min(from, doc.Pos())
	}
	s := span{f.offset(from), f.offset(to)}
	rest := string(f.source[s.to:])
	if comma {
		if m := regexp.MustCompile(`^\s*,[ \t]*`).FindString(rest); m != "" {
			s.to += len(m)
			rest = rest[len(m):]
		} else if before := regexp.MustCompile(`,\s*$`).FindString(string(f.source[:s.from])); before != "" {
			s.from -= len(before)
			return s
		}
	}
	lineStart := strings.LastIndex(string(f.source[:s.from]), "\n") + 1
	if strings.TrimSpace(string(f.source[lineStart:s.from])) == "" {
		if m := regexp.MustCompile(`^[ \t]*(//[^\n]*)?\n`).FindString(rest); m != "" {
			s.from, s.to = lineStart, s.to+len(m)
		}
	}
	return s
}

func docOf(n ast.Node) *ast.CommentGroup {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Doc
	case *ast.GenDecl:
		return n.Doc
	case *ast.ValueSpec:
		return n.Doc
	case *ast.TypeSpec:
		return n.Doc
	case *ast.ImportSpec:
		return n.Doc
	case *ast.Field:
		return n.Doc
	}
	return nil
}

// deleteNames deletes what names deleted files: elements of lists in Go, and in the pages lines of
// tables and lists.
func (r *remover) deleteNames() error {
	gone := func(name string) bool { return slices.Contains(r.files, strings.TrimPrefix(name, "chess960bot/")) }
	below := func(name string) bool {
		return slices.ContainsFunc(r.files, func(f string) bool {
			return name == f || strings.HasPrefix(name, f+"/")
		})
	}
	return filepath.WalkDir(r.tree, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(r.tree, file)
		name = filepath.ToSlash(name)
		switch filepath.Ext(name) {
		case ".md":
			link := regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)
			row := regexp.MustCompile("^\\| `([^`]+)` \\|")
			return r.deleteLines(name, func(line string) bool {
				if m := row.FindStringSubmatch(line); m != nil && below(m[1]) {
					return true
				}
				return slices.ContainsFunc(link.FindAllStringSubmatch(line, -1), func(m []string) bool {
					return gone(filepath.ToSlash(filepath.Join(filepath.Dir(name), m[1])))
				})
			})
		case ".go":
			fset := token.NewFileSet()
			f, err := parseFile(fset, r.tree, name)
			if err != nil {
				return err
			}
			var named []mistake
			ast.Inspect(f.syntax, func(n ast.Node) bool {
				if list, ok := n.(*ast.CompositeLit); ok {
					for _, e := range list.Elts {
						if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING && below(strings.Trim(text.Value, "`\"")) {
							named = append(named, mistake{e.Pos(), "names a file that is gone"})
						}
					}
				}
				return true
			})
			if named == nil {
				return nil
			}
			return r.deleteAt(name, f, named)
		}
		return nil
	})
}

// print says what was deleted.
func (r *remover) print(out io.Writer) {
	total := 0
	var names []string
	for name, lines := range r.lines {
		if !slices.Contains(r.files, name) {
			names = append(names, fmt.Sprintf("%5d  %s", lines, name))
			total += lines
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(a[7:], b[7:]) })
	fmt.Fprintf(out, "%d files and folders deleted\n%d lines in %d other files:\n%s\n%d functions of tests:\n%s\n",
		len(r.files), total, len(names), strings.Join(names, "\n"), len(r.tests), strings.Join(r.tests, "\n"))
}
