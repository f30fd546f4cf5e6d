package quiz

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// scored matches the line of a page that says how the session goes, and when to come again.
var scored = regexp.MustCompile(`(?m)^-# (\d+ of \d+ right.*|That is all for now.*)$`)

// outcome compares the page after an answer, and returns whether there is nothing left to ask for now.
func (p *practice) outcome(page *chat.Reply, asked []asking, course [][]fact) (rests bool) {
	p.Helper()
	a, text := asked[len(asked)-1], chattest.Text(page)
	if strings.Contains(text, "Right. ") != a.right || strings.Contains(text, "Not quite. ") == (a.right || a.shown) {
		p.Errorf("right %t, shown %t: %s", a.right, a.shown, text)
	}
	if strings.Contains(text, "if you count the queen's squares from 1: ") || strings.Contains(text, "You counted the queen's squares from 1 ") {
		p.fromOne[a.level]++
	}
	var want []string
	right, inARow := 0, 0
	for _, a := range asked {
		inARow++
		if a.right {
			right++
		} else {
			inARow = 0
		}
	}
	if len(asked) > 1 {
		score := fmt.Sprintf("%d of %d right", right, len(asked))
		if inARow > 1 {
			score += fmt.Sprintf(", %d in a row", inARow)
		}
		want = append(want, score+".")
	}
	until, rests := p.rest(course, p.now)
	if rests {
		want = append(want, restUntil(until))
	}
	var got string
	if found := scored.FindStringSubmatch(text); found != nil {
		got = found[1]
	}
	if got != strings.Join(want, " ") {
		p.Errorf("%s at %v: %q, want %q", p.name, p.now, got, want)
	}
	return rests
}

func restUntil(until time.Time) string {
	return fmt.Sprintf("That is all for now. The next question comes <t:%d:R>.", until.Unix())
}

// summary compares the page after the end of a session.
func (p *practice) summary(page *chat.Reply, s sitting, asked []asking, course [][]fact) {
	p.Helper()
	id := chattest.Controls(page)["Stop"] + chattest.Controls(page)["Finish"]
	right, shown, known := 0, 0, 0
	for _, a := range asked {
		if a.right {
			right++
		}
		if a.shown {
			shown++
		}
	}
	all := slices.Concat(course...)
	for _, f := range all {
		if p.records[f].known() {
			known++
		}
	}
	said := fmt.Sprintf("You got %d of %d questions right", right, len(asked))
	if len(asked) == 1 {
		said = strings.Replace(said, "questions", "question", 1)
	}
	if shown > 0 {
		said += fmt.Sprint(". Solutions shown: ", shown)
	}
	mastered := "none"
	if n := len(p.mastered(all)); n > 0 {
		mastered = fmt.Sprint(n)
	}
	of := "answers at this level"
	switch s.level {
	case "number", "position":
		of = "parts of such numbers (knights, queen, bishops)"
	case "castling":
		of = "cases"
	}
	lines := fmt.Sprintf("You have mastered %s of the %d %s.", mastered, len(all), of)
	switch n := len(p.mastered(all)); {
	case s.level == "castling" && n < len(all):
		lines += " First get every case right once. After that, you master a case with three right answers, one of them on a later day."
	case n < known:
		lines += " You have mastered an answer if you still know it when it is due again, after a day or more."
	}
	if until, rests := p.rest(course, p.now); rests {
		lines += " " + restUntil(until)
	}
	levels := []string{"bishops", "sequences", "queen", "number", "position"}
	if i := slices.Index(levels, s.level); known == len(all) && i >= 0 && i < 4 {
		scheme := ""
		if s.scheme != "sp" {
			scheme = " scheme:" + s.scheme
		}
		lines += fmt.Sprintf(" Go on with `/quiz practice` `level:%s%s`.", levels[i+1], scheme)
	}
	want := "## Until next time\n" + said + ".\n" + lines + "\nSee more with `/quiz progress`."
	if got := chattest.Text(p.must(p.press(id, nil))); got != want {
		p.Errorf("%s at %v:\n got %s\nwant %s", p.name, p.now, got, want)
	}
}

// progress compares the charts of all levels that were practised.
func (p *practice) progress() {
	p.Helper()
	page := p.must(p.run("progress", func(*chat.Request) {}))
	level, scheme := p.answers[len(p.answers)-1].level, "sp"
	if level == "number" || level == "position" {
		level = "sequences"
	}
	for _, a := range p.answers {
		if a.level != "castling" {
			scheme = a.scheme
		}
	}
	p.chart(page, level, scheme)
	for _, other := range []string{"bishops", "sequences", "queen", "castling"} {
		asked := other != level && slices.ContainsFunc(slices.Concat(allFacts(other, "mixed", scheme)...), func(f fact) bool { return p.records[f] != nil })
		button := chattest.Controls(page)[levelNames[other]]
		if (button != "") != asked {
			p.Errorf("%s: the chart of %s has the buttons %v", p.name, level, chattest.Controls(page))
		}
		if asked {
			p.chart(p.must(p.press(button, nil)), other, scheme)
		}
	}
}

var levelNames = map[string]string{
	"bishops": "Bishops", "sequences": "Sequences", "queen": "Queen", "number": "Whole number", "position": "Whole position", "castling": "Castling",
}

var (
	filledBlocks = regexp.MustCompile(`(\d) blocks?: ([^:]*?\))\.`)
	chartedFact  = regexp.MustCompile(`(\d+) \(`)
)

// chart compares the chart of a level.
func (p *practice) chart(page *chat.Reply, level, scheme string) {
	p.Helper()
	text := chattest.Text(page)
	var got, want []string
	if level == "castling" {
		mastered := p.model.mastered(allFacts(level, "", "")[0])
		for _, reason := range reasons {
			f, name := fact{scheme: "sp", part: reason}, chattest.English(voice.Say("quiz.lesson."+reason, nil))
			for _, line := range strings.Split(text, "\n") {
				if strings.Contains(line, name) {
					got = append(got, line[:strings.Index(line, ":")]+": "+name)
				}
			}
			switch {
			case slices.Contains(mastered, f):
				want = append(want, "Cases that you know: "+name)
			case p.records[f] != nil:
				want = append(want, "Cases still to learn: "+name)
			}
		}
	} else {
		for _, blocks := range filledBlocks.FindAllStringSubmatch(chattest.English(page.Pictures[0].Alt), -1) {
			for _, fact := range chartedFact.FindAllStringSubmatch(blocks[2], -1) {
				got = append(got, fact[1]+": "+blocks[1])
			}
		}
		facts := allFacts(level, "mixed", scheme)[0] // both directions, one after the other
		for i := 0; i < len(facts); i += 2 {
			there, back := p.records[facts[i]].blocks(), p.records[facts[i+1]].blocks()
			if blocks := min(there, back); blocks > 0 {
				want = append(want, fmt.Sprintf("%d: %d", facts[i].adds, blocks))
			} else if there+back > 0 { // asked in one direction
				want = append(want, fmt.Sprintf("%d: %d", facts[i].adds, there+back))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.Errorf("%s at %v, chart of %s:\n got %q\nwant %q", p.name, p.now, level, got, want)
	}
	heading := "## Your progress: castling"
	if level != "castling" {
		heading = fmt.Sprintf("## Your progress: %s, %s", levelNames[level], map[string]string{"sp": "SP numbers", "fritz9": "Fritz 9", "almanac": "Almanac"}[scheme])
	}
	want = []string{heading}
	of := []string{level}
	if level == "sequences" {
		of = append(of, "number", "position")
	}
	fromOne := 0
	for _, level := range of {
		fromOne += p.fromOne[level]
		if result := p.result(level); result != "" {
			want = append(want, result)
		}
	}
	if said := "You counted the queen's squares from 1 instead of 0."; strings.Contains(text, said) { // others may be more frequent
		want = append(want, fmt.Sprintf("**%d ×** %s", fromOne, said))
	}
	for _, line := range want {
		if !strings.Contains(text, line) {
			p.Errorf("%s at %v:\n%s\nwant %s", p.name, p.now, text, line)
		}
	}
}

// result says what was right and wrong in a level, and how long right answers took.
func (p *practice) result(level string) string {
	var times []time.Duration
	wrong, shown := 0, 0
	for _, a := range p.answers {
		switch {
		case a.level != level:
		case a.right:
			times = append(times, a.took)
		case a.shown:
			shown++
		default:
			wrong++
		}
	}
	if len(times)+wrong+shown == 0 {
		return ""
	}
	said := fmt.Sprintf("%s: **%d** right, **%d** wrong", levelNames[level], len(times), wrong)
	if shown > 0 {
		said += fmt.Sprintf(", **%d** looked up", shown)
	}
	if slices.Sort(times); len(times) > 0 {
		seconds, unit := int(times[len(times)/2].Seconds()), "seconds"
		if seconds == 1 {
			unit = "second"
		}
		said += fmt.Sprintf("; median time %d %s", seconds, unit)
	}
	return said
}
