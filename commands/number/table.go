package number

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// Table answers /table: a published lookup table as text, and how its rows are ordered. With
// a position or number it shows the row's block, and a button for the whole table.
func Table() chat.Command {
	o := tableOptions{
		name:     tables().Option("name").Mandatory(),
		position: positionOption("position", nil),
		number:   chat.NumberOption("number"),
	}
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
			return tablePart{t, marked}.reply(said), nil
		},
		Presses: []chat.Press{wholeTable.On(func(_ context.Context, _ *chat.Request, p tablePart) (*chat.Reply, error) {
			return p.whole(), nil
		})},
	}
}

// tableOptions are the options of /table.
type tableOptions struct {
	name     chat.OptionOf[*explain.Table]
	position chat.OptionOf[string]
	number   chat.OptionOf[int]
}

func tables() chat.List[*explain.Table] {
	return chat.List[*explain.Table]{All: explain.Tables(), Describe: func(t *explain.Table) (id string, name voice.Sentence) { return t.ID, chat.ChoiceName("table", t.ID) }}
}

// markedRow returns the row of the position or number in the options, and a sentence
// about that row. Without either, marked is nil.
func (o tableOptions) markedRow(t *explain.Table, r *chat.Request) (marked *explain.Row, said string, err error) {
	if o.number.Given(r) && !o.position.Given(r) {
		if row, ok := t.Numbered(o.number.Read(r)); ok {
			return &row, rowNamed(t, row), nil
		}
	}
	p, ok, err := o.lookedUp(t, r)
	if !ok || err != nil {
		return nil, "", err
	}
	row := t.RowOf(p)
	return &row, fmt.Sprintf("%s %d · %v is in the row **%d** %s: %s.\n", t.Scheme.Label, t.Scheme.Derive(p).Number(), p, row.Number, explain.Code(row.Pattern), explain.Spell(row.Pattern)), nil
}

// rowNamed is the sentence about a row that a person asked for by the row's own number.
func rowNamed(t *explain.Table, row explain.Row) string {
	said := fmt.Sprintf("Row **%d** is %s: %s.\n", row.Number, explain.Code(row.Pattern), explain.Spell(row.Pattern))
	if t.IsAgain(row) {
		said += fmt.Sprintf("%d is another name for SP 0, in draws from 1 to %d. So this is row 0 again.\n", row.Number, row.Number)
	}
	return said
}

// lookedUp returns the position to look up. ok is false if the options have none.
func (o tableOptions) lookedUp(t *explain.Table, r *chat.Request) (p chess960.Position, ok bool, err error) {
	switch {
	case o.position.Given(r) && o.number.Given(r):
		return p, false, chat.Refuse(voice.Phrase("number.oneRow"), voice.Phrase("number.positionOrNumber"))
	case o.position.Given(r):
		reading, err := readPosition(o.position.Read(r), t.Scheme)
		return reading.White, true, err
	case o.number.Given(r):
		p, err := t.Scheme.Find(o.number.Read(r), 0)
		if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
			err = noSuchNumber(outside)
		}
		return p, true, err
	}
	return p, false, nil
}

// A tablePart is a table, with the row to mark or nil.
type tablePart struct {
	table  *explain.Table
	marked *explain.Row
}

// fields are the fields of the button "Whole table": table:kings:512.
func (p *tablePart) fields(f *chat.Fields) {
	chat.OneOf(f, &p.table, tables())
	chat.Parsed(f, &p.marked, func(row *explain.Row) string { return strconv.Itoa(row.Number) }, func(text string) (*explain.Row, error) {
		n, err := strconv.Atoi(text)
		row, ok := p.table.Numbered(n)
		if err != nil || !ok {
			return nil, chat.Foreign()
		}
		return &row, nil
	})
}

var wholeTable = chat.NewControl("table", (*tablePart).fields)

// reply shows the block of the marked row, or the whole table if no row is marked or there
// are no blocks.
func (p tablePart) reply(said string) *chat.Reply {
	t := p.table
	about := fmt.Sprintf("## %s\n%s%s\n", t.Name, said, voice.In("en").Say(t.Rule))
	if p.marked != nil && len(t.Block(*p.marked)) < len(t.Rows()) {
		return card.Page(chat.AsAsked, voice.Raw(about+t.BlockText(*p.marked)+"\n"+sourceOf(t)),
			chat.Row(chat.Button(discordgo.SecondaryButton, voice.Raw("Whole table"), wholeTable.ID(p))))
	}
	return card.Page(chat.AsAsked, voice.Raw(about+t.Text(p.marked)+"\n"+sourceOf(t)))
}

// whole shows the whole table to the person who pressed.
func (p tablePart) whole() *chat.Reply {
	return card.Page(chat.OwnPage, voice.Raw(fmt.Sprintf("## %s\n%s", p.table.Name, p.table.Text(p.marked))))
}

// sourceOf names the source of a table, and its misprint.
func sourceOf(t *explain.Table) string {
	return voice.In("en").Say(voice.Small(voice.Run{t.Source, t.Erratum}))
}
