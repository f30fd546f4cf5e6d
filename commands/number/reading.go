package number

import (
	"errors"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/voice"
)

// longestPosition is the largest number of characters of a text that names a position: the
// PGN of a long game has some thousands.
const longestPosition = chat.MostTyped

// isDouble reports whether a FEN is a position of double Chess960. If Black's side is
// White's turned by 180°, somebody has more likely set up the board wrongly.
func isDouble(r recognize.Reading) bool { return r.Black != r.White && !r.Turned() }

// readPosition reads the position that a person means. A number without a scheme
// belongs to the scheme bare; if bare is nil, the person must name the scheme. The
// error is a *UserError.
func readPosition(text string, bare *chess960.Scheme) (recognize.Reading, error) {
	reading, err := recognize.Text(text, bare)
	if err == nil {
		return reading, nil
	}
	return reading, notRead(err)
}

// notRead returns the refusal of a text in which recognize.Text finds no single position.
func notRead(err error) error {
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return ambiguous(several)
	}
	if broken, ok := errors.AsType[*chess960.ParseError](err); ok {
		return refusal(broken)
	}
	if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
		return noSuchNumber(outside)
	}
	return &chat.UserError{Msg: voice.Phrase("number.noPosition"), Rows: []chat.Component{card.Shortcuts(card.DrawOne, card.WhatIsChess960)}}
}

// A noSuchNumberIn says that a numbering has no such number.
type noSuchNumberIn struct {
	voice.Facts
	Numbering   voice.Raw
	Number      int
	First, Last int
}

// noSuchNumber returns the refusal of a number that is out of its scheme's range.
func noSuchNumber(e *chess960.RangeError) error {
	s := e.Scheme
	return chat.Refuse(noSuchNumberIn{Numbering: voice.Raw(s.Label), Number: e.Number, First: s.First, Last: s.Last()}, voice.Phrase("number.normalNumbers"))
}

// ambiguous returns the refusal of a text with several meanings. It lists them.
func ambiguous(e *recognize.AmbiguousError) error {
	const most = 5
	var b strings.Builder
	fmt.Fprintf(&b, "%s can mean more than one position:", chat.QuoteFirst(e.Input))
	for i, reading := range e.Readings {
		if i == most {
			fmt.Fprintf(&b, "\n- and %d more", len(e.Readings)-most)
			break
		}
		fmt.Fprintf(&b, "\n- %v, %s", reading.White, reading.White.Name().String())
		if reading.Scheme != nil && reading.Scheme != chess960.Scharnagl {
			b.WriteString(" (" + reading.Scheme.Format(reading.Number) + ")")
		}
	}
	return chat.Refuse(voice.Raw(b.String()), voice.Phrase("number.writeNumbering"))
}

// refusal returns the refusal of a text that is not a start position. It lists every
// broken rule.
func refusal(err error) error {
	return parseRefusal(err, noStartPosition, voice.Phrase("number.typeRank"))
}

// A notReadAs says what a text is not.
type notReadAs struct {
	What notWhat
	Text voice.Quoted
}

type notWhat string

const (
	noStartPosition notWhat = "position"
	noPattern       notWhat = "pattern"
	noPath          notWhat = "path"
)

// Sentence returns what the text is not.
func (n notReadAs) Sentence() string { return string(n.What) }

// parseRefusal returns the refusal of a text that cannot be parsed. It lists every
// broken rule.
func parseRefusal(err error, what notWhat, hint voice.Sentence) error {
	parse, ok := errors.AsType[*chess960.ParseError](err)
	if !ok {
		return err
	}
	return chat.Refuse(voice.Lines{notReadAs{what, voice.Quoted(parse.Input)}, problems(parse.Problems)}, hint)
}

// problems lists broken rules.
func problems(all []chess960.Problem) (list voice.Bullets) {
	for _, p := range all {
		text := p.Text
		if p.At != "" {
			text += ": " + chat.Quote(p.At)
		}
		list = append(list, voice.Raw(text))
	}
	return list
}

// readingNotes returns sentences about how a text was read, if that is not obvious.
func readingNotes(r recognize.Reading) []string {
	var notes []string
	if r.Language != nil {
		notes = append(notes, fmt.Sprintf("Read in %s letters: %s is %v.", r.Language.Name, strings.Trim(chat.Quote(r.Text), "`"), r.White))
	}
	if r.Text == recognize.ClassicalGame {
		notes = append(notes, "Without the tags SetUp and FEN, a PGN is a game of classical chess.")
	}
	switch {
	case r.Scheme == nil:
	case r.Scheme != chess960.Scharnagl:
		notes = append(notes, fmt.Sprintf("%s is SP %d.", r.Scheme.Format(r.Number), r.White.SP()))
	case r.Number != r.White.SP():
		notes = append(notes, sp960)
	}
	switch {
	case r.Turned():
		notes = append(notes, fmt.Sprintf("Black's side is turned instead of mirrored. Each black piece belongs on the file of the same white piece. In double Chess960 the board is right: %s `number:%d black:%d`.",
			chat.Slash("sp"), r.White.SP(), r.Black.SP()))
	case isDouble(r):
		notes = append(notes, fmt.Sprintf("Black starts from another position: %v, SP %d.", r.Black, r.Black.SP()))
	}
	return notes
}
