package find

import (
	"context"
	"strconv"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// Table answers /table: the first page of a published lookup table, and how its rows are
// ordered. With a position or number it shows the row's block, and a button for the table.
func Table() chat.Command {
	o := tableOptions{tables().Option("name").Mandatory(), reading.Option("position", nil), chat.NumberOption("number")}
	return chat.Command{
		Name:    "table",
		Options: []chat.Option{o.name, o.position, o.number, chat.PrivateOption()},
		Example: "/table name:kings position:RNBQKBNR",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			t := o.name.Read(r)
			marked, said, err := o.markedRow(t, r)
			if err != nil {
				return nil, err
			}
			p := tablePart{table: t, marked: marked}
			source := voice.Small(voice.Run{t.Source, t.Erratum})
			if marked != nil && len(t.Block(*marked)) < len(t.Rows()) {
				return card.Page(chat.AsAsked, voice.Lines{headingOf(t), said, t.Rule, voice.Raw(t.BlockText(*marked)), source},
					chat.Row(chat.Secondary(voice.Phrase("find.wholeTable"), wholeTable.ID(p)))), nil
			}
			return card.Page(chat.AsAsked, voice.Lines{headingOf(t), said, t.Rule, voice.Raw(t.Text(0, marked)), source}, p.turns()...), nil
		},
		Presses: []chat.Press{wholeTable.On(turnTable), turnTablePage.On(turnTable)},
	}
}

// tableOptions are the options of /table.
type tableOptions struct {
	name     chat.OptionOf[*explain.Table]
	position chat.OptionOf[string]
	number   chat.OptionOf[int]
}

func tables() chat.List[*explain.Table] {
	return chat.List[*explain.Table]{
		All:  explain.Tables(),
		ID:   func(t *explain.Table) string { return t.ID },
		Name: func(t *explain.Table) voice.Sentence { return chat.ChoiceName("table", t.ID) },
	}
}

// markedRow returns the row of the position or number in the options, and a sentence
// about that row. Without either, marked is nil.
func (o tableOptions) markedRow(t *explain.Table, r *chat.Request) (marked *explain.Row, said voice.Sentence, err error) {
	var board recognize.Reading
	switch {
	case o.position.Given(r) && o.number.Given(r):
		return nil, nil, chat.Refuse(voice.Phrase("find.oneRow"), voice.Phrase("find.positionOrNumber"))
	case o.position.Given(r):
		if board, err = recognize.Text(o.position.Read(r), t.Scheme); err != nil {
			return nil, nil, reading.Refusal(o.position.Read(r), err, reading.NoPosition)
		}
	case o.number.Given(r):
		if row, ok := t.Numbered(o.number.Read(r)); ok {
			said := voice.Lines{rowIs(row)}
			if t.IsAgain(row) {
				said = append(said, voice.Phrase("find.rowAgain"))
			}
			return &row, said, nil
		}
		if board.White, err = t.Scheme.Find(o.number.Read(r), 0); err != nil {
			return nil, nil, reading.Refusal("", err, nil)
		}
		board.Black = board.White
	default:
		return nil, nil, nil
	}
	p := board.White
	row := t.RowOf(p)
	found := voice.Row{voice.Raw(t.Scheme.Format(t.Scheme.Derive(p).Number())), voice.Raw(p.String())}
	in := voice.Say("find.inRow", voice.F{
		"Found": found, "Row": row.Number, "Pattern": explain.Pattern(row.Pattern), "Pieces": card.Spelled(row.Pattern),
	})
	return &row, voice.Lines{voice.Run(reading.Notes(board)), in, sumOf(t, t.Scheme.Derive(p).Number(), row.Number)}, nil
}

// sumOf says how a number comes about: its row in one table, and what is left in another. There
// is no sentence for a table whose rows are not parts of the number.
func sumOf(t *explain.Table, number, row int) voice.Sentence {
	sum := voice.F{"Number": number, "Row": row, "Rest": number - row}
	switch t.ID {
	case "kings", "skeleton", "fritz9":
		return voice.Say("find.restInTable.bishops", sum)
	case "bishops":
		return voice.Say("find.restInTable.kings", sum)
	}
	return nil
}

// rowIs says what stands in a row.
func rowIs(row explain.Row) voice.Sentence {
	return voice.Say("find.rowIs", voice.F{"Row": row.Number, "Pattern": explain.Pattern(row.Pattern), "Pieces": card.Spelled(row.Pattern)})
}

// A tablePart is a page of a table, with the row to mark or nil.
type tablePart struct {
	table  *explain.Table
	marked *explain.Row
	page   int
}

// fields are the fields of the button "Whole table": table:kings:512. It opens the page with
// the row.
func (p *tablePart) fields(f *chat.Fields) {
	p.rowFields(f)
	f.Require(p.marked != nil)
	if !f.Failed() {
		p.page = p.table.PageOf(*p.marked)
	}
}

// pageFields are the fields of the buttons that turn the page: table-page:kings:512:1, without
// a number if no row is marked.
func (p *tablePart) pageFields(f *chat.Fields) {
	p.rowFields(f)
	f.Number(&p.page, 0, chess960.Count)
	f.Require(f.Failed() || p.page < p.table.Pages())
}

func (p *tablePart) rowFields(f *chat.Fields) {
	chat.OneOf(f, &p.table, tables())
	chat.Parsed(f, &p.marked, func(row *explain.Row) string {
		if row == nil {
			return ""
		}
		return strconv.Itoa(row.Number)
	}, func(text string) (*explain.Row, error) {
		if text == "" {
			return nil, nil
		}
		n, err := strconv.Atoi(text)
		row, ok := p.table.Numbered(n)
		if err != nil || !ok {
			return nil, chat.Foreign()
		}
		return &row, nil
	})
}

var (
	wholeTable    = chat.NewControl("table", (*tablePart).fields)
	turnTablePage = chat.NewControl("table-page", (*tablePart).pageFields)
)

// turnTable shows a page of the table to the person who pressed.
func turnTable(_ context.Context, _ *chat.Request, p tablePart) (*chat.Reply, error) {
	return card.Page(chat.OwnPage, voice.Lines{headingOf(p.table), voice.Raw(p.table.Text(p.page, p.marked))}, p.turns()...), nil
}

// turns are the buttons for the pages before and after.
func (p tablePart) turns() []chat.Component {
	id := func(page int) string { return turnTablePage.ID(tablePart{p.table, p.marked, page}) }
	turns := card.Turns(p.page, p.table.Pages(), id)
	if turns == nil {
		return nil
	}
	return []chat.Component{chat.Row(turns...)}
}

func headingOf(t *explain.Table) voice.Sentence {
	return voice.Heading(2, chat.ChoiceName("table", t.ID))
}
