package number

import (
	"errors"
	"fmt"
	"strings"

	"chess960bot/chat"
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
	return &chat.UserError{Msg: voice.Raw("That does not look like a position. Try `RNBQKBNR`, a FEN, or a lichess link.")}
}

// noSuchNumber returns the refusal of a number that is out of its scheme's range.
func noSuchNumber(e *chess960.RangeError) error {
	name := e.Scheme.Label
	return chat.Refuse(
		voice.Raw(fmt.Sprintf("There is no %s number %d. %s numbers run from %d to %d.", name, e.Number, name, e.Scheme.First, e.Scheme.Last())),
		voice.Raw("The classical array is `SP 518`, `Fritz 9 359` and `Almanac 522`."),
	)
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
	return chat.Refuse(voice.Raw(b.String()), voice.Raw("Write the one that you mean, with the name of its numbering before a number: `SP 518` or `Fritz 9 359`."))
}

// refusal returns the refusal of a text that is not a start position. It lists every
// broken rule.
func refusal(err error) error {
	return parseRefusal(err, "a Chess960 start position", "Type White's first rank from a to h in the letters K, Q, R, B and N, such as `RNBQKBNR`, or paste the FEN of a start position.")
}

// parseRefusal returns the refusal of a text that cannot be parsed. It lists every
// broken rule.
func parseRefusal(err error, what, hint string) error {
	parse, ok := errors.AsType[*chess960.ParseError](err)
	if !ok {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s is not %s:", chat.QuoteFirst(parse.Input), what)
	for _, problem := range parse.Problems {
		b.WriteString("\n- " + problem.Text)
		if problem.At != "" {
			b.WriteString(": " + chat.Quote(problem.At))
		}
	}
	return chat.Refuse(voice.Raw(b.String()), voice.Raw(hint))
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
