package main

import (
	"fmt"
	"testing"

	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/testrun"
)

// phones are the screens on which the answers of every language must fit.
var phones = []screen{phone, smallPhone}

// The answers fit a phone in every language, and so do their buttons and headings. The languages
// with the longest words are a sample of the others; TestVisit walks through English.
func TestLanguagesFitAPhone(t *testing.T) {
	languages := []string{"de", "fr", "ru"}
	if testrun.Whole() {
		languages = voice.Languages()
	}
	for _, language := range languages {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			s, url := open(t)
			v := visit(t, url)
			v.screens = phones
			v.click(`#locales input[value^="` + language + `"]`)
			walkAnswers(v)
			walkLongestCastlings(v, language)
			walkLongestReasons(v)
			walkLessons(v)
			v.heights.check(t, phones)
			v.noComplaints(s)
		})
	}
}

// walkLessons looks at the first question of the levels that show a board, and at what "Teach me" shows. That
// button comes first, after the four answers about castling.
func walkLessons(v *visitor) {
	for level, before := range map[string]int{"number": 0, "castling": 4} {
		v.ask("/quiz practice level:" + level)
		v.fitsScreens("first question, " + level)
		v.js(fmt.Sprintf(`%s.querySelectorAll(".button")[%d].click(), ""`, last, before))
		v.until(last + `.querySelectorAll(".button").length === 1 && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("lesson, " + level)
	}
}
