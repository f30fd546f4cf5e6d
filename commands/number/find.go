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
	"chess960bot/voice"
)

// Find answers /find with the positions that meet all criteria.
func Find() chat.Command {
	return chat.Command{
		Name:    "find",
		Options: append(optionsOf(criteria()), chat.PrivateOption()),
		Example: "/find pattern:Q.....KR",
		Presses: []chat.Press{turnPage.On(turnSearch), turnFairPage.On(turnSearch)},
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			s, err := searchOf(r)
			if err != nil {
				return nil, err
			}
			return s.reply(0, chat.AsAsked)
		},
	}
}

func optionsOf(criteria []criterion) []chat.Option {
	var options []chat.Option
	for _, c := range criteria {
		options = append(options, c.option)
	}
	return options
}

// A search is the conditions of one /find, one for each criterion that was given.
type search []condition

// searchOf reads a search from options, which must have been checked.
func searchOf(r *chat.Request) (search, error) {
	var s search
	for _, c := range criteria() {
		if !c.option.Given(r) {
			continue
		}
		condition, err := c.read(r)
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
		return nil, chat.Refuse(voice.Lines{voice.Phrase("number.noneHasAll"), s.list()}, voice.Phrase("number.changeCriterion"))
	}
	if first >= len(found) {
		return nil, chat.Foreign()
	}
	last := min(first+perPage, len(found))
	l := card.Layout{Style: card.DefaultStyle(), Audience: audience}
	l.Text(voice.Lines{voice.Heading(2, s.heading(len(found))), s.list()})
	l.Text(voice.Raw("```\n" + numberTable(found[first:last]) + "```"))
	l.Text(voice.Small(pageOf{First: first + 1, Last: last, All: len(found)}))
	var turns []chat.Component
	if page > 0 {
		turns = append(turns, chat.Button(discordgo.SecondaryButton, voice.Phrase("number.previous"), s.customID(page-1)))
	}
	if last < len(found) {
		turns = append(turns, chat.Button(discordgo.SecondaryButton, voice.Phrase("number.next"), s.customID(page+1)))
	}
	l.Buttons(turns)
	l.Files(chat.File{Name: fmt.Sprintf("chess960-%d-positions.csv", len(found)), ContentType: "text/csv", Bytes: positionsCSV(found)})
	return l.Reply()
}

// A pageOf says which of the positions found a page lists.
type pageOf struct {
	voice.Facts
	First, Last, All int
}

// An allPositions is the heading of a search without conditions.
type allPositions struct {
	voice.Facts
	Positions int
}

// A foundPositions is the heading of a search.
type foundPositions struct {
	voice.Facts
	Positions voice.Count
}

func (s search) heading(count int) voice.Sentence {
	if len(s) == 0 {
		return allPositions{Positions: count}
	}
	return foundPositions{Positions: voice.Count(count)}
}

// list names the conditions, one in each line.
func (s search) list() (list voice.Bullets) {
	for _, c := range s {
		list = append(list, c.text)
	}
	return list
}

// numberTable lists positions with their numbers, in lines that fit on a phone.
func numberTable(positions []chess960.Position) string {
	var b strings.Builder
	b.WriteString(" SP  a–h       Fritz 9\n")
	for _, p := range positions {
		fmt.Fprintf(&b, "%3d  %v  %7d\n", p.SP(), p, chess960.Fritz9.Derive(p).Number())
	}
	return b.String()
}

// positionsCSV writes positions as a table for spreadsheets and programs.
func positionsCSV(positions []chess960.Position) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"SP", "rank"}
	others := chess960.DistinctSchemes()[1:]
	for _, s := range others {
		head = append(head, s.Name)
	}
	w.Write(append(head, "mirror", "swaps", "X-FEN", "Shredder-FEN"))
	for _, p := range positions {
		row := []string{strconv.Itoa(p.SP()), p.String()}
		for _, s := range others {
			row = append(row, strconv.Itoa(s.Derive(p).Number()))
		}
		w.Write(append(row, strconv.Itoa(p.Mirror().SP()), strconv.Itoa(p.SwapDistance()), p.XFEN(), p.ShredderFEN()))
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
	f.Require(b.search.value(fairOption) != "")
}

var (
	turnPage     = chat.NewControl("find", (*searchButton).fields)
	turnFairPage = chat.NewControl("find-fair", (*searchButton).fairFields)
)

func (b *searchButton) fieldsOf(f *chat.Fields, criteria []criterion) {
	given := &chat.Request{Options: chat.Options{}}
	for _, c := range criteria {
		value := b.search.value(c.option.Name())
		f.Text(&value)
		given.Options[c.option.Name()] = value
	}
	f.Number(&b.page, 0, chess960.Count/perPage)
	f.Require(chat.Check(optionsOf(criteria), given) == nil)
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
	if s.value(fairOption) != "" {
		return turnFairPage.ID(searchButton{s, page})
	}
	return turnPage.ID(searchButton{s, page})
}

// turnSearch answers Previous and Next. Under a public answer they open a private
// page; on a private page they replace it.
func turnSearch(_ context.Context, _ *chat.Request, b searchButton) (*chat.Reply, error) {
	return b.search.reply(b.page, chat.OwnPage)
}
