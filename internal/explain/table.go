package explain

import (
	"cmp"
	"slices"

	"chess960bot/internal/chess960"
)

// A Table is a published lookup table. Its rows are made from the derivations of
// all positions, and a test holds them against the publication.
type Table struct {
	ID, Name string
	Heading  string // what a row says
	Columns  int    // over which its rows are spread
	Source   string
	Erratum  string // where the publication errs; "" where it does not

	scheme *chess960.Scheme
	row    func(f figures) Row
}

// A Row is a number and the arrangement that it stands for, as letters and
// dashes.
type Row struct {
	Number  int
	Pattern string
}

// Tables returns the published tables.
func Tables() []*Table {
	return []*Table{kingsTable, bishopsTable, n5nTable, skeletonTable, fritz9Table}
}

// TableByID returns the table with the given ID.
func TableByID(id string) (*Table, bool) {
	for _, t := range Tables() {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}

// Rows returns the table's rows, the lowest number first.
func (t *Table) Rows() []Row {
	seen := map[Row]bool{}
	var rows []Row
	for _, p := range chess960.All() {
		if row := t.RowOf(p); !seen[row] {
			seen[row] = true
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Compare(a.Number, b.Number) })
	return rows
}

// RowOf returns the row that the position is looked up in.
func (t *Table) RowOf(p chess960.Position) Row {
	return t.row(figuresOf(t.scheme.Derive(p)))
}

var (
	kingsTable = &Table{
		ID: "kings", Name: "King's Table", Columns: 3, Heading: "a multiple of 16, and the six pieces without the bishops",
		Source: "Reinhard Scharnagl, “Chess960 numbering scheme”",
		scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return Row{f.queen.Adds + f.knights.Adds, f.others()} },
	}
	bishopsTable = &Table{
		ID: "bishops", Name: "Bishop's Table", Columns: 2, Heading: "what is left of the number after the King's Table, and the bishops on files a to h",
		Source: "Reinhard Scharnagl, “Chess960 numbering scheme”",
		scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return Row{f.bishopCode(), f.bishopPattern()} },
	}
	n5nTable = &Table{
		ID: "n5n", Name: "N5N table", Columns: 2, Heading: "the knights' digit, and the knights on the five squares left by bishops and queen",
		Source: "Reinhard Scharnagl; “Starting position IDs in Chess960”",
		scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return Row{f.knights.Digit, f.knightPattern()} },
	}
	skeletonTable = &Table{
		ID: "skeleton", Name: "NQ-skeleton table", Columns: 3, Heading: "the number without the bishop code, and the NQ-skeleton",
		Source:  "“Starting position IDs in Chess960”",
		Erratum: "The publication prints 286 beside `QN---N`; it must be 288.",
		scheme:  chess960.Scharnagl,
		row:     func(f figures) Row { return Row{f.queen.Adds + f.knights.Adds, f.position.NQSkeleton()} },
	}
	fritz9Table = &Table{
		ID: "fritz9", Name: "Fritz9 table", Columns: 3, Heading: "the Fritz9 number without the bishop code, and the NQ-skeleton",
		Source: "“Starting position IDs in Chess960”",
		scheme: chess960.Fritz9,
		row:    func(f figures) Row { return Row{1 + f.queen.Adds + f.knights.Adds, f.position.NQSkeleton()} },
	}
)

// Two lists that methods go by, too short to be published as tables.
var (
	sequences = &Table{
		scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return Row{f.knights.Adds, f.without("BQ")} },
	}
	fritzRows = &Table{
		scheme: chess960.Fritz9,
		row:    func(f figures) Row { return Row{f.knights.Digit, f.knightPattern()} },
	}
)
