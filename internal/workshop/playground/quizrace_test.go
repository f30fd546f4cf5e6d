package main

import (
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// late waits for a condition that takes about ten seconds.
func (v *visitor) late(condition string) {
	v.t.Helper()
	v.js(`new Promise((done) => { const clock = setInterval(() => (` + condition + `) && (clearInterval(clock), done("")), 200); setTimeout(() => done(""), 20000) })`)
	v.until(condition)
}

// walkQuizDaily plays the quiz of the day with the same answer to every step, and shares
// the result.
func walkQuizDaily(v *visitor) {
	v.as(discordtest.Ben)
	v.goTo(discordtest.ChannelID)
	v.ask("/quiz daily")
	v.until(`(` + lastText + `).includes("question 1 of 6")`)
	v.fitsScreens("quiz daily")
	for !strings.Contains(v.js(lastText), "question 5 of 6") {
		v.js(`window.earlier = ` + lastText)
		v.openAnswer()
		v.enter("48")
		v.until(`!` + formOpen + ` && (` + lastText + `) !== earlier`)
	}
	v.fitsScreens("quiz daily position, text alone")
	for strings.Contains(v.js(lastText), "question 5 of 6") {
		v.js(`window.earlier = ` + lastText)
		v.openAnswer()
		for _, name := range []string{"dark", "light", "queen", "sequence"} {
			v.js(`document.querySelector('#form input[name="` + name + `"]').focus(), ""`)
			v.do(chromedp.KeyEvent(" "))
		}
		v.do(chromedp.KeyEvent(kb.Enter))
		v.until(`!` + formOpen + ` && (` + lastText + `) !== earlier`)
	}
	v.fitsScreens("quiz daily solution, text alone")
	v.press("Next")
	v.until(`(` + lastText + `).includes("question 6 of 6")`)
	v.fitsScreens("quiz daily castling")
	for strings.Contains(v.js(lastText), "question 6 of 6") {
		v.js(`window.earlier = ` + lastText)
		v.press("Neither")
		v.until(`(` + lastText + `) !== earlier`)
	}
	v.fitsScreens("quiz daily result, text alone")
	v.press("Share")
	v.until(`(` + lastText + `).includes("@Ben: Chess960 quiz") || (` + lastText + `).includes("appears here in a moment")`)
	v.until(`[...document.querySelectorAll("#log article")].some((m) => m.textContent.includes("Ben: Chess960 quiz"))`)
	v.shoot("62-quiz-shared")
}

// walkRace runs a race of two questions in real time, and another one about castling.
func walkRace(v *visitor) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/quiz race rounds:2 seconds:10")
	v.until(`(` + lastText + `).includes("A race of 2 questions")`)
	v.until(`(` + lastText + `).includes("Question 1 of 2")`)
	v.fitsScreens("race question")
	v.openAnswer()
	v.enter("521")
	v.until(`(` + lastText + `).includes("Your answer is 521")`)
	v.late(`(` + lastText + `).includes("Question 2 of 2")`)
	v.fitsScreens("race solution and question, two pictures")
	v.late(`(` + lastText + `).includes("The race is over")`)
	v.fitsScreens("race end")
	v.goTo(dailyChannel.ChannelID)
	v.ask("/quiz race level:castling rounds:2 seconds:10")
	v.until(`(` + lastText + `).includes("Question 1 of 2")`)
	v.fitsScreens("race castling")
	v.late(`(` + lastText + `).includes("Question 2 of 2")`)
	v.fitsScreens("race castling solution and question")
	v.late(`(` + lastText + `).includes("The race is over")`)
	v.fitsScreens("race castling end")
}
