package drawing_test

import (
	"strings"
	"testing"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chess960/typed"
)

func TestReadsThrowsInWords(t *testing.T) {
	for _, c := range []struct{ method, throws, want string }{
		{"die", "one three two two four", "BRQNKBRN"},
		{"die", "One, three, two, two and four.", "BRQNKBRN"},
		{"die", "eins drei zwei zwei vier", "BRQNKBRN"},
		{"die", "un, trois, deux, deux, quatre", "BRQNKBRN"},
		{"die", "uno tres dos dos cuatro", "BRQNKBRN"},
		{"die", "I rolled 1, then 3, 2, 2 and 4", "BRQNKBRN"},
		{"die", "we rolled a five", ""},
		{"die", "Ich habe 1, 3, 2, 2 und 4 gewürfelt", "BRQNKBRN"},
		{"die", "⚀⚂⚁⚁⚃", "BRQNKBRN"},
		{"die", "١ ٣ ٢ ٢ ٤", "BRQNKBRN"},
		{"die", "1️⃣ 3️⃣ 2️⃣ 2️⃣ 4️⃣", "BRQNKBRN"},
		{"die", "**1** `3` 2\u00a02 “4”", "BRQNKBRN"},
		{"platonic", "d8=3 d4=1 d6=5 d20=17 d12=7", "NBBRKRQN"},
		{"platonic", "d12=1, d8: three, d4: one, d6: five, d20: seventeen", "NBBRKRQN"},
		{"coins", "KZ ZZ ZK Z KK KZ ZK", "BRNKQBNR"},
		{"coins", "kz,zz,zk,z,kk,kz,zk", "BRNKQBNR"},
		{"coins", "Kopf Zahl, Zahl Zahl, Zahl Kopf, Zahl, Kopf Kopf, Kopf Zahl, Zahl Kopf", "BRNKQBNR"},
		{"coins", "face pile, pile pile, pile face, pile, face face, face pile, pile face", "BRNKQBNR"},
		{"coins", "cara cruz, cruz cruz, cruz cara, cruz, cara cara, cara cruz, cruz cara", "BRNKQBNR"},
		{"coins", "орёл решка, решка решка, решка орёл, решка, орёл орёл, орёл решка, решка орёл", "BRNKQBNR"},
		{"die", "Hemos tirado 1, 3, 2, 2 y luego 4", "BRQNKBRN"}, {"die", "мы бросили 1, 3, 2, 2 и 4", "BRQNKBRN"},
		{"hold", "as valet 10 dame roi 10 valet as", "RNBQKBNR"},
		{"coins", "3 1 2 1 3 2", "BRNKQBNR"},
		{"coins", "3 1 2 1 6 2", "BRNKQBNR"},    // a die's 6 is the number 3
		{"coins", "3 1 2 1 d6=6 2", "BRNKQBNR"}, // the same
		{"coins", "3 1 2 1 4 3 2", "BRNKQBNR"},  // the coins' 4 is tossed again
		{"coins", "penny H, nickel T, dime T, quarter T; penny T, nickel H, T, HH, HT, TH", "BRNKQBNR"},
		{"coins-die", "HT TT TH T 5 5", "BRNKQBRN"},
		{"coins-die", "HT TT TH T d6=2 d6=2", "BRNKQBRN"},
		{"coins-die", "heads tails, tails tails, tails heads, tails, five, two", "BRNKQBRN"},
		{"coins-once", "HT TT TH HT 5 2", "BRNKQBRN"},
		{"coins-once", "5 2 HT TT TH HT", "BRNKQBRN"},
		{"coins-once", "HT TT TT HH 4 6", "BRKQNBNR"},
		{"coins-once", "HT TT TT HH 4", "BRKQNBNR"}, // the second die is not needed
		{"coins-once", "HT TT TH HT 5", ""},
		{"platonic", "3 1 5 17 12", "NBBRKRQN"},
		{"platonic", "3 1 5 17 13", ""},
		{"bag", "TSLDKLST", "RNBQKBNR"},
		{"bag", "t s l d k l s t", "RNBQKBNR"},
		{"bag", "Turm, Springer, Läufer, Dame, König, Läufer, Springer und Turm", "RNBQKBNR"},
		{"bag", "ЛКСФКрСКЛ", "RNBQKBNR"},
		{"bag", "♜♞♝♛♚♝♞♜", "RNBQKBNR"},
		{"bag", "a rook", ""},
		{"bag-wheeler", "BNBQKRNR a R", "NBBQRKNR"},
		{"bag-wheeler", "BNBQKRNR white rook", "NBBQRKNR"},
		{"bag-wheeler", "BNBQKRNR white R", "NBBQRKNR"},
		{"bag-wheeler", "LSLDKTST weiß Dame", "RNBQKRNB"},
		{"bag-wheeler", "BNBQKRNR h-side queen", "BNRQKRNB"},
		{"cards", "LSLDKTST a-4", "RNBQKRNB"},
		{"circle", "LSLDKTST TSLDKLST", "RNBQKBNR"},
		{"hold", "ace jack ten queen king ten jack ace", "RNBQKBNR"},
		{"number-cards", "one two three four five six seven eight", "RNBQKBNR"},
	} {
		d, err := method(t, c.method).Read(c.throws)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%s %q leads to %v", c.method, c.throws, d.Rank())
		case c.want == "":
		case err != nil:
			t.Errorf("%s %q: %v", c.method, c.throws, err)
		case d.Position().String() != c.want:
			t.Errorf("%s %q leads to %v, want %s", c.method, c.throws, d.Position(), c.want)
		}
	}
}

// The pieces of a bag are read in the letters of every language as in English.
func TestReadsPiecesInEveryLanguage(t *testing.T) {
	const rank = "NRBKQBRN"
	bag := method(t, "bag")
	want, err := bag.Read(rank)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range typed.Languages() {
		for _, text := range []string{l.Write(rank), strings.ToLower(l.Write(rank))} {
			if d, err := bag.Read(text); err != nil || d.Code() != want.Code() {
				t.Errorf("%s: %q leads to %v, %v", l.Name, text, d.Rank(), err)
			}
		}
	}
}

// FuzzThrows writes drawings with any outcomes and reads them again.
func FuzzThrows(f *testing.F) {
	f.Add(1, []byte{0, 2, 1, 1, 3})
	f.Add(4, []byte("any bytes"))
	f.Fuzz(func(t *testing.T, id int, bytes []byte) {
		methods := drawing.Methods()
		d := methods[uint(id)%uint(len(methods))].Start()
		var labels []string
		for _, b := range bytes {
			if d.Done() || len(labels) == drawing.MostThrows {
				break
			}
			outcome := int(b) % len(d.Next.Outcomes)
			labels = append(labels, d.Next.Outcomes[outcome].Label)
			d = d.With(outcome)
		}
		again, err := d.Method.Read(strings.Join(labels, " "))
		if d.Done() && (err != nil || again.Position() != d.Position()) {
			t.Errorf("%s %q leads to %v, then to %v, %v", d.Method.ID, labels, d.Rank(), again.Rank(), err)
		}
		if !d.Done() && err == nil {
			t.Errorf("%s %q leads to %v too early", d.Method.ID, labels, again.Rank())
		}
	})
}
