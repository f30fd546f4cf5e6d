package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"chess960bot/internal/chess960"
)

// A Table is a published lookup table. Its rows are made from the derivations of all
// positions, and a test compares them with the publication.
type Table struct {
	ID, Name string
	Rule     TableRule // says what the rows are, how they are ordered and used
	Source   TableSource
	Erratum  Sentence // an error in the publication; nil for none

	Scheme *chess960.Scheme // the scheme of its numbers
	row    func(f figures) Row
	beside func(pattern string) string // words beside a row, for people who listen to its pattern; nil for none
	again  *Row                        // a second number for the first row, at the end of the table; nil for none

	// The layout: rows in a column and on a page, and how many rows form a block; 0 if there
	// are no blocks. A page fits the screen of a phone, and has room for two columns.
	perColumn, perPage, block int
	head                      string // the head of each page, with its number; "" for none

	once sync.Once
	rows []Row
}

// A TableRule is the sentence that says what the rows of a table are, how they are ordered
// and used.
type TableRule string

// Sentence returns the rule.
func (r TableRule) Sentence() string { return string(r) }

// A TableSource says where a table was published.
type TableSource string

// Sentence returns the source.
func (s TableSource) Sentence() string { return string(s) }

// A Misprint is a wrong number in a publication.
type Misprint struct {
	Printed, Right int
	Pattern        Pattern
}

// Sentence returns "".
func (Misprint) Sentence() string { return "" }

// A Row is a number and its arrangement of pieces, as letters and dashes.
type Row struct {
	Number  int
	Pattern string
}

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
		if t.again != nil {
			t.rows = append(t.rows, *t.again)
		}
	})
	return t.rows
}

// RowOf returns the row for a position.
func (t *Table) RowOf(p chess960.Position) Row {
	return t.row(figuresOf(t.Scheme.Derive(p)))
}

// Numbered returns the row with a number.
func (t *Table) Numbered(n int) (row Row, ok bool) {
	i := slices.IndexFunc(t.Rows(), func(row Row) bool { return row.Number == n })
	if i < 0 {
		return Row{}, false
	}
	return t.Rows()[i], true
}

// IsAgain reports whether the row is the first row under its second number.
func (t *Table) IsAgain(row Row) bool { return t.again != nil && row == *t.again }

var (
	kingsTable = &Table{
		ID: "kings", Name: "King's Table", Rule: "kings", Source: "numberingScheme",
		perColumn: 12, perPage: 24, block: 6, // with the same knights
		Scheme: chess960.Scharnagl, again: &Row{chess960.Count, "QNNRKR"},
		row: func(f figures) Row { return Row{f.queen.Adds + f.knights.Adds, f.others()} },
	}
	bishopsTable = &Table{
		ID: "bishops", Name: "Bishop's Table", Rule: "bishops", Source: "numberingScheme",
		perColumn: 8, perPage: 16, Scheme: chess960.Scharnagl,
		row: func(f figures) Row { return Row{f.bishopCode(), f.bishopPattern()} },
		beside: func(pattern string) (files string) {
			for _, i := range indexes(pattern) {
				files += " " + chess960.File(i).String()
			}
			return files
		},
	}
	n5nTable = &Table{
		ID: "n5n", Name: "Knights' table (N5N)", Rule: "knights", Source: "scharnaglsIDs",
		perColumn: 10, perPage: 10, Scheme: chess960.Scharnagl,
		row:    func(f figures) Row { return f.knightRow() },
		beside: func(pattern string) string { return "  " + indexesOf(pattern) },
	}
	skeletonTable = &Table{
		ID: "skeleton", Name: "NQ-skeleton table", Rule: "skeletons",
		perColumn: 12, perPage: 24, block: 6, // with the same knights
		Source: "startIDs", Erratum: Misprint{286, 288, "QN---N"}, Scheme: chess960.Scharnagl,
		row: func(f figures) Row { return Row{f.queen.Adds + f.knights.Adds, f.position.NQSkeleton()} },
	}
	fritz9Table = &Table{
		ID: "fritz9", Name: "Fritz 9 table", Rule: "fritz9", perColumn: 8, perPage: 15, block: 15, head: "Q %d",
		Source: "startIDs", Scheme: chess960.Fritz9,
		row: func(f figures) Row { return Row{1 + f.queen.Adds + f.knights.Adds, f.position.NQSkeleton()} },
	}
)

// Block returns the rows around a row: its block, or the whole table if there are no
// blocks.
func (t *Table) Block(row Row) []Row {
	if t.block > 0 {
		for block := range slices.Chunk(t.Rows(), t.block) {
			if slices.Contains(block, row) {
				return block
			}
		}
	}
	return t.Rows()
}

// blockNote shows the block of the table that contains the position's row.
func (t *Table) blockNote(f figures) string { return t.BlockText(t.row(f)) }

// BlockText lays the block of a row out in two columns. The row has an arrow.
func (t *Table) BlockText(marked Row) string {
	rows := t.Block(marked)
	return "```\n" + strings.Join(t.columnsOf(rows, (len(rows)+1)/2, &marked), "\n") + "\n```"
}

// Pages returns the number of the table's pages.
func (t *Table) Pages() int { return (len(t.Rows()) + t.perPage - 1) / t.perPage }

// PageOf returns the page with a row. The first page is 0.
func (t *Table) PageOf(row Row) int { return slices.Index(t.Rows(), row) / t.perPage }

// Text lays a page of the table out in columns that are read from top to bottom. The marked
// row, if any, has an arrow.
func (t *Table) Text(page int, marked *Row) string {
	first := page * t.perPage
	lines := t.columnsOf(t.Rows()[first:min(first+t.perPage, len(t.Rows()))], t.perColumn, marked)
	if t.head != "" {
		lines = append([]string{fmt.Sprintf(t.head, page)}, lines...)
	}
	return "```\n" + strings.Join(lines, "\n") + "\n```"
}

// indexesOf writes the indexes of the letters in a pattern, from 0: "1 3".
func indexesOf(pattern string) string {
	return strings.Trim(fmt.Sprint(indexes(pattern)), "[]")
}

// columnsOf returns the lines of rows in columns.
func (t *Table) columnsOf(rows []Row, perColumn int, marked *Row) []string {
	lines := make([]string, min(perColumn, len(rows)))
	digits := len(strconv.Itoa(t.Rows()[len(t.Rows())-1].Number))
	for i, row := range rows {
		mark := " "
		if marked != nil && row == *marked {
			mark = "→"
		}
		if i >= perColumn {
			lines[i%perColumn] += "  "
		}
		lines[i%perColumn] += fmt.Sprintf("%s%*d %s", mark, digits, row.Number, row.Pattern)
		if t.beside != nil {
			lines[i%perColumn] += t.beside(row.Pattern)
		}
	}
	return lines
}

// FirstNumbers lists the SP numbers 0 to 19 with the squares of the two bishops, below
// those of knights and queen, as a block of code.
// (Source: “The Chess960 Numbers Decoded”.)
func FirstNumbers() string {
	return "```\n" + numbersOfQueen(0, 16) + numbersOfQueen(16, 4) + "```"
}

// numbersOfQueen lists SP numbers with the same knights and queen, in two columns.
func numbersOfQueen(first, count int) string {
	f := figuresAt(chess960.Scharnagl, first)
	text := fmt.Sprintf("%s %s\n", f.knightPattern(), choice(f.queen))
	for sp := first; sp < first+count/2; sp++ {
		left, right := figuresAt(chess960.Scharnagl, sp), figuresAt(chess960.Scharnagl, sp+count/2)
		text += fmt.Sprintf("%2d %s  %2d %s\n", left.number, choiceOfBishops(left), right.number, choiceOfBishops(right))
	}
	return text
}

// choiceOfBishops writes the choices of both bishops, and their files: "B--- -B-- a d".
func choiceOfBishops(f figures) string {
	return fmt.Sprintf("%s %s %v %v", choice(f.dark), choice(f.light), f.dark.Took, f.light.Took)
}

// choice writes the squares that a piece had to choose from: "--Q---".
func choice(s chess960.Step) string { return pattern(s.Piece, s.Took, s.Among) }

// Blocks lists the ten blocks of 96 SP numbers, as a block of code: N, the first number,
// the knights, and 9 − N as the sum of what the left and the right knight count.
// (Source: “The Chess960 Numbers Decoded”.)
func Blocks() string {
	var b strings.Builder
	b.WriteString("```\nN   SP           9 − N\n")
	for n := range 10 {
		f := figuresAt(chess960.Scharnagl, 96*n)
		left, right := f.knightSquares()
		fmt.Fprintf(&b, "%d  %3d %s   %d = %d + %d\n", n, f.number, f.knightPattern(), 9-n, triangular(3-left), 4-right)
	}
	return b.String() + "```"
}

// skeleton is the method with the table of NQ-skeletons: the table's entry plus the
// bishop code is the number.
var skeleton = &Method{
	ID: "skeleton", Scheme: chess960.Scharnagl, Source: "startIDs", block: skeletonTable.blockNote,
	noteTo: [2]int{0, 1},
	toPosition: func(f figures) []Step {
		row := skeletonTable.row(f)
		return []Step{say(nil, largestEntry("skeletons", row, f)), restIsBishops(row, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		row := skeletonTable.row(f)
		return []Step{
			bishopsInTable(f),
			say(nil, f.theSkeleton(), f.readingOfKnights("skeletonBlock"), f.skeletonEntry(row)),
			say(nil, add(row.Number, f.bishopCode())),
		}
	},
}

// tables is Scharnagl's method with two tables: find the largest entry of the King's
// Table that is not above the number, and look up the difference in the Bishop's
// Table.
var tables = &Method{
	ID: "tables", Scheme: chess960.Scharnagl, Source: "numberingScheme",
	note: func(f figures) Sentence { return BothTables{f.number} }, block: kingsTable.blockNote,
	toPosition: func(f figures) []Step {
		row := kingsTable.row(f)
		return []Step{say(nil, largestEntry("kings", row, f)), restIsBishops(row, f), othersFill(f)}
	},
	toNumber: func(f figures) []Step {
		row := kingsTable.row(f)
		return []Step{
			say(f.whole(chess960.AllFiles&^f.bishops()), Reading{Kind: "othersRow", Pattern: Pattern(f.others()), Row: row.Number}),
			bishopsInTable(f),
			say(nil, add(row.Number, f.bishopCode())),
		}
	},
}

// BothTables says which commands show the two tables at a number.
type BothTables struct{ Number int }

// Sentence returns "".
func (BothTables) Sentence() string { return "" }
