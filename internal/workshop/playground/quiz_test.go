package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/discordtest"
)

// walkQuiz practises: a slip, a hint, a right answer and a position from lists. Every page
// fits a screen and a phone.
func walkQuiz(v *visitor) {
	v.as(discordtest.Ben)
	v.goTo(discordtest.ChannelID)
	v.ask("/quiz practice level:number")
	v.fitsScreens("quiz number")
	v.press("Teach me")
	v.until(`(` + lastText + `).includes("Example · ")`)
	v.fitsScreens("quiz lesson")
	v.press("Now you")
	v.until(`(` + lastText + `).includes("What is the SP number")`)
	p := v.asked()
	dark, light := p.SP()/4%4, p.SP()%4
	v.press("Hint")
	v.until(`(` + lastText + `).includes("Hint · ")`)
	v.fitsScreens("quiz hint")
	v.openAnswer()
	v.shootForm("60-quiz-form-number")
	v.enter(fmt.Sprint(p.SP() - 4*dark - light + 4*light + dark))
	if dark != light {
		v.until(`(` + lastText + `).includes("swap the bishops' numbers")`)
	}
	v.until(`(` + lastText + `).includes("480 + ") || (` + lastText + `).includes(" = ` + fmt.Sprint(p.SP()) + `")`)
	v.fitsScreens("quiz slip")
	v.press("Next")
	v.until(`[...` + last + `.querySelectorAll(".button")].some((b) => b.textContent === "Answer") && ` + last + `.querySelector(".picture img")?.complete`)
	p = v.asked()
	v.openAnswer()
	v.enter(fmt.Sprint(p.SP()))
	v.until(`(` + lastText + `).includes("SP number ` + fmt.Sprint(p.SP()) + `.")`)
	v.fitsScreens("quiz right")
	v.press("Stop")
	v.until(`(` + lastText + `).includes("You got ")`)
	v.ask("/quiz practice level:sequences direction:number")
	v.fitsScreens("quiz sequences, the first one")
	v.press("Show the answer")
	v.until(`(` + lastText + `).includes(" adds ")`)
	v.fitsScreens("quiz sequences")
	v.ask("/quiz practice level:position")
	v.openAnswer()
	v.until(`document.querySelectorAll("#form fieldset").length === 4 && document.querySelectorAll("#form input[type=radio]").length === 24`)
	v.shootForm("61-quiz-form-position")
	for _, name := range []string{"dark", "light", "queen", "sequence"} {
		v.js(`document.querySelector('#form input[name="` + name + `"]').focus(), ""`)
		v.do(chromedp.KeyEvent(" "))
	}
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`!` + formOpen + ` && ((` + lastText + `).includes("Right. BBQNNRKR") || (` + lastText + `).includes("Not quite. "))`)
	v.fitsScreens("quiz position")
	v.ask("/quiz practice level:castling")
	offers := func(label string) string {
		return `[...` + last + `.querySelectorAll(".button")].some((b) => b.textContent === "` + label + `")`
	}
	v.until(offers("Neither"))
	v.fitsScreens("quiz castling")
	v.press("Teach me")
	v.until(`(` + lastText + `).includes("Example · ")`)
	v.fitsScreens("quiz castling lesson")
	v.press("Now you")
	v.until(offers("Neither"))
	v.press("Neither")
	v.until(offers("Next"))
	v.fitsScreens("quiz castling solution")
	v.ask("/quiz progress")
	v.fitsScreens("quiz progress")
	v.press("Bishops")
	v.until(`(` + lastText + `).includes("Bishops, SP numbers")`)
	v.fitsScreens("quiz progress, bishops")
	v.press("Forget everything about me")
	v.until(`(` + lastText + `).includes("Forget everything?")`)
	v.press("Yes, forget everything")
	v.until(`(` + lastText + `).includes("deleted all your quiz data")`)
}

// openAnswer presses "Answer" under the last message.
func (v *visitor) openAnswer() {
	v.t.Helper()
	v.press("Answer")
	v.until(formOpen)
}

var squareWithPiece = regexp.MustCompile(`(\w)\w+ [a-h]1`)

// asked returns the position in the last message, by its alt text.
func (v *visitor) asked() chess960.Position {
	v.t.Helper()
	letters := map[string]string{"k": "K", "q": "Q", "r": "R", "b": "B"}
	rank := ""
	alt := v.js(last + `.querySelector(".picture img").alt`)
	for _, m := range squareWithPiece.FindAllStringSubmatch(strings.ReplaceAll(alt, "knight", "night"), -1) {
		if letter, ok := letters[m[1]]; ok {
			rank += letter
		} else {
			rank += "N"
		}
	}
	p, err := chess960.ParsePosition(rank)
	if err != nil {
		v.t.Fatalf("%q: %v", alt, err)
	}
	return p
}
