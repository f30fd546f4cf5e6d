package quiz

import (
	"slices"
	"strings"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v3"
)

// A fact is one thing to remember, in one direction: what a part adds to a number, or a reason of castling.
type fact struct {
	scheme, part string // the part of castling is the name of the reason
	adds         int
	back         bool // from the number to the pieces
}

// A record is what a person answered about a fact.
type record struct {
	card   fsrs.Card
	failed bool // the last answer was wrong
	right  int
	due    time.Time // what the scheduler said when the fact became known
	again  bool      // right then or later, and not wrong since
}

func (r *record) known() bool    { return r != nil && r.card.State == fsrs.Review }
func (r *record) learning() bool { return r != nil && r.card.State != fsrs.Review }

// blocks returns how many blocks of a chart are filled.
func (r *record) blocks() int {
	if r == nil {
		return 0
	}
	blocks := 1
	for _, days := range []float64{1, 4, 10, 30} {
		if r.card.Stability >= days {
			blocks++
		}
	}
	return blocks
}

// An asking is one question and what became of it.
type asking struct {
	level, scheme string
	back          bool
	facts         []fact
	given         int // the answer to a question about castling
	asked         time.Time
	took          time.Duration // to the answer
	right         bool
	hinted, shown bool
}

// A model is what docs/quiz.md and the comments of package training promise to one person. It shares only
// the library FSRS with the program.
type model struct {
	records map[fact]*record
	answers []asking // the last one last
}

// The parts that a level asks for; castling has reasons instead.
var partsOf = map[string][]string{
	"bishops": {"bishops"}, "queen": {"queen"}, "sequences": {"sequence"},
	"number": {"bishops", "queen", "sequence"}, "position": {"bishops", "queen", "sequence"},
}

// reasons are those of castling, the first one to learn first.
var reasons = strings.Fields("kingBlocked sideBySide rookBlocked plain oneStays check crosses lands rookUnsafe moved uncovered")

// numberOf returns what each part of a position adds to its number in a scheme. The parts of a number that are
// counted from 1 add one less.
func numberOf(scheme, rank string) map[string]int {
	place := func(piece string, among string) (places []int) { // of a piece among the squares of some pieces
		n := 0
		for _, letter := range strings.Split(rank, "") {
			if letter == piece {
				places = append(places, n)
			}
			if strings.Contains(among, letter) {
				n++
			}
		}
		return places
	}
	pair := func(of []int, squares int) (n int) { // the left one further left comes first
		for left := range of[0] {
			n += squares - 1 - left
		}
		return n + of[1] - of[0] - 1
	}
	var dark, light int
	for _, file := range place("B", "KQRBN") {
		if file%2 == 0 {
			dark = file / 2
		} else {
			light = file / 2
		}
	}
	parts := map[string]int{
		"bishops": 4*dark + light, "queen": 16 * place("Q", "KQRN")[0], "sequence": 96 * pair(place("N", "KRN"), 5),
		"dark": dark, "light": light, "square": place("Q", "KQRN")[0], "row": pair(place("N", "KRN"), 5),
	}
	switch scheme {
	case "almanac":
		parts["bishops"] = 4*light + dark
	case "fritz9":
		knights := place("N", "KQRN")
		parts["queen"], parts["sequence"] = 240*place("Q", "KQR")[0], 16*pair(knights, 6)
		parts["queen's"], parts["knight"], parts["other"] = place("Q", "KQR")[0], knights[0], knights[1]
	}
	return parts
}

// factsOf returns the facts that a question is about.
func factsOf(level, scheme string, back bool, rank, reason string) (facts []fact) {
	if level == "castling" {
		return []fact{{scheme: "sp", part: reason}}
	}
	for _, part := range partsOf[level] {
		facts = append(facts, fact{scheme, part, numberOf(scheme, rank)[part], back})
	}
	return facts
}

// allFacts returns the facts of a level in a direction, or in both, by parts.
func allFacts(level, direction, scheme string) (parts [][]fact) {
	if level == "castling" {
		parts = [][]fact{nil}
		for _, reason := range reasons {
			parts[0] = append(parts[0], fact{scheme: "sp", part: reason})
		}
		return parts
	}
	if level == "number" || level == "position" {
		direction = level
	}
	for _, part := range partsOf[level] {
		many, weight := map[string]int{"bishops": 16, "queen": 6, "sequence": 10}[part], map[string]int{"bishops": 1, "queen": 16, "sequence": 96}[part]
		if scheme == "fritz9" && part != "bishops" {
			many, weight = map[string]int{"queen": 4, "sequence": 15}[part], map[string]int{"queen": 240, "sequence": 16}[part]
		}
		var facts []fact
		for digit := range many {
			for _, back := range []bool{false, true} {
				if direction != map[bool]string{false: "position", true: "number"}[back] {
					facts = append(facts, fact{scheme, part, digit * weight, back})
				}
			}
		}
		parts = append(parts, facts)
	}
	return parts
}

// next returns the facts of a part of which the next question may be about any: what failed before the session,
// the last one first; what is due, the most overdue first; new ones, unless six are being learned; what is being
// learned and was not asked for a minute, and then the rest, each time the one that was not asked for longest. Nothing
// comes twice in a row.
func (m *model) next(part []fact, previous []fact, began, now time.Time) []fact {
	learning := 0
	var asked, fresh []fact
	for _, f := range part {
		r := m.records[f]
		if r.learning() {
			learning++
		}
		switch {
		case slices.Contains(previous, f):
		case r == nil:
			fresh = append(fresh, f)
		default:
			asked = append(asked, f)
		}
	}
	best := func(is func(r *record) bool, better func(a, b *record) bool) (f []fact) {
		for _, other := range asked {
			if r := m.records[other]; is(r) && (f == nil || better(r, m.records[f[0]])) {
				f = []fact{other}
			}
		}
		return f
	}
	last := func(r *record) time.Time { return r.card.LastReview }
	if f := best(func(r *record) bool { return r.failed && last(r).Before(began) }, func(a, b *record) bool { return last(a).After(last(b)) }); f != nil {
		return f
	}
	if f := best(func(r *record) bool { return !r.card.Due.After(now) }, func(a, b *record) bool { return a.card.Due.Before(b.card.Due) }); f != nil {
		return f
	}
	castling := slices.Contains(reasons, part[0].part)
	if len(fresh) > 0 && castling {
		return fresh[:1] // in their order
	}
	if len(fresh) > 0 && (learning < 6 || len(asked) == 0) {
		return fresh
	}
	longest := func(a, b *record) bool { return last(a).Before(last(b)) }
	if f := best(func(r *record) bool { return r.learning() && now.Sub(last(r)) >= time.Minute }, longest); f != nil {
		return f
	}
	return best(func(*record) bool { return true }, longest)
}

// rest returns when the next question is due, if all facts of a course are known and none is due.
func (m *model) rest(course [][]fact, now time.Time) (until time.Time, ok bool) {
	for _, f := range slices.Concat(course...) {
		r := m.records[f]
		if !r.known() || !r.card.Due.After(now) {
			return until, false
		}
		if until.IsZero() || r.card.Due.Before(until) {
			until = r.card.Due
		}
	}
	return until, true
}

// mostEarlier is how many questions, those asked last, decide about the grade of an answer.
const mostEarlier = 200

// answered notes an answer at an instant, with what it shows about each fact.
func (m *model) answered(a asking, at time.Time, shows map[fact]bool) {
	grade := fsrs.Good
	earlier := slices.SortedStableFunc(slices.Values(m.answers), func(x, y asking) int { return x.asked.Compare(y.asked) })
	earlier = earlier[max(0, len(earlier)-mostEarlier):]
	slices.SortStableFunc(earlier, func(x, y asking) int { return x.asked.Add(x.took).Compare(y.asked.Add(y.took)) })
	var times []time.Duration
	for _, e := range earlier {
		if e.right && !e.hinted && e.level == a.level && e.back == a.back {
			times = append(times, e.took)
		}
	}
	slices.Sort(times)
	if a.right && len(times) >= 5 && a.took < times[len(times)/2] {
		grade = fsrs.Easy
	}
	if a.hinted || a.level == "castling" && a.mayBeGuess(earlier) {
		grade = fsrs.Hard
	}
	for _, f := range a.facts {
		r := m.records[f]
		if r == nil {
			r = &record{card: fsrs.NewCard()}
			m.records[f] = r
		}
		given := grade
		if !shows[f] {
			given = fsrs.Again
		}
		known := r.known()
		r.again = shows[f] && (r.again || known && !at.Before(r.due))
		if r.failed = !shows[f]; a.right {
			r.right++
		}
		r.card = fsrs.NewFSRS(fsrs.DefaultParam()).Next(r.card, at, given).Card
		if !known {
			r.due = r.card.Due
		}
	}
	m.answers = append(m.answers, a)
}

// mayBeGuess reports whether an answer about castling may be a guess: it is not the third right one in a row about
// its reason, or since the first of the three at most half of the answers were right, or all right ones the same.
func (a asking) mayBeGuess(earlier []asking) bool {
	inARow, right, all, others := 0, 0, 0, false
	for _, e := range slices.Backward(append(slices.Clone(earlier), a)) {
		if e.level != "castling" {
			continue
		}
		all++
		if e.right && !e.hinted {
			right++
			others = others || e.given != a.given
		}
		if e.facts[0] == a.facts[0] {
			if !e.right || e.hinted {
				return true
			}
			if inARow++; inARow == 3 {
				return 2*right <= all || !others
			}
		}
	}
	return true
}

// mastered returns how many of the facts are mastered.
func (m *model) mastered(facts []fact) (mastered []fact) {
	everyReason := true
	for _, reason := range reasons {
		r := m.records[fact{scheme: "sp", part: reason}]
		everyReason = everyReason && r != nil && r.right > 0
	}
	for _, f := range facts {
		r := m.records[f]
		if r.known() && r.again && (!slices.Contains(reasons, f.part) || everyReason && r.right >= 3) {
			mastered = append(mastered, f)
		}
	}
	return mastered
}
