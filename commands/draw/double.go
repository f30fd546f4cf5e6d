package draw

import (
	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// drawDouble answers /random game:double.
func drawDouble(tools Tools, l card.Look, note string) (*chat.Reply, error) {
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
	p := card.Pair{Double: d, Look: l}
	return p.Reply(tools.Boards, note+" Exactly fair: every pair 1 in 921,600.", chat.Button(discordgo.PrimaryButton, "Draw again", doubleID(p)))
}

func doubleOf(white, black int) (chess960.Double, error) {
	w, whiteErr := chess960.FromSP(white)
	b, blackErr := chess960.FromSP(black)
	if whiteErr != nil {
		return chess960.Double{}, whiteErr
	}
	return chess960.Double{White: w, Black: b}, blackErr
}

// customID is the custom id of "Draw again": double:white:black:view:theme.
func doubleID(p card.Pair) string {
	return strings.Join([]string{"double", strconv.Itoa(p.Double.White.SP()), strconv.Itoa(p.Double.Black.SP()), p.Look.Side(), p.Look.Theme.ID}, ":")
}

// doubleAgain answers "Draw again" under a pair.
func doubleAgain(tools Tools) chat.Handler {
	return func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
		fields := strings.Split(r.CustomID, ":")
		if len(fields) != 5 {
			return nil, chat.Foreign()
		}
		white, whiteErr := strconv.Atoi(fields[1])
		black, blackErr := strconv.Atoi(fields[2])
		earlier, rangeErr := doubleOf(white, black)
		l, lookErr := card.ParseLook(fields[3], fields[4])
		if whiteErr != nil || blackErr != nil || rangeErr != nil || lookErr != nil {
			return nil, chat.Foreign()
		}
		name := fmt.Sprintf("SP-%d against SP-%d", earlier.White.SP(), earlier.Black.SP())
		reply, err := drawDouble(tools, l, drawnFor(tools, "Drawn again for "+chat.Mention(r.Asker), ", after "+chat.Link(r, name)))
		return chat.SamePrivacy(r, reply, err)
	}
}
