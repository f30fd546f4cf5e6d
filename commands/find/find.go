// Package find has /find, the positions that meet criteria, and /table, the published lookup tables.
package find

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"chess960bot/commands/card"
	_ "chess960bot/commands/find/messages" // what the voice says
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render/paper"
)

// Find answers /find with the positions that meet all criteria, of all or of a list.
func Find(heavy *chat.HeavyWork) chat.Command {
	positions := chat.TextOption("positions").UpTo(chat.MostTyped).CompletedBy(reading.CompleteList)
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
				if s.listed, err = reading.List(r, positions.Read(r)); err == nil && s.listed == nil {
					err = chat.Refuse(voice.Phrase("find.emptyList"), voice.Phrase("reading.list.writeNumbers"))
				}
			}
			if err != nil {
				return nil, err
			}
			found, pdfs := s.found(), []chat.File(nil)
			if len(found) > 0 && (diagrams.Given(r) || above.Given(r)) {
				private, _ := chat.AsAsked.Resolve(r)
				pdfs, err = diagramsOf(ctx, r.Asker, r.AnswerLanguage(private), heavy, found, diagrams.Read(r), above.Read(r))
				if err != nil {
					return nil, err
				}
			}
			return s.reply(found, 0, chat.AsAsked, pdfs...)
		},
	}
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

// reply shows a page of the positions found, and all of them as a CSV file with further files. The first
// page is 0.
func (s search) reply(found []chess960.Position, page int, audience chat.Audience, files ...chat.File) (*chat.Reply, error) {
	first := page * perPage
	if len(found) == 0 {
		none := voice.Phrase("find.noneHasAll")
		if s.listed != nil {
			none = "find.noneListed"
		}
		return nil, chat.Refuse(voice.Lines{none, s.list()}, voice.Phrase("find.changeCriterion"))
	}
	if first >= len(found) {
		return nil, chat.Foreign()
	}
	last := min(first+perPage, len(found))
	l := card.Layout{Style: card.DefaultStyle(), Audience: audience}
	heading := voice.Say("find.foundPositions", voice.F{"Positions": voice.Count(len(found))})
	if len(s.conditions) == 0 && s.listed == nil {
		heading = voice.Say("find.allPositions", voice.F{"Positions": len(found)})
	}
	l.Text(voice.Lines{voice.Heading(2, heading), s.list()})
	var table strings.Builder // its lines fit on a phone
	table.WriteString("```\n SP  a–h       Fritz 9  Almanac\n")
	for _, p := range found[first:last] {
		fmt.Fprintf(&table, "%3d  %v  %7d  %7d\n", p.SP(), p, chess960.Fritz9.Derive(p).Number(), chess960.Almanac.Derive(p).Number())
	}
	l.Text(voice.Raw(table.String() + "```"))
	if len(found) > perPage {
		l.Text(voice.Small(voice.Say("find.pageOf", voice.F{"First": first + 1, "Last": last, "All": len(found)})))
	}
	var turns []chat.Component
	if pages, print, ok := s.customIDs(found); ok {
		turns = card.Turns(page, (len(found)+perPage-1)/perPage, pages)
		if len(files) == 0 {
			turns = append(turns, chat.Secondary(voice.Phrase("find.diagrams"), print))
		}
	}
	l.Buttons(turns)
	l.Files(chat.File{Name: fmt.Sprintf("chess960-%d-positions.csv", len(found)), ContentType: "text/csv", Bytes: positionsCSV(found)})
	l.Files(files...)
	return l.Reply()
}

// list names the conditions, one in each line.
func (s search) list() (list voice.Bullets) {
	for _, c := range s.conditions {
		list = append(list, c.text)
	}
	return list
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

// A title says what stands above a printed diagram: the SP number, the first rank or nothing.
type title string

// sheets are the choices of the option "diagrams". The first one is that of the button.
func sheets() chat.List[paper.Sheet] {
	return chat.List[paper.Sheet]{All: []paper.Sheet{paper.TwelveDiagrams, paper.SixDiagrams}, ID: func(s paper.Sheet) string {
		return strconv.Itoa(s.PerPage())
	}}
}

// titles are the choices of the option "titles". The first one is that of the button.
func titles() chat.List[title] {
	return chat.List[title]{All: []title{"number", "rank", "none"}, ID: func(t title) string { return string(t) }}
}

// printed answers the button "Diagrams" with a file for the person who pressed it.
func (s search) printed(ctx context.Context, r *chat.Request, heavy *chat.HeavyWork) (*chat.Reply, error) {
	found := s.found()
	if len(found) == 0 {
		return nil, chat.Foreign()
	}
	pdfs, err := diagramsOf(ctx, r.Asker, r.AnswerLanguage(true), heavy, found, sheets().All[0], titles().All[0])
	if err != nil {
		return nil, err
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.OnlyAsker}
	l.Text(voice.Lines{voice.Heading(2, voice.Say("find.foundPositions", voice.F{
		"Positions": voice.Count(len(found)),
	})), voice.Phrase("find.otherDiagrams")})
	l.Files(pdfs...)
	return l.Reply()
}

// mostInAFile is how many diagrams a file has. The pages of a file are in memory until the last one is
// printed: all 960 positions in one file took 80 MB.
const mostInAFile = 120

// diagramsOf prints diagrams of positions for a person, in a language: a file, or several.
func diagramsOf(
	ctx context.Context, person, language string, heavy *chat.HeavyWork, positions []chess960.Position, sheet paper.Sheet, t title,
) (files []chat.File, err error) {
	v := voice.In(language)
	words := paper.Words{Language: v.Language(), Page: func(page, of int) string { return v.Say(card.PrintedPage{Page: page, Of: of}) }}
	heading := v.Say(voice.Say("find.diagramsTitle", voice.F{"Positions": voice.Count(len(positions))}))
	name := fmt.Sprintf("chess960-%d-diagrams", len(positions))
	err = heavy.DoLarge(ctx, person, func() error {
		for part := range slices.Chunk(positions, mostInAFile) {
			var diagrams []paper.Card
			for _, p := range part {
				label := map[title]string{"number": fmt.Sprint("SP ", p.SP()), "rank": p.String()}[t]
				diagrams = append(diagrams, paper.Card{Label: label, Position: p})
			}
			pdf, err := paper.Diagrams(words, sheet, heading, diagrams)
			if err != nil {
				return err
			}
			file := chat.File{Name: name + ".pdf", ContentType: "application/pdf", Bytes: pdf}
			if len(positions) > mostInAFile {
				file.Name = fmt.Sprintf("%s-%d.pdf", name, len(files)+1)
			}
			files = append(files, file)
		}
		return nil
	})
	return files, err
}
