package number

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render/paper"
)

// A title says what stands above a printed diagram: the SP number, the first rank or nothing.
type title string

// of returns the title of a position.
func (t title) of(p chess960.Position) string {
	switch t {
	case "number":
		return fmt.Sprint("SP ", p.SP())
	case "rank":
		return p.String()
	}
	return ""
}

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

// withDiagrams shows what was found, with the diagrams to print.
func (s search) withDiagrams(ctx context.Context, r *chat.Request, heavy *chat.HeavyWork, sheet paper.Sheet, t title) (*chat.Reply, error) {
	found := s.found()
	if len(found) == 0 {
		return s.show(found, 0, chat.AsAsked)
	}
	private, _ := chat.AsAsked.Resolve(r)
	pdfs, err := diagramsOf(ctx, r.Asker, r.AnswerLanguage(private), heavy, found, sheet, t)
	if err != nil {
		return nil, err
	}
	return s.show(found, 0, chat.AsAsked, pdfs...)
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
	l.Text(voice.Lines{voice.Heading(2, voice.Say("number.foundPositions", voice.F{
		"Positions": voice.Count(len(found)),
	})), voice.Phrase("number.otherDiagrams")})
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
	heading := v.Say(voice.Say("number.diagramsTitle", voice.F{"Positions": voice.Count(len(positions))}))
	name := fmt.Sprintf("chess960-%d-diagrams", len(positions))
	err = heavy.DoLarge(ctx, person, func() error {
		for part := range slices.Chunk(positions, mostInAFile) {
			var diagrams []paper.Card
			for _, p := range part {
				diagrams = append(diagrams, paper.Card{Label: t.of(p), Position: p})
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
