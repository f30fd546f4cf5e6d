package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// retiredWords are words that docs/design.md has given up or kept for one meaning, where
// they have another. Names are those that a package declares. Texts in quotes are not
// searched: the golden files show what people read.
var retiredWords = []struct {
	in      string // "names", "variables" (declared with :=) or "comments"
	word    *regexp.Regexp
	such    string // what the word matches
	instead string
	except  string // a regular expression of "package name" or "package comment"; "" for none
}{
	{"names", regexp.MustCompile(`[pP]laces?([A-Z]|$)`), "findPlaces", "square, slot, index, city, zone or channel", `^chat InPlace$|^commands/draw `},
	{"comments", regexp.MustCompile(`\b(the|a|its|their|each|other|same) places?\b`), "its place in the list", "square, slot, index, city, zone or channel", ""},
	{"names", regexp.MustCompile(`^[tT]ak(e|es|en|ing)([A-Z]|$)`), "takePost", "claim, next, remove or acquire", ""},
	{"comments", regexp.MustCompile(`\b(take|takes|taken|took|taking)( \w+){0,2} (posts?|subscriptions?|rows?|leases?)\b`), "takes one open post", "claim, plan or reserve", ""},
	{"names", regexp.MustCompile(`^([lL]ooks?|[lL]ookOf|lk)$`), "lookOf", "style for side and theme, find or search for the rest", `^internal/outbox `},
	{"variables", regexp.MustCompile(`^before$`), "before", "previous for a value, earlier for a post or a draw", ""},
	{"comments", regexp.MustCompile(`\b([dD]raw|draws|drawn|drawing) (\w+ )?(pictures?|boards?|strips?|images?)\b`), "draws the board", "render, or paint", ""},
	{"names", regexp.MustCompile(`(?i)throwing`), "throwing", "hand draw", ""},
	{"comments", regexp.MustCompile(`\b[tT]hrowings?\b`), "a throwing is a draw by hand", "hand draw", ""},
	{"names", regexp.MustCompile(`^[aA]nswer(For|To)$`), "answerFor", "reply for a value, card for what is about one position", ""},
	{"names", regexp.MustCompile(`(?i)click`), "clicked", "press", ""},
	{"comments", regexp.MustCompile(`(?i)\bclick`), "people click", "press", ""},
	{"names", regexp.MustCompile(`(?i)ephemeral`), "isEphemeral", "private", ""},
	{"comments", regexp.MustCompile(`(?i)\bephemeral`), "an ephemeral message", "private", ""},
	{"names", regexp.MustCompile(`^(change|Change[A-Z].*)$`), "ChangeEvent", "update, edit or set", ""},
	{"comments", regexp.MustCompile(`(?i)\b(function change|change returns|applies a change|changes? of (a|the) (message|race|attempt|turn|subscription))\b`), "the function change", "update or edit", ""},
	{"names", regexp.MustCompile(`[tT]ime[zZ]one`), "timezone", "zone", ""},
}

// plainWords are the packages that use the words of the glossary. Add a package once its
// names and comments do.
var plainWords = []string{
	".", "bot", "chat", "internal/workshop/chattest", "render",
	"commands", "commands/card", "commands/dailies", "commands/draw", "commands/event", "commands/number", "commands/quizzes",
	"app", "internal/chess960/castling", "internal/workshop/crashtest", "internal/service/config", "internal/club/daily", "internal/discord/rest",
	"internal/club/events", "internal/chess960/explain", "internal/discord/gateway", "internal/workshop/golden", "internal/service/heartbeat",
	"internal/service/httpserver", "internal/service/metrics", "render/mosaic", "internal/outbox", "render/paper",
	"internal/club/privacy", "internal/club/quiz", "internal/club/quiz/day", "internal/club/quiz/race", "internal/leaf/recent", "internal/chess960/recognize", "internal/chess960/slips", "internal/workshop/stockfish",
	"internal/service/store", "internal/workshop/storetest", "internal/workshop/testrun", "internal/chess960/typed", "internal/club/when",
}

func TestWordsHaveOneMeaning(t *testing.T) {
	for _, retired := range retiredWords {
		if !retired.word.MatchString(retired.such) {
			t.Errorf("%v does not find %q", retired.word, retired.such)
		}
	}
	for _, folder := range plainWords {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("package %s has no files, %v", folder, err)
		}
		for _, file := range files {
			for _, w := range wordsOf(t, file) {
				for _, retired := range retiredWords {
					if retired.in == "variables" && !w.variable || (retired.in == "comments") != w.comment {
						continue
					}
					found := retired.word.FindString(w.text)
					if found == "" || retired.except != "" && regexp.MustCompile(retired.except).MatchString(path.Dir(file)+" "+w.text) {
						continue
					}
					t.Errorf("%v: %q in %q: write %s", w.at, found, w.text, retired.instead)
				}
			}
		}
	}
}

// A word is a name that a file declares, or a comment without its line breaks.
type word struct {
	text     string
	at       token.Position
	variable bool // declared with :=
	comment  bool
}

// wordsOf returns the declared names and the comments of a file.
func wordsOf(t *testing.T, file string) []word {
	t.Helper()
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var words []word
	add := func(variable bool, names ...*ast.Ident) {
		for _, name := range names {
			words = append(words, word{text: name.Name, at: positions.Position(name.Pos()), variable: variable})
		}
	}
	for _, group := range parsed.Comments {
		text := strings.Join(strings.Fields(group.Text()), " ")
		words = append(words, word{text: text, at: positions.Position(group.Pos()), comment: true})
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(false, n.Name)
		case *ast.TypeSpec:
			add(false, n.Name)
		case *ast.ValueSpec:
			add(false, n.Names...)
		case *ast.Field: // of a struct or an interface, a parameter or a result
			add(false, n.Names...)
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(true, name)
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					add(true, name)
				}
			}
		}
		return true
	})
	return words
}
