package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"chess960bot/voice"
)

// phones are the sizes of phones on which the answers of every language must fit.
var phones = []screen{{390, 844}, {360, 800}}

// The answers fit a phone in every language, and so do their buttons and headings.
func TestLanguagesFitAPhone(t *testing.T) {
	s, url := open(t)
	v := visit(t, url)
	v.screens = phones
	for _, language := range voice.Languages() {
		t.Run(language, func(t *testing.T) {
			t.Cleanup(func() { v.heights = &heights{} })
			v := v.in(t)
			v.click(`#locales input[value^="` + language + `"]`)
			v.do(chromedp.EmulateViewport(390, 844))
			c := crawler{v, map[string]bool{}}
			for _, line := range answerLines() {
				if strings.HasPrefix(line, "/help private") {
					continue // a page that only the asker sees is as long as the whole list
				}
				v.js(`[...document.querySelectorAll("#log article")].slice(0, -1).forEach((a) => a.remove()), ""`)
				v.ask(line)
				v.fitsScreens(line)
				c.follow(line)
			}
			v.heights.check(t, [2]int64{390, 360}, mostInLanguages)
		})
	}
	for _, complaint := range v.complaints() {
		t.Error("in the browser:", complaint)
	}
	for _, rule := range s.discord.Broken() {
		t.Error("rule broken:", rule)
	}
}

// mostInLanguages are the most pixels of an answer in any language. What a person asked to see
// whole may be two lines higher than in English, and a draw three, because its text depends on
// chance. On a narrow phone people scroll.
func mostInLanguages(what string, width int64) float64 {
	const line = 20
	switch {
	case width < 390:
		return math.Inf(1)
	case strings.HasPrefix(what, "/random"):
		return mostPixels + 3*line
	}
	return max(mostPixels, wholes()[what]+2*line)
}

// oneLine checks that each button has one line, and that no heading has too many.
func (v *visitor) oneLine(what, article string) {
	v.t.Helper()
	const lines = `Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))`
	for part, most := range map[string]int{".button": 2, "h3, h4": v.headingLines} { // a button has the height of two lines around one
		if broken := v.js(fmt.Sprintf(`[...%s.querySelectorAll(%q)].filter((e) => %s > %d).map((e) => e.textContent).join(", ")`, article, part, lines, most)); broken != "" {
			v.t.Errorf("%s: too many lines in %s", what, broken)
		}
	}
}
