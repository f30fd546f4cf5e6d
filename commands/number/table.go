package number

import (
	"context"
	"errors"
	"fmt"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// Table answers /table: a published lookup table, as a picture and as text to copy.
// It marks the row of a given position or number.
func Table(boards *render.Renderer) chat.Command {
	name := tables().Option("name", "Which table").Mandatory()
	position := chat.TextOption("position", "Mark the row of this position: a back rank such as RNBQKBNR, or a FEN")
	number := chat.NumberOption("number", "Mark the row of this number, counted as the table counts")
	return chat.Command{
		Def:     chat.Define("table", "Show a table for finding numbers and positions by hand", name, position, number, card.ThemeOption(), chat.PrivateOption()),
		Example: "/table name:kings position:RNBQKBNR",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			t, err := tables().Choose(r.Options.Text("name"))
			if err != nil {
				return nil, err
			}
			l, err := card.StyleOf(r.Options)
			if err != nil {
				return nil, err
			}
			marked, said, err := markedRow(t, r.Options)
			if err != nil {
				return nil, err
			}
			return showTable(boards, l, t, marked, said)
		},
	}
}

func tables() chat.List[*explain.Table] {
	return chat.List[*explain.Table]{All: explain.Tables(), Kind: "one of the tables", Describe: func(t *explain.Table) (id, name string) { return t.ID, t.Name }}
}

// markedRow returns the row of the position or number in the options, and a sentence
// about that row. Without either, marked is nil.
func markedRow(t *explain.Table, options chat.Options) (marked *explain.Row, said string, err error) {
	p, ok, err := lookedUp(t, options)
	if !ok || err != nil {
		return nil, "", err
	}
	row := t.RowOf(p)
	return &row, fmt.Sprintf("\n%s %d · %v is in the row **%d** %s.", explain.Label(t.Scheme), t.Scheme.Derive(p).Number(), p, row.Number, explain.Code(row.Pattern)), nil
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

func showTable(boards *render.Renderer, style card.Style, t *explain.Table, marked *explain.Row, said string) (*chat.Reply, error) {
	picture := render.Table{Title: t.Name, Columns: t.Columns, Theme: style.Theme}
	for _, row := range t.Rows() {
		picture.Rows = append(picture.Rows, render.TableRow{
			Number: fmt.Sprint(row.Number), Pattern: row.Pattern,
			Marked: marked != nil && row == *marked,
		})
	}
	l := card.Layout{Boards: boards, Style: style}
	l.Text(fmt.Sprintf("## %s\nEach row gives %s.%s", t.Name, t.Heading, said))
	png, err := boards.Table(picture)
	l.Picture(chat.Picture{Name: t.ID + ".png", Alt: tableAlt(t, marked), PNG: png}, err)
	l.Text("```\n" + explain.RowsText(t.Rows(), marked) + "```")
	note := "-# " + t.Source + "."
	if t.Erratum != "" {
		note += " " + t.Erratum
	}
	l.Text(note)
	return l.Reply()
}

func tableAlt(t *explain.Table, marked *explain.Row) string {
	alt := fmt.Sprintf("%s with %d rows, which follow as text.", t.Name, len(t.Rows()))
	if marked != nil {
		alt += " Marked: " + marked.Spelled() + "."
	}
	return alt
}
