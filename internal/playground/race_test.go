package main

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/discordtest"
)

// fitsAt measures the last message on a screen and on a phone.
func (v *visitor) fitsAt(what string) {
	v.t.Helper()
	for _, screen := range screens {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		v.until(fmt.Sprintf(`innerWidth === %d && (`+last+`.querySelector(".picture img")?.complete ?? true)`, screen.width))
		v.fits(what, screen.width)
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

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
	v.until(`(` + lastText + `).includes("step 1 of 5")`)
	v.fitsAt("quiz daily")
	for step := 1; step < 5; {
		v.press("Answer")
		v.until(formOpen)
		v.enter("48")
		v.until(`!` + formOpen + ` && ((` + lastText + `).includes("One more try.") || (` + lastText + `).includes("step ` + fmt.Sprint(step+1) + ` of 5"))`)
		if strings.Contains(v.js(lastText), fmt.Sprintf("step %d of 5", step+1)) {
			step++
		}
	}
	v.fitsAt("quiz daily position, text alone")
	for strings.Contains(v.js(lastText), "step 5 of 5") {
		v.press("Answer")
		v.until(formOpen)
		for _, name := range []string{"dark", "light", "queen", "sequence"} {
			v.js(`document.querySelector('#form input[name="` + name + `"]').click(), ""`)
		}
		v.js(`document.querySelector("#form form, #form").requestSubmit?.(), document.querySelector("#form button[type=submit], #form .primary")?.click(), ""`)
		v.until(`!` + formOpen + ` && ((` + lastText + `).includes("One more try.") || (` + lastText + `).includes("Streak: "))`)
	}
	v.fitsAt("quiz daily result, text alone")
	v.press("Share")
	v.until(`(` + lastText + `).includes("@Ben: Chess960 quiz") || (` + lastText + `).includes("appears here in a moment")`)
	v.until(`[...document.querySelectorAll("#log article")].some((m) => m.textContent.includes("Ben: Chess960 quiz"))`)
	v.shoot("62-quiz-shared")
}

// walkRace runs a race of two questions in real time.
func walkRace(v *visitor) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/quiz race rounds:2 seconds:10")
	v.until(`(` + lastText + `).includes("A race of 2 questions")`)
	v.until(`(` + lastText + `).includes("Question 1 of 2")`)
	v.fitsAt("race question")
	v.press("Answer")
	v.until(formOpen)
	v.enter("521")
	v.until(`(` + lastText + `).includes("Received: 521")`)
	v.late(`(` + lastText + `).includes("Question 2 of 2")`)
	v.fitsAt("race solution and question, two pictures")
	v.late(`(` + lastText + `).includes("The race is over")`)
	v.fitsAt("race end")
}
