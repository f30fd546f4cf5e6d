package number

import (
	"context"
	"fmt"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/render/paper"
)

// A title says what stands above a printed diagram.
type title string

const (
	titledByNumber title = "number"
	titledByRank   title = "rank"
	untitled       title = "none"
)

// of returns the title of a position.
func (t title) of(p chess960.Position) string {
	switch t {
	case titledByNumber:
		return fmt.Sprint("SP ", p.SP())
	case titledByRank:
		return p.String()
	}
	return ""
}

// sheets are the choices of the option "diagrams". The first one is that of the button.
func sheets() chat.List[paper.Sheet] {
	return chat.List[paper.Sheet]{All: []paper.Sheet{paper.TwelveDiagrams, paper.SixDiagrams}, Describe: func(s paper.Sheet) (id string, name voice.Sentence) {
		id = fmt.Sprint(s.PerPage())
		return id, chat.ChoiceName("diagrams", id)
	}}
}

// titles are the choices of the option "titles". The first one is that of the button.
func titles() chat.List[title] {
	return chat.List[title]{All: []title{titledByNumber, titledByRank, untitled}, Describe: func(t title) (id string, name voice.Sentence) {
		return string(t), chat.ChoiceName("titles", string(t))
	}}
}

// withDiagrams shows what was found, with the diagrams to print.
func (s search) withDiagrams(ctx context.Context, r *chat.Request, heavy *chat.HeavyWork, sheet paper.Sheet, t title) (*chat.Reply, error) {
	found := s.found()
	if len(found) == 0 {
		return s.show(found, 0, chat.AsAsked)
	}
	private, _ := chat.AsAsked.Resolve(r)
	pdf, err := diagramsOf(ctx, r.AnswerLanguage(private), heavy, found, sheet, t)
	if err != nil {
		return nil, err
	}
	return s.show(found, 0, chat.AsAsked, pdf)
}

// printed answers the button "Diagrams" with a file for the person who pressed it.
func (s search) printed(ctx context.Context, r *chat.Request, heavy *chat.HeavyWork) (*chat.Reply, error) {
	found := s.found()
	if len(found) == 0 {
		return nil, chat.Foreign()
	}
	pdf, err := diagramsOf(ctx, r.AnswerLanguage(true), heavy, found, sheets().All[0], titles().All[0])
	if err != nil {
		return nil, err
	}
	l := card.Layout{Style: card.DefaultStyle(), Audience: chat.OnlyAsker}
	l.Text(voice.Lines{voice.Heading(2, voice.Say("number.foundPositions", voice.F{
		"Positions": voice.Count(len(found)),
	})), voice.Phrase("number.otherDiagrams")})
	l.Files(pdf)
	return l.Reply()
}

// diagramsOf prints diagrams of positions, in a language.
func diagramsOf(ctx context.Context, language string, heavy *chat.HeavyWork, positions []chess960.Position, sheet paper.Sheet, t title) (chat.File, error) {
	v := voice.In(language)
	words := paper.Words{Language: v.Language(), Page: func(page, of int) string { return v.Say(card.PrintedPage{Page: page, Of: of}) }}
	var diagrams []paper.Card
	for _, p := range positions {
		diagrams = append(diagrams, paper.Card{Label: t.of(p), Position: p})
	}
	file := chat.File{Name: fmt.Sprintf("chess960-%d-diagrams.pdf", len(positions)), ContentType: "application/pdf"}
	err := heavy.Do(ctx, func() (err error) {
		file.Bytes, err = paper.Diagrams(words, sheet, v.Say(voice.Say("number.diagramsTitle", voice.F{
			"Positions": voice.Count(len(positions)),
		})), diagrams)
		return err
	})
	return file, err
}
