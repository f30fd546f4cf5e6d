package voice

import (
	"embed"
	"math/big"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// piece is a word, as those of package castling.
type piece string

func (p piece) Word() string { return string(p) }

const (
	whiteKnight piece = "whiteKnight"
	blackRook   piece = "blackRook"
)

type square string

func (s square) String() string { return string(s) }

type attacked struct {
	Facts
	By, Victim piece
	Square     square
}

type reasonKind string

type reason struct {
	Kind reasonKind
	By   piece
}

func (r reason) Sentence() string { return string(r.Kind) }

type verdict struct {
	Facts
	Why  Sentence
	Free []square
}

type left struct {
	Facts
	Left Count
}

type drawn struct {
	Facts
	At   Moment
	By   Typed
	Odds *big.Rat
}

type broken struct {
	Facts
	Plain string
}

type noForm struct {
	Facts
	By square
}

// testVoice returns the voice of a message file of the tests.
func testVoice(t testing.TB, language string) *Voice {
	t.Helper()
	text, err := os.ReadFile("testdata/" + language + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	v, err := read(language+".toml", text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSay(t *testing.T) {
	noon := time.Unix(1795435200, 0)
	for _, test := range []struct {
		sentence Sentence
		want     map[string]string // by language
	}{
		{nil, map[string]string{"en": "", "de": "", "ru": ""}},
		{Raw("RNBQKBNR"), map[string]string{"en": "RNBQKBNR", "ru": "RNBQKBNR"}},
		{Phrase("voice.emptyText"), map[string]string{"en": "an empty text", "de": "ein leerer Text", "ru": "пустой текст"}},
		{attacked{By: whiteKnight, Victim: blackRook, Square: "d8"}, map[string]string{
			"en": "the white knight attacks the black rook on d8",
			"de": "der weiße Springer greift den schwarzen Turm auf d8 an",
			"ru": "белый конь нападает на чёрную ладью на d8",
		}},
		{&attacked{By: blackRook, Victim: whiteKnight}, map[string]string{ // no square, and a pointer
			"en": "the black rook attacks the white knight",
			"de": "der schwarze Turm greift den weißen Springer an",
			"ru": "чёрная ладья нападает на белого коня",
		}},
		{reason{Kind: "moved"}, map[string]string{"en": "the king has moved", "ru": "король уже ходил"}},
		{verdict{Why: reason{"occupied", blackRook}, Free: []square{"a1", "b1", "c1"}}, map[string]string{
			"en": "the black rook is in the way. Free are a1, b1 and c1.",
			"de": "der schwarze Turm steht im Weg. Frei sind a1, b1 und c1.",
			"ru": "путь без чёрной ладьи свободен. Свободны a1, b1 и c1.",
		}},
		{drawn{At: Moment{noon, LongTime}, By: "A_1 @everyone", Odds: big.NewRat(44469, 10)}, map[string]string{
			"en": `drawn <t:1795435200:T> by A\_1 \@everyone: 4,446.9`,
			"de": `<t:1795435200:T> ausgelost von A\_1 \@everyone: 4.446,9`,
			"ru": "жеребьёвка <t:1795435200:T>, A\\_1 \\@everyone: 4446,9",
		}},
		{verdict{Why: reason{"occupied", blackRook}, Free: []square{"at K."}}, map[string]string{ // as a name may end
			"en": "the black rook is in the way. Free are at K.", "de": "der schwarze Turm steht im Weg. Frei sind at K.",
		}},
		{OrOf([]piece{whiteKnight, blackRook}), map[string]string{"en": "white knight or black rook", "de": "der weiße Springer oder der schwarze Turm", "ru": "белый конь или чёрная ладья"}},
		{And{square("a1"), 12, left{Left: 3}}, map[string]string{"en": "a1, 12 and 3 squares are free", "ru": "a1, 12 и свободно 3 поля"}},
	} {
		for language, want := range test.want {
			if got := testVoice(t, language).Say(test.sentence); got != want {
				t.Errorf("%#v in %s is %q, want %q", test.sentence, language, got, want)
			}
		}
	}
}

func TestPluralForms(t *testing.T) {
	for language, want := range map[string][]string{
		"en": {"no square is free", "1 square is free", "2 squares are free", "5 squares are free", "11 squares are free", "21 squares are free"},
		"de": {"kein Feld ist frei", "1 Feld ist frei", "2 Felder sind frei", "5 Felder sind frei", "11 Felder sind frei", "21 Felder sind frei"},
		"ru": {"нет свободных полей", "свободно 1 поле", "свободно 2 поля", "свободно 5 полей", "свободно 11 полей", "свободно 21 поле"},
	} {
		v := testVoice(t, language)
		for i, n := range []Count{0, 1, 2, 5, 11, 21} {
			if got := v.Say(left{Left: n}); got != want[i] {
				t.Errorf("%d in %s is %q, want %q", n, language, got, want[i])
			}
		}
	}
}

func TestStructure(t *testing.T) {
	a, b, none := Raw("A."), Raw("B."), Raw("")
	for _, test := range []struct {
		sentence Sentence
		want     string
	}{
		{Lines{a, none, b, nil}, "A.\nB."},
		{Paragraphs{a, Run{a, b}}, "A.\n\nA. B."},
		{Bullets{a, b}, "- A.\n- B."},
		{Steps{a, b}, "1. A.\n2. B."},
		{Row{a, b}, "A. · B."},
		{Lines{Heading(2, a), Small(b), Bold(none)}, "## A.\n-# B."},
		{Row{Bold(a), Code(b)}, "**A.** · `B.`"},
		{And{a}, "A."},
		{Or{}, ""},
		{Grouped(999), "999"},
		{Grouped(1234567), "1,234,567"},
		{Decimal{Value: -0.123, Places: 2, Signed: true}, "−0.12"},
		{Decimal{Value: 0.22, Places: 2, Signed: true}, "+0.22"},
		{Decimal{Value: -0.001, Places: 2, Signed: true}, "0.00"},
		{Decimal{Value: 5, Places: 1}, "5.0"},
	} {
		if got := testVoice(t, "en").Say(test.sentence); got != test.want {
			t.Errorf("%#v is %q, want %q", test.sentence, got, test.want)
		}
	}
}

// What cannot be said must not be printed as Go prints values.
func TestUnspeakable(t *testing.T) {
	for _, s := range []Sentence{broken{Plain: "@everyone"}, noForm{By: "a1"}, And{"text"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%#v was said", s)
				}
			}()
			text := testVoice(t, "en").Say(s)
			t.Errorf("%#v is %q", s, text)
		}()
	}
}

// What a language lacks is said in English, and what English lacks is an id: nobody who asks is
// told of an error. TestVoices finds both.
func TestLacking(t *testing.T) {
	for language, text := range map[string]string{
		"en": "[voice]\nemptyText = \"nothing\"\n[words.whiteKnight]\nname = \"white knight\"",
		"de": "[voice.attacked]\nother = \"{{.By}} und {{accusative .Victim}}\"",
	} {
		v, err := read(language+".toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			of   Sentence
			want map[string]string
		}{
			{Phrase("voice.emptyText"), map[string]string{"en": "nothing", "de": "an empty text"}},
			{Phrase("voice.unknown"), map[string]string{"en": "voice.unknown", "de": "voice.unknown"}},
			{reason{Kind: "unknown"}, map[string]string{"en": "voice.reason.unknown", "de": "voice.reason.unknown"}},
			{attacked{By: whiteKnight, Victim: blackRook}, map[string]string{"de": "white knight und black rook", "en": "voice.attacked"}},
		} {
			if got := v.Say(c.of); got != c.want[language] {
				t.Errorf("%#v in %s is %q, want %q", c.of, language, got, c.want[language])
			}
		}
	}
}

func TestMalformedFiles(t *testing.T) {
	for text, want := range map[string]string{
		"a = ":  "en.toml",
		"a = 1": "en.toml",
	} {
		if _, err := read("en.toml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read with the error %v", text, err)
		}
	}
}

func TestID(t *testing.T) {
	for name, want := range map[string]string{"Reason": "p.reason", "moreReasons": "p.moreReasons", "SPNumber": "p.spNumber", "FEN": "p.fen", "A": "p.a"} {
		if got := ID("p", name); got != want {
			t.Errorf("the id of %s is %q, want %q", name, got, want)
		}
	}
}

func TestIn(t *testing.T) {
	const english = "an empty text"
	for language, want := range map[string]string{"en": english, "": english, "tlh": english, "uk": english, "de": "„“", "ru": "«»"} {
		if got := In(language).Say(Quoted("")); got != want {
			t.Errorf("in %q: %q", language, got)
		}
	}
}

// Words that are added late would be missing from a voice.
func TestAddedLate(t *testing.T) {
	In("en")
	defer func() {
		if recover() == nil {
			t.Error("messages were added after a voice was made")
		}
	}()
	Add(embed.FS{})
}

func BenchmarkSay(b *testing.B) {
	v := testVoice(b, "en")
	s := verdict{Why: reason{"occupied", blackRook}, Free: []square{"a1", "b1", "c1"}}
	for b.Loop() {
		v.Say(s)
	}
}

// A command in a message prints as Discord opens it; its options stay code.
func TestCommandsInMessages(t *testing.T) {
	v, err := read("en.toml", []byte("a = \"Use `/sp path:true` or `/daily-posts set`, not `-N-N-`.\"\n[b]\none = \"`/sp`\"\nother = \"`/sp`s\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.Say(Phrase("a")), "Use \ue960sp\ue961 `path:true` or \ue960daily-posts set\ue961, not `-N-N-`."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := v.message("b", reflect.Value{}, 1), "\ue960sp\ue961"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A sentence that is only said reads as a struct with the same facts, also beside plural forms.
func TestOnlySaid(t *testing.T) {
	at := Moment{Time: time.Unix(1_790_000_000, 0), Style: LongDateTime}
	v := testVoice(t, "en")
	for _, c := range []struct{ said, of Sentence }{
		{Say("voice.left", F{"Left": Count(1)}), left{Left: 1}},
		{Say("voice.left", F{"Left": Count(5)}), left{Left: 5}},
		{Say("voice.drawn", F{"At": at, "By": Typed("*Anna*"), "Odds": big.NewRat(1, 4)}), drawn{At: at, By: "*Anna*", Odds: big.NewRat(1, 4)}},
	} {
		if got, want := v.Say(c.said), v.Say(c.of); got != want || got == "" {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// Italian says “ed” before an e, Spanish “e” before an i and “u” before an o. Spanish has no
// separator in four digits. French and Portuguese begin a month with “1er” and “1º”.
func TestEuphony(t *testing.T) {
	for _, c := range []struct {
		language string
		of       Sentence
		want     string
	}{
		{"it", And{Raw("c1"), Raw("e1")}, "c1 ed e1"}, {"it", And{Raw("e1"), Raw("c1")}, "e1 e c1"},
		{"es", And{Raw("1"), Raw("Ibáñez")}, "1 e Ibáñez"}, {"es", Or{Raw("7"), Raw("8")}, "7 u 8"}, {"es", Or{Raw("8"), Raw("7")}, "8 o 7"},
		{"fr", DayOfMonth(1), "1er"}, {"fr", DayOfMonth(2), "2"}, {"pt", DayOfMonth(1), "1º"}, {"es", DayOfMonth(1), "1"},
		{"es", Grouped(1152), "1152"}, {"es", Grouped(19800), "19\u00a0800"}, {"fr", Grouped(1152), "1\u00a0152"},
	} {
		if got := In(c.language).Say(c.of); got != c.want {
			t.Errorf("%s: %q, want %q", c.language, got, c.want)
		}
	}
}
