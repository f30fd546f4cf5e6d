package number

import (
	"strconv"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// A criterion is an option of /find, with the function that turns its value into a
// condition.
type criterion struct {
	option chat.Option
	read   func(r *chat.Request) (condition, error)
}

// A condition is one that a position must meet to be found.
type condition struct {
	option, value string // of the command; the value as a custom id holds it
	text          voice.Sentence
	has           func(chess960.Position) bool
}

// longestPattern is the largest number of characters of a pattern: eight squares, with room
// for what people write between them.
const longestPattern = 50

// fairOption is the option that came after the others: custom ids of searches without it
// have no field for it.
const fairOption = "fair"

// criteria returns the criteria in the order of the options of /find.
func criteria() []criterion {
	return []criterion{
		patternCriterion("pattern"),
		featureCriterion("castle", chess960.CastlingFeatures()),
		countCriterion("undefended", 3, func(n voice.Count) voice.Sentence { return voice.Say("number.pawnsUndefended", voice.F{"Pawns": n}) },
			func(p chess960.Position) int { return p.UndefendedPawns().Len() }),
		countCriterion("swaps", 6, func(n voice.Count) voice.Sentence { return voice.Say("number.swapsAway", voice.F{"Swaps": n}) },
			chess960.Position.SwapDistance),
		featureCriterion("bishops", chess960.BishopFeatures()),
		featureCriterion(fairOption, firstlook.Features()),
	}
}

// A pieceCount says how many pieces of a kind there are.
type pieceCount string

func patternCriterion(name string) criterion {
	option := chat.TextOption(name).UpTo(longestPattern)
	return criterion{option, func(r *chat.Request) (condition, error) {
		pattern, err := typed.In(option.Read(r), r.Languages(), chess960.ParsePattern)
		if err != nil {
			return condition{}, parseRefusal(err, "pattern", voice.Phrase("number.typePattern"))
		}
		for _, most := range []struct {
			piece chess960.Piece
			count int
			kind  pieceCount
		}{{chess960.King, 1, "king"}, {chess960.Queen, 1, "queen"}, {chess960.Rook, 2, "rooks"}, {chess960.Bishop, 2, "bishops"}, {chess960.Knight, 2, "knights"}} {
			if strings.Count(pattern.String(), string(rune(most.piece))) > most.count {
				return condition{}, chat.Refuse(voice.Say("number.thereAre."+string(most.kind), voice.F{}), voice.Phrase("number.typePattern"))
			}
		}
		return condition{name, pattern.String(), voice.Say("number.ofPattern", voice.F{"Pattern": pattern}), pattern.Matches}, nil
	}}
}

func featureCriterion(name string, features []chess960.Feature) criterion {
	option := chat.List[chess960.Feature]{All: features, ID: func(f chess960.Feature) string { return string(f.ID) }}.Option(name)
	return criterion{option, func(r *chat.Request) (condition, error) {
		f := option.Read(r)
		return condition{name, string(f.ID), f.Name(), f.Has}, nil
	}}
}

func countCriterion(name string, highest int, text func(n voice.Count) voice.Sentence, count func(chess960.Position) int) criterion {
	option := chat.NumberOption(name).Between(0, highest)
	return criterion{option, func(r *chat.Request) (condition, error) {
		n := option.Read(r)
		return condition{name, strconv.Itoa(n), text(voice.Count(n)), func(p chess960.Position) bool { return count(p) == n }}, nil
	}}
}
