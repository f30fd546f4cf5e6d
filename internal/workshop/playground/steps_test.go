package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
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

// walkThrowHeights measures draws by every method, and the page with their throws. Each is
// explained by every method of explanation. The throws are those of the longest record of many,
// and then those of chance, which are drawn again.
func walkThrowHeights(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	for _, method := range drawing.Methods()[1:] {
		line := fmt.Sprintf("/random method:%s throws:%q", method.ID, longestThrows(v.t, method))
		v.ask(line)
		v.until(`(` + lastText + `).includes("Typed by")`)
		v.fitsScreens("longest record of " + string(method.ID))
		v.press("Step by step")
		v.until(last + `.classList.contains("private") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("throws of " + string(method.ID))
		for _, explained := range explain.Methods() {
			v.ask(line + " explain:" + explained.ID)
			v.until(`(` + lastText + `).includes("Typed by")`)
			v.fitsScreens(fmt.Sprintf("record of %s explained by %s", method.ID, explained.ID))
		}
		v.ask("/random method:" + string(method.ID))
		v.press("Draw again")
		v.until(`(` + lastText + `).includes("Drawn again") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("drawn again by " + string(method.ID))
	}
	for _, explained := range explain.Methods() {
		v.ask("/random explain:" + explained.ID)
		v.fitsScreens("drawn by computer, explained by " + explained.ID)
	}
}

// longestThrows returns the throws of the drawing with the most steps of a thousand that people
// can type: rounds that lead nowhere, throws that are repeated, cards that are held.
func longestThrows(t *testing.T, method *drawing.Method) (typed string) {
	t.Helper()
	random := rand.New(rand.NewPCG(960, 518))
	steps := 0
	for range 1000 {
		d, err := method.Draw(func(n int) (int, error) { return random.IntN(n), nil })
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, s := range d.Steps {
			if s.Choice.Device != "" {
				labels = append(labels, s.Outcome.Label)
			}
		}
		if len(d.Steps) > steps && len(labels) <= drawing.MostThrows {
			steps, typed = len(d.Steps), strings.Join(labels, ", ")
		}
	}
	if read, err := method.Read(typed); err != nil || !read.Done() {
		t.Fatalf("%s: %q: %v", method.ID, typed, err)
	}
	return typed
}
