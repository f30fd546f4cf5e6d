package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "chess960bot"

// exports returns the files with the compiled types of the packages outside the module, by import
// path. They are the same in every copy.
func exports() (map[string]string, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-test", "-json=ImportPath,Export", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("list the packages: %w", err)
	}
	all := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p.Export
	}
}

// A mistake is what the compiler does not understand.
type mistake struct {
	at   token.Pos
	text string
}

// A parsed file.
type parsed struct {
	fset   *token.FileSet
	syntax *ast.File
	source []byte
}

func (f parsed) offset(at token.Pos) int { return f.fset.Position(at).Offset }
func (f parsed) line(at token.Pos) int   { return f.fset.Position(at).Line }

func parseFile(fset *token.FileSet, tree, name string) (parsed, error) {
	source, err := os.ReadFile(filepath.Join(tree, name))
	if err != nil {
		return parsed{}, err
	}
	syntax, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	return parsed{fset, syntax, source}, err
}

// A checker checks the types of a tree.
type checker struct {
	tree     string
	fset     *token.FileSet
	external types.Importer
	done     map[string]*types.Package
	files    map[string]parsed
	mistakes map[string][]mistake
}

// typecheck returns the mistakes in each file of a tree, with tests.
func typecheck(tree string, exported map[string]string) (map[string][]mistake, map[string]parsed, error) {
	c := &checker{tree: tree, fset: token.NewFileSet(), done: map[string]*types.Package{}, files: map[string]parsed{}, mistakes: map[string][]mistake{}}
	c.external = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exported[path]) })
	err := filepath.WalkDir(tree, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); folder != tree && (name == "testdata" || strings.HasPrefix(name, ".")) {
			return fs.SkipDir
		}
		name, _ := filepath.Rel(tree, folder)
		return c.folder(filepath.ToSlash(name))
	})
	return c.mistakes, c.files, err
}

// folder checks the packages of a folder: the one that ships, with its own tests, and that of the
// other tests.
func (c *checker) folder(folder string) error {
	p, err := build.ImportDir(filepath.Join(c.tree, folder), 0)
	if _, none := errors.AsType[*build.NoGoError](err); none {
		return nil
	}
	if err != nil {
		return err
	}
	if len(p.GoFiles) > 0 {
		if _, err := c.Import(path.Join(module, folder)); err != nil {
			return err
		}
	}
	own := *c // its own tests export more: what imports the package is checked again with it
	if len(p.TestGoFiles) > 0 {
		inside, err := c.check(path.Join(module, folder), folder, append(p.GoFiles, p.TestGoFiles...))
		if err != nil {
			return err
		}
		own.done = map[string]*types.Package{inside.Path(): inside}
		for name, done := range c.done {
			if !imports(done, inside.Path(), map[*types.Package]bool{}) && name != inside.Path() {
				own.done[name] = done
			}
		}
	}
	if len(p.XTestGoFiles) > 0 {
		_, err = own.check(path.Join(module, folder)+"_test", folder, p.XTestGoFiles)
	}
	return err
}

// imports reports whether a package imports one with a path, also through others.
func imports(p *types.Package, path string, seen map[*types.Package]bool) bool {
	seen[p] = true
	return slices.ContainsFunc(p.Imports(), func(i *types.Package) bool {
		return i.Path() == path || !seen[i] && strings.HasPrefix(i.Path(), module) && imports(i, path, seen)
	})
}

// Import implements [types.Importer].
func (c *checker) Import(pkg string) (*types.Package, error) {
	if pkg != module && !strings.HasPrefix(pkg, module+"/") {
		return c.external.Import(pkg)
	}
	if done := c.done[pkg]; done != nil {
		return done, nil
	}
	folder := strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
	p, err := build.ImportDir(filepath.Join(c.tree, folder), 0)
	if err != nil {
		return nil, err
	}
	done, err := c.check(pkg, folder, p.GoFiles)
	c.done[pkg] = done
	return done, err
}

func (c *checker) check(pkg, folder string, names []string) (*types.Package, error) {
	var files []*ast.File
	for _, name := range names {
		name = path.Join(folder, name)
		f, ok := c.files[name]
		if !ok {
			var err error
			if f, err = parseFile(c.fset, c.tree, name); err != nil {
				return nil, err
			}
			c.files[name] = f
		}
		files = append(files, f.syntax)
	}
	config := types.Config{Importer: c, Error: func(err error) {
		if wrong, ok := errors.AsType[types.Error](err); ok {
			name := c.fset.Position(wrong.Pos).Filename
			if m := (mistake{wrong.Pos, wrong.Msg}); !slices.Contains(c.mistakes[name], m) {
				c.mistakes[name] = append(c.mistakes[name], m)
			}
		}
	}}
	checked, _ := config.Check(pkg, c.fset, files, nil) // the errors are collected
	return checked, nil
}
