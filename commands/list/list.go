// Package list reads lists of start positions that people type, such as
// "518, 534, 0-9, Q.....KR, even".
package list

import (
	"context"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/chess960/recognize"
	words "chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// isBetween reports whether a character separates the parts of a list.
func isBetween(r rune) bool { return strings.ContainsRune(",;\n、|•", r) }

// numbering finds the numbers of a list's items, “1.” and “2)”. Clients of Discord turn new lines into
// spaces.
var numbering = regexp.MustCompile(`(?:^|[\s,;])(\d{1,3})[.):]\s+`)

// unnumbered returns a text without the numbers of its items, if they are 1, 2, 3 and so on from its
// beginning.
func unnumbered(text string) string {
	for i, m := range numbering.FindAllStringSubmatchIndex(text, -1) {
		if text[m[2]:m[3]] != strconv.Itoa(i+1) || i == 0 && m[2] > 0 {
			return text
		}
	}
	return numbering.ReplaceAllString(text, ";")
}

// tables are the beginnings of the files with positions that the bot writes.
var tables = []string{"event,round,", "game,round,", "SP,rank,"}

// Parts yields the parts of a list: what stands between commas, semicolons or new lines. Positions
// may have only spaces, slashes or words such as “and” between them. Each FEN of a table that the bot
// wrote is a part.
func Parts(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := words.Plain(strings.TrimSpace(text))
		parts := strings.FieldsFunc(unnumbered(text), isBetween)
		switch _, whole := Position(text); {
		case slices.ContainsFunc(tables, func(head string) bool { return strings.HasPrefix(text, head) }):
			parts = castling.FindFENs(strings.ReplaceAll(text, ",", " "))
		case whole:
			if _, first := Position(parts[0]); !first { // such as a list of pieces with their squares
				parts = []string{text}
			}
		}
		for _, part := range parts {
			parts := wordsOf(part)
			if len(parts) < 2 || slices.ContainsFunc(parts, func(word string) bool { _, ok := Position(word); return !ok }) {
				parts = []string{strings.TrimSpace(part)}
			}
			for _, part := range parts {
				if part != "" && !yield(part) {
					return
				}
			}
		}
	}
}

// wordsOf returns the words of a part, without those that only link others. A number belongs to SP
// before it, and a range is one word.
func wordsOf(part string) []string {
	fens := castling.FindFENs(part)
	for _, fen := range fens {
		part = strings.Replace(part, fen, " ", 1)
	}
	return append(fens, slices.DeleteFunc(numbersPart.FindAllString(between.Replace(part), -1), func(word string) bool {
		return (words.IsLink(word) || words.Is(word, "or")) && hasFeature(word) == nil
	})...)
}

var between = strings.NewReplacer("/", " ", "&", " ", "+", " ")

// Position reads one position in any form that /encode reads. ok is false for another text, and
// for one with different sides or with other words.
func Position(text string) (sp int, ok bool) {
	read, err := recognize.Text(text, chess960.Scharnagl)
	return read.White.SP(), err == nil && read.White == read.Black && read.Left == ""
}

// upTo is what people write between the ends of a range.
var upTo = regexp.MustCompile(`(?i)(\d) ?(?:\.{2,3}| ` + words.Pattern("to") + ` ) ?(?:SP[ -]?)?(\d)`)

// Read reads a list: SP numbers, ranges, what /find searches for, and positions in any form
// that /encode reads. It returns SP numbers in the order of the list, each once. The error is a
// refusal.
func Read(r *chat.Request, text string) ([]int, error) {
	var sps []int
	var read [chess960.Count]bool
	for part := range Parts(upTo.ReplaceAllString(words.Plain(text), "$1-$2")) {
		of, err := readPart(r, part)
		if err != nil {
			return nil, err
		}
		for _, sp := range of {
			if !read[sp] {
				read[sp], sps = true, append(sps, sp)
			}
		}
	}
	return sps, nil
}

// readPart reads a part of a list, or each of its words.
func readPart(r *chat.Request, part string) ([]int, error) {
	sps, err := readPhrase(r, part)
	words := wordsOf(part)
	if err == nil || len(words) < 2 {
		return sps, err
	}
	for _, word := range words {
		of, err := readPhrase(r, word)
		if err != nil {
			return nil, err
		}
		sps = append(sps, of...)
	}
	return sps, nil
}

// readPhrase reads a part as a whole.
func readPhrase(r *chat.Request, part string) ([]int, error) {
	sps, err := numbers(part)
	unread, ok := errors.AsType[unreadable](err)
	if !ok {
		return sps, err
	}
	has := hasFeature(part)
	if pattern, err := words.In(part, r.Languages(), chess960.ParsePattern); err == nil {
		has = pattern.Matches
	}
	if has == nil {
		sp, ok := Position(part)
		if !ok {
			return nil, chat.Refuse(unread, voice.Phrase("list.writeNumbers"))
		}
		return []int{sp}, nil
	}
	for sp, p := range chess960.All() {
		if has(p) {
			sps = append(sps, sp)
		}
	}
	if sps == nil {
		return nil, chat.Refuse(voice.Say("list.noneFits", voice.F{
			"Typed": voice.Quoted(part),
		}), voice.Phrase("list.writeNumbers"))
	}
	return sps, nil
}

// features are what /find searches for, by the options of that command.
var features = []struct {
	option string
	of     []chess960.Feature
}{
	{"fair", firstlook.Features()}, {"castle", chess960.CastlingFeatures()}, {"bishops", chess960.BishopFeatures()},
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

// Complete offers the features for the last part of a list.
func Complete(_ context.Context, _ *chat.Request, text string) []chat.Choice {
	last := strings.LastIndexFunc(text, isBetween) + 1
	begun := strings.ToLower(strings.TrimSpace(text[last:]))
	var offered []chat.Choice
	for _, list := range features {
		for _, f := range list.of {
			if strings.HasPrefix(string(f.ID), begun) {
				offered = append(offered,
					chat.Choice{Name: chat.ChoiceName(list.option, string(f.ID)), Value: strings.TrimSpace(text[:last] + " " + string(f.ID))})
			}
		}
	}
	return offered
}
