package reading

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
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
)

// separatesParts reports whether a character separates the parts of a list.
func separatesParts(r rune) bool { return strings.ContainsRune(",;\n、|•", r) }

// itemNumbers finds the numbers of a list's items, “1.” and “2)”. Clients of Discord turn new lines into
// spaces.
var itemNumbers = regexp.MustCompile(`(?:^|[\s,;])(\d{1,3})[.):]\s+`)

// unnumbered returns a text without the numbers of its items, if they are 1, 2, 3 and so on from its
// beginning.
func unnumbered(text string) string {
	for i, m := range itemNumbers.FindAllStringSubmatchIndex(text, -1) {
		if text[m[2]:m[3]] != strconv.Itoa(i+1) || i == 0 && m[2] > 0 {
			return text
		}
	}
	return itemNumbers.ReplaceAllString(text, ";")
}

// ownTables are the beginnings of the files with positions that the bot writes.
var ownTables = []string{"event,round,", "game,round,", "SP,rank,"}

// Parts yields the parts of a list: what stands between commas, semicolons or new lines. Positions
// may have only spaces, slashes or words such as “and” between them. Each FEN of a table that the bot
// wrote is a part.
func Parts(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		text := typed.Plain(strings.TrimSpace(text))
		parts := strings.FieldsFunc(unnumbered(text), separatesParts)
		switch _, whole := onePosition(text); {
		case slices.ContainsFunc(ownTables, func(head string) bool { return strings.HasPrefix(text, head) }):
			parts = castling.FindFENs(strings.ReplaceAll(text, ",", " "))
		case whole:
			if _, first := onePosition(parts[0]); !first { // such as a list of pieces with their squares
				parts = []string{text}
			}
		}
		for _, part := range parts {
			parts := listWords(part)
			if len(parts) < 2 || slices.ContainsFunc(parts, func(word string) bool { _, ok := onePosition(word); return !ok }) {
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

// listWords returns the words of a part, without those that only link others. A number belongs to SP
// before it, and a range is one word.
func listWords(part string) []string {
	const mark = "\x00" // before the number of a FEN; a plain text has no control characters
	part = strings.Join(strings.Fields(part), " ")
	fens := castling.FindFENs(part)
	for i, fen := range fens {
		part = strings.ReplaceAll(part, fen, ","+mark+strconv.Itoa(i)+",")
	}
	words := slices.DeleteFunc(listPart.FindAllString(linkMarks.Replace(part), -1), func(word string) bool {
		return (typed.IsLink(word) || typed.Is(word, "or") || typed.Is(word, "beside numbers") || typed.Is(word, "beside days")) && hasFeature(word) == nil
	})
	for i, word := range words {
		if number, ok := strings.CutPrefix(word, mark); ok {
			n, _ := strconv.Atoi(number) // written above
			words[i] = fens[n]
		}
	}
	return words
}

var linkMarks = strings.NewReplacer("/", " ", "&", " ", "+", " ")

// onePosition reads one position in any form that /encode reads. ok is false for another text, and
// for one with different sides or with other words.
func onePosition(text string) (sp int, ok bool) {
	read, err := recognize.Text(text, chess960.Scharnagl)
	return read.White.SP(), err == nil && read.White == read.Black && read.Left == ""
}

// upTo is what people write between the ends of a range.
var upTo = regexp.MustCompile(`(?i)(\d) ?(?:\.{2,3}| ` + typed.Pattern("to") + ` ) ?(?:SP[ -]?)?(\d)`)

// List reads a list: SP numbers, ranges, what /find searches for, and positions in any form
// that /encode reads. It returns SP numbers in the order of the list, each once. The error is a
// refusal.
func List(r *chat.Request, text string) ([]int, error) {
	var sps []int
	var read [chess960.Count]bool
	for part := range Parts(upTo.ReplaceAllString(typed.Plain(text), "$1-$2")) {
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
	words := listWords(part)
	if err == nil || len(words) == 0 || words[0] == part {
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
	sps, err := spNumbers(part)
	unread, ok := errors.AsType[unreadable](err)
	if !ok {
		return sps, err
	}
	has := hasFeature(part)
	if pattern, err := typed.In(part, r.Languages(), chess960.ParsePattern); err == nil {
		has = pattern.Matches
	}
	if has == nil {
		sp, ok := onePosition(part)
		_, err := recognize.Text(part, chess960.Scharnagl)
		if outside, ok := errors.AsType[*chess960.RangeError](err); ok && outside.Scheme != chess960.Scharnagl {
			return nil, notRead(err)
		}
		if !ok {
			return nil, chat.Refuse(unread, voice.Phrase("reading.list.writeNumbers"))
		}
		return []int{sp}, nil
	}
	for sp, p := range chess960.All() {
		if has(p) {
			sps = append(sps, sp)
		}
	}
	if sps == nil {
		return nil, chat.Refuse(voice.Say("reading.list.noneFits", voice.F{
			"Typed": voice.Quoted(part),
		}), voice.Phrase("reading.list.writeNumbers"))
	}
	return sps, nil
}

// searched are what /find searches for, by the options of that command.
var searched = []struct {
	option string
	of     []chess960.Feature
}{
	{"fair", firstlook.Features()}, {"castle", chess960.CastlingFeatures()}, {"bishops", chess960.BishopFeatures()},
}

// hasFeature returns the test for a feature by its id, nil for another word.
func hasFeature(word string) func(chess960.Position) bool {
	for _, list := range searched {
		for _, f := range list.of {
			if strings.EqualFold(string(f.ID), word) {
				return f.Has
			}
		}
	}
	return nil
}

// CompleteList offers the features for the last part of a list.
func CompleteList(_ context.Context, _ *chat.Request, text string) []chat.Choice {
	done := strings.TrimRightFunc(text, func(r rune) bool { return !separatesParts(r) })
	begun := strings.ToLower(strings.TrimSpace(text[len(done):]))
	var offered []chat.Choice
	for _, list := range searched {
		for _, f := range list.of {
			if strings.HasPrefix(string(f.ID), begun) {
				offered = append(offered,
					chat.Choice{Name: chat.ChoiceName(list.option, string(f.ID)), Value: strings.TrimSpace(done + " " + string(f.ID))})
			}
		}
	}
	return offered
}

// An unreadable says in a sentence why a part of a list is not read as SP numbers.
type unreadable struct {
	Kind unreadableKind
	Part voice.Quoted // as it was typed
	SP   voice.Raw    // the number that there is not, in digits
}

// Sentence returns the kind.
func (u unreadable) Sentence() string { return string(u.Kind) }

// Error says what is wrong, for operators.
func (u unreadable) Error() string { return "parse SP numbers: " + string(u.Kind) }

// An unreadableKind is what is wrong with a part of a list: a word that is no number, a number outside, or
// an end of a range beyond.
type unreadableKind string

var (
	// dashes are what people type between two numbers.
	dashes = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "−", "-")
	// listPart finds the parts of a list: words, with the spaces around dashes and after SP.
	listPart = regexp.MustCompile(strings.NewReplacer(
		"WORD", `(?:(?:SP|#)[\s\v\x{85}\pZ]+)?[^\s\v\x{85}\pZ,;–—‑−-]*`, "SPACE", `\s\v\x{85}\pZ`, "HYPHEN", `–—‑−-`,
	).Replace(
		`(?i)WORD(?:[SPACE]*[HYPHEN][SPACE]*WORD)+|(?:(?:SP|#)[SPACE]+)?[^SPACE,;]+`))
	// spRange is a part without spaces: an SP number or two.
	spRange = regexp.MustCompile(`(?i)^(?:SP-?)?(\d+)(?:-(?:SP-?)?(\d+))?$`)
)

// spNumbers reads SP numbers and ranges, such as "518, 534, 0-9", in the order in which they
// are typed. Each number may begin with "SP", and a range may begin with its higher number. 960
// is another name for SP 0, also as the end of a range: "958-960" is 958, 959 and 0. The error
// is an unreadable.
func spNumbers(text string) ([]int, error) {
	var sps []int
	for _, part := range listPart.FindAllString(text, -1) {
		first, last, err := parseRange(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		for sp := first; sp <= last; sp++ {
			sps = append(sps, sp%chess960.Count)
		}
	}
	return sps, nil
}

// parseRange reads a number or a range. The results are between 0 and 960.
func parseRange(part string) (first, last int, err error) {
	found := spRange.FindStringSubmatch(dashes.Replace(strings.Join(strings.Fields(part), "")))
	if found == nil {
		return 0, 0, unreadable{Kind: "word", Part: voice.Quoted(part)}
	}
	if found[2] == "" {
		found[2] = found[1]
	}
	var ends [2]int
	for i, digits := range found[1:] {
		if ends[i], err = strconv.Atoi(digits); err == nil && ends[i] <= chess960.Count {
			continue
		}
		if found[1] == found[2] {
			return 0, 0, unreadable{"outside", voice.Quoted(part), voice.Raw(digits)}
		}
		return 0, 0, unreadable{"beyond", voice.Quoted(part), voice.Raw(digits)}
	}
	return min(ends[0], ends[1]), max(ends[0], ends[1]), nil
}
