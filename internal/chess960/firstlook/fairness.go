package firstlook

import (
	"bytes"
	"embed"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"sync"

	"chess960bot/internal/chess960"
)

// A Table has one engine's evaluations of all positions.
type Table struct {
	Engine string // with its version
	Depth  int    // in plies
	Author string // of the computation

	Year, Month, Day int // of the publication

	advantage [chess960.Count]int // White's, in hundredths of a pawn, by SP number
	usual     [2]int              // the smallest advantages of the second and of the last third
}

// Advantage returns White's advantage in hundredths of a pawn.
func (t *Table) Advantage(p chess960.Position) int { return t.advantage[p.SP()] }

// Mean returns the mean of the advantages in hundredths of a pawn.
func (t *Table) Mean() float64 {
	sum := 0
	for _, a := range t.advantage {
		sum += a
	}
	return float64(sum) / chess960.Count
}

// A Band compares the advantage in a position with that in the others.
type Band int

// The bands are the thirds of a table. Of equal advantages at a border all belong to the
// upper third.
const (
	Smaller Band = iota
	Usual
	Larger
)

// Band returns the third of the table in which the position is.
func (t *Table) Band(p chess960.Position) Band {
	switch a := t.Advantage(p); {
	case a < t.usual[0]:
		return Smaller
	case a < t.usual[1]:
		return Usual
	}
	return Larger
}

// Agreed returns the band of a position, and whether all tables agree on it.
func Agreed(p chess960.Position) (band Band, agreed bool) {
	band = Tables()[0].Band(p)
	for _, t := range Tables()[1:] {
		if t.Band(p) != band {
			return 0, false
		}
	}
	return band, true
}

// Features returns the features of positions on which the tables agree.
func Features() []chess960.Feature {
	in := func(wanted Band) func(chess960.Position) bool {
		return func(p chess960.Position) bool {
			band, agreed := Agreed(p)
			return agreed && band == wanted
		}
	}
	return []chess960.Feature{
		{ID: chess960.SmallAdvantage, Has: in(Smaller)},
		{ID: chess960.LargeAdvantage, Has: in(Larger)},
	}
}

// Tables returns the tables, the deeper search first.
func Tables() []*Table { return tables() }

//go:embed data
var data embed.FS

var tables = sync.OnceValue(func() []*Table {
	deep := &Table{Engine: "Stockfish 17.1", Depth: 32, Author: "Calvin Figuereo-Supraner", Year: 2026, Month: 1, Day: 27}
	const stored = "data/stockfish-17.1-depth-32.json" // in hundredths of a pawn, by SP number
	var table struct{ CP []int }
	must(json.Unmarshal(file(stored), &table))
	if copy(deep.advantage[:], table.CP) < chess960.Count {
		panic(stored + " is too short")
	}
	newer := &Table{Engine: "Stockfish 18", Depth: 25, Author: "Barış Kısır", Year: 2026, Month: 2, Day: 14}
	newer.readCSV("data/stockfish-18-depth-25.csv")
	for _, t := range []*Table{deep, newer} {
		sorted := slices.Sorted(slices.Values(t.advantage[:]))
		t.usual = [2]int{sorted[chess960.Count/3], sorted[chess960.Count*2/3]}
	}
	return []*Table{deep, newer}
})

// readCSV reads lines of SP number, advantage in pawns, and back rank.
func (t *Table) readCSV(name string) {
	lines, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file(name), []byte("\ufeff")))).ReadAll()
	must(err)
	for _, line := range lines {
		sp, err := strconv.Atoi(line[0])
		must(err)
		pawns, err := strconv.ParseFloat(line[1], 64)
		must(err)
		t.advantage[sp] = int(math.Round(100 * pawns))
	}
}

// file returns an embedded file. A program without it cannot be built.
func file(name string) []byte {
	content, err := data.ReadFile(name)
	must(err)
	return content
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
