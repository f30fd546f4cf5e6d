package find

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"chess960bot/commands/reading"
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
		countCriterion("undefended", 3, func(n voice.Count) voice.Sentence { return voice.Say("find.pawnsUndefended", voice.F{"Pawns": n}) },
			func(p chess960.Position) int { return p.UndefendedPawns().Len() }),
		countCriterion("swaps", 6, func(n voice.Count) voice.Sentence { return voice.Say("find.swapsAway", voice.F{"Swaps": n}) },
			chess960.Position.SwapDistance),
		featureCriterion("bishops", chess960.BishopFeatures()),
		featureCriterion(fairOption, firstlook.Features()),
	}
}

func optionsOf(criteria []criterion) []chat.Option {
	var options []chat.Option
	for _, c := range criteria {
		options = append(options, c.option)
	}
	return options
}

func patternCriterion(name string) criterion {
	option := chat.TextOption(name).UpTo(longestPattern)
	return criterion{option, func(r *chat.Request) (condition, error) {
		pattern, err := typed.In(option.Read(r), r.Languages(), chess960.ParsePattern)
		if broken, ok := errors.AsType[*chess960.ParseError](err); ok {
			said := voice.Say("find.notAPattern", voice.F{"Text": voice.Quoted(broken.Input)})
			return condition{}, chat.Refuse(voice.Lines{said, reading.Problems(broken.Problems)}, voice.Phrase("find.typePattern"))
		} else if err != nil {
			return condition{}, err
		}
		for i, tooMany := range []string{"KK", "QQ", "RRR", "BBB", "NNN"} {
			if strings.Count(pattern.String(), tooMany[:1]) >= len(tooMany) {
				return condition{}, chat.Refuse(voice.Say("find.thereAre."+[]string{"king", "queen", "rooks", "bishops", "knights"}[i], nil), voice.Phrase("find.typePattern"))
			}
		}
		return condition{name, pattern.String(), voice.Say("find.ofPattern", voice.F{"Pattern": pattern}), pattern.Matches}, nil
	}}
}

func featureCriterion(name string, features []chess960.Feature) criterion {
	option := chat.List[chess960.Feature]{All: features, ID: func(f chess960.Feature) string { return string(f.ID) }}.Option(name)
	return criterion{option, func(r *chat.Request) (condition, error) {
		f := option.Read(r)
		return condition{name, string(f.ID), voice.Say("chess960.featureName."+string(f.ID), nil), f.Has}, nil
	}}
}

func countCriterion(name string, highest int, text func(n voice.Count) voice.Sentence, count func(chess960.Position) int) criterion {
	option := chat.NumberOption(name).Between(0, highest)
	return criterion{option, func(r *chat.Request) (condition, error) {
		n := option.Read(r)
		return condition{name, strconv.Itoa(n), text(voice.Count(n)), func(p chess960.Position) bool { return count(p) == n }}, nil
	}}
}

// A searchButton is the custom id of a button that turns to a page of a search. The second
// form is for searches with the option "fair", which came later, and the third for a list. The
// last one is the button that prints diagrams. A list has the conditions in it: its positions
// are those that were found.
//
//	find:pattern:castle:undefended:swaps:bishops:page
//	find-fair:pattern:castle:undefended:swaps:bishops:fair:page
//	find-list:positions:page
//	find-print:pattern:castle:undefended:swaps:bishops:fair:positions
type searchButton struct {
	search search
	page   int
}

func (b *searchButton) fields(f *chat.Fields) {
	b.criteriaFields(f, criteria()[:5])
	b.pageField(f)
}

func (b *searchButton) fairFields(f *chat.Fields) {
	b.criteriaFields(f, criteria())
	f.Require(b.search.value(fairOption) != "")
	b.pageField(f)
}

func (b *searchButton) listFields(f *chat.Fields) {
	b.listField(f)
	f.Require(b.search.listed != nil)
	b.pageField(f)
}

func (b *searchButton) printFields(f *chat.Fields) {
	b.criteriaFields(f, criteria())
	b.listField(f)
}

var (
	turnPage     = chat.NewControl("find", (*searchButton).fields)
	turnFairPage = chat.NewControl("find-fair", (*searchButton).fairFields)
	turnListPage = chat.NewControl("find-list", (*searchButton).listFields)
	printButton  = chat.NewControl("find-print", (*searchButton).printFields)
)

// turnSearch answers Previous and Next. Under a public answer they open a private
// page; on a private page they replace it.
func turnSearch(_ context.Context, _ *chat.Request, b searchButton) (*chat.Reply, error) {
	return b.search.reply(b.search.found(), b.page, chat.OwnPage)
}

func (b *searchButton) pageField(f *chat.Fields) { f.Number(&b.page, 0, chess960.Count/perPage) }

// mostInID is the number of positions of the longest list in a custom id.
const mostInID = 40

// listField is a list of positions, or nothing.
func (b *searchButton) listField(f *chat.Fields) {
	var bytes []byte // two characters for a number
	for _, sp := range b.search.listed {
		bytes = append(bytes, sixBits[sp>>6], sixBits[sp&63])
	}
	packed := string(bytes)
	f.Text(&packed)
	var sps []int // nil for no numbers
	for i := 0; i+1 < len(packed); i += 2 {
		high, low := strings.IndexByte(sixBits, packed[i]), strings.IndexByte(sixBits, packed[i+1])
		if sp := high<<6 | low; min(high, low) >= 0 && sp < chess960.Count {
			sps = append(sps, sp)
		}
	}
	f.Require(len(packed) == 2*len(sps) && len(sps) <= mostInID)
	b.search.listed = sps
}

func (b *searchButton) criteriaFields(f *chat.Fields, criteria []criterion) {
	given := &chat.Request{Options: chat.Options{}}
	for _, c := range criteria {
		value := b.search.value(c.option.Name())
		f.Text(&value)
		given.Options[c.option.Name()] = value
	}
	f.Require(chat.Check(optionsOf(criteria), given) == nil)
	s, err := searchOf(given)
	f.Require(err == nil)
	b.search.conditions = s.conditions
}

// value returns the value of an option as a custom id holds it; "" if the search has no
// such condition.
func (s search) value(option string) string {
	for _, condition := range s.conditions {
		if condition.option == option {
			return condition.value
		}
	}
	return ""
}

// customIDs returns the custom ids of the buttons that turn to a page of the positions found, and
// that print diagrams of them. ok is false for a list that is too long for them.
func (s search) customIDs(found []chess960.Position) (page func(page int) string, print string, ok bool) {
	turn := turnPage
	switch {
	case s.listed != nil:
		if len(found) > mostInID {
			return nil, "", false
		}
		s, turn = search{}, turnListPage
		for _, p := range found {
			s.listed = append(s.listed, p.SP())
		}
	case s.value(fairOption) != "":
		turn = turnFairPage
	}
	return func(page int) string { return turn.ID(searchButton{s, page}) }, printButton.ID(searchButton{s, 0}), true
}

// sixBits are the digits of a packed number, as in base64url (RFC 4648).
const sixBits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
