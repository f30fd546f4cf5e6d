package paper

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

// evening returns the cards of a round on a number of boards.
func evening(boards int) []Card {
	var cards []Card
	for i := range boards {
		p, err := chess960.FromSP((594 + 37*i) % chess960.Count)
		if err != nil {
			panic(err)
		}
		cards = append(cards, Card{fmt.Sprintf("Board %d", i+1), p})
	}
	return cards
}

// english are the words as the bot says them.
var english = Words{
	Language: "en",
	Number:   "SP number (Scharnagl)",
	Page:     func(page, of int) string { return fmt.Sprintf("Page %d of %d", page, of) },
	Castling: func(c chess960.Castling) string {
		way := func(w chess960.Way) string {
			if w.Stays() {
				return "stays on " + w.To.Square()
			}
			return w.From.Square() + "→" + w.To.Square()
		}
		return fmt.Sprintf("%v: K %s, R %s", c.Side, way(c.King), way(c.Rook))
	},
}

func printed(t testing.TB, title string, cards []Card) []byte {
	t.Helper()
	pdf, err := Cards(english, title, cards)
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}

// poppler runs one of poppler's programs on a PDF file, and returns what it writes. The
// arguments are those before the file's name.
func poppler(t *testing.T, pdf []byte, program string, args ...string) []byte {
	t.Helper()
	path := testrun.Program(t, "poppler-utils", program)
	name := filepath.Join(t.TempDir(), "cards.pdf")
	if err := os.WriteFile(name, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	args = append(args, name)
	if program == "pdftotext" {
		args = append(args, "-")
	}
	c := exec.Command(path, args...)
	var complaints bytes.Buffer
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("%s: %v\n%s", program, err, &complaints)
	}
	return out
}

// rasterised returns a page as poppler draws it, with some pixels a millimetre.
func rasterised(t *testing.T, pdf []byte, scale float64, args ...string) *image.Gray {
	t.Helper()
	file := poppler(t, pdf, "pdftoppm", append(args, "-gray", "-r", fmt.Sprint(scale*25.4))...)
	var size image.Point
	if _, err := fmt.Fscanf(bytes.NewReader(file), "P5\n%d %d\n255\n", &size.X, &size.Y); err != nil {
		t.Fatal(err)
	}
	return &image.Gray{Pix: file[len(file)-size.X*size.Y:], Stride: size.X, Rect: image.Rectangle{Max: size}}
}

// The text of cards, read by another program, agrees with the positions.
func TestTextOfCards(t *testing.T) {
	every := testrun.Choose(59, 1) // with every code of the bishops, unlike one in 60
	var cards []Card
	for sp, p := range chess960.All() {
		if sp%every == 0 {
			cards = append(cards, Card{fmt.Sprintf("Board %d", sp+1), p})
		}
	}
	const title = "Thursday 960, round 3 of 7"
	text := string(poppler(t, printed(t, title, cards), "pdftotext", "-raw"))
	if pages := strings.Count(text, "\f"); pages != (len(cards)+perPage-1)/perPage {
		t.Errorf("%d pages", pages)
	}
	for _, c := range cards {
		p, sp := c.Position, c.Position.SP()
		card, rest, ok := strings.Cut(text, p.XFEN())
		if !ok {
			t.Fatalf("SP %d: no FEN after\n%s", sp, text[:min(300, len(text))])
		}
		h, a := p.Castling(chess960.HSide, chess960.Chess960Castling), p.Castling(chess960.ASide, chess960.Chess960Castling)
		lines := strings.Split(card, "\n")
		for _, want := range []string{
			c.Label, title, fmt.Sprint(sp), "SP number (Scharnagl)", p.String(),
			"O-O: K " + way(h.King, "g1") + ", R " + way(h.Rook, "f1"),
			"O-O-O: K " + way(a.King, "c1") + ", R " + way(a.Rook, "d1"),
		} {
			if !contains(lines, want) {
				t.Errorf("SP %d: %q is not on the card:\n%s", sp, want, card)
			}
		}
		text = rest
	}
}

func way(w chess960.Way, end string) string {
	if w.From.String()+"1" == end {
		return "stays on " + end
	}
	return w.From.String() + "1→" + end
}

func contains(lines []string, line string) bool {
	for _, l := range lines {
		if strings.TrimSpace(l) == line {
			return true
		}
	}
	return false
}

// Names are printed as typed in Latin, Cyrillic and Greek.
func TestNamesArePrintedAsTyped(t *testing.T) {
	var typed, want []string
	for _, name := range [][2]string{
		{"Blitz (5+3) – Gruppe A_1 #2"},
		{"Кубок “Белая ладья” Ёжик"},
		{"Σκακιστικός Όμιλος"},
		{`C:\Rook (1) \) <@1> **x**`},
		{"Łódź Ąčęż ÿ ñ € ½"},
		{"Bra\u0308u", "Bräu"},
		{"  two \t lines\nhere ", "two lines here"},
		{"象棋 club 🙂‍♂️", "□□ club □♂"},
		{"a\x00b\xffc", "a□b�c"},
	} {
		typed, want = append(typed, name[0]), append(want, cmp.Or(name[1], name[0]))
	}
	title := strings.Join(typed, " | ")
	text := string(poppler(t, printed(t, title, evening(1)), "pdftotext", "-raw"))
	if first, _, _ := strings.Cut(text, "\n"); first != strings.Join(want, " | ")+" Page 1 of 1" {
		t.Errorf("%q is printed as %q, want %q", typed, first, want)
	}
}

// No character stops the printer, nor does a long text.
func TestEveryCharacterIsPrinted(t *testing.T) {
	var all []Card
	var label strings.Builder
	p := evening(1)[0].Position
	for r := rune(0); r <= unicode.MaxRune+1; r += 1 + r>>12 { // all to U+0FFF, then fewer and fewer
		label.WriteRune(r)
		if label.Len() > 400 {
			all = append(all, Card{label.String(), p})
			label.Reset()
		}
	}
	printed(t, strings.Repeat("W", 5000)+strings.Repeat(" \u2028", 50), all)
	printed(t, "", []Card{{"", p}})
}

// A page that is printed in the middle of a sheet of US Letter, by a printer that
// leaves 5 mm at the edges, is complete.
func TestCardsFitUSLetter(t *testing.T) {
	const scale = 4 // pixels a millimetre
	page := rasterised(t, printed(t, strings.Repeat("Wide title ", 20), evening(perPage)), scale)
	const side, above = 5, (pageHeight-279.4)/2 + 5
	inked := 0
	for y := range page.Bounds().Dy() {
		for x := range page.Bounds().Dx() {
			if page.GrayAt(x, y).Y == 0xff {
				continue
			}
			inked++
			if x < side*scale || x > (pageWidth-side)*scale || float64(y) < above*scale || float64(y) > (pageHeight-above)*scale {
				t.Fatalf("ink at %d, %d mm", x/scale, y/scale)
			}
		}
	}
	if inked == 0 {
		t.Error("the page is empty")
	}
}

// Texts of a fixed size fit beside the board or below it, in all positions.
func TestTextsFit(t *testing.T) {
	p := newPrinter(english)
	p.AddPage()
	for _, position := range chess960.All() {
		for _, side := range chess960.CastlingSides() {
			text := english.Castling(position.Castling(side, chess960.Chess960Castling))
			if width := p.write(regular, castlingPoints, 0, 0, alignLeft, text); width > textWidth {
				t.Errorf("%q is %.1f mm wide, more than %.1f", text, width, textWidth)
			}
		}
		if width := p.write(bold, 37, 0, 0, alignLeft, position.String()); width > cardWidth-boardLeft-padding {
			t.Errorf("%v is %.1f mm wide", position, width)
		}
	}
}

// The same cards give the same bytes, without today's date.
func TestBytesAreEqual(t *testing.T) {
	want := printed(t, "Thursday 960", evening(13))
	for range 3 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			if !bytes.Equal(printed(t, "Thursday 960", evening(13)), want) {
				t.Error("other bytes for the same cards")
			}
		})
	}
	for _, date := range regexp.MustCompile(`Date \((.*)\)`).FindAllSubmatch(want, -1) {
		if string(date[1]) != "D:19700101000000" {
			t.Errorf("the date %s is in the file", date[1])
		}
	}
}

func TestErrors(t *testing.T) {
	if _, err := Cards(english, "x", []Card{{Label: "Board 7"}}); err == nil || !strings.Contains(err.Error(), `the card "Board 7" has no position`) {
		t.Errorf("a card without a position: %v", err)
	}
	if _, err := Cards(english, "x", nil); err == nil {
		t.Error("a file without cards")
	}
}

func BenchmarkCards(b *testing.B) {
	for _, boards := range []int{1, 8, 200} {
		b.Run(fmt.Sprint(boards), func(b *testing.B) {
			b.ReportAllocs()
			cards := evening(boards)
			for b.Loop() {
				b.ReportMetric(float64(len(printed(b, "Thursday 960, round 3 of 7", cards))), "pdf-bytes")
			}
		})
	}
}
