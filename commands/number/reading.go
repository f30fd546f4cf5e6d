package number

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// longestPosition is the largest number of characters of a text that names a position: the
// PGN of a long game has some thousands.
const longestPosition = chat.MostTyped

// isDouble reports whether a FEN is a position of double Chess960. If Black's side is
// White's turned by 180°, somebody has more likely set up the board wrongly.
func isDouble(r recognize.Reading) bool { return r.Black != r.White && !r.Turned() }

// readBare reads the position that a person means. A number without a numbering is an SP number
// for most people: others are the positions that it can mean besides.
func readBare(text string) (board recognize.Reading, others []recognize.Reading, err error) {
	board, err = recognize.Text(text, nil)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		if sp, others, bare := recognize.OfOneNumber(several.Readings); bare {
			return sp, others, nil
		}
	}
	return board, nil, err
}

// ReadPosition reads one position of both sides as /encode does. A number without a numbering is an
// SP number. The notes say what else the text says. The error is a refusal: none for a text
// that has nothing to do with positions.
func ReadPosition(text string, none error) (sp int, notes []voice.Sentence, err error) {
	board, err := recognize.Text(text, chess960.Scharnagl)
	if err == nil && board.White != board.Black {
		_, err = chess960.ParseFEN(chess960.Double{White: board.White, Black: board.Black}.XFEN())
	}
	if err != nil {
		return 0, nil, notReadIn(text, err, none)
	}
	return board.White.SP(), append(variantNotes(text), readingNotes(board)...), nil
}

// bareNotes say that a number without a numbering was read as an SP number.
func bareNotes(others []recognize.Reading) []voice.Sentence {
	if len(others) == 0 {
		return nil
	}
	return []voice.Sentence{voice.Small(voice.Phrase("number.readAsSP"))}
}

// An other is a question about another of the positions that a number can mean.
type other[T any] struct {
	of       T
	position chess960.Position
}

// newOther returns the control with the fields of a question and of the position.
func newOther[T any](name string, fields func(*T, *chat.Fields)) chat.Control[other[T]] {
	return chat.NewControl(name, func(o *other[T], f *chat.Fields) {
		fields(&o.of, f)
		card.PositionField(f, &o.position)
	})
}

// otherButtons are named by the numbers that the other readings have in their numberings.
func otherButtons(others []recognize.Reading, id func(chess960.Position) string) []chat.Component {
	var buttons []chat.Component
	for _, r := range others {
		buttons = append(buttons, chat.Secondary(voice.Raw(r.Scheme.Format(r.Number)), id(r.White)))
	}
	return buttons
}

// gameLink and picture are in texts in which people expect a position. An address of eight small
// letters, such as lichess.org/training, is a page and no game.
var (
	gameLink = regexp.MustCompile(`(?:(?i:lichess\.org)/(?:[A-Za-z0-9]{8}|[A-Za-z0-9]{12})\b(?:[/#?].*)?|(?i:chess\.com/(?:game|live|daily)/)\S+)\s*$`)
	pageLink = regexp.MustCompile(`(?i:lichess\.org)/[a-z]+\b(?:[/#?].*)?\s*$`)
	picture  = regexp.MustCompile(`(?i)\.(?:png|jpe?g|gif|webp|heic)\b`)
)

// milener is the name of a numbering that the sources mention and nobody defines.
var milener = regexp.MustCompile(`(?i)\bmilener`)

// notReadIn is the refusal of a text for which recognize.Text returns an error, with a way on if its
// position is somewhere else. none is that of a text that has nothing to do with positions.
func notReadIn(text string, err, none error) error {
	switch {
	case !errors.Is(err, recognize.ErrNone):
		return notRead(err)
	case milener.MatchString(text):
		return chat.Refuse(voice.Phrase("number.milener"), voice.Phrase("number.normalNumbers"))
	case gameLink.MatchString(text) && !pageLink.MatchString(text):
		return chat.Refuse(voice.Phrase("number.gameLink"), voice.Phrase("number.copyFEN"))
	case picture.MatchString(text):
		return chat.Refuse(voice.Phrase("number.pictureLink"), voice.Phrase("number.typeRank"))
	}
	return none
}

// notRead returns the refusal of a text in which recognize.Text finds no single position.
func notRead(err error) error {
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return ambiguous(several)
	}
	if broken, ok := errors.AsType[*chess960.ParseError](err); ok {
		if full := completed(broken.Input); full != nil {
			return parseRefusal(broken, "position", voice.Say("number.completions", voice.F{"Positions": full}))
		}
		return parseRefusal(broken, "position", voice.Phrase("number.typeRank"))
	}
	if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
		return refuseNumber(outside)
	}
	return noPosition
}

// The refusals of texts without a position: what is typed, and messages.
var (
	noPosition    = &chat.UserError{Msg: voice.Phrase("number.noPosition"), Rows: newcomers}
	noneInMessage = &chat.UserError{Msg: voice.Phrase("number.noneInMessage"), Hint: voice.Phrase("number.whatILookFor"), Rows: newcomers}

	newcomers = []chat.Component{card.Shortcuts(card.DrawOne, card.WhatIsChess960)}
)

// completed returns the start positions that seven letters are with one more.
func completed(letters string) (positions voice.Or) {
	letters = strings.ToUpper(letters)
	for _, p := range chess960.All() {
		rank := p.String()
		for at := range rank {
			if rank[:at]+rank[at+1:] == letters {
				positions = append(positions, p)
				break
			}
		}
	}
	return positions
}

// refuseNumber returns the refusal of a number that is out of its scheme's range.
func refuseNumber(e *chess960.RangeError) error {
	return chat.Refuse(numbering{scheme: e.Scheme}.noSuch(e.Number), voice.Phrase("number.normalNumbers"))
}

// ambiguous returns the refusal of a text with several meanings. It lists them.
func ambiguous(e *recognize.AmbiguousError) error {
	const most = 5
	var meanings voice.Bullets
	for i, reading := range e.Readings {
		if i == most {
			meanings = append(meanings, voice.Say("number.moreMeanings", voice.F{
				"More": voice.Count(len(e.Readings) - most),
			}))
			break
		}
		meanings = append(meanings, titleOf(reading))
	}
	return chat.Refuse(voice.Lines{voice.Say("number.severalPositions", voice.F{
		"Text": voice.Quoted(e.Input),
	}), meanings}, voice.Phrase("number.writeNumbering"))
}

// A notWhat is what a text is not: a position, a pattern or a path.
type notWhat string

// parseRefusal returns the refusal of a text that cannot be parsed. It lists every
// broken rule.
func parseRefusal(err error, what notWhat, hint voice.Sentence) error {
	parse, ok := errors.AsType[*chess960.ParseError](err)
	if !ok {
		return err
	}
	said := voice.Say("number.notReadAs."+string(what), voice.F{"Text": voice.Quoted(parse.Input)})
	return chat.Refuse(voice.Lines{said, problems(parse.Problems)}, hint)
}

// problems lists broken rules.
func problems(all []chess960.Problem) (list voice.Bullets) {
	for _, p := range all {
		list = append(list, pointed(p.Broken, p.At))
	}
	return list
}

// readingNotes returns sentences about how a text was read, if that is not obvious.
func readingNotes(r recognize.Reading) (notes []voice.Sentence) {
	if r.Language != nil {
		notes = append(notes, voice.Say("number.inEnglish", voice.F{
			"Text": voice.Quoted(r.Text), "Position": r.White,
		}))
	}
	switch r.Text {
	case recognize.ClassicalGame:
		notes = append(notes, voice.Phrase("number.classicalGame"))
	case recognize.Chess960Game:
		notes = append(notes, voice.Phrase("number.noStart"))
	}
	if field := fieldOf(r); field != nil {
		notes = append(notes, field)
	}
	notes = append(notes, leftOf(r)...)
	if n := (numbering{scheme: r.Scheme}); r.Scheme != nil {
		if strings.HasPrefix(r.Text, recognize.PlusOne) {
			n.added = 1
		}
		notes = append(notes, n.names(r.Number+n.added, r.White)...)
	}
	switch {
	case r.Turned():
		notes = append(notes, voice.Say("number.blackTurned", voice.F{"White": r.White.SP(), "Black": r.Black.SP()}))
	case isDouble(r):
		notes = append(notes, voice.Say("number.blackDiffers", voice.F{"Position": r.Black, "Name": r.Black.Name()}))
	}
	return notes
}

// leftOf says that a reader has read only a part of a text.
func leftOf(r recognize.Reading) []voice.Sentence {
	if r.Left == "" {
		return nil
	}
	return []voice.Sentence{voice.Small(voice.Say("number.readOnly", voice.F{"Text": voice.Quoted(r.Text)}))}
}

// A castlingField is what is wrong with the castling field in the FEN of a start position: it forbids all
// castlings, is partial, or unfit because it names no rooks there.
type castlingField string

// fieldOf returns the sentence about the castling field of the FEN that was read; nil if there is none,
// or if it gives all rights.
func fieldOf(r recognize.Reading) voice.Sentence {
	fields := strings.Fields(r.Text)
	if len(fields) < 3 || fields[2] == "KQkq" || !strings.Contains(fields[0], "/") {
		return nil
	}
	double := chess960.Double{White: r.White, Black: r.Black}
	wrong := castlingField("partial")
	p, err := castling.ParseFEN(double.Board().String() + " w " + fields[2])
	_, isStart := p.Start()
	switch {
	case isStart:
		return nil
	case err != nil:
		wrong = "unfit"
	case strings.Trim(fields[2], "-") == "":
		wrong = "forbids"
	}
	return voice.Say("number.castlingField."+string(wrong), voice.F{
		"Field": voice.Quoted(fields[2]), "XFEN": voice.Raw("KQkq"), "Shredder": voice.Raw(strings.Fields(double.ShredderFEN())[2]),
	})
}

// readingChoices returns a choice for each meaning of a text, SP numbers first. A menu takes
// at most 25.
func readingChoices(several *recognize.AmbiguousError) []chat.MenuOption {
	var choices []chat.MenuOption
	for _, r := range several.Readings {
		choice := chat.MenuOption{Label: voice.Raw(card.Title(r.White)), Value: readingValue(r)}
		if isDouble(r) {
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

// askWhich asks which of several meanings of a text is right. Only the asker sees the menu.
func askWhich(several *recognize.AmbiguousError, customID string) *chat.Reply {
	return chat.Say(voice.Say("number.severalMeanings", voice.F{
		"Text": voice.Quoted(several.Input), "Positions": len(several.Readings),
	}), chat.Row(chat.Menu(customID, voice.Phrase("number.choosePosition"), readingChoices(several))))
}

// chosenReading returns the position chosen in the menu of askWhich.
func chosenReading(r *chat.Request) (recognize.Reading, error) {
	value := strings.Join(r.Values, ",")
	first, second, _ := strings.Cut(value, "-")
	white, whiteErr := chess960.ParsePosition(first)
	black, blackErr := chess960.ParsePosition(second)
	chosen := recognize.Reading{White: white, Black: black}
	if whiteErr != nil || blackErr != nil || readingValue(chosen) != value {
		return recognize.Reading{}, chat.Foreign()
	}
	return chosen, nil
}
