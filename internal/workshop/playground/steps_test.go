package main

import (
	"fmt"

	"chess960bot/chat"
	"chess960bot/internal/chess960/drawing"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/voice"
)

// walkStepHeights measures every step of a number, by every method and in both directions.
func walkStepHeights(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/sp 118")
	v.press("Step by step")
	for _, method := range explain.Methods() {
		for _, direction := range []string{"number", "position"} {
			v.until(last + `.querySelector("select.menu") !== null`)
			if direction == "number" {
				v.choose(method.ID)
			} else {
				v.press("Find the number")
				v.until(`(` + lastText + `).includes("Find the position")`)
			}
			for step := 1; ; step++ {
				v.until(fmt.Sprintf(`(`+lastText+`).includes("%s") && (`+lastText+`).includes("Step %d of ")`, voice.In("en").Say(chat.ChoiceName("explain", method.ID)), step))
				v.fitsScreens(fmt.Sprintf("steps of %s from the %s, %d", method.ID, direction, step))
				if v.js(`String([...`+last+`.querySelectorAll(".button")].some((b) => b.textContent === "Next"))`) == "false" {
					break
				}
				v.press("Next")
			}
			if direction == "position" {
				v.press("Find the position")
				v.until(`(` + lastText + `).includes("Step 1 of ") && (` + lastText + `).includes("Find the number")`)
			}
		}
	}
}

// walkThrowHeights measures draws by every method that are drawn again, and the page with
// their throws.
func walkThrowHeights(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	for _, method := range drawing.Methods()[1:] {
		v.ask("/random method:" + string(method.ID))
		v.press("Draw again")
		v.until(`(` + lastText + `).includes("Drawn again") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("drawn again by " + string(method.ID))
		v.press("Step by step")
		v.until(last + `.classList.contains("private") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("throws of " + string(method.ID))
	}
}
