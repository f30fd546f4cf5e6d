package reading

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// asked is a command with both options for positions.
var asked = chat.Command{Name: "encode", Options: []chat.Option{Option("position", nil), Option("against", chess960.Scharnagl)}}

// offered returns the names of the choices for a text, and checks that each value leads to
// the position in its name.
func offered(t *testing.T, option, typed string, shown ...string) (names []string) {
	t.Helper()
	choices := asked.Choices(t.Context(), &chat.Request{Focused: option, Options: chat.Options{option: typed}, Shown: shown})
	if len(choices) > chat.MostChoices {
		t.Errorf("%q: %d choices", typed, len(choices))
	}
	for _, c := range choices {
		value := c.Value.(string)
		if n := utf8.RuneCountInString(chattest.English(c.Name)); n > chat.MostChoiceText || value == "" || utf8.RuneCountInString(value) > chat.MostChoiceText {
			t.Errorf("%q: %q with the value %q", typed, c.Name, value)
		}
		var bare *chess960.Scheme
		if option == "against" {
			bare = chess960.Scharnagl
		}
		reading, err := recognize.Text(value, bare)
		if err != nil || !strings.Contains(chattest.English(c.Name), card.Title(reading.White)) || reading.Black != reading.White && !strings.Contains(chattest.English(c.Name), card.Title(reading.Black)) {
			t.Errorf("%q: %q has the value %q, which is read as %v, %v", typed, c.Name, value, reading.White, err)
		}
		names = append(names, chattest.English(c.Name))
	}
	return names
}

// What somebody has typed completely is offered first, for every position.
func TestTypedPositionsComeFirst(t *testing.T) {
	testrun.NotShort(t, "completes many texts")
	for sp, p := range chess960.All() {
		want := card.Title(p)
		for _, typed := range []string{p.String(), fmt.Sprintf("SP %d", sp), strings.ToLower(p.String())} {
			if got := offered(t, "position", typed, "SP 7"); len(got) == 0 || got[0] != want {
				t.Errorf("%s: %q, want %q first", typed, got, want)
			}
		}
	}
}

// An option that is still empty offers what was shown here, and then the famous positions.
func TestShownPositionsAreOffered(t *testing.T) {
	famous := []string{"SP 518 · RNBQKBNR · the normal start position", "SP 534 · RNBKQBNR · the mirror image of the normal start", "SP 0 · BBQNNRKR · the first number", "SP 959 · RKRNNQBB · the last number"}
	if got := offered(t, "position", ""); !slices.Equal(got, famous) {
		t.Errorf("got %q", got)
	}
	want := append([]string{"SP 303 · QNRKRNBB · shown here", "SP 518 · RNBQKBNR · shown here"}, famous[1:]...)
	if got := offered(t, "against", " ", "SP 303", "SP 518", "SP 960", "garbage", "SP 303"); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestCompletions(t *testing.T) {
	for _, c := range []struct {
		option, typed string
		first         []string // the first names
		more          bool     // there are others
	}{
		{"position", "30", []string{"SP 30 · NQNRKBBR", "Fritz 9 #30 · SP 29 · NQNBRKBR", "Almanac #30 · SP 23 · NQBNRKRB", "SP 303 · QNRKRNBB · shown here", "SP 300 · QBNRKRBN"}, true},
		{"position", "sp-30", []string{"SP 30 · NQNRKBBR", "SP 303 · QNRKRNBB · shown here", "SP 300 · QBNRKRBN"}, true},
		{"position", "sp–30", []string{"SP 30 · NQNRKBBR", "SP 303 · QNRKRNBB · shown here", "SP 300 · QBNRKRBN"}, true},
		{"position", "SP 30", []string{"SP 30 · NQNRKBBR", "SP 303 · QNRKRNBB · shown here", "SP 300 · QBNRKRBN"}, true},
		{"position", "Fritz 9 359", []string{"Fritz 9 #359 · SP 518 · RNBQKBNR"}, false},
		{"position", "qnr", []string{"SP 303 · QNRKRNBB · shown here", "SP 105 · QNRBBNKR"}, true},
		{"position", "Q.....KR", []string{"SP 4 · QBBNNRKR"}, true},
		{"position", "Normal", []string{"SP 518 · RNBQKBNR · the normal start position", "SP 534 · RNBKQBNR · the mirror image of the normal start"}, false},
		{"position", "mirror im", []string{"SP 534 · RNBKQBNR · the mirror image of the normal start"}, false},
		{"position", "shown", []string{"SP 303 · QNRKRNBB · shown here"}, false},
		{"position", "qnrkrnbb/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []string{"White SP 518 · RNBQKBNR, Black SP 303 · QNRKRNBB"}, false},
		{"position", "TSLDKLST", []string{"SP 518 · RNBQKBNR"}, false},
		{"against", "303", []string{"SP 303 · QNRKRNBB"}, false},
		{"against", "99", []string{"SP 99 · BQNRNKRB"}, false},
		{"position", "Kc1 Rb1 Rh1", nil, false},
		{"position", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", nil, false},
		{"position", "KQ", nil, false},
		{"position", "1518", nil, false},
		{"name", "518", nil, false},
		{"", "518", nil, false},
	} {
		got := slices.DeleteFunc(offered(t, c.option, c.typed, "SP 303"), func(name string) bool {
			return slices.ContainsFunc(chess960.DistinctSchemes()[3:], func(s *chess960.Scheme) bool { return strings.HasPrefix(name, s.Label) })
		})
		if len(got) < len(c.first) || !slices.Equal(got[:len(c.first)], c.first) || (len(got) > len(c.first)) != c.more {
			t.Errorf("%s %q:\ngot  %q\nwant %q", c.option, c.typed, got, c.first)
		}
	}
}

// Texts that people or programs may send get a list, perhaps an empty one. Each choice is
// one that Discord accepts.
func TestHostileTextsAreCompleted(t *testing.T) {
	texts := []string{
		"\x00", "\ufffd", "@everyone", "`", "\u202e518", "518 or 534 or 0", strings.Repeat("R", 100), strings.Repeat("RNBQKBNR ", 11),
		strings.Repeat("9", 100), strings.Repeat("a", 101), strings.Repeat("♜", 6000), strings.Repeat("518 ", 1500), "-", ".", "????????", "x", "\xff\xfe",
		"SP-", "sp 99999999999999999999", "%", "'; DROP TABLE event; --", "<@&1>", "\n\n\n",
	}
	for _, typed := range texts {
		offered(t, "position", typed, "SP 303", typed)
		offered(t, "against", typed, typed)
	}
	for _, value := range []any{nil, true, 518.0, []any{"518"}, map[string]any{"x": 1.0}} {
		asked.Choices(t.Context(), &chat.Request{Focused: "position", Options: chat.Options{"position": value}})
	}
}

// Every text gets choices that Discord accepts, and that lead to the position they name.
func FuzzCompletePosition(f *testing.F) {
	for _, seed := range []string{"", "30", "SP 5", "RNBQKBNR", "Q.....KR", "Fritz 9 359", "518 or 534", "TSLDKLST", "normal", "qnrkrnbb/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, typed, shown string) {
		offered(t, "position", typed, shown)
		offered(t, "against", typed, shown)
	})
}

func TestExamplesAreRead(t *testing.T) {
	chattest.ReadExamples(t, voice.Phrase("reading.list.writeNumbers"), 1, func(language, typed string) error {
		sps, err := List(&chat.Request{Language: language}, typed)
		if sps == nil {
			return errors.Join(err, errors.New("no positions"))
		}
		return err
	})
	for _, message := range []voice.Phrase{"reading.typeRank", "reading.writeNumbering"} {
		chattest.ReadExamples(t, message, 1, func(_, typed string) error {
			_, err := recognize.Text(typed, nil)
			return err
		})
	}
}

// Texts before the moves of games are searched for names of positions, up to 64 KB of them in a file.
func TestTextsBeforeMovesHaveALimit(t *testing.T) {
	testrun.NotShort(t, "reads texts alone")
	comment := strings.Repeat("SP 1 ", 390)
	games := func(n int) string {
		var file strings.Builder
		for i := range n {
			fmt.Fprintf(&file, "{%s SP %d} 1. Nf3 *\n", comment, i)
		}
		return file.String()
	}
	count := func(text string) (n int, cut bool) {
		cut = Games(text, func(recognize.Origin, game.Tags) { n++ })
		return n, cut
	}
	if few, cut := count(games(20)); few != 20 || cut {
		t.Errorf("%d games, cut: %t", few, cut)
	}
	if many, cut := count(games(500)); many > mostText/len(comment)+2 || many < mostText/len(comment)-3 || !cut {
		t.Errorf("%d games, cut: %t; want about %d", many, cut, mostText/len(comment))
	}
	var tagged strings.Builder // whose start the tag FEN says
	for i := range 3000 {
		p, _ := chess960.FromSP(i % chess960.Count)
		fmt.Fprintf(&tagged, "[White \"%d SP 1\"]\n[Variant \"Chess960\"]\n[FEN \"%s\"]\n{%s}\n1. e4 *\n", i, p.XFEN(), comment[:100])
	}
	if all, cut := count(tagged.String()); all != 3000 || cut {
		t.Errorf("%d games with FEN, cut: %t", all, cut)
	}
}
