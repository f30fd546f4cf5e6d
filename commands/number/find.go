package number

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
)

// Find answers /find with the positions that meet all criteria.
func Find() chat.Command {
	var options []chat.Option
	for _, c := range criteria() {
		options = append(options, c.option)
	}
	return chat.Command{
		Def:     chat.Define("find", "List the start positions that match a pattern or have a feature", append(options, chat.PrivateOption())...),
		Example: "/find pattern:Q.....KR",
		Buttons: map[string]chat.Handler{"find": turnSearch, "find-fair": turnSearch},
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			s, err := searchOf(r.Options)
			if err != nil {
				return nil, err
			}
			return s.reply(0, chat.AsAsked)
		},
	}
}

// A search is the conditions of one /find, one for each criterion that was given.
type search []condition

// searchOf reads a search from options. Missing or empty options add no condition.
func searchOf(options chat.Options) (search, error) {
	var s search
	for _, c := range criteria() {
		if v := options[c.option.Name]; v == nil || v == "" {
			continue
		}
		condition, err := c.read(options)
		if err != nil {
			return nil, err
		}
		s = append(s, condition)
	}
	return s, nil
}

// found returns the positions that meet all conditions, in the order of their SP
// numbers.
func (s search) found() []chess960.Position {
	var found []chess960.Position
	for _, p := range chess960.All() {
		if s.has(p) {
			found = append(found, p)
		}
	}
	return found
}

func (s search) has(p chess960.Position) bool {
	for _, c := range s {
		if !c.has(p) {
			return false
		}
	}
	return true
}

// perPage is how many positions a page lists.
const perPage = 20

// reply shows a page of the positions found, and all of them as a CSV file. The first
// page is 0.
func (s search) reply(page int, audience chat.Audience) (*chat.Reply, error) {
	found := s.found()
	first := page * perPage
	if len(found) == 0 {
		return nil, chat.Refuse("No position has all of this:"+s.list(), "Leave a criterion out, or change it. The king always stands between the rooks, and the bishops on squares of different colours.")
	}
	if first >= len(found) {
		return nil, chat.Foreign()
	}
	last := min(first+perPage, len(found))
	l := card.Layout{Style: card.DefaultStyle(), Audience: audience}
	l.Text("## " + s.heading(len(found)) + s.list())
	l.Text("```\n" + numberTable(found[first:last]) + "```")
	l.Text(fmt.Sprintf("-# %d to %d of %d", first+1, last, len(found)))
	var turns []chat.Component
	if page > 0 {
		turns = append(turns, chat.Button(discordgo.SecondaryButton, "Previous", s.customID(page-1)))
	}
	if last < len(found) {
		turns = append(turns, chat.Button(discordgo.SecondaryButton, "Next", s.customID(page+1)))
	}
	l.Buttons(turns)
	l.Files(chat.File{Name: fmt.Sprintf("chess960-%d-positions.csv", len(found)), ContentType: "text/csv", Bytes: positionsCSV(found)})
	return l.Reply()
}

func (s search) heading(count int) string {
	switch {
	case len(s) == 0:
		return fmt.Sprintf("All %d positions", count)
	case count == 1:
		return "1 position"
	}
	return fmt.Sprintf("%d positions", count)
}

// list names the conditions, one in each line.
func (s search) list() string {
	var b strings.Builder
	for _, c := range s {
		b.WriteString("\n- " + c.text)
	}
	return b.String()
}

// numberTable lists positions with their numbers, in lines that fit on a phone.
func numberTable(positions []chess960.Position) string {
	var b strings.Builder
	b.WriteString(" SP  a to h    Fritz 9\n")
	for _, p := range positions {
		fmt.Fprintf(&b, "%3d  %v  %7d\n", p.SP(), p, chess960.Fritz9.Derive(p).Number())
	}
	return b.String()
}

// positionsCSV writes positions as a table for spreadsheets and programs.
func positionsCSV(positions []chess960.Position) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"SP", "rank", "Fritz 9", "Almanac", "mirror", "swaps", "X-FEN", "Shredder-FEN"})
	for _, p := range positions {
		w.Write([]string{
			strconv.Itoa(p.SP()), p.String(),
			strconv.Itoa(chess960.Fritz9.Derive(p).Number()), strconv.Itoa(chess960.Almanac.Derive(p).Number()),
			strconv.Itoa(p.Mirror().SP()), strconv.Itoa(p.SwapDistance()),
			p.XFEN(), p.ShredderFEN(),
		})
	}
	w.Flush() // writing to a bytes.Buffer never fails
	return b.Bytes()
}

// A searchButton is the custom id of a button that turns to a page of a search. The second
// form is for searches with the option "fair", which came later:
//
//	find:pattern:castle:undefended:swaps:bishops:page
//	find-fair:pattern:castle:undefended:swaps:bishops:fair:page
type searchButton struct {
	search search
	page   int
}

func (b *searchButton) fields(f *chat.Fields) { b.fieldsOf(f, criteria()[:5]) }

func (b *searchButton) fairFields(f *chat.Fields) {
	b.fieldsOf(f, criteria())
	f.Require(b.search.value("fair") != "")
}

func (b *searchButton) fieldsOf(f *chat.Fields, criteria []criterion) {
	given := chat.Options{}
	for _, c := range criteria {
		value := b.search.value(c.option.Name)
		f.Text(&value)
		given[c.option.Name] = value
	}
	f.Number(&b.page, 0, chess960.Count/perPage)
	s, err := searchOf(given)
	f.Require(err == nil)
	b.search = s
}

// value returns the value of an option as a custom id holds it; "" if the search has no
// such condition.
func (s search) value(option string) string {
	for _, condition := range s {
		if condition.option == option {
			return condition.value
		}
	}
	return ""
}

func (s search) customID(page int) string {
	b := searchButton{s, page}
	if s.value("fair") != "" {
		return chat.WriteID("find-fair", b.fairFields)
	}
	return chat.WriteID("find", b.fields)
}

// turnSearch answers Previous and Next. Under a public answer they open a private
// page; on a private page they replace it.
func turnSearch(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	var b searchButton
	fields := b.fields
	if chat.IDName(r.CustomID) == "find-fair" {
		fields = b.fairFields
	}
	if err := chat.ReadID(r.CustomID, fields); err != nil {
		return nil, err
	}
	return b.search.reply(b.page, chat.OwnPage)
}
