package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"chess960bot/internal/chess960"
)

// A Table is a published lookup table. Its rows are made from the derivations of all
// positions, and a test compares them with the publication.
type Table struct {
	ID, Name string
	Heading  string // describes a row
	Columns  int    // number of columns that the rows are laid out in
	Source   string
	Erratum  string // an error in the publication; "" for none

	Scheme *chess960.Scheme // the scheme of its numbers
	row    func(f figures) Row
	block  int // how many rows form a block in the publication; 0 if there are no blocks

	once sync.Once
	rows []Row
}

// A Row is a number and its arrangement of pieces, as letters and dashes.
type Row struct {
	Number  int
	Pattern string
}

// Spelled spells out the row for screen readers: "5, blank, knight, blank, knight,
// blank".
func (r Row) Spelled() string { return fmt.Sprintf("%d, %s", r.Number, Spell(r.Pattern)) }

// Tables returns the published tables.
func Tables() []*Table {
	return []*Table{kingsTable, bishopsTable, n5nTable, skeletonTable, fritz9Table}
}

// Rows returns the table's rows, the lowest number first. Do not change them.
func (t *Table) Rows() []Row {
	t.once.Do(func() {
		seen := map[Row]bool{}
		for _, p := range chess960.All() {
			if row := t.RowOf(p); !seen[row] {
				seen[row] = true
				t.rows = append(t.rows, row)
			}
		}
		slices.SortFunc(t.rows, func(a, b Row) int { return cmp.Compare(a.Number, b.Number) })
	})
	return t.rows
}

// RowOf returns the row for a position.
func (t *Table) RowOf(p chess960.Position) Row {
	return t.row(figuresOf(t.Scheme.Derive(p)))
}

var (
	kingsTable = &Table{
		ID: "kings", Name: "King's Table", Columns: 3, Heading: "a multiple of 16, and the six pieces without the bishops",
		Source: "Reinhard Scharnagl, “Chess960 numbering scheme”",
		Scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return Row{f.queen.Adds + f.knights.Adds, f.others()} },
	}
	bishopsTable = &Table{
		ID: "bishops", Name: "Bishop's Table", Columns: 2, Heading: "what is left of the number after the King's Table, and the bishops on files a to h",
		Source: "Reinhard Scharnagl, “Chess960 numbering scheme”",
		Scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return Row{f.bishopCode(), f.bishopPattern()} },
	}
	n5nTable = &Table{
		ID: "n5n", Name: "Knights' table (N5N)", Columns: 2, Heading: "the knights' digit, and the knights on the five squares left by bishops and queen",
		Source: "Reinhard Scharnagl; “Starting position IDs in Chess960”",
		Scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return f.knightRow() },
	}
	skeletonTable = &Table{
		block: 6, // with the same knights
		ID:    "skeleton", Name: "NQ-skeleton table", Columns: 3, Heading: "the number without the bishop code, and the NQ-skeleton",
		Source:  "“Starting position IDs in Chess960”",
		Erratum: "The publication prints 286 beside " + Code("QN---N") + "; it must be 288.",
		Scheme:  chess960.Scharnagl,
		row:     func(f figures) Row { return Row{f.queen.Adds + f.knights.Adds, f.position.NQSkeleton()} },
	}
	fritz9Table = &Table{
		block: 15, // a column: the queen has the same digit
		ID:    "fritz9", Name: "Fritz 9 table", Columns: 3, Heading: "the Fritz 9 number without the bishop code, and the NQ-skeleton",
		Source: "“Starting position IDs in Chess960”",
		Scheme: chess960.Fritz9,
		row:    func(f figures) Row { return Row{1 + f.queen.Adds + f.knights.Adds, f.position.NQSkeleton()} },
	}
)

// sequences is the list of the method Head. It is not one of the published tables.
var sequences = &Table{
	Scheme: chess960.Scharnagl,
	row:    func(f figures) Row { return Row{f.knights.Adds, f.without("BQ")} },
}

// blockNote shows the block of the table that contains the position's row, with an
// arrow at that row.
func (t *Table) blockNote(f figures) string {
	marked := t.row(f)
	for block := range slices.Chunk(t.Rows(), t.block) {
		if slices.Contains(block, marked) {
			return t.Name + ", the part with this number:\n```\n" + RowsText(block, &marked) + "```"
		}
	}
	return ""
}

// RowsText lays rows out for copying and for screen readers: in two columns, to be
// read line by line. Lines fit on a phone. The marked row, if any, has an arrow.
func RowsText(rows []Row, marked *Row) string {
	var b strings.Builder
	for line := range slices.Chunk(rows, 2) {
		var cells []string
		for _, row := range line {
			mark := " "
			if marked != nil && row == *marked {
				mark = "→"
			}
			cells = append(cells, fmt.Sprintf("%s%3d %s", mark, row.Number, row.Pattern))
		}
		b.WriteString(strings.Join(cells, "  ") + "\n")
	}
	return b.String()
}
