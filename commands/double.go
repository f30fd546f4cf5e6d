package commands

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
)

// A pairing is a position of double Chess960, and how to show it.
type pairing struct {
	double chess960.Double
	look   look
}

// reply shows the board, both numbers and both ways of numbering the pair.
func (p pairing) reply(tools Tools, note string, first ...Component) (*Reply, error) {
	d := p.double
	l := layout{boards: tools.Boards, look: p.look}
	lines := []string{fmt.Sprintf("## Double Chess960: SP-%d against SP-%d", d.White.SP(), d.Black.SP())}
	if note != "" {
		lines = append(lines, note)
	}
	lines = append(lines, fmt.Sprintf("White has SP-%d · %v, Black has SP-%d · %v.", d.White.SP(), d.White, d.Black.SP(), d.Black))
	if d.Black == d.White.Mirror() {
		lines = append(lines, "Black's side is White's turned by 180°, not mirrored.")
	}
	l.text(strings.Join(lines, "\n"))
	l.sides(rankOf(d.White), rankOf(d.Black), fmt.Sprintf("double-%03d-%03d-%s.png", d.White.SP(), d.Black.SP(), p.look.side()))
	l.text(fmt.Sprintf("X-FEN, then Shredder-FEN:\n```\n%s\n%s\n```\nOne of %s pairs. White × 960 + Black, as in Stockfish's opening book: **%s**. Black × 960 + White, as in Viridithas and Stormphrax: **%s**.",
		d.XFEN(), d.ShredderFEN(), thousands(chess960.DoubleCount), thousands(d.WhiteFirst()), thousands(d.BlackFirst())))
	l.buttons(append(first, linkButton("Open on lichess", lichessFEN(d.XFEN()))))
	return l.reply()
}

func thousands(n int) string { return decimal(big.NewRat(int64(n), 1)) }

func rankOf(p chess960.Position) [8]chess960.Piece {
	var rank [8]chess960.Piece
	for f := range chess960.AllFiles.All() {
		rank[f] = p.Piece(f)
	}
	return rank
}

// drawDouble answers /random game:double.
func drawDouble(tools Tools, l look, note string) (*Reply, error) {
	var numbers [2]int
	for side := range numbers {
		n, err := tools.Draw(chess960.Count)
		if err != nil {
			return nil, fmt.Errorf("draw a pair: %w", err)
		}
		numbers[side] = n
	}
	d, err := doubleOf(numbers[0], numbers[1])
	if err != nil {
		return nil, err
	}
	p := pairing{d, l}
	return p.reply(tools, note+" Exactly fair: every pair 1 in 921,600.", button(discordgo.PrimaryButton, "Draw again", p.customID()))
}

func doubleOf(white, black int) (chess960.Double, error) {
	w, whiteErr := chess960.FromSP(white)
	b, blackErr := chess960.FromSP(black)
	if whiteErr != nil {
		return chess960.Double{}, whiteErr
	}
	return chess960.Double{White: w, Black: b}, blackErr
}

// answerDouble shows a position of double Chess960: the option "number" is White's
// position, and the option "black" is Black's.
func (n numbering) answerDouble(tools Tools, r *Request) (*Reply, error) {
	example := slash("sp") + " `number:594 black:29`"
	for _, name := range []string{"path", "explain"} {
		if _, given := r.Options[name]; given {
			return nil, &UserError{fmt.Sprintf("`%s` is about one position, and with `black` there are two.", name), "Leave out one of the two options."}
		}
	}
	whiteNumber, white, err := n.located(r.Options, "number", example)
	if err != nil {
		return nil, err
	}
	blackNumber, black, err := n.located(r.Options, "black", example)
	if err != nil {
		return nil, err
	}
	note := n.note(whiteNumber, white.Position.SP())
	if blackNumber != whiteNumber {
		note = strings.TrimSpace(note + "\n" + n.note(blackNumber, black.Position.SP()))
	}
	return doubleTo(tools, r, chess960.Double{White: white.Position, Black: black.Position}, note)
}

// doubleTo replies to a slash command about a position of double Chess960. The note
// may be "".
func doubleTo(tools Tools, r *Request, d chess960.Double, note string) (*Reply, error) {
	l, err := lookOf(r.Options)
	if err != nil {
		return nil, err
	}
	reply, err := pairing{d, l}.reply(tools, note)
	if err != nil {
		return nil, err
	}
	reply.Private = r.Options.Bool("private")
	return reply, nil
}

// customID is the custom id of "Draw again": double:white:black:view:theme.
func (p pairing) customID() string {
	return strings.Join([]string{"double", strconv.Itoa(p.double.White.SP()), strconv.Itoa(p.double.Black.SP()), p.look.side(), p.look.theme.ID}, ":")
}

// doubleAgain answers "Draw again" under a pair.
func doubleAgain(tools Tools) Handler {
	return func(_ context.Context, r *Request) (*Reply, error) {
		fields := strings.Split(r.CustomID, ":")
		if len(fields) != 5 {
			return nil, Foreign()
		}
		white, whiteErr := strconv.Atoi(fields[1])
		black, blackErr := strconv.Atoi(fields[2])
		earlier, rangeErr := doubleOf(white, black)
		l, lookErr := parseLook(fields[3], fields[4])
		if whiteErr != nil || blackErr != nil || rangeErr != nil || lookErr != nil {
			return nil, Foreign()
		}
		name := fmt.Sprintf("SP-%d against SP-%d", earlier.White.SP(), earlier.Black.SP())
		reply, err := drawDouble(tools, l, drawnFor(tools, "Drawn again for "+mention(r.Asker), ", after "+link(r, name)))
		return samePrivacy(r, reply, err)
	}
}

// samePrivacy makes the reply private if the message of the pressed button was
// private.
func samePrivacy(r *Request, reply *Reply, err error) (*Reply, error) {
	if err != nil {
		return nil, err
	}
	reply.Private = r.Message != nil && r.Message.Private
	return reply, nil
}
