package main

import (
	"fmt"
	"strconv"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/discordtest"
)

// walkChanges plays an evening of three rounds: a board joins, a round is struck out, a
// second person adds to a seal, and the event is closed, opened again and exported. Every
// answer fits both screens.
func walkChanges(v *visitor) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/event new name:Evening rounds:2 boards:4 each:true sealed:true not_again:3")
	v.fitsBoth("new")
	v.press("Draw round 1")
	v.until(`(` + lastText + `).includes("Nobody has added a number yet.")`)
	v.fitsBoth("sealed")
	v.as(discordtest.Ben)
	v.openByKey("Add a number")
	v.enter("17")
	v.until(`!` + formOpen + ` && (` + lastText + `).includes("1 number has been added so far.")`)
	v.fitsBoth("added")
	const seal = `[...document.querySelectorAll("#log article")].findLast((a) => a.innerText.includes("SHA-256 of the seal"))`
	v.until(seal + `.innerText.includes("1 number has been added so far.")`)
	v.press("Open")
	v.until(`(` + lastText + `).includes("who sealed this draw, can open it before")`)
	v.as(discordtest.Anna)
	v.press("Open")
	v.until(`(` + lastText + `).includes("round 1 of 2: a position for each of 4 boards") && ` + last + `.querySelector(".picture img")?.complete`)
	v.fitsBoth("opened")
	v.until(seal + `.innerText.includes("the seal is open") && ` + seal + `.querySelector(".button") === null && ` + seal + `.querySelector("p a") !== null`)
	v.fitsArticle("sealed-over", seal)
	v.ask("/event change boards:5 rounds:3")
	v.until(`(` + lastText + `).includes("Board 5 joined round 1: SP-")`)
	v.fitsBoth("change")
	v.ask("/event void round:1 reason:clock")
	v.fitsBoth("void")
	for round := 1; round <= 3; round++ {
		v.ask("/event draw")
		v.press("Open")
		v.until(fmt.Sprintf(`(`+lastText+`).includes("round %d of 3: a position for each of 5 boards")`, round))
	}
	v.ask("/event close")
	v.until(`(` + lastText + `).includes("Evening is over") && (` + lastText + `).includes("event.csv") && (` + lastText + `).includes("event.pgn")`)
	v.fitsBoth("close")
	v.ask("/event reopen")
	v.until(`(` + lastText + `).includes("Evening is open again")`)
	v.fitsBoth("reopen")
	v.ask("/event export")
	v.until(`(` + lastText + `).includes("event.csv") && ` + last + `.classList.contains("private")`)
	v.fitsBoth("export")
	v.ask("/event close")
}

// fitsBoth checks that the last message fits both screens.
func (v *visitor) fitsBoth(what string) {
	v.t.Helper()
	v.fitsArticle(what, last)
}

// fitsArticle checks that a message fits both screens, and takes its pictures.
func (v *visitor) fitsArticle(what, article string) {
	v.t.Helper()
	const most = 660 // pixels
	for _, screen := range screens {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		v.until(`innerWidth === ` + fmt.Sprint(screen.width))
		height, err := strconv.ParseFloat(v.js(`String(`+article+`.getBoundingClientRect().height)`), 64)
		if err != nil {
			v.t.Fatal(err)
		}
		v.t.Logf("%s at %d: %.0f px", what, screen.width, height)
		if over := v.js(`String(document.documentElement.scrollWidth - innerWidth)`); height > most || over != "0" {
			v.t.Errorf("%s at %d is %.0f px high, want at most %d, and %s px too wide", what, screen.width, height, most, over)
		}
		v.js(`document.getElementById("scroll").scrollTop = ` + article + `.offsetTop - 10, ""`)
		v.shoot(fmt.Sprintf("23-changes-%s-%d", what, screen.width))
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}
