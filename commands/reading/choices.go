package reading

import (
	"context"
	"errors"
	"fmt"
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
	{card.Classical, "reading.normalStart"},
	{534, "reading.normalMirrored"},
	{0, "reading.firstNumber"},
	{chess960.Count - 1, "reading.lastNumber"},
}

// Option is an option that names a position. A number without a numbering belongs to
// the scheme bare; if bare is nil, people must name the numbering.
func Option(name string, bare *chess960.Scheme) chat.OptionOf[string] {
	return chat.TextOption(name).UpTo(Longest).
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
			c.addFitting(typed, sp, "reading.shownHere")
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
			only := reading.White.Name().String() // has this meaning
			switch {
			case reading.Black != reading.White:
				only = chess960.Double{White: reading.White, Black: reading.Black}.XFEN()
			case reading.Scheme != nil && reading.Scheme != chess960.Scharnagl:
				only = reading.Scheme.Format(reading.Number)
			}
			c.add(reading.White, titleOf(reading), only)
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
		return voice.Say("reading.bothSides", voice.F{"White": title, "Black": voice.Raw(card.Title(r.Black))})
	}
	return title
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

// Which asks which of several positions a text means. T is the question without its position.
type Which[T any] struct {
	menu  chat.Control[T]
	other chat.Control[other[T]]
}

// An other is a question about another of the positions that a number can mean.
type other[T any] struct {
	of       T
	position chess960.Position
}

// NewWhich returns a Which with the names of its controls, and the fields of a question.
func NewWhich[T any](menu, button string, fields func(*T, *chat.Fields)) Which[T] {
	return Which[T]{chat.NewControl(menu, fields), chat.NewControl(button, func(o *other[T], f *chat.Fields) {
		fields(&o.of, f)
		card.PositionField(f, &o.position)
	})}
}

// Ask shows the menu with the meanings of a text. Only the asker sees it.
func (w Which[T]) Ask(several *recognize.AmbiguousError, of T) *chat.Reply {
	return chat.Say(voice.Say("reading.severalMeanings", voice.F{
		"Text": voice.Quoted(several.Input), "Positions": len(several.Readings),
	}), chat.Row(chat.Menu(w.menu.ID(of), voice.Phrase("reading.choosePosition"), readingChoices(several))))
}

// Buttons are named by the numbers that the other readings of a number have in their numberings.
func (w Which[T]) Buttons(others []recognize.Reading, of T) []chat.Component {
	var buttons []chat.Component
	for _, r := range others {
		buttons = append(buttons, chat.Secondary(voice.Raw(r.Scheme.Format(r.Number)), w.other.ID(other[T]{of, r.White})))
	}
	return buttons
}

// Presses answer the menu and the buttons.
func (w Which[T]) Presses(answer func(of T, board recognize.Reading) (*chat.Reply, error)) []chat.Press {
	return []chat.Press{w.menu.On(func(_ context.Context, r *chat.Request, of T) (*chat.Reply, error) {
		value := strings.Join(r.Values, ",")
		first, second, _ := strings.Cut(value, "-")
		white, whiteErr := chess960.ParsePosition(first)
		black, blackErr := chess960.ParsePosition(second)
		chosen := recognize.Reading{White: white, Black: black}
		if whiteErr != nil || blackErr != nil || readingValue(chosen) != value {
			return nil, chat.Foreign()
		}
		return answer(of, chosen)
	}), w.other.On(func(_ context.Context, _ *chat.Request, o other[T]) (*chat.Reply, error) {
		return answer(o.of, recognize.Reading{White: o.position, Black: o.position})
	})}
}

// readingChoices returns a choice for each meaning of a text, SP numbers first. A menu takes
// at most 25.
func readingChoices(several *recognize.AmbiguousError) []chat.MenuOption {
	var choices []chat.MenuOption
	for _, r := range several.Readings {
		choice := chat.MenuOption{Label: voice.Raw(card.Title(r.White)), Value: readingValue(r)}
		if IsDouble(r) {
			choice.Label = voice.Raw(card.Title(r.White) + " / " + card.Title(r.Black))
		}
		if r.Scheme != nil && r.Scheme != chess960.Scharnagl {
			choice.Description = voice.Raw(r.Scheme.Format(r.Number))
		}
		if choices = append(choices, choice); len(choices) == chat.MostChoices {
			break
		}
	}
	return choices
}

// readingValue returns the value of a position in the menu: the back ranks of White and
// Black, such as "RNBQKBNR-RNBQKBNR".
func readingValue(r recognize.Reading) string { return fmt.Sprintf("%v-%v", r.White, r.Black) }
