package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/club/events"
	"chess960bot/internal/workshop/discordtest"
)

// Four people spend an evening of five rounds on ten boards, later on 24, with the longest
// name: locked draws, a board drawn anew, results in the form, the table, the log and the next evening.
// Every answer fits a phone.
func TestWholeEvening(t *testing.T) {
	s, url := open(t)
	v := visit(t, url)
	v.screens, v.headingLines = screens[1:], 5 // the name alone has three
	cleo, dora := people[2], people[3]
	name := "Thursday evening of the club " + strings.Repeat("Chess960 ", 8)
	name = name[:events.MostName-1] + "!"
	step := func(who discordtest.User, what, line, want string) {
		t.Helper()
		v.as(who)
		v.ask(line)
		v.until(fmt.Sprintf(`(%s).includes(%q)`, lastText, want))
		v.fitsScreens(what)
	}
	step(discordtest.Anna, "new", fmt.Sprintf("/event new name:%q rounds:5 boards:10 each:true sealed:true timezone:Berlin exclude:corners", name), "Each board")
	for round := 1; round <= 5; round++ {
		if round == 4 {
			step(discordtest.Anna, "more boards", "/event change boards:24", "24 boards")
		}
		step(discordtest.Anna, "locked draw", "/event draw", "SHA-256")
		for i, who := range []discordtest.User{discordtest.Ben, cleo, dora} {
			v.as(who)
			v.openByKey("Add a number")
			v.enter(fmt.Sprint(100*round + i))
			v.until(fmt.Sprintf(`!%s && (%s).includes("counts for round %d")`, formOpen, lastText, round))
		}
		v.as(discordtest.Anna)
		v.press("Open")
		v.until(fmt.Sprintf(`(%s).includes("round %d of 5") && (%s).includes("My number was")`, lastText, round, lastText))
		v.fitsScreens("opened draw")
		if round == 2 {
			step(discordtest.Anna, "a board anew", `/event void round:2 board:3 reason:"a knight stood on the wrong square"`, "does not count")
		}
		step(discordtest.Ben, "round", fmt.Sprintf("/round round:%d", round), "My number was")
		step(cleo, "board", fmt.Sprintf("/round round:%d board:10", round), "board 10: SP")
		v.press("How to check")
		v.until(`(` + lastText + `).includes("sha256sum")`)
		v.fitsScreens("how to check")
		v.as(discordtest.Anna)
		v.ask(fmt.Sprintf("/event show round:%d", round))
		v.openByKey("Results")
		v.shootForm("50-results")
		boards, lines := 10, ""
		if round >= 4 {
			boards = 24
		}
		for board := 1; board <= boards; board++ {
			lines += fmt.Sprintf("%d Player Number %d – Opponent Number %d %s\\n", board, board, (board+round)%boards+1, []string{"1-0", "½-½", "0-1", "+/-", "bye"}[(board+round)%5])
		}
		v.js(`document.getElementById("form").querySelector("textarea").value = "` + lines + `", ""`)
		v.click("#form-submit")
		v.until(`!` + formOpen + ` && (` + lastText + `).includes("Told by")`)
		v.fitsScreens("results")
	}
	v.as(dora)
	v.press("Table")
	v.until(`(` + lastText + `).includes("1 · ")`)
	v.fitsScreens("table")
	v.choose("Player Number 1")
	v.until(`(` + lastText + `).includes("Round 5, board 1")`)
	v.fitsScreens("games of a player")
	step(dora, "played", "/round played:518", "SP\u00a0518")
	step(discordtest.Anna, "result", `/event result round:5 board:2 result:0-1`, "0-1")
	step(discordtest.Anna, "player", `/event player from:"Player Number 2" to:Ben`, "Ben")
	step(discordtest.Anna, "close", "/event close", "is over")
	step(discordtest.Anna, "again", "/event again", "5 rounds")
	step(discordtest.Anna, "close without a draw", "/event close", "is over")
	step(discordtest.Anna, "new for Friday", "/event new name:Friday rounds:2 timezone:Berlin only:even", "Friday")
	step(discordtest.Anna, "on time", "/event draw at:\"in 10 minutes\"", "I draw round 1")
	v.heights.check(t, v.screens)
	v.noComplaints(s)
	v.do(chromedp.EmulateViewport(1280, 900))
}
