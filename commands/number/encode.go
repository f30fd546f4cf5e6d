package number

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/recognize"
	"chess960bot/render"
)

// Encode answers /encode: the numbers of a position in any notation, and how the
// position differs from another one.
func Encode(boards *render.Renderer) chat.Command {
	return chat.Command{
		Def: chat.Define("encode", "Find the numbers of a start position", append([]chat.Option{
			chat.TextOption("position", "A back rank such as RNBQKBNR, a FEN, a PGN, a lichess link, or the pieces by name").Mandatory(),
			chat.TextOption("against", "Compare with another position, or with an SP number"),
			card.ExplainOption(),
		}, card.LookOptions()...)...),
		Example: "/encode position:RNBQKBNR",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			board, err := readPosition(r.Options.Text("position"), nil)
			if err != nil {
				return nil, err
			}
			against := r.Options.Text("against")
			if isDouble(board) && against == "" {
				return doubleTo(boards, r, chess960.Double{White: board.White, Black: board.Black}, "")
			}
			notes := readingNotes(board)
			if against != "" {
				wanted, err := readPosition(against, chess960.Scharnagl)
				if err != nil {
					return nil, err
				}
				notes = append(notes, compared(board, wanted.White))
			}
			a, err := card.AnswerFor(r.Options, board.White, explain.Head, explain.ToNumber, notes...)
			if err != nil {
				return nil, err
			}
			return a.Reply(boards)
		},
	}
}

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
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return reading, ambiguous(several)
	}
	if broken, ok := errors.AsType[*chess960.ParseError](err); ok {
		return reading, refusal(broken)
	}
	if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
		return reading, noSuchNumber(outside)
	}
	return reading, &chat.UserError{Msg: "That does not look like a position. Try `RNBQKBNR`, a FEN, or a lichess link."}
}

// noSuchNumber returns the refusal of a number that is out of its scheme's range.
func noSuchNumber(e *chess960.RangeError) error {
	name := strings.TrimSuffix(explain.Label(e.Scheme), ":")
	return chat.Refuse(
		fmt.Sprintf("There is no %s number %d. %s numbers run from %d to %d.", name, e.Number, name, e.Scheme.First, e.Scheme.Last()),
		"The classical array is `SP-518`, `Fritz 9: 359` and `Almanac: 522`.",
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
		fmt.Fprintf(&b, "\n- %v, SP-%d", reading.White, reading.White.SP())
		if reading.Scheme != nil && reading.Scheme != chess960.Scharnagl {
			fmt.Fprintf(&b, " (%s %d)", explain.Label(reading.Scheme), reading.Number)
		}
	}
	return chat.Refuse(b.String(), "Write the one that you mean, with the name of its numbering before a number: `SP-518` or `Fritz 9: 359`.")
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
	return chat.Refuse(b.String(), hint)
}

// readingNotes returns sentences about how a text was read, if that is not obvious.
func readingNotes(r recognize.Reading) []string {
	var notes []string
	if r.Language != nil {
		notes = append(notes, fmt.Sprintf("Read in %s letters: %s is %v.", r.Language.Name, strings.Trim(chat.Quote(r.Text), "`"), r.White))
	}
	switch {
	case r.Scheme == nil:
	case r.Scheme != chess960.Scharnagl:
		notes = append(notes, fmt.Sprintf("%s number %d is SP-%d.", r.Scheme.Name, r.Number, r.White.SP()))
	case r.Number != r.White.SP():
		notes = append(notes, sp960)
	}
	switch {
	case r.Turned():
		notes = append(notes, fmt.Sprintf("Black's side is turned instead of mirrored. Each black piece belongs on the file of the same white piece. In double Chess960 the board is right: %s `number:%d black:%d`.",
			chat.Slash("sp"), r.White.SP(), r.Black.SP()))
	case isDouble(r):
		notes = append(notes, fmt.Sprintf("Black starts from another position: %v, SP-%d.", r.Black, r.Black.SP()))
	}
	return notes
}

// compared describes how a board differs from the position that was wanted. If White and
// Black differ, it compares White's side.
func compared(board recognize.Reading, wanted chess960.Position) string {
	whose := "Your board"
	if board.Black != board.White {
		whose = "White's side of your board"
	}
	your := fmt.Sprintf("%s is %v, SP-%d.", whose, board.White, board.White.SP())
	switch difference := recognize.Compare(board.White, wanted); {
	case difference.Files == 0:
		return fmt.Sprintf("%s is SP-%d, as it should be.", whose, wanted.SP())
	case difference.Mirrored:
		return fmt.Sprintf("%s It is the mirror image of SP-%d: exchange the a-side and the h-side.", your, wanted.SP())
	default:
		var pieces []string
		for f := range difference.Files.All() {
			pieces = append(pieces, wanted.Piece(f).Name()+" on "+f.Square())
		}
		return fmt.Sprintf("%s SP-%d differs on %s: %s.", your, wanted.SP(), difference.Files.Squares(), strings.Join(pieces, ", "))
	}
}
