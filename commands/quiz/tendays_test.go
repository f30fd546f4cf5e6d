package quiz

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// A sitting is one session of practice.
type sitting struct {
	level, direction, scheme string
	goesOn                   bool // though nothing is due
}

// A learner is somebody who practises for ten days.
type learner struct {
	name                  string
	wrong, hints, lookups int  // of a hundred questions
	guesses               bool // answers by lot
	sittings              func(day int) []sitting
	days                  string // "x" for the quiz of the day, "m" for one that ends after midnight
}

func only(s ...sitting) func(int) []sitting { return func(int) []sitting { return s } }

var learners = []learner{
	{name: "always right", sittings: only(sitting{level: "queen", direction: "number", scheme: "sp"}), days: ".........."},
	{name: "wrong now and then", wrong: 25, hints: 10, lookups: 5, sittings: only(sitting{level: "sequences", direction: "mixed", scheme: "sp"}), days: "x.xx.mx..."},
	{name: "guesses", guesses: true, days: "..........", sittings: only(
		sitting{level: "castling", scheme: "sp"}, sitting{level: "queen", direction: "position", scheme: "fritz9"})},
	{name: "one level, and goes on", wrong: 5, hints: 5, days: "....mm....", sittings: only(
		sitting{level: "queen", direction: "mixed", scheme: "fritz9", goesOn: true})},
	{name: "castling", wrong: 10, hints: 3, lookups: 2, sittings: only(sitting{level: "castling", scheme: "sp"}), days: ".........."},
	{name: "several levels", wrong: 15, hints: 5, lookups: 3, days: "..........", sittings: func(day int) []sitting {
		all := []sitting{
			{level: "bishops", direction: "mixed", scheme: "sp"}, {level: "queen", direction: "number", scheme: "sp"}, {level: "castling", scheme: "sp"},
			{level: "number", direction: "number", scheme: "sp"}, {level: "position", direction: "position", scheme: "fritz9"},
			{level: "sequences", direction: "position", scheme: "almanac"}, {level: "sequences", direction: "number", scheme: "fritz9"},
		}
		return []sitting{all[day%len(all)], all[(3*day+1)%len(all)]}
	}},
}

// A practice is ten days of a learner, who presses what people see, and of a model, which says what must be there.
type practice struct {
	*player
	learner
	model
	random   *rand.Rand
	fromOne  map[string]int // answers of which the bot said that they count the queen's squares from 1, by level
	cameBack []int          // after how many questions failed facts came back in their session
	streak   int            // the days in a row up to the last quiz of a day that was finished
	finished when.Date
}

// People find in ten days what docs/quiz.md and the comments of package training promise: what is asked next, what is
// known, mastered and charted, when to come again, and how many days in a row there were.
func TestTenDays(t *testing.T) {
	t.Parallel()
	boards := render.New()
	for i, of := range learners {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			p := &practice{player: newPlayer(t), learner: of, model: model{records: map[fact]*record{}}, fromOne: map[string]int{}, random: rand.New(rand.NewPCG(uint64(i), 960))}
			p.tools.Boards, p.tools.Draw = boards, func(n int) (int, error) { return p.random.IntN(n), nil }
			p.all = []chat.Command{Command(p.tools)}
			morning := p.now.Add(-11 * time.Hour)
			var known, mastered []int // by day
			for day := range 10 {
				p.now = morning.Add(time.Duration(day) * 24 * time.Hour)
				p.later(4 * 3600)
				for _, s := range p.sittings(day) {
					p.sit(s, day%4 == 2, true)
				}
				p.progress()
				p.playDaily(p.days[day])
				all := slices.Collect(maps.Keys(p.records))
				known = append(known, len(slices.DeleteFunc(slices.Clone(all), func(f fact) bool { return !p.records[f].known() })))
				mastered = append(mastered, len(p.mastered(all)))
			}
			right := 0
			for _, a := range p.answers {
				if a.right {
					right++
				}
			}
			t.Logf("%d questions, %d right; of %d facts known by day %v, mastered %v", len(p.answers), right, len(p.records), known, mastered)
			if slices.Sort(p.cameBack); len(p.cameBack) > 0 {
				t.Logf("%d times a failed fact came back after %d to %d questions, half of them after %d or fewer",
					len(p.cameBack), p.cameBack[0], p.cameBack[len(p.cameBack)-1], p.cameBack[len(p.cameBack)/2])
			}
		})
	}
}

// later moves the clock on by 1 to so many seconds.
func (p *practice) later(most int) {
	p.now = p.now.Add(time.Duration(1+p.random.IntN(most)) * time.Second)
}

// must ends the test if a press is refused.
func (p *practice) must(page *chat.Reply, err error) *chat.Reply {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
	return page
}

// sit practises in one session. If it is interrupted, its first question is answered after a second session. At the
// end, a question is left open for an hour.
func (p *practice) sit(s sitting, interrupted, leaves bool) {
	p.Helper()
	page := p.must(p.run("practice", func(r *chat.Request) {
		for option, value := range map[string]string{"level": s.level, "direction": s.direction, "scheme": s.scheme} {
			if s.level != "castling" || option == "level" {
				r.Options[option] = value
			}
		}
	}))
	began, course := p.now, allFacts(s.level, s.direction, s.scheme)
	var asked []asking
	failed := map[fact]int{} // and after how many questions
	for n := 0; ; n++ {
		var previous []fact
		if n > 0 {
			previous = asked[n-1].facts
		}
		q := p.question(page, s, course, previous, began)
		for _, f := range q.facts {
			if at, ok := failed[f]; ok {
				p.cameBack = append(p.cameBack, n-at)
				delete(failed, f)
			}
		}
		if n == testrun.Choose(4, 25) {
			if leaves {
				p.expires(page)
			}
			break
		}
		if interrupted && n == 0 {
			p.later(60)
			p.sit(s, false, false)
		}
		page = p.answerOne(page, q)
		asked = append(asked, p.answers[len(p.answers)-1])
		for _, f := range q.facts {
			if p.records[f].failed {
				failed[f] = n
			}
		}
		rests := p.outcome(page, asked, course)
		p.later(3)
		if rests && !s.goesOn {
			break
		}
		page = p.must(p.press(chattest.Controls(page)[map[bool]string{false: "Next", true: "Go on anyway"}[rests]], nil))
	}
	p.summary(page, s, asked, course)
}

// A shownQuestion is an open question.
type shownQuestion struct {
	asking
	training.Question
	rank string
}

// question reads the question of a page, which must be about facts that come next.
func (p *practice) question(page *chat.Reply, s sitting, course [][]fact, previous []fact, began time.Time) shownQuestion {
	p.Helper()
	_, id, _ := strings.Cut(chattest.Controls(page)["Stop"], ":")
	turn, err := p.tools.Store.Turn(p.Context(), chattest.Anna, id)
	if err != nil {
		p.Fatal(err)
	}
	q := shownQuestion{Question: turn.Question, rank: turn.Question.Position.String()}
	q.level, q.scheme, q.asked, q.back = s.level, s.scheme, turn.Asked, turn.Question.Direction == training.ToPosition
	reason := ""
	if s.level == "castling" {
		reason = string(turn.Question.Exercise.Lesson())
		known := p.records[fact{scheme: "sp", part: reason}].known()
		isStart := strings.Contains(turn.Question.Exercise.String(), "/pppppppp/8/8/8/8/PPPPPPPP/")
		if isStart != (slices.Contains(reasons[:3], reason) && !known) {
			p.Errorf("%s, known %t: %s", reason, known, turn.Question.Exercise)
		}
	}
	q.facts = factsOf(s.level, s.scheme, q.back, q.rank, reason)
	for i, part := range course {
		if want := p.next(part, previous, began, p.now); !slices.Contains(want, q.facts[i]) {
			p.Errorf("%s at %v: asked %v; want one of %v", p.name, p.now, q.facts[i], want)
		}
	}
	earlier := 0
	for _, a := range p.answers {
		if a.level == s.level && a.scheme == s.scheme {
			earlier++
		}
	}
	if hasRule := strings.Contains(chattest.Text(page), "-# "); hasRule != (earlier < 2) {
		p.Errorf("%s, after %d questions of %s: %s", p.name, earlier, s.level, chattest.Text(page))
	}
	return q
}

// first is the first number of a scheme.
var first = map[string]int{"sp": 0, "fritz9": 1, "almanac": 1}

// answerOne answers a question as the learner does.
func (p *practice) answerOne(page *chat.Reply, q shownQuestion) *chat.Reply {
	p.Helper()
	if q.hinted = p.random.IntN(100) < p.hints; q.hinted {
		page = p.must(p.press(chattest.Controls(page)["Hint"], nil))
		if !strings.Contains(chattest.Text(page), "\nHint · ") {
			p.Errorf("no hint: %s", chattest.Text(page))
		}
	}
	p.later(16)
	q.took = p.now.Sub(q.asked)
	shows := map[fact]bool{}
	wrong := p.random.IntN(100) < p.wrong
	switch {
	case p.random.IntN(100) < p.lookups:
		q.shown = true
		page = p.must(p.press(chattest.Controls(page)["Show the answer"], nil))
	case q.level == "castling":
		right := int(q.Exercise.Answer())
		q.given = right
		for (wrong && q.given == right) || p.guesses && q.given == right && p.random.IntN(4) > 0 {
			q.given = p.random.IntN(4)
		}
		q.right = q.given == right
		shows[q.facts[0]] = (q.given^right)>>q.Exercise.Side&1 == 0
		page = p.must(p.press(chattest.Controls(page)[options(q.Question, q.given-right+4)["castling"].(string)], nil))
	default:
		other := q.rank
		for wrong && other == q.rank || p.guesses {
			other = p.other(q)
			if p.guesses {
				break
			}
		}
		of := numberOf(q.scheme, other)
		q.right = true
		for _, f := range q.facts {
			shows[f] = of[f.part] == f.adds
			q.right = q.right && shows[f]
		}
		opened := p.must(p.press(chattest.Controls(page)["Answer"], nil))
		page = p.must(p.press(opened.Form.CustomID, filled(q, of)))
	}
	p.answered(q.asking, p.now, shows)
	return page
}

// other returns a position to answer a question with. A wrong number must not be explained: then its parts alone say
// what is known.
func (p *practice) other(q shownQuestion) string {
	for {
		sp := p.random.IntN(chess960.Count)
		if p.random.IntN(2) == 0 { // another sequence or queen alone
			sp = (q.Position.SP() + 16*sp) % chess960.Count
		}
		other := chess960.MustFromSP(sp).String()
		of := numberOf(q.scheme, other)
		if n := first[q.scheme] + of["bishops"] + of["queen"] + of["sequence"]; q.level != "number" || len(q.JudgeNumber(n).Origins) == 0 {
			return other
		}
	}
}

// filled fills in the form of a question with what belongs to a position.
func filled(q shownQuestion, of map[string]int) chat.Options {
	text := func(name string) string { return fmt.Sprint(of[name]) }
	pairs := q.scheme == "fritz9"
	switch {
	case q.level == "number":
		return chat.Options{"number": fmt.Sprint(first[q.scheme] + of["bishops"] + of["queen"] + of["sequence"])}
	case !q.back:
		return chat.Options{"number": text(partsOf[q.level][0])}
	case q.level == "position":
		return chat.Options{"dark": text("dark"), "light": text("light"), "queen": text("square"), "sequence": text("row")}
	case q.level == "bishops":
		return chat.Options{"dark": text("dark"), "light": text("light")}
	case q.level == "queen" && pairs:
		return chat.Options{"queen": text("queen's")}
	case q.level == "queen":
		return chat.Options{"queen": text("square")}
	case pairs:
		return chat.Options{"knight": text("other"), "other": text("knight")}
	}
	return chat.Options{"sequence": text("row")}
}

// expires leaves a question open, which can be answered for an hour.
func (p *practice) expires(page *chat.Reply) {
	p.Helper()
	answer := chattest.Controls(page)["Answer"]
	if answer == "" { // castling
		answer = chattest.Controls(page)["Teach me"]
	}
	p.now = p.now.Add(time.Hour)
	p.must(p.press(answer, nil))
	p.now = p.now.Add(time.Millisecond)
	_, err := p.press(answer, nil)
	chattest.RefusedWith(p.T, err, "You can answer a question for an hour, but this one is older.")
}

// playDaily answers the quiz of the day, or none, or ends it after midnight, and compares the streak.
func (p *practice) playDaily(plan byte) {
	p.Helper()
	if plan == '.' {
		return
	}
	today := when.DateOf(p.now)
	inARow := func() string {
		if p.streak == 1 {
			return "1 day in a row."
		}
		return fmt.Sprintf("%d days in a row.", p.streak)
	}
	page := p.daily()
	if p.finished != today-1 {
		p.streak = 0
	}
	if text := chattest.Text(page); strings.Contains(text, "in a row") != (p.streak > 0) || p.streak > 0 && !strings.Contains(text, "-# "+inARow()) {
		p.Errorf("%s on %v after %d days: %s", p.name, today, p.streak, text)
	}
	for i, q := range training.ForDay(today) {
		p.later(20)
		if plan == 'm' && i == 5 {
			p.now = (today + 1).UTC().Add(time.Duration(p.random.IntN(3601)) * time.Second)
		}
		page = p.answer(page, options(q, 0))
	}
	p.streak, p.finished = p.streak+1, today
	if text := chattest.Text(page); !strings.Contains(text, "6 of 6 in ") || !strings.Contains(text, inARow()) {
		p.Errorf("%s on %v after %d days: %s", p.name, today, p.streak, text)
	}
}
