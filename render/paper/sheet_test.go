package paper

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

// sheetOf returns diagrams with their SP numbers as titles.
func sheetOf(sps ...int) []Card {
	var diagrams []Card
	for _, sp := range sps {
		p, err := chess960.FromSP(sp)
		if err != nil {
			panic(err)
		}
		diagrams = append(diagrams, Card{fmt.Sprint("SP ", sp), p})
	}
	return diagrams
}

func printedSheet(t testing.TB, sheet Sheet, diagrams []Card) []byte {
	t.Helper()
	pdf, err := Diagrams(english, sheet, "Exercises", diagrams)
	if err != nil {
		t.Fatal(err)
	}
	return pdf
}

// On every square of a sheet stands the right piece, in the shape that package render draws.
func TestSheets(t *testing.T) {
	shapes := renderedShapes(t)
	for _, sheet := range testrun.Choose([]Sheet{TwelveDiagrams}, []Sheet{SixDiagrams, TwelveDiagrams}) {
		var sps []int
		for i := range testrun.Choose(3, 2*sheet.PerPage()) {
			sps = append(sps, (518+79*i)%chess960.Count)
		}
		for page, diagrams := range slices.Collect(slices.Chunk(sheetOf(sps...), sheet.PerPage())) {
			const scale = 6 // pixels a millimetre
			last := sheet.at(len(diagrams) - 1)
			height := int((last.top + last.size + 1) * scale) // the rest of the page is empty
			pdf := printedSheet(t, sheet, sheetOf(sps...))
			number := fmt.Sprint(page + 1)
			picture := rasterised(t, pdf, scale, "-f", number, "-l", number, "-W", fmt.Sprint(pageWidth*scale), "-H", fmt.Sprint(height))
			for i, d := range diagrams {
				at := sheet.at(i)
				for square, want := range diagramOf(d.Position) {
					left, top := at.left+float64(square%8)*at.square(), at.top+float64(square/8)*at.square()
					if got := nearest(shapes, shapeAt(picture, left*scale, top*scale, at.square()*scale)); got != string(want) {
						t.Errorf("%d on a page, %s, %c%d: printed is %q, want %q", sheet.PerPage(), d.Label, 'a'+square%8, 8-square/8, got, want)
					}
				}
			}
		}
	}
}

// A sheet's boards do not touch each other or the edges, and keep the titles' lines free.
func TestSheetsAreSpaced(t *testing.T) {
	for _, sheet := range []Sheet{SixDiagrams, TwelveDiagrams} {
		for i := range sheet.PerPage() {
			a := sheet.at(i)
			if a.left < 10 || a.left+a.size > pageWidth-10 || a.top < 20 || a.top+a.size > pageHeight-10 || a.size < 45 {
				t.Errorf("%d on a page: diagram %d is at %+v", sheet.PerPage(), i, a)
			}
			for j := range i {
				b := sheet.at(j)
				if a.left < b.left+b.size+5 && b.left < a.left+a.size+5 && a.top-titleRoom < b.top+b.size+2 {
					t.Errorf("%d on a page: diagrams %d and %d are too near", sheet.PerPage(), j, i)
				}
			}
		}
	}
}

// Titles and pages of a sheet, read by another program, are in the order of the list.
func TestTextOfSheets(t *testing.T) {
	sps := []int{959, 0, 518, 77, 12, 594, 300}
	pdf := printedSheet(t, SixDiagrams, sheetOf(sps...))
	text := string(poppler(t, pdf, "pdftotext", "-raw"))
	for _, want := range []string{"Exercises Page 1 of 2", "SP 959", "SP 0", "SP 518", "SP 77", "SP 12", "SP 594", "\f", "Exercises Page 2 of 2", "SP 300"} {
		_, rest, ok := strings.Cut(text, want)
		if !ok {
			t.Fatalf("no %q in\n%s", want, text)
		}
		text = rest
	}
	if again := printedSheet(t, SixDiagrams, sheetOf(sps...)); !bytes.Equal(again, pdf) {
		t.Error("the same sheet is printed in other bytes")
	}
}

func TestSheetRefuses(t *testing.T) {
	for _, diagrams := range [][]Card{nil, {{Label: "x"}}} {
		if pdf, err := Diagrams(english, SixDiagrams, "x", diagrams); err == nil {
			t.Errorf("%v: %d bytes", diagrams, len(pdf))
		}
	}
}
