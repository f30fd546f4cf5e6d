// Package card shows a position. A [Card] is a position and how to show it. An [Answer]
// is the public message of a command about a position: one picture, the numbers and the
// way to work them out. The buttons below it open private pages. A [Layout] puts texts,
// pictures and buttons of any reply together.
package card

import (
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/render"
)

// A Card is a position and how to show it: from which side, in which colours, and by
// which method its number is worked out. A public answer and the private pages behind
// its buttons show the same card.
type Card struct {
	Position  chess960.Position
	Style     Style
	Method    *explain.Method
	Direction explain.Direction // of the explanation
}

// derivation returns the number of the position by the method's scheme.
func (c Card) derivation() chess960.Derivation { return c.Method.Scheme.Derive(c.Position) }

// An Answer shows a card to a channel: one picture, the numbers, and how they are worked out. No button
// changes a public answer; buttons open private pages. With every step or a path in words, the picture
// is the first rank alone: the answer fits a screen.
type Answer struct {
	Card
	Audience chat.Audience
	Notes    []voice.Sentence // under the heading
	Explain  *explain.Method  // show every step by this method; nil for one paragraph by the card's
	Brief    bool             // leave the paragraph out: the notes need its room
	FileName string           // of the board's picture; "" for a name made from the position
	Compact  bool             // show only the first rank instead of the board
	Play     bool             // offer a game on lichess
	First    []chat.Component // buttons in front of those of every card
}

// Reply shows the numbers of the position, and the paragraph or the steps.
func (a Answer) Reply(boards *render.Renderer) (*chat.Reply, error) {
	l, numbers := a.begin(boards, a.Compact)
	if a.Explain == nil && !a.Brief {
		numbers = append(numbers, a.short()...)
	}
	l.Text(numbers)
	if a.Explain != nil {
		l.Explanation(a.explanation())
	}
	return a.end(l, LichessButton(a.Position, true))
}

// Walked shows the way to the position by swaps, instead of the paragraph or below the steps.
func (a Answer) Walked(boards *render.Renderer, walk explain.SwapWalk) (*chat.Reply, error) {
	l, numbers := a.begin(boards, true)
	l.Text(numbers)
	if a.Explain != nil {
		l.Explanation(a.explanation())
	}
	l.Text(voice.Lines{walk.Before, voice.Raw(walk.Steps), walk.After})
	return a.end(l, LichessButton(a.Position, true))
}

// Drawn shows a position that is about to be played: what was thrown, nil for nothing, the paragraph, and
// in the last line who drew it. It has room for the steps only if a method has no short form.
func (a Answer) Drawn(boards *render.Renderer, thrown, last voice.Sentence) (*chat.Reply, error) {
	l, lines := a.begin(boards, a.Compact)
	lines = append(lines, thrown)
	short := a.short()
	switch {
	case a.Explain == nil:
		lines = append(lines, short...)
	case short != nil:
		lines = append(append(lines, voice.Bold(methodName(a.Method))), short...)
	case !a.Compact:
		l.Text(lines)
		l.Explanation(a.explanation())
		lines = nil
	}
	l.Text(append(lines, last))
	if a.Explain != nil && (short != nil || a.Compact) {
		a.First = append(a.First, a.Button(stepsPage, voice.Phrase("card.findPosition")))
	}
	play := LichessButton(a.Position, true)
	if len(a.First) < 2 {
		a.First, play.Label = append(a.First, a.PageButton(castlingPage)), voice.Phrase("card.play")
	}
	return a.end(l, play)
}

// begin chooses the method, and lays out what all answers begin with; the numbers are not yet in the layout.
func (a *Answer) begin(boards *render.Renderer, rank bool) (l *Layout, numbers voice.Lines) {
	if a.Explain != nil {
		a.Method = a.Explain
	}
	l = &Layout{Boards: boards, Style: a.Style, Audience: a.Audience, FileName: a.FileName}
	l.Text(Heading(a.Position, a.Notes))
	if rank || a.Explain != nil {
		l.Rank(a.Position)
	} else {
		l.Board(a.Position)
	}
	return l, voice.Lines{voice.Raw(a.Numbers())}
}

// short is the derivation in one paragraph; nil for a method without that.
func (a Answer) short() []voice.Sentence { return a.Method.Short(a.derivation(), a.Direction) }

func (a Answer) end(l *Layout, play chat.Component) (*chat.Reply, error) {
	own := a.First
	if a.Play {
		own = append(own, play)
	}
	l.Buttons(a.AnswerButtons(own...))
	return l.Reply()
}

// NewAnswer returns the answer of a slash command about a position. If the options
// name a method, the answer explains every step by that method. Otherwise it is the
// short form, by the command's own method.
func NewAnswer(r *chat.Request, p chess960.Position, own *explain.Method, direction explain.Direction, notes ...voice.Sentence) Answer {
	d := DisplayOf(r)
	return Answer{Card: Card{p, d.Style, own, direction}, Notes: notes, Explain: d.Explain}
}

// Heading returns the heading of a card, with notes below it. The normal start position is
// named in the line of a single note, so that drawing it makes no answer higher.
func Heading(p chess960.Position, notes []voice.Sentence) voice.Sentence {
	lines := append(voice.Lines{voice.Heading(2, voice.Raw(Title(p)))}, notes...)
	switch {
	case p.SP() != Classical:
		return lines
	case len(notes) == 1:
		lines[1] = voice.Run{notes[0], normal}
		return lines
	}
	return append(lines, normal)
}

const normal voice.Phrase = "card.normal"

// Numbers lists the position's number in every scheme, the method's in bold.
// The scheme with Scharnagl's numbers from 1 to 960 is left out: it differs from the
// SP numbers only in 960.
func (c Card) Numbers() string {
	var list []string
	for _, s := range chess960.DistinctSchemes() {
		number := s.Format(s.Derive(c.Position).Number())
		if s == c.Method.Scheme {
			number = "**" + number + "**"
		}
		list = append(list, number)
	}
	return strings.Join(list, " · ")
}

// Lichess returns the address of lichess's analysis board for the position.
func Lichess(p chess960.Position) string { return LichessFEN(p.XFEN()) }

// LichessFEN returns the address of lichess's analysis board for a FEN.
func LichessFEN(fen string) string {
	return "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(fen, " ", "_")
}

// Classical is the SP number of the classical array, which a draw may leave out.
const Classical = 518
