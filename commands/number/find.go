package number

import (
	"bytes"
	"chess960bot/chat"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
)

// find answers /find with the positions that meet all criteria.
func Find() chat.Command {
	var options []chat.Option
	for _, c := range criteria() {
		options = append(options, c.option)
	}
	return chat.Command{
		Def:     chat.Define("find", "List the start positions that match a pattern or have a feature", append(options, chat.PrivateOption())...),
		Example: "/find pattern:Q.....KR",
		Buttons: map[string]chat.Handler{"find": turnSearch},
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			s, err := searchOf(r.Options)
			if err != nil {
				return nil, err
			}
			reply, err := s.reply(0)
			if err != nil {
				return nil, err
			}
			reply.Private = r.Options.Bool("private")
			return reply, nil
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
func (s search) reply(page int) (*chat.Reply, error) {
	found := s.found()
	first := page * perPage
	if len(found) == 0 {
		return nil, chat.Refuse("No position has all of this:"+s.list(), "Leave a criterion out, or change it. The king always stands between the rooks, and the bishops on squares of different colours.")
	}
	if first >= len(found) {
		return nil, chat.Foreign()
	}
	last := min(first+perPage, len(found))
	lk, err := card.LookOf(chat.Options{})
	if err != nil {
		return nil, err
	}
	l := card.Layout{Look: lk}
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
	l.File(chat.File{Name: fmt.Sprintf("chess960-%d-positions.csv", len(found)), ContentType: "text/csv", Bytes: positionsCSV(found)})
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
	b.WriteString(" SP  a to h    Fritz 9  Almanac\n")
	for _, p := range positions {
		fmt.Fprintf(&b, "%3d  %v  %7d  %7d\n", p.SP(), p, chess960.Fritz9.Derive(p).Number(), chess960.Almanac.Derive(p).Number())
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

// customID returns the custom id of a button. It contains the whole search and a page:
//
//	find:pattern:castle:undefended:swaps:bishops:page
func (s search) customID(page int) string {
	fields := []string{"find"}
	for _, c := range criteria() {
		value := ""
		for _, condition := range s {
			if condition.option == c.option.Name {
				value = condition.value
			}
		}
		fields = append(fields, value)
	}
	return strings.Join(append(fields, strconv.Itoa(page)), ":")
}

// turnSearch answers Previous and Next. Under a public answer they open a private
// page; on a private page they replace it.
func turnSearch(_ context.Context, r *chat.Request) (*chat.Reply, error) {
	fields := strings.Split(r.CustomID, ":")
	if len(fields) != len(criteria())+2 {
		return nil, chat.Foreign()
	}
	given := chat.Options{}
	for i, c := range criteria() {
		given[c.option.Name] = fields[i+1]
	}
	s, err := searchOf(given)
	page, pageErr := strconv.ParseUint(fields[len(fields)-1], 10, 8)
	if err != nil || pageErr != nil {
		return nil, chat.Foreign()
	}
	reply, err := s.reply(int(page))
	if err != nil {
		return nil, err
	}
	return chat.InPrivate(r, reply), nil
}
