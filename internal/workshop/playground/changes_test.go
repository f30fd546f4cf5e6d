package main

import (
	"fmt"

	"chess960bot/internal/workshop/discordtest"
)

// walkChanges plays an evening of three rounds: a board joins, a round is struck out, a
// second person adds to a seal, and the event is closed, opened again and exported. Every
// answer fits both screens.
func walkChanges(v *visitor) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/event new name:Evening rounds:2 boards:4 each:true sealed:true not_again:3")
	v.fitsScreens("evening changes, new")
	v.press("Draw round 1")
	v.until(`(` + lastText + `).includes("Nobody has added a number yet.")`)
	v.fitsScreens("evening changes, sealed")
	v.as(discordtest.Ben)
	v.openByKey("Add a number")
	v.enter("17")
	v.until(`!` + formOpen + ` && (` + lastText + `).includes("1 number has been added so far.")`)
	v.fitsScreens("evening changes, added")
	const seal = `[...document.querySelectorAll("#log article")].findLast((a) => a.innerText.includes("SHA-256 code"))`
	v.until(seal + `.innerText.includes("1 number has been added so far.")`)
	v.press("Open the draw")
	v.until(`(` + lastText + `).includes("who started this draw, can open the seal")`)
	v.as(discordtest.Anna)
	v.press("Open the draw")
	v.until(`(` + lastText + `).includes("round 1 of 2: 4 boards, a position each") && ` + last + `.querySelector(".picture img")?.complete`)
	v.fitsScreens("evening changes, opened")
	v.until(seal + `.innerText.includes("round 1 of 2: open") && ` + seal + `.querySelector(".button") === null && ` + seal + `.querySelector("p a") !== null`)
	v.fitsArticle("evening changes, seal opened", seal)
	v.ask("/event change boards:5 rounds:3")
	v.until(`(` + lastText + `).includes("New in round 1, board 5: SP ")`)
	v.fitsScreens("evening changes, change")
	v.ask("/event void round:1 reason:clock")
	v.fitsScreens("evening changes, void")
	for round := 1; round <= 3; round++ {
		v.ask("/event draw")
		v.press("Open the draw")
		v.until(fmt.Sprintf(`(`+lastText+`).includes("round %d of 3: 5 boards, a position each")`, round))
	}
	v.ask("/event close")
	v.until(`(` + lastText + `).includes("the event is over") && (` + lastText + `).includes("event.csv") && (` + lastText + `).includes("event.pgn")`)
	v.fitsScreens("evening changes, close")
	v.ask("/event reopen")
	v.until(`(` + lastText + `).includes("the event is open again")`)
	v.fitsScreens("evening changes, reopen")
	v.ask("/event export")
	v.until(`(` + lastText + `).includes("event.csv") && ` + last + `.classList.contains("private")`)
	v.fitsScreens("evening changes, export")
	v.ask("/event close")
}
