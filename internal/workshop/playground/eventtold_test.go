package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/workshop/discordtest"
)

// Four people spend an evening of three rounds on two boards. The organiser pastes the pairings once and
// turns them round; players tell their results and confirm them by presses alone. Every answer fits a phone.
func TestPlayersTell(t *testing.T) {
	s, url := open(t)
	v := visit(t, url)
	v.screens = screens[1:]
	ben, cleo, dora := people[1], people[2], people[3]
	told := func(who discordtest.User, label, want string) {
		t.Helper()
		v.as(who)
		v.press("Report my result")
		v.until(`(` + lastText + `).includes("You are ` + who.Name + `")`)
		v.fitsScreens(who.Name + " tells")
		v.press(label)
		v.until(`[...document.querySelectorAll("#log article")].slice(-2).some((a) => a.textContent.includes("` + want + `"))`) // the results may be posted first
	}
	v.step(discordtest.Anna, "new", `/event new name:Thursday rounds:3 boards:2 results:players timezone:Berlin starts:"tomorrow 19:30"`, "report their own results")
	for round := 1; round <= 3; round++ {
		v.step(discordtest.Anna, "draw", "/event draw", fmt.Sprintf("round %d of 3", round))
		v.openByKey("Pairings")
		if round == 1 {
			v.shootForm("60-pairings")
			v.js(`document.getElementById("form").querySelector("textarea").value = "1 Anna – Ben\n2 Cleo – Dora", ""`)
		} else {
			v.js(`document.getElementById("form").querySelector("input[type=radio][value=turned], input[type=checkbox], option[value=turned]").click(), ""`)
		}
		v.click("#form-submit")
		v.until(`!` + formOpen + ` && (` + lastText + `).includes("pairings")`)
		if err := s.wind(t.Context(), s.clock.Now().Add(time.Minute), false); err != nil {
			t.Fatal(err)
		}
		v.until(fmt.Sprintf(`(%s).includes("round %d of 3: pairings")`, lastText, round))
		v.fitsScreens("pairings")
		v.step(discordtest.Anna, "show", "/event show", fmt.Sprintf("round %d of 3", round))
		told(ben, []string{"I won: 1-0", "I won: 0-1"}[round%2], "The result counts once")
		v.until(fmt.Sprintf(`(%s).includes("round %d of 3: results")`, lastText, round))
		v.fitsScreens("results of the round")
		v.step(ben, "round", "/round", "on board 1")
		v.step(discordtest.Anna, "show again", "/event show", fmt.Sprintf("round %d of 3", round))
		told(discordtest.Anna, "Right", "confirmed it")
		v.step(discordtest.Anna, "show again", "/event show", fmt.Sprintf("round %d of 3", round))
		told(cleo, "Draw: ½-½", "The result counts once")
		v.step(discordtest.Anna, "show again", "/event show", fmt.Sprintf("round %d of 3", round))
		told(dora, "Right", "confirmed it")
		v.fitsScreens("confirmed")
	}
	v.step(dora, "table", "/standings", "Equal points")
	v.press("Cross table")
	v.until(`(` + lastText + `).includes("cross table")`)
	v.fitsScreens("cross table")
	v.as(discordtest.Anna)
	v.ask("/round")
	v.press("Show on a screen")
	v.until(`(` + lastText + `).includes("projector")`)
	v.fitsScreens("on a screen")
	v.step(discordtest.Anna, "close", "/event close", "is over")
	v.heights.check(t, v.screens)
	v.noComplaints(s)
	v.do(chromedp.EmulateViewport(1280, 900))
}
