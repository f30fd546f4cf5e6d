package commands

import (
	"context"
	"errors"
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// table answers /table: a published lookup table, as a picture and as text to copy.
// It marks the row of a given position or number.
func table(tools Tools) Command {
	var names []Choice
	for _, t := range explain.Tables() {
		names = append(names, Choice{t.Name, t.ID})
	}
	name := choiceOption("name", "Which table", names).required()
	position := textOption("position", "Mark the row of this position: a back rank such as RNBQKBNR, or a FEN")
	number := numberOption("number", "Mark the row of this number, counted as the table counts")
	return Command{
		Def:     define("table", "Show a table for finding numbers and positions by hand", name, position, number, themeOption(), privateOption()),
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
			marked, said, err := markedRow(t, r.Options)
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

// markedRow returns the row of the position or number in the options, and a sentence
// about that row. Without either, marked is nil.
func markedRow(t *explain.Table, options Options) (marked *explain.Row, said string, err error) {
	p, ok, err := lookedUp(t, options)
	if !ok || err != nil {
		return nil, "", err
	}
	row := t.RowOf(p)
	return &row, fmt.Sprintf("\n%s %d · %v is in the row **%d** %s.", explain.Label(t.Scheme), t.Scheme.Derive(p).Number(), p, row.Number, explain.Code(row.Pattern)), nil
}

// lookedUp returns the position to look up. ok is false if the options have none.
func lookedUp(t *explain.Table, options Options) (p chess960.Position, ok bool, err error) {
	typed, number := options.Text("position"), options["number"]
	switch {
	case typed != "" && number != nil:
		return p, false, &UserError{"I can mark one row.", "Give a `position` or a `number`, not both."}
	case typed != "":
		reading, err := readPosition(typed, t.Scheme)
		return reading.White, true, err
	case number != nil:
		n, isNumber := options.Int("number")
		if !isNumber {
			return p, false, notANumber(number, "Table rows belong to whole numbers.", slash("table")+" `name:kings number:518`")
		}
		d, err := locateIn(t.Scheme, n)
		if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
			err = noSuchNumber(outside)
		}
		return d.Position, true, err
	}
	return p, false, nil
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
	l.picture(Picture{Name: t.ID + ".png", Alt: tableAlt(t, marked), PNG: png}, err)
	l.text("```\n" + explain.RowsText(t.Rows(), marked) + "```")
	note := "-# " + t.Source + "."
	if t.Erratum != "" {
		note += " " + t.Erratum
	}
	l.text(note)
	return l.reply()
}

func tableAlt(t *explain.Table, marked *explain.Row) string {
	alt := fmt.Sprintf("%s with %d rows, which follow as text.", t.Name, len(t.Rows()))
	if marked != nil {
		alt += " Marked: " + marked.Spelled() + "."
	}
	return alt
}
