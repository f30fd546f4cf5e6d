package firstlook

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// The sums of both tables, computed from the files by other programs.
func TestTables(t *testing.T) {
	for i, want := range []struct {
		sum               int
		mean, deviation   float64
		least, most       int
		leastAt, mostAt   []int
		classical, square int
	}{
		{27379, 0.285, 0.119, 0, 84, []int{109, 432, 644}, []int{604}, 22, 917041},
		{33434, 0.348, 0.120, -1, 80, []int{644}, []int{80}, 32, 1301620},
	} {
		table := Tables()[i]
		sum, square := 0, 0
		for _, a := range table.advantage {
			sum, square = sum+a, square+a*a
		}
		at := func(wanted int) (sps []int) {
			for sp, a := range table.advantage {
				if a == wanted {
					sps = append(sps, sp)
				}
			}
			return sps
		}
		mean := table.Mean()
		deviation := math.Sqrt(float64(square)/chess960.Count - mean*mean)
		least, most := slices.Min(table.advantage[:]), slices.Max(table.advantage[:])
		if sum != want.sum || square != want.square || !near(mean/100, want.mean) || !near(deviation/100, want.deviation) ||
			least != want.least || most != want.most || !slices.Equal(at(least), want.leastAt) || !slices.Equal(at(most), want.mostAt) ||
			table.Advantage(chess960.Classical()) != want.classical {
			t.Errorf("%s: sum %d, squares %d, mean %f, deviation %f, from %d at %v to %d at %v, classical array %d", table.Engine,
				sum, square, mean/100, deviation/100, least, at(least), most, at(most), table.Advantage(chess960.Classical()))
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.0005 }

// The numbers of the second table are Scharnagl's: each line also has the back rank.
func TestNumbersAreScharnagls(t *testing.T) {
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file("data/stockfish-18-depth-25.csv")), "\ufeff"))).ReadAll()
	if err != nil || len(lines) != chess960.Count {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines {
		if p := chess960.MustParsePosition(line[2]); strconv.Itoa(p.SP()) != line[0] {
			t.Errorf("line %v: SP %d", line, p.SP())
		}
	}
}

// The tables agree as far as the package comment says.
func TestAgreement(t *testing.T) {
	first, second := Tables()[0], Tables()[1]
	var agreed, opposite int
	bands := map[Band]int{}
	var xy, xx, yy float64
	for _, p := range chess960.All() {
		x, y := float64(first.Advantage(p))-first.Mean(), float64(second.Advantage(p))-second.Mean()
		xy, xx, yy = xy+x*y, xx+x*x, yy+y*y
		band, ok := Agreed(p)
		if ok {
			agreed++
			bands[band]++
		}
		if ok != (first.Band(p) == second.Band(p)) {
			t.Errorf("SP %d: agreed %v", p.SP(), ok)
		}
		if math.Abs(float64(first.Band(p)-second.Band(p))) == 2 {
			opposite++
		}
	}
	if r := xy / math.Sqrt(xx*yy); math.Abs(r-0.72) > 0.005 {
		t.Errorf("correlation %f", r)
	}
	if agreed != 565 || opposite != 52 || bands[Smaller] != 197 || bands[Usual] != 135 || bands[Larger] != 233 {
		t.Errorf("%d agreed, %d opposite, %v", agreed, opposite, bands)
	}
	for _, f := range Features() {
		found := 0
		for _, p := range chess960.All() {
			if f.Has(p) {
				found++
			}
		}
		if want := map[chess960.FeatureID]int{"even": 197, "white": 233}[f.ID]; found != want {
			t.Errorf("%s: %d positions, want %d", f.ID, found, want)
		}
	}
}

// Each table has its licence in the program, with the author's name, and in the README.
func TestLicences(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"data/stockfish-17.1-depth-32.LICENSE", "data/stockfish-18-depth-25.LICENSE"} {
		author := Tables()[i].Author
		if text := string(file(name)); !strings.HasPrefix(text, "MIT License\n\nCopyright (c) 2026 "+author) || !strings.Contains(text, "shall be included in all") {
			t.Errorf("%s does not have the licence of %s", name, author)
		}
		if !strings.Contains(string(readme), author) {
			t.Errorf("the README does not name %s", author)
		}
	}
}
