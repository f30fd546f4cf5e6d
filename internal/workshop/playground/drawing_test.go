package main

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// walkDrawing draws a position by hand, step by step, and shows the position to everyone.
func walkDrawing(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.typeIn("/random method:die hands:mine" + kb.Enter)
	v.until(`(` + lastText + `).includes("Roll the d6 for the dark-square bishop")`)
	for _, roll := range []struct{ label, then string }{{"1", "light-square bishop"}, {"3", "for the queen"}, {"2", "first knight"}} {
		v.press(roll.label)
		v.until(`(` + lastText + `).includes("` + roll.then + `") && ` + last + `.querySelector(".picture img")?.complete`)
	}
	v.shoot("21-guided")
	for _, roll := range []struct{ label, then string }{{"2", "second knight"}, {"4", "Your draw is complete. Only you can see this page."}} {
		v.press(roll.label)
		v.until(`(` + lastText + `).includes("` + roll.then + `") && ` + last + `.querySelector(".picture img")?.complete`)
	}
	v.shoot("22-guided-end")
	v.press("Show to everyone")
	v.until(`(` + lastHeading + `).startsWith("SP 594") && !` + last + `.classList.contains("private") && (` + lastText + `).includes("entered this draw")`)
	v.shootAnswer("23-by-hand")
	v.press("Show to everyone")
	v.until(`[...document.querySelectorAll("#log article.private a")].some((a) => a.textContent === "your post" && a.hash === "#" + ` + last + `.id)`)
	v.press("Step by step")
	v.until(last + `.classList.contains("private") && (` + lastText + `).includes("Rook, king and rook fill the rest. Squares: b1, e1 and g1.")`)
	v.shootAnswer("24-throws")
	v.press("Compare the methods")
	v.until(`(` + lastText + `).includes("How fair each method is")`)
	v.shoot("25-compare")
}

// walkJoint sets up a position together with Ben.
func walkJoint(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.typeIn("/random game:by-two all:true opponent:@Ben" + kb.Enter)
	v.until(`(` + lastHeading + `).startsWith("Set-up by two players") && (` + lastText + `).includes("Move 1, Black")`)
	people := []discordtest.User{discordtest.Anna, discordtest.Ben}
	for i, move := range []struct{ piece, square string }{{"Queen", "b1"}, {"Rook", "c1"}, {"Bishop", "d1"}, {"Knight", "g1"}} {
		v.as(people[i%2])
		v.press(move.piece)
		v.until(`(` + lastText + `).includes("chooses a square for the ` + strings.ToLower(move.piece) + `.")`)
		v.press(move.square)
		v.until(`(` + lastText + `).includes("presses Place")`)
		v.press("Place: " + strings.ToLower(move.piece) + " on " + move.square)
		v.until(`(` + lastText + `).includes("Move ` + fmt.Sprint(i+2) + `")`)
	}
	v.shoot("26-joint")
	v.press("Knight")
	v.until(last + `.classList.contains("private") && (` + lastText + `).includes("turn")`)
	v.shoot("27-not-your-turn")
	v.as(discordtest.Anna)
	for i, move := range []struct{ piece, square string }{{"Rook", "h1"}, {"King", "e1"}, {"Knight", "f1"}, {"Bishop", "a1"}} {
		v.as(people[i%2])
		v.press(move.piece)
		v.press(move.square)
		v.press("Place: " + strings.ToLower(move.piece) + " on " + move.square)
	}
	v.until(`[...document.querySelectorAll("#log h3")].at(-1).textContent.endsWith("BQRBKNNR")`)
	v.shootAnswer("28-set-up")
}

// walkGames draws a double position and one of King's Corner.
func walkGames(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.typeIn("/random game:double" + kb.Enter)
	v.until(`(` + lastHeading + `).includes(" against SP ") && ` + last + `.querySelector(".picture img")?.complete`)
	v.shootAnswer("30-double")
	v.typeIn("/random game:kings-corner" + kb.Enter)
	v.until(`(` + lastHeading + `).startsWith("King's Corner") && ` + last + `.querySelector(".picture img")?.complete`)
	v.shootAnswer("31-kings-corner")
}

// as continues as another person.
func (v *visitor) as(person discordtest.User) {
	v.t.Helper()
	v.click(`#people input[value="` + person.ID + `"]`)
	v.until(`document.body.dataset.at?.startsWith("` + person.ID + `")`)
}
