package commands

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// A card is a position and how to show it: from which side, in which colours, and by
// which method its number is worked out. A public answer and the private pages behind
// its buttons show the same card.
type card struct {
	derivation chess960.Derivation // by the method's scheme
	look       look
	method     *explain.Method
	direction  explain.Direction
}

// newCard returns a card. If the derivation is by another scheme than the method's,
// newCard derives the number again.
func newCard(d chess960.Derivation, l look, m *explain.Method, direction explain.Direction) card {
	if d.Scheme != m.Scheme {
		d = m.Scheme.Derive(d.Position)
	}
	return card{d, l, m, direction}
}

func (c card) position() chess960.Position { return c.derivation.Position }

// An answer shows a card to a channel: one picture, the numbers, and the derivation
// in one paragraph. No button changes a public answer; buttons open private pages.
type answer struct {
	card
	notes     []string    // sentences under the heading
	end       string      // a sentence at the end, "" for none
	explained bool        // show every step with its strip instead of the paragraph
	walk      string      // a path of swaps in words, instead of the paragraph; "" for none
	fileName  string      // of the board's picture; "" for a name made from the position
	occasion  string      // the beginning of the picture's alt text; "" for none
	compact   bool        // show only the first rank instead of the board
	first     []Component // buttons in front of those of every card
}

// reply lays the answer out.
func (a answer) reply(tools Tools) (*Reply, error) {
	l := layout{boards: tools.Boards, look: a.look, occasion: a.occasion}
	l.text(heading(a.position(), a.notes))
	if a.compact {
		l.rank(a.position(), a.fileName)
	} else {
		l.board(a.position(), a.fileName)
	}
	switch {
	case a.explained:
		l.text(a.numbers())
		l.explanation(a.method.Explain(a.derivation, a.direction))
		if a.end != "" {
			l.text(a.end)
		}
	case a.walk != "":
		l.text(a.numbers())
	default:
		l.text(strings.TrimSpace(a.numbers() + "\n" + a.method.Short(a.derivation, a.direction) + "\n" + a.end))
	}
	if a.walk != "" {
		l.text(a.walk + explain.SwapLabels)
	}
	l.buttons(append(a.first, a.pageButtons("")...))
	return l.reply()
}

// answerFor returns the answer of a slash command about a position. If the options
// name a method, the answer explains every step by that method. Otherwise it is the
// short form, by the command's own method.
func answerFor(options Options, d chess960.Derivation, own *explain.Method, direction explain.Direction, notes ...string) (answer, error) {
	l, err := lookOf(options)
	if err != nil {
		return answer{}, err
	}
	chosen, err := methodOf(options)
	if err != nil {
		return answer{}, err
	}
	if chosen != nil {
		own = chosen
	}
	return answer{card: newCard(d, l, own, direction), notes: notes, explained: chosen != nil}, nil
}

// answerTo replies to a slash command about a position.
func answerTo(tools Tools, r *Request, d chess960.Derivation, own *explain.Method, direction explain.Direction, notes ...string) (*Reply, error) {
	a, err := answerFor(r.Options, d, own, direction, notes...)
	if err != nil {
		return nil, err
	}
	return a.replyTo(tools, r)
}

// replyTo lays the answer out for a slash command. The option "private" makes the
// reply private.
func (a answer) replyTo(tools Tools, r *Request) (*Reply, error) {
	reply, err := a.reply(tools)
	if err != nil {
		return nil, err
	}
	reply.Private = r.Options.Bool("private")
	return reply, nil
}

func heading(p chess960.Position, notes []string) string {
	lines := append([]string{fmt.Sprintf("## SP-%d · %v", p.SP(), p)}, notes...)
	if p.SP() == standard {
		lines = append(lines, "The classical array.")
	}
	return strings.Join(lines, "\n")
}

// numbers lists the position's number in every scheme, the method's in bold.
// The scheme with Scharnagl's numbers from 1 to 960 is left out: it differs from the
// SP numbers only in 960.
func (c card) numbers() string {
	var list []string
	for _, s := range chess960.Schemes() {
		switch s {
		case chess960.Scharnagl1To960:
		case c.method.Scheme:
			list = append(list, fmt.Sprintf("%s **%d**", explain.Label(s), c.derivation.Number()))
		default:
			list = append(list, fmt.Sprintf("%s %d", explain.Label(s), s.Derive(c.position()).Number()))
		}
	}
	return fmt.Sprintf("%s · mirror image: SP-%d", strings.Join(list, " · "), c.position().Mirror().SP())
}

// lichess returns the address of lichess's analysis board for the position.
func lichess(p chess960.Position) string { return lichessFEN(p.XFEN()) }

// lichessFEN returns the address of lichess's analysis board for a FEN.
func lichessFEN(fen string) string {
	return "https://lichess.org/analysis/chess960/" + strings.ReplaceAll(fen, " ", "_")
}
