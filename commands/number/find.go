package number

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// Find answers /find with the positions that meet all criteria, of all or of a list.
func Find(heavy *chat.HeavyWork) chat.Command {
	positions := chat.TextOption("positions").UpTo(chat.MostTyped).CompletedBy(CompleteList)
	diagrams, above := sheets().Option("diagrams"), titles().Option("titles")
	return chat.Command{
		Name:    "find",
		Options: slices.Concat(optionsOf(criteria()), []chat.Option{positions, diagrams, above, chat.PrivateOption()}),
		Example: "/find pattern:Q.....KR",
		Presses: []chat.Press{
			turnPage.On(turnSearch), turnFairPage.On(turnSearch), turnListPage.On(turnSearch),
			printButton.On(func(ctx context.Context, r *chat.Request, b searchButton) (*chat.Reply, error) {
				return b.search.printed(ctx, r, heavy)
			}),
		},
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			s, err := searchOf(r)
			if err == nil && positions.Given(r) {
				if s.listed, err = ReadList(r, positions.Read(r)); err == nil && s.listed == nil {
					err = chat.Refuse(voice.Phrase("number.emptyList"), voice.Phrase("number.list.writeNumbers"))
				}
			}
			switch {
			case err != nil:
				return nil, err
			case diagrams.Given(r) || above.Given(r):
				return s.withDiagrams(ctx, r, heavy, diagrams.Read(r), above.Read(r))
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

// A search is what one /find asks for.
type search struct {
	conditions []condition // one for each criterion that was given
	listed     []int       // the SP numbers of a list, in its order; nil for all positions
}

// searchOf reads a search from options, which must have been checked.
func searchOf(r *chat.Request) (search, error) {
	var s search
	for _, c := range criteria() {
		if !c.option.Given(r) {
			continue
		}
		condition, err := c.read(r)
		if err != nil {
			return s, err
		}
		s.conditions = append(s.conditions, condition)
	}
	return s, nil
}

// found returns the positions that meet all conditions, in the order of their list or of their
// SP numbers.
func (s search) found() []chess960.Position {
	sps := s.listed
	if sps == nil {
		for sp := range chess960.All() {
			sps = append(sps, sp)
		}
	}
	var found []chess960.Position
	for _, sp := range sps {
		if p, err := chess960.FromSP(sp); err == nil && s.has(p) {
			found = append(found, p)
		}
	}
	return found
}

func (s search) has(p chess960.Position) bool {
	for _, c := range s.conditions {
		if !c.has(p) {
			return false
		}
	}
	return true
}

// perPage is how many positions a page lists.
const perPage = 16

// reply shows a page of the positions found, and all of them as a CSV file. The first page is
// 0.
func (s search) reply(page int, audience chat.Audience) (*chat.Reply, error) {
	return s.show(s.found(), page, audience)
}

// show is reply for the positions found, with further files.
func (s search) show(found []chess960.Position, page int, audience chat.Audience, files ...chat.File) (*chat.Reply, error) {
	first := page * perPage
	if len(found) == 0 {
		none := voice.Phrase("number.noneHasAll")
		if s.listed != nil {
			none = "number.noneListed"
		}
		return nil, chat.Refuse(voice.Lines{none, s.list()}, voice.Phrase("number.changeCriterion"))
	}
	if first >= len(found) {
		return nil, chat.Foreign()
	}
	last := min(first+perPage, len(found))
	l := card.Layout{Style: card.DefaultStyle(), Audience: audience}
	l.Text(voice.Lines{voice.Heading(2, s.heading(len(found))), s.list()})
	l.Text(voice.Raw("```\n" + numberTable(found[first:last]) + "```"))
	if len(found) > perPage {
		l.Text(voice.Small(voice.Say("number.pageOf", voice.F{"First": first + 1, "Last": last, "All": len(found)})))
	}
	var turns []chat.Component
	if pages, print, ok := s.customIDs(found); ok {
		turns = card.Turns(page, (len(found)+perPage-1)/perPage, pages)
		if len(files) == 0 {
			turns = append(turns, chat.Secondary(voice.Phrase("number.diagrams"), print))
		}
	}
	l.Buttons(turns)
	l.Files(chat.File{Name: fmt.Sprintf("chess960-%d-positions.csv", len(found)), ContentType: "text/csv", Bytes: positionsCSV(found)})
	l.Files(files...)
	return l.Reply()
}

func (s search) heading(count int) voice.Sentence {
	if len(s.conditions) == 0 && s.listed == nil {
		return voice.Say("number.allPositions", voice.F{"Positions": count})
	}
	return voice.Say("number.foundPositions", voice.F{"Positions": voice.Count(count)})
}

// list names the conditions, one in each line.
func (s search) list() (list voice.Bullets) {
	for _, c := range s.conditions {
		list = append(list, c.text)
	}
	return list
}

// numberTable lists positions with their numbers, in lines that fit on a phone.
func numberTable(positions []chess960.Position) string {
	var b strings.Builder
	b.WriteString(" SP  a–h       Fritz 9  Almanac\n")
	for _, p := range positions {
		fmt.Fprintf(&b, "%3d  %v  %7d  %7d\n", p.SP(), p, chess960.Fritz9.Derive(p).Number(), chess960.Almanac.Derive(p).Number())
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
// form is for searches with the option "fair", which came later, and the third for a list. The
// last one is the button that prints diagrams. A list has the conditions in it: its positions
// are those that were found.
//
//	find:pattern:castle:undefended:swaps:bishops:page
//	find-fair:pattern:castle:undefended:swaps:bishops:fair:page
//	find-list:positions:page
//	find-print:pattern:castle:undefended:swaps:bishops:fair:positions
type searchButton struct {
	search search
	page   int
}

func (b *searchButton) fields(f *chat.Fields) {
	b.criteriaFields(f, criteria()[:5])
	b.pageField(f)
}

func (b *searchButton) fairFields(f *chat.Fields) {
	b.criteriaFields(f, criteria())
	f.Require(b.search.value(fairOption) != "")
	b.pageField(f)
}

func (b *searchButton) listFields(f *chat.Fields) {
	b.listField(f)
	f.Require(b.search.listed != nil)
	b.pageField(f)
}

func (b *searchButton) printFields(f *chat.Fields) {
	b.criteriaFields(f, criteria())
	b.listField(f)
}

var (
	turnPage     = chat.NewControl("find", (*searchButton).fields)
	turnFairPage = chat.NewControl("find-fair", (*searchButton).fairFields)
	turnListPage = chat.NewControl("find-list", (*searchButton).listFields)
	printButton  = chat.NewControl("find-print", (*searchButton).printFields)
)

func (b *searchButton) pageField(f *chat.Fields) { f.Number(&b.page, 0, chess960.Count/perPage) }

// mostInID is the number of positions of the longest list in a custom id.
const mostInID = 40

// listField is a list of positions, or nothing.
func (b *searchButton) listField(f *chat.Fields) {
	packed := packSPs(b.search.listed)
	f.Text(&packed)
	sps, ok := unpackSPs(packed)
	f.Require(ok && len(sps) <= mostInID)
	b.search.listed = sps
}

func (b *searchButton) criteriaFields(f *chat.Fields, criteria []criterion) {
	given := &chat.Request{Options: chat.Options{}}
	for _, c := range criteria {
		value := b.search.value(c.option.Name())
		f.Text(&value)
		given.Options[c.option.Name()] = value
	}
	f.Require(chat.Check(optionsOf(criteria), given) == nil)
	s, err := searchOf(given)
	f.Require(err == nil)
	b.search.conditions = s.conditions
}

// value returns the value of an option as a custom id holds it; "" if the search has no
// such condition.
func (s search) value(option string) string {
	for _, condition := range s.conditions {
		if condition.option == option {
			return condition.value
		}
	}
	return ""
}

// customIDs returns the custom ids of the buttons that turn to a page of the positions found, and
// that print diagrams of them. ok is false for a list that is too long for them.
func (s search) customIDs(found []chess960.Position) (page func(page int) string, print string, ok bool) {
	turn := turnPage
	switch {
	case s.listed != nil:
		if len(found) > mostInID {
			return nil, "", false
		}
		s, turn = search{}, turnListPage
		for _, p := range found {
			s.listed = append(s.listed, p.SP())
		}
	case s.value(fairOption) != "":
		turn = turnFairPage
	}
	return func(page int) string { return turn.ID(searchButton{s, page}) }, printButton.ID(searchButton{s, 0}), true
}

// sixBits are the digits of a packed number, as in base64url (RFC 4648).
const sixBits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// packSPs writes SP numbers in two characters each.
func packSPs(sps []int) string {
	var packed []byte
	for _, sp := range sps {
		packed = append(packed, sixBits[sp>>6], sixBits[sp&63])
	}
	return string(packed)
}

// unpackSPs reads what packSPs writes; nil for no numbers.
func unpackSPs(packed string) (sps []int, ok bool) {
	for i := 0; i+1 < len(packed); i += 2 {
		high, low := strings.IndexByte(sixBits, packed[i]), strings.IndexByte(sixBits, packed[i+1])
		if sp := high<<6 | low; min(high, low) >= 0 && sp < chess960.Count {
			sps = append(sps, sp)
		}
	}
	return sps, len(packed) == 2*len(sps)
}

// turnSearch answers Previous and Next. Under a public answer they open a private
// page; on a private page they replace it.
func turnSearch(_ context.Context, _ *chat.Request, b searchButton) (*chat.Reply, error) {
	return b.search.reply(b.page, chat.OwnPage)
}
