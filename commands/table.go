package commands

import (
	"context"
	"fmt"

	"chess960bot/internal/explain"
	"chess960bot/render"
)

// table answers /table: a published lookup table, as a picture and as text to
// copy. With a position its row is marked.
func table(tools Tools) Command {
	var names []Choice
	for _, t := range explain.Tables() {
		names = append(names, Choice{t.Name, t.ID})
	}
	name := choiceOption("name", "Which table", names).required()
	position := textOption("position", "Mark the row of this position: a back rank such as RNBQKBNR, or a FEN")
	return Command{
		Def:     define("table", "Show a table for finding numbers and positions by hand", name, position, themeOption(), privateOption()),
		Example: "/table name:kings position:RNBQKBNR",
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			t, ok := explain.TableByID(r.Options.Text("name"))
			if !ok {
				return nil, unknownTable(r.Options.Text("name"))
			}
			l, err := lookOf(r.Options)
			if err != nil {
				return nil, err
			}
			marked, said, err := markedRow(t, r.Options.Text("position"))
			if err != nil {
				return nil, err
			}
			reply, err := showTable(tools, l, t, marked, said)
			if err != nil {
				return nil, err
			}
			reply.Private = r.Options.Bool("private")
			return reply, nil
		},
	}
}

func unknownTable(name string) error {
	var ids []string
	for _, t := range explain.Tables() {
		ids = append(ids, t.ID)
	}
	return &UserError{quoteFirst(name) + " is not one of the tables.", "Choose " + either(ids) + "."}
}

// markedRow finds the row of a position as typed, and the sentence that says so.
// Without a position there is neither.
func markedRow(t *explain.Table, typed string) (marked *explain.Row, said string, err error) {
	if typed == "" {
		return nil, "", nil
	}
	p, err := typedPosition("table", typed)
	if err != nil {
		return nil, "", err
	}
	row := t.RowOf(p)
	return &row, fmt.Sprintf("\nSP-%d · %v is in the row **%d** %s.", p.SP(), p, row.Number, explain.Code(row.Pattern)), nil
}

func showTable(tools Tools, lk look, t *explain.Table, marked *explain.Row, said string) (*Reply, error) {
	picture := render.Table{Title: t.Name, Columns: t.Columns, Theme: lk.theme}
	for _, row := range t.Rows() {
		picture.Rows = append(picture.Rows, render.TableRow{
			Number: fmt.Sprint(row.Number), Pattern: row.Pattern,
			Marked: marked != nil && row == *marked,
		})
	}
	l := layout{boards: tools.Boards, look: lk}
	l.text(fmt.Sprintf("## %s\nEach row gives %s.%s", t.Name, t.Heading, said))
	png, err := tools.Boards.Table(picture)
	l.picture(Picture{Name: t.ID + ".png", Alt: tableAlt(t.Name, picture), PNG: png}, err)
	l.text("```\n" + explain.RowsText(t.Rows(), marked) + "```")
	note := "-# " + t.Source + "."
	if t.Erratum != "" {
		note += " " + t.Erratum
	}
	l.text(note)
	return l.reply()
}

func tableAlt(name string, t render.Table) string {
	alt := fmt.Sprintf("%s with %d rows, which follow as text.", name, len(t.Rows))
	for _, row := range t.Rows {
		if row.Marked {
			alt += fmt.Sprintf(" Marked: %s %s.", row.Number, row.Pattern)
		}
	}
	return alt
}
