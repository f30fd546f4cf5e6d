// Package reading reads what people type or attach: positions in any form, lists of them, games and
// PGN files. It says how a text was read, and refuses what it cannot read.
package reading

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// Longest is the largest number of characters of a text that names a position: the
// PGN of a long game has some thousands.
const Longest = chat.MostTyped

// IsDouble reports whether a FEN is a position of double Chess960. If Black's side is
// White's turned by 180°, somebody has more likely set up the board wrongly.
func IsDouble(r recognize.Reading) bool { return r.Black != r.White && !r.Turned() }

// Bare reads the position that a person means. A number without a numbering is an SP number
// for most people: others are the positions that it can mean besides.
func Bare(text string) (board recognize.Reading, others []recognize.Reading, err error) {
	board, err = recognize.Text(text, nil)
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		if sp, others, bare := recognize.OfOneNumber(several.Readings); bare {
			return sp, others, nil
		}
	}
	return board, nil, err
}

// Position reads one position of both sides as /encode does. A number without a numbering is an
// SP number. The notes say what else the text says. The error is a refusal: none for a text
// that has nothing to do with positions.
func Position(text string, none error) (sp int, notes []voice.Sentence, err error) {
	board, err := recognize.Text(text, chess960.Scharnagl)
	if err == nil && board.White != board.Black {
		_, err = chess960.ParseFEN(chess960.Double{White: board.White, Black: board.Black}.XFEN())
	}
	if err != nil {
		return 0, nil, Refusal(text, err, none)
	}
	return board.White.SP(), append(VariantNotes(text), Notes(board)...), nil
}

// Notes returns sentences about how a text was read, if that is not obvious. others are what a
// number without a numbering can mean besides.
func Notes(r recognize.Reading, others ...recognize.Reading) (notes []voice.Sentence) {
	if r.Language != nil {
		notes = append(notes, voice.Say("reading.inEnglish", voice.F{
			"Text": voice.Quoted(r.Text), "Position": r.White,
		}))
	}
	switch r.Said {
	case recognize.NoFEN:
		notes = append(notes, voice.Phrase("reading.classicalGame"))
	case recognize.NotSaid:
		notes = append(notes, voice.Phrase("reading.noStart"))
	}
	if field := CastlingField(r); field != nil {
		notes = append(notes, field)
	}
	notes = append(notes, Left(r)...)
	if r.Scheme != nil {
		notes = append(notes, Numbering{r.Scheme, r.Added}.Names(r.Number+r.Added, r.White)...)
	}
	switch {
	case r.Turned():
		notes = append(notes, voice.Say("reading.blackTurned", voice.F{"White": r.White.SP(), "Black": r.Black.SP()}))
	case IsDouble(r):
		notes = append(notes, voice.Say("reading.blackDiffers", voice.F{"Position": r.Black, "Name": r.Black.Name()}))
	}
	if len(others) > 0 {
		notes = append(notes, voice.Small(voice.Phrase("reading.readAsSP")))
	}
	return notes
}

// Left says that a reader has read only a part of a text.
func Left(r recognize.Reading) []voice.Sentence {
	if r.Left == "" {
		return nil
	}
	return []voice.Sentence{voice.Small(voice.Say("reading.readOnly", voice.F{"Text": voice.Quoted(r.Text)}))}
}

// CastlingField returns the sentence about the castling field of the FEN that was read; nil if there is none,
// or if it gives all rights.
func CastlingField(r recognize.Reading) voice.Sentence {
	fields := strings.Fields(r.Text)
	if len(fields) < 3 || fields[2] == "KQkq" || !strings.Contains(fields[0], "/") {
		return nil
	}
	double := chess960.Double{White: r.White, Black: r.Black}
	wrong := "partial"
	p, err := castling.ParseFEN(double.Board().String() + " w " + fields[2])
	_, isStart := p.Start()
	switch {
	case isStart:
		return nil
	case err != nil:
		wrong = "unfit" // the field names no rooks there
	case strings.Trim(fields[2], "-") == "":
		wrong = "forbids"
	}
	return voice.Say("reading.castlingField."+wrong, voice.F{
		"Field": voice.Quoted(fields[2]), "XFEN": voice.Raw("KQkq"), "Shredder": voice.Raw(strings.Fields(double.ShredderFEN())[2]),
	})
}

// WithoutEnd returns the text before the moves of a game without chess.com's tag for the position at
// the end.
func WithoutEnd(head string) string { return endTag.ReplaceAllString(head, "") }

var endTag = regexp.MustCompile(`(?i)\[\s*CurrentPosition\b[^\]]*\]`)

// Start reads where a game starts from the text before its moves: its tags, a FEN, or
// any name of a start position. A game that does not say starts from the normal position.
func Start(head string) (start game.Position, notes []voice.Sentence, err error) {
	head = WithoutEnd(head)
	fens := castling.FindFENs(head)
	for score := range game.Openings(head) {
		if fens == nil && score.Tags.FEN != "" { // says why it cannot be read
			fens = []string{score.Tags.FEN}
		}
	}
	switch len(fens) {
	case 0:
		if strings.ContainsAny(head, "[{") {
			head = recognize.Claims(head, true)
		}
		board, others, err := Bare(head)
		switch {
		case errors.Is(err, recognize.ErrNone):
			classical := chess960.Classical()
			board, notes = recognize.Reading{White: classical, Black: classical}, []voice.Sentence{voice.Phrase("reading.noStart")}
		case err != nil:
			return game.Position{}, nil, notRead(err)
		default:
			notes = Notes(board, others...)
		}
		fens = []string{chess960.Double{White: board.White, Black: board.Black}.XFEN()}
	case 1:
	default:
		if _, err := recognize.Text(head, nil); err != nil && !errors.Is(err, recognize.ErrNone) {
			return game.Position{}, nil, notRead(err)
		}
		return game.Position{}, nil, chat.Refuse(voice.Phrase("reading.twoPositions"), voice.Phrase("reading.pasteOneFEN"))
	}
	start, err = game.ParseFEN(fens[0])
	if err != nil {
		return start, nil, FENRefusal(fens[0], err)
	}
	return start, notes, nil
}

// VariantNotes returns the sentence about a game by other rules than those of chess; nil for a text
// without one.
func VariantNotes(text string) []voice.Sentence {
	if strings.Contains(text, "[") {
		for score := range game.Openings(text) {
			if score.Tags.Kind() == game.OtherGame {
				return []voice.Sentence{OtherGame(score.Tags)}
			}
		}
	}
	return nil
}

// OtherGame says that a game has other rules than those of chess.
func OtherGame(tags game.Tags) voice.Sentence {
	return voice.Say("reading.otherGame", voice.F{"Variant": voice.Quoted(tags.Variant)})
}

// A Numbering has the numbers of a scheme, or those of lists that add 1 to every SP number.
type Numbering struct {
	Scheme *chess960.Scheme
	Added  int // to every number of the scheme: 0 or 1
}

// Label returns the words beside a number.
func (n Numbering) Label() voice.Raw {
	if n.Added == 1 {
		return "SP + 1"
	}
	return voice.Raw(n.Scheme.Label)
}

// First is the smallest number.
func (n Numbering) First() int { return n.Scheme.First + n.Added }

// Last is the largest number.
func (n Numbering) Last() int { return n.Scheme.Last() + n.Added }

// Names says which position a number names, if it is not the SP number. [chess960.Scheme.Find] reads 960 as
// SP 0.
func (n Numbering) Names(number int, p chess960.Position) []voice.Sentence {
	switch {
	case n.Added == 1:
		return []voice.Sentence{voice.Say("reading.plusOneIs", voice.F{"Number": number, "Name": p.Name(), "SP": p.SP()})}
	case n.Scheme != chess960.Scharnagl:
		of := voice.F{"Number": voice.Raw(n.Scheme.Format(number)), "Name": p.Name()}
		return []voice.Sentence{voice.Say("reading.numberIs", of)}
	case number != p.SP():
		return []voice.Sentence{voice.Phrase("reading.sp960")}
	}
	return nil
}

// NoSuch says that there is no such number, and which numbers there are.
func (n Numbering) NoSuch(number int) voice.Sentence {
	return voice.Run{voice.Say("reading.noSuchNumber", voice.F{"Numbering": n.Label(), "Number": number}), n.Extent()}
}

// Extent returns a sentence with the range of the numbers.
func (n Numbering) Extent() voice.Sentence {
	return voice.Say("reading.numbersRun", voice.F{"Numbering": n.Label(), "First": n.First(), "Last": n.Last()})
}

// The refusals of texts without a position: what is typed, and messages.
var (
	NoPosition    = &chat.UserError{Msg: voice.Phrase("reading.noPosition"), Rows: newcomers}
	NoneInMessage = &chat.UserError{Msg: voice.Phrase("reading.noneInMessage"), Hint: voice.Phrase("reading.whatILookFor"), Rows: newcomers}

	newcomers = []chat.Component{card.Shortcuts(card.DrawOne, card.WhatIsChess960)}
)

// Refusal is the refusal of a text for which recognize.Text returns an error, with a way on if its
// position is somewhere else. none is that of a text that has nothing to do with positions.
func Refusal(text string, err, none error) error {
	smallID := smallLetters.FindStringSubmatch(text)
	other := VariantNotes(text)
	several, _ := errors.AsType[*recognize.AmbiguousError](err)
	switch {
	case several == nil && other != nil:
		return chat.Refuse(other[0], voice.Phrase("reading.typeRank"))
	case !errors.Is(err, recognize.ErrNone):
		return notRead(err)
	case smallID != nil && !slices.Contains(pages, strings.ToLower(smallID[1])):
		return chat.Refuse(voice.Phrase("reading.gameLink"), voice.Phrase("reading.capitalID"))
	case IsMilener(text):
		return chat.Refuse(voice.Phrase("reading.milener"), voice.Phrase("reading.normalNumbers"))
	case gameLink.MatchString(text) && !pageLink.MatchString(text):
		return chat.Refuse(voice.Phrase("reading.gameLink"), voice.Phrase("reading.copyFEN"))
	case picture.MatchString(text):
		return chat.Refuse(voice.Phrase("reading.pictureLink"), voice.Phrase("reading.typeRank"))
	}
	return none
}

// gameLink and picture are in texts in which people expect a position. An address of small letters, such as
// lichess.org/training, is a page and no game. If it has eight letters and is none of lichess's pages, the
// id of a game may have lost its capitals.
var (
	gameLink     = regexp.MustCompile(`(?:(?i:lichess\.org)/(?:[A-Za-z0-9]{8}|[A-Za-z0-9]{12})\b(?:[/#?].*)?|(?i:chess\.com/(?:game|live|daily)/)\S+)\s*$`)
	pageLink     = regexp.MustCompile(`(?i:lichess\.org)/[a-z]+\b(?:[/#?].*)?\s*$`)
	smallLetters = regexp.MustCompile(`(?i:lichess\.org)/([a-z0-9]{8}|[a-z0-9]{12})(?:/(?:white|black))?(?:[#?].*)?\s*$`)
	pages        = []string{"analysis", "features", "insights", "practice", "streamer", "training", "tutorial", "timeline", "patterns", "opening", "password"}
	picture      = regexp.MustCompile(`(?i)\.(?:png|jpe?g|gif|webp|heic)\b`)
)

// IsMilener reports whether a text names a numbering that the sources mention and nobody defines.
func IsMilener(text string) bool { return milener.MatchString(text) }

var milener = regexp.MustCompile(`(?i)\bmilener`)

// notRead returns the refusal of a text in which recognize.Text finds no single position.
func notRead(err error) error {
	if several, ok := errors.AsType[*recognize.AmbiguousError](err); ok {
		return ambiguous(several)
	}
	if broken, ok := errors.AsType[*chess960.ParseError](err); ok {
		said := voice.Say("reading.notAPosition", voice.F{"Text": voice.Quoted(broken.Input)})
		var hint voice.Sentence = voice.Phrase("reading.typeRank")
		if full := completed(broken.Input); full != nil {
			hint = voice.Say("reading.completions", voice.F{"Positions": full})
		}
		return chat.Refuse(voice.Lines{said, Problems(broken.Problems)}, hint)
	}
	if outside, ok := errors.AsType[*chess960.RangeError](err); ok {
		return chat.Refuse(Numbering{Scheme: outside.Scheme}.NoSuch(outside.Number), voice.Phrase("reading.normalNumbers"))
	}
	return NoPosition
}

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

// ambiguous returns the refusal of a text with several meanings. It lists them.
func ambiguous(e *recognize.AmbiguousError) error {
	const most = 5
	var meanings voice.Bullets
	for i, reading := range e.Readings {
		if i == most {
			meanings = append(meanings, voice.Say("reading.moreMeanings", voice.F{
				"More": voice.Count(len(e.Readings) - most),
			}))
			break
		}
		meanings = append(meanings, titleOf(reading))
	}
	return chat.Refuse(voice.Lines{voice.Say("reading.severalPositions", voice.F{
		"Text": voice.Quoted(e.Input),
	}), meanings}, voice.Phrase("reading.writeNumbering"))
}

// Problems lists broken rules.
func Problems(all []chess960.Problem) (list voice.Bullets) {
	for _, p := range all {
		list = append(list, pointed(p.Broken, p.At))
	}
	return list
}

// FENRefusal returns the refusal of a FEN. If only its castling field is wrong, it says what the field
// should be.
func FENRefusal(fen string, err error) error {
	refusal := CastlingRefusal(err, "reading.notInAGame", "reading.pasteFEN")
	said, ok := errors.AsType[*chat.UserError](refusal)
	if board, err := recognize.Text(fen, nil); ok && err == nil {
		said.Msg = voice.Lines{said.Msg, voice.Run{LooksLike(board.White, 0, 0), CastlingField(board)}}
	}
	return refusal
}

// CastlingRefusal returns the refusal of a text that package castling cannot read. It lists
// every broken rule.
func CastlingRefusal(err error, head, hint voice.Phrase) error {
	refused, ok := errors.AsType[*castling.ParseError](err)
	if !ok {
		return err
	}
	var broken voice.Bullets
	for _, p := range refused.Problems {
		broken = append(broken, pointed(p.Broken, p.At))
	}
	return chat.Refuse(voice.Lines{head, broken}, hint)
}

// pointed returns a sentence about a broken rule with the part of a text that breaks the rule.
func pointed(broken voice.Sentence, at string) voice.Run {
	if at == "" {
		return voice.Run{broken}
	}
	return voice.Run{broken, voice.Say("reading.lookAt", voice.F{"Text": voice.Quoted(at)})}
}

// LooksLike says which start position a board looks like, and perhaps which pieces have changed places.
func LooksLike(p chess960.Position, first, second castling.Piece) voice.Sentence {
	return voice.Say("reading.looksLike", voice.F{"Name": p.Name(), "First": first, "Second": second})
}
