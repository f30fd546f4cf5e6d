package reading

import (
	"errors"
	"regexp"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/voice"
)

// The refusals of texts without a position: what is typed, and messages.
var (
	NoPosition    = &chat.UserError{Msg: voice.Phrase("reading.noPosition"), Rows: newcomers}
	NoneInMessage = &chat.UserError{Msg: voice.Phrase("reading.noneInMessage"), Hint: voice.Phrase("reading.whatILookFor"), Rows: newcomers}

	newcomers = []chat.Component{card.Shortcuts(card.DrawOne, card.WhatIsChess960)}
)

// Refusal is the refusal of a text for which recognize.Text returns an error, with a way on if its
// position is somewhere else. none is that of a text that has nothing to do with positions.
func Refusal(text string, err, none error) error {
	switch {
	case !errors.Is(err, recognize.ErrNone):
		return notRead(err)
	case IsMilener(text):
		return chat.Refuse(voice.Phrase("reading.milener"), voice.Phrase("reading.normalNumbers"))
	case gameLink.MatchString(text) && !pageLink.MatchString(text):
		return chat.Refuse(voice.Phrase("reading.gameLink"), voice.Phrase("reading.copyFEN"))
	case picture.MatchString(text):
		return chat.Refuse(voice.Phrase("reading.pictureLink"), voice.Phrase("reading.typeRank"))
	}
	return none
}

// gameLink and picture are in texts in which people expect a position. An address of eight small
// letters, such as lichess.org/training, is a page and no game.
var (
	gameLink = regexp.MustCompile(`(?:(?i:lichess\.org)/(?:[A-Za-z0-9]{8}|[A-Za-z0-9]{12})\b(?:[/#?].*)?|(?i:chess\.com/(?:game|live|daily)/)\S+)\s*$`)
	pageLink = regexp.MustCompile(`(?i:lichess\.org)/[a-z]+\b(?:[/#?].*)?\s*$`)
	picture  = regexp.MustCompile(`(?i)\.(?:png|jpe?g|gif|webp|heic)\b`)
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
