package number

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// famous are positions that people ask about often, by their SP numbers.
var famous = []struct {
	sp   int
	name voice.Phrase
}{
	{card.Classical, "number.normalStart"},
	{534, "number.normalMirrored"},
	{0, "number.firstNumber"},
	{chess960.Count - 1, "number.lastNumber"},
}

// positionOption is an option that names a position. A number without a numbering belongs to
// the scheme bare; if bare is nil, people must name the numbering.
func positionOption(name string, bare *chess960.Scheme) chat.OptionOf[string] {
	return chat.TextOption(name).UpTo(longestPosition).
		CompletedBy(func(_ context.Context, r *chat.Request, typed string) []chat.Choice {
			return completePosition(typed, bare, r.Shown, voice.In(r.Language))
		})
}

// completePosition offers positions for what somebody has typed so far, in this order:
//
//   - what the text names already. The text does not change, unless it has several meanings:
//     then each one is offered by its full name;
//   - positions shown in the channel, and famous ones. Of both, those whose line in the menu,
//     in the language of the reader, has a word that begins with the text;
//   - SP numbers that begin with the typed digits;
//   - first ranks that begin with the typed letters, or fit a pattern such as Q.....KR.
//
// A text that no choice could hold gets none: people send it as they typed it.
func completePosition(typed string, bare *chess960.Scheme, shown []string, reader *voice.Voice) []chat.Choice {
	typed = strings.TrimSpace(typed)
	if utf8.RuneCountInString(typed) > chat.MostChoiceText {
		return nil
	}
	c := completion{reader: reader, offered: map[chess960.Position]bool{}}
	if typed != "" {
		c.addMeanings(typed, bare)
	}
	for _, name := range shown {
		if sp, err := strconv.Atoi(strings.TrimPrefix(name, "SP\u00a0")); err == nil {
			c.addFitting(typed, sp, "number.shownHere")
		}
	}
	for _, f := range famous {
		c.addFitting(typed, f.sp, f.name)
	}
	if typed != "" {
		c.addBeginning(typed)
	}
	return c.choices
}

// A completion is a list of choices, with one for each position at most.
type completion struct {
	reader  *voice.Voice // of the person who types, who alone sees the choices
	choices []chat.Choice
	offered map[chess960.Position]bool
}

func (c *completion) add(p chess960.Position, name voice.Sentence, value string) {
	if len(c.choices) < chat.MostChoices && !c.offered[p] {
		c.offered[p] = true
		c.choices = append(c.choices, chat.Choice{Name: name, Value: value})
	}
}

// addMeanings adds what a text names.
func (c *completion) addMeanings(typed string, bare *chess960.Scheme) {
	reading, err := recognize.Text(typed, bare)
	if err == nil {
		c.add(reading.White, titleOf(reading), typed)
	}
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		for _, reading := range several.Readings {
			c.add(reading.White, titleOf(reading), nameOf(reading))
		}
	}
}

// titleOf shows people what a text was read as: "Fritz 9 #359 · SP 518 · RNBQKBNR".
func titleOf(r recognize.Reading) voice.Sentence {
	title := voice.Row{voice.Raw(card.Title(r.White))}
	if r.Scheme != nil && r.Scheme != chess960.Scharnagl {
		title = voice.Row{voice.Raw(r.Scheme.Format(r.Number)), title}
	}
	if r.Black != r.White {
		return voice.Say("number.bothSides", voice.F{"White": title, "Black": voice.Raw(card.Title(r.Black))})
	}
	return title
}

// nameOf returns a text that has only this meaning.
func nameOf(r recognize.Reading) string {
	switch {
	case r.Black != r.White:
		return chess960.Double{White: r.White, Black: r.Black}.XFEN()
	case r.Scheme != nil && r.Scheme != chess960.Scharnagl:
		return r.Scheme.Format(r.Number)
	}
	return r.White.Name().String()
}

// addFitting adds a position if a word of its line begins with the text. Without a text it
// adds the position.
func (c *completion) addFitting(typed string, sp int, name voice.Phrase) {
	p, err := chess960.FromSP(sp)
	if err != nil {
		return
	}
	line := voice.Row{voice.Raw(card.Title(p)), name}
	if strings.Contains(plainWords(" "+c.reader.Say(line)), " "+plainWords(typed)) {
		c.add(p, line, p.Name().String())
	}
}

// hyphens are what people type between SP and its number.
var hyphens = strings.NewReplacer("-", " ", "‑", " ", "–", " ", "\u00a0", " ")

// plainWords returns words in lower case with spaces between them: "sp 518".
func plainWords(text string) string { return strings.ToLower(hyphens.Replace(text)) }

// addBeginning adds the positions with an SP number or a first rank that begins with the
// text.
func (c *completion) addBeginning(typed string) {
	if number, ok := recognize.Number(typed); ok {
		for sp, p := range chess960.All() {
			if strings.HasPrefix(strconv.Itoa(sp), strconv.Itoa(number)) {
				c.add(p, voice.Raw(card.Title(p)), p.Name().String())
			}
		}
		return
	}
	const squares = 8
	missing := max(0, squares-utf8.RuneCountInString(typed))
	pattern, err := chess960.ParsePattern(typed + strings.Repeat(".", missing))
	if err != nil {
		return
	}
	for _, p := range chess960.All() {
		if pattern.Matches(p) {
			c.add(p, voice.Raw(card.Title(p)), p.Name().String())
		}
	}
}
