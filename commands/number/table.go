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
	"chess960bot/internal/explain"
)

// Table answers /table: a published lookup table as text, and how its rows are ordered. With
// a position or number it shows the row's block, and a button for the whole table.
func Table() chat.Command {
	name := tables().Option("name", "Which table").Mandatory()
	position := chat.TextOption("position", "Mark the row of this position: a back rank such as RNBQKBNR, or a FEN").UpTo(longestPosition).Completed()
	number := chat.NumberOption("number", "Mark the row of this number, counted as the table counts")
	return chat.Command{
		Def:      chat.Define("table", "Show a table for finding numbers and positions by hand", name, position, number, chat.PrivateOption()),
		Example:  "/table name:kings position:RNBQKBNR",
		Complete: completePosition,
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			t, err := tables().Choose(r.Options.Text("name"))
			if err != nil {
				return nil, err
			}
			marked, said, err := markedRow(t, r.Options)
			if err != nil {
				return nil, err
			}
			return tablePart{t, marked}.reply(said), nil
		},
		Buttons: map[string]chat.Handler{"table": func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			var p tablePart
			if err := chat.ReadID(r.CustomID, p.fields); err != nil {
				return nil, err
			}
			return p.whole(), nil
		}},
	}
}

func tables() chat.List[*explain.Table] {
	return chat.List[*explain.Table]{All: explain.Tables(), Kind: "one of the tables", Describe: func(t *explain.Table) (id, name string) { return t.ID, t.Name }}
}

// markedRow returns the row of the position or number in the options, and a sentence
// about that row. Without either, marked is nil.
func markedRow(t *explain.Table, options chat.Options) (marked *explain.Row, said string, err error) {
	if n, ok := options.Int("number"); ok && options.Text("position") == "" {
		if row, ok := t.Numbered(n); ok {
			return &row, rowNamed(t, row), nil
		}
	}
	p, ok, err := lookedUp(t, options)
	if !ok || err != nil {
		return nil, "", err
	}
	row := t.RowOf(p)
	return &row, fmt.Sprintf("%s %d · %v is in the row **%d** %s: %s.\n", explain.Label(t.Scheme), t.Scheme.Derive(p).Number(), p, row.Number, explain.Code(row.Pattern), explain.Spell(row.Pattern)), nil
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
func lookedUp(t *explain.Table, options chat.Options) (p chess960.Position, ok bool, err error) {
	typed, number := options.Text("position"), options["number"]
	switch {
	case typed != "" && number != nil:
		return p, false, chat.Refuse("I can mark one row.", "Give a `position` or a `number`, not both.")
	case typed != "":
		reading, err := readPosition(typed, t.Scheme)
		return reading.White, true, err
	case number != nil:
		n, isNumber := options.Int("number")
		if !isNumber {
			return p, false, notANumber(number, "Table rows belong to whole numbers.", chat.Slash("table")+" `name:kings number:518`")
		}
		p, err := t.Scheme.Find(n, 0)
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

// reply shows the block of the marked row, or the whole table if no row is marked or there
// are no blocks.
func (p tablePart) reply(said string) *chat.Reply {
	t := p.table
	about := fmt.Sprintf("## %s\n%s%s\n", t.Name, said, t.Rule)
	if p.marked != nil && len(t.Block(*p.marked)) < len(t.Rows()) {
		return card.Page(chat.AsAsked, about+t.BlockText(*p.marked)+"\n"+sourceOf(t),
			chat.Row(chat.Button(discordgo.SecondaryButton, "Whole table", chat.WriteID("table", p.fields))))
	}
	return card.Page(chat.AsAsked, about+t.Text(p.marked)+"\n"+sourceOf(t))
}

// whole shows the whole table to the person who pressed.
func (p tablePart) whole() *chat.Reply {
	return card.Page(chat.OwnPage, fmt.Sprintf("## %s\n%s", p.table.Name, p.table.Text(p.marked)))
}

// sourceOf names the source of a table, and its misprint.
func sourceOf(t *explain.Table) string {
	note := "-# " + t.Source + "."
	if t.Erratum != "" {
		note += " " + t.Erratum
	}
	return note
}
