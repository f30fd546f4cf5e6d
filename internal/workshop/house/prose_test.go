package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// forOperators are the packages with words that only operators read, and package voice,
// which panics.
var forOperators = []string{
	"app", "check", "config", "gateway", "httpserver", "metrics", "outbox", "program", "render", "rest", "store", "voice",
}

// forTyping are the packages with patterns and words that people type, in many languages. What
// they say is a value, and its words stand in the message file.
var forTyping = []string{"recognize", "typed", "when"}

var (
	proseWord = regexp.MustCompile(`[A-Za-z][a-z']+`)
	sql       = regexp.MustCompile(`(?i)^\s*(select|insert|update|delete|create|with|pragma|on conflict)\b`)
	// fileLines matches the tags of a PGN and the lines of a seal's file, which programs read.
	fileLines = regexp.MustCompile(`^(?:"\])?\n?(?:\[\w+ "|event: )`)
	// operatorCall matches the functions with words that only operators read.
	operatorCall = regexp.MustCompile(`^panic$|^(slog|log|errors|regexp|flag)\.|^typed\.Lazy$|^fmt\.Errorf$|\.(Error|Info|Warn|Debug|With|Errorf|Fatalf|Fatal|Log|Logf)$`)
	// definitionCall matches the functions with names of commands and options, which are the
	// same in every language.
	definitionCall = regexp.MustCompile(`^(chat\.S|s)lash$|^chat\.\w+Option$|^positionOption$|^[\w.]+\.Option$`)
)

// No words that people read stand in Go: they stand in the message files of package voice.
func TestNoProse(t *testing.T) {
	for folder := range packages(t) {
		name := path.Base(folder)
		if folder == "" || strings.HasPrefix(folder, "internal/workshop/") || name == "rows" || slices.Contains(forOperators, name) || slices.Contains(forTyping, name) {
			continue
		}
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("package %s has no files, %v", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if n := prose(parsed); n > 0 {
				t.Errorf("%s has %d literals of prose: write the words in messages/en", file, n)
			}
		}
	}
}

// The counter finds sentences alone.
func TestProse(t *testing.T) {
	for source, want := range map[string]int{
		`x = "The king moves."`:                              1,
		`x = say("a1 " + "is not free, " + "not even now.")`: 2,
		"x = `select number from event_draw`":                0,
		`x = fmt.Errorf("read the message file: %w", err)`:   0,
		`b.log.Error("cannot read the file", "error", err)`:  0,
		`fmt.Fprintf(w, "%d of the %d positions", 1, 2)`:     1,
		`x = "SP 518"`:                                           0,
		`x = voice.Phrase("quiz.sharedAlready")`:                 0,
		`x = chat.Command{Description: "Show a start position"}`: 0,
		`x = chat.BoolOption("all", "Place all eight pieces")`:   0,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", "package p\nimport \"a long import path\"\nfunc f() { "+source+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := prose(parsed); got != want {
			t.Errorf("%s has %d literals of prose, want %d", source, got, want)
		}
	}
}

// prose counts the string literals of a file that have three words or more and that people
// may read. A literal without a space is a name, such as the id of a message.
func prose(file *ast.File) (n int) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.ImportSpec, *ast.Field:
			return false
		case *ast.ValueSpec:
			return !strings.HasSuffix(node.Names[0].Name, "Name") // of a command, as Discord knows the command
		case *ast.CompositeLit:
			if array, ok := node.Type.(*ast.ArrayType); ok && nameOf(array.Elt) == "feature.Check" {
				return false // of operators
			}
			if node.Type != nil && nameOf(node.Type) == "chat.Command" {
				node.Elts = slices.DeleteFunc(node.Elts, describes)
			}
			node.Elts = slices.DeleteFunc(node.Elts, isNoProse)
		case *ast.CallExpr:
			if nameOf(node.Fun) == "chat.NewSubcommand" {
				node.Args = node.Args[2:] // without name and description
			}
			return !operatorCall.MatchString(nameOf(node.Fun)) && !definitionCall.MatchString(nameOf(node.Fun))
		case *ast.BasicLit:
			if text, err := strconv.Unquote(node.Value); err == nil && node.Kind == token.STRING {
				if len(proseWord.FindAllString(text, -1)) >= 3 && strings.Contains(text, " ") && !sql.MatchString(text) && !fileLines.MatchString(text) {
					n++
				}
			}
		}
		return true
	})
	return n
}

// describes reports whether a field of a command is its description or its example.
func describes(field ast.Expr) bool {
	f, ok := field.(*ast.KeyValueExpr)
	return ok && (nameOf(f.Key) == "Description" || nameOf(f.Key) == "Example")
}

// isNoProse reports whether a field is the same in every language: a person's name, or a pattern
// of what people type.
func isNoProse(field ast.Expr) bool {
	f, ok := field.(*ast.KeyValueExpr)
	return ok && (nameOf(f.Key) == "Author" || nameOf(f.Key) == "Typed")
}

// nameOf returns the name of a function as the source has it: "fmt.Errorf".
func nameOf(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return nameOf(f.X) + "." + f.Sel.Name
	}
	return ""
}
