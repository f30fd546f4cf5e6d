package event

import (
	"context"
	"errors"
	"slices"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/fairness"
	"chess960bot/internal/chess960/recognize"
	words "chess960bot/internal/chess960/typed"
	"chess960bot/internal/club/events"
	"chess960bot/voice"
)

// isBetween reports whether a character separates the parts of a list.
func isBetween(r rune) bool { return strings.ContainsRune(",;\n", r) }

// readList reads the positions that rules allow or leave out: SP numbers, ranges, what /find
// searches for, and positions in any form that /encode reads. "none" is the empty list.
func readList(r *chat.Request, text string) ([]int, error) {
	if strings.EqualFold(strings.TrimSpace(text), "none") {
		return nil, nil
	}
	var list []int
	for part := range strings.FieldsFuncSeq(text, isBetween) {
		sps, err := readPart(r, strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		list = append(list, sps...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// readPart reads a part of a list.
func readPart(r *chat.Request, part string) ([]int, error) {
	sps, err := events.ParseExclude(part)
	unread, ok := errors.AsType[*events.ExcludeError](err)
	if !ok {
		return sps, err
	}
	has := hasFeature(part)
	if pattern, err := words.In(part, r.Languages(), chess960.ParsePattern); err == nil {
		has = pattern.Matches
	}
	if has == nil {
		read, err := recognize.Text(part, chess960.Scharnagl)
		if err != nil || read.White != read.Black {
			return nil, chat.Refuse(unread.Why, voice.Phrase("event.writeNumbers"))
		}
		return []int{read.White.SP()}, nil
	}
	for sp, p := range chess960.All() {
		if has(p) {
			sps = append(sps, sp)
		}
	}
	if sps == nil {
		return nil, chat.Refuse(noneFits{Typed: voice.Quoted(part)}, voice.Phrase("event.writeNumbers"))
	}
	return sps, nil
}

// noneFits refuses a pattern that no start position has.
type noneFits struct {
	voice.Facts
	Typed voice.Quoted
}

// features are what /find searches for, by the options of that command.
var features = []struct {
	option string
	of     []chess960.Feature
}{
	{"fair", fairness.Features()}, {"castle", chess960.CastlingFeatures()}, {"bishops", chess960.BishopFeatures()},
}

// hasFeature returns the test for a feature by its id, nil for another word.
func hasFeature(word string) func(chess960.Position) bool {
	for _, list := range features {
		for _, f := range list.of {
			if strings.EqualFold(string(f.ID), word) {
				return f.Has
			}
		}
	}
	return nil
}

// completeList offers the features for the last part of a list.
func completeList(_ context.Context, _ *chat.Request, text string) []chat.Choice {
	last := strings.LastIndexFunc(text, isBetween) + 1
	begun := strings.ToLower(strings.TrimSpace(text[last:]))
	var offered []chat.Choice
	for _, list := range features {
		for _, f := range list.of {
			if strings.HasPrefix(string(f.ID), begun) {
				offered = append(offered, chat.Choice{Name: chat.ChoiceName(list.option, string(f.ID)), Value: strings.TrimSpace(text[:last] + " " + string(f.ID))})
			}
		}
	}
	return offered
}
