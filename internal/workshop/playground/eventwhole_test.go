package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// step types a line as somebody, waits for an answer that has a text, and measures the answer.
func (v *visitor) step(who discordtest.User, what, line, want string) {
	v.t.Helper()
	v.as(who)
	v.ask(line)
	v.until(fmt.Sprintf(`(%s).includes(%q)`, lastText, want))
	v.fitsScreens(what)
}

// Four people spend an evening of five rounds on ten boards, later on 24, with the longest
// name: locked draws, study time, a board drawn anew, results in the form, the table, the log and the next evening.
// Every answer fits a phone.
func TestWholeEvening(t *testing.T) {
	s, url := open(t)
	v := visit(t, url)
	v.screens, v.headingLines = screens[1:], 5 // the name alone has three
	cleo, dora := people[2], people[3]
	name := "Thursday evening of the club " + strings.Repeat("Chess960 ", 8)
	name = name[:evening.MostName-1] + "!"
	v.step(discordtest.Anna, "new", fmt.Sprintf("/event new name:%q rounds:5 boards:10 each:true sealed:true timezone:Berlin exclude:corners", name), "Each board")
	for round := 1; round <= 5; round++ {
		if round == 4 {
			v.step(discordtest.Anna, "more boards", "/event change boards:24", "24 boards")
		}
		if round == 4 { // the new boards of round 3 have no result
			v.step(discordtest.Anna, "draw question", "/event draw", "anyway?")
			v.press("Draw round 4")
			v.until(fmt.Sprintf(`(%s).includes("SHA-256")`, lastText))
		} else {
			v.step(discordtest.Anna, "locked draw", "/event draw", "SHA-256")
		}
		for i, who := range []discordtest.User{discordtest.Ben, cleo, dora} {
			v.as(who)
			v.openByKey("Add a number")
			v.enter(fmt.Sprint(100*round + i))
			v.until(fmt.Sprintf(`!%s && (%s).includes("counts for round %d")`, formOpen, lastText, round))
		}
		v.as(discordtest.Anna)
		v.press("Open the draw")
		v.until(fmt.Sprintf(`(%s).includes("round %d of 5") && (%s).includes("My number was")`, lastText, round, lastText))
		v.fitsScreens("opened draw")
		if round == 2 {
			v.step(discordtest.Anna, "a board anew", `/event void round:2 board:3 reason:"a knight stood on the wrong square"`, "does not count")
		}
		v.step(discordtest.Ben, "round", fmt.Sprintf("/round round:%d", round), "My number was")
		v.step(cleo, "board", fmt.Sprintf("/round round:%d board:10", round), "board 10: SP")
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
		v.until(`!` + formOpen + ` && (` + lastText + `).includes("reported this")`)
		v.fitsScreens("results")
	}
	v.as(dora)
	v.press("Standings")
	v.until(`(` + lastText + `).includes("1 · ")`)
	v.fitsScreens("table")
	v.choose("Player Number 1")
	v.until(`(` + lastText + `).includes("Round 5, board 1")`)
	v.fitsScreens("games of a player")
	v.step(dora, "played", "/round played:518", "SP\u00a0518")
	v.step(discordtest.Anna, "result", `/event result round:5 board:2 result:0-1`, "0-1")
	v.step(discordtest.Anna, "player", `/event player from:"Player Number 2" to:Ben`, "Ben")
	v.step(discordtest.Anna, "close", "/event close", "is over")
	v.step(discordtest.Anna, "again", "/event again", "5 rounds")
	v.step(discordtest.Anna, "close without a draw", "/event close", "is over")
	v.step(discordtest.Anna, "new for Friday", "/event new name:Friday rounds:2 timezone:Berlin only:even study:10", "Friday")
	v.step(discordtest.Anna, "study time", "/event draw", "games begin")
	v.press("Manage")
	v.until(`(` + lastText + `).includes("Rename a player")`)
	v.fitsScreens("manage")
	v.press("Start now")
	v.until(`(` + lastText + `).includes("Show the round")`)
	v.fitsScreens("begin of games")
	v.step(discordtest.Anna, "on time", "/event draw at:\"in 10 minutes\"", "I will draw round 2")
	v.heights.check(t, v.screens)
	v.noComplaints(s)
	v.do(chromedp.EmulateViewport(1280, 900))
}

// Four people spend an evening of five rounds on ten boards that nobody draws: each round comes on
// time, and its games begin after the study time, once by a press. Then come the table, a rename, a
// correction and the end. Every answer fits a phone, and the files have what was done.
func TestEveningOnTime(t *testing.T) {
	testrun.LongOnly(t, "a long walk in the browser")
	s, url := open(t)
	v := visit(t, url)
	v.screens = screens[1:3]
	cleo, dora := people[2], people[3]
	later := func(minutes int, want string) {
		t.Helper()
		if err := s.wind(t.Context(), s.clock.Now().Add(time.Duration(minutes)*time.Minute), false); err != nil {
			t.Fatal(err)
		}
		v.until(fmt.Sprintf(`(%s).includes(%q) && [...%s.querySelectorAll(".picture img")].every((i) => i.complete)`, lastText, want, last))
		v.fitsScreens(want)
	}
	v.step(discordtest.Anna, "new", `/event new name:Thursday rounds:5 boards:10 each:true study:10 timezone:Berlin role:players`, "10 minutes")
	for round := 1; round <= 5; round++ {
		v.step(discordtest.Anna, "plan", `/event draw at:"in 5 minutes"`, fmt.Sprintf("I will draw round %d", round))
		later(5, "games begin")
		v.as(dora)
		v.press("Show the boards")
		v.until(`(` + lastText + `).includes("10 · SP") && ` + last + `.querySelector(".picture img")?.complete`)
		v.press("FENs")
		v.until(`(` + lastText + `).includes(" w KQkq - 0 1")`) // to copy: a FEN is wider than a phone
		v.step(discordtest.Ben, "round", "/round", "games begin")
		v.step(cleo, "board", "/round board:10", "board 10: SP")
		if round == 3 {
			v.step(discordtest.Anna, "show", "/event show", "games begin")
			v.press("Start now")
			v.until(`(` + lastText + `).includes("Round 3 begins: ")`)
			v.fitsScreens("begin at once")
		} else {
			later(10, fmt.Sprintf("Round %d begins: ", round))
		}
		v.as(discordtest.Anna)
		v.ask("/event show")
		v.openByKey("Results")
		lines := ""
		for board := 1; board <= 10; board++ {
			lines += fmt.Sprintf("%d White %d – Black %d %s\\n", board, board, (board+round)%10+1, []string{"1-0", "½-½", "0-1", "+/-", "bye"}[(board+round)%5])
		}
		v.js(`document.getElementById("form").querySelector("textarea").value = "` + lines + `", ""`)
		v.click("#form-submit")
		v.until(`!` + formOpen + ` && (` + lastText + `).includes("reported this")`)
		v.fitsScreens("results")
	}
	v.step(discordtest.Anna, "correction", "/event result round:5 board:2 result:1-0", "1-0")
	v.step(discordtest.Anna, "rename", `/event player from:"White 1" to:Anna`, "White 1 is now called Anna in 5 results")
	v.step(discordtest.Anna, "log", "/event log", "White 1")
	v.step(dora, "table", "/standings", "Anna")
	v.step(discordtest.Anna, "close", "/event close", "is over")
	var closed *discordtest.Message
	for _, m := range s.discord.Messages(discordtest.Channel) {
		if len(m.Attachments) == 4 {
			closed = m
		}
	}
	file := func(name string) string {
		t.Helper()
		for _, a := range closed.Attachments {
			if a.Filename == name {
				_, text := request(t, "GET", a.URL, "", nil)
				return text
			}
		}
		t.Fatal("no file ", name)
		return ""
	}
	log, table, games := strings.Fields(file("log.txt")), file("event.csv"), file("event.pgn")
	kinds := map[string]int{}
	for _, word := range log {
		kinds[word]++
	}
	for word, n := range map[string]int{"new": 1, "result": 51, "result:": 1, "rename": 1, "close": 1, "start": 1} { // one line says “Previous result:”
		if kinds[word] != n {
			t.Errorf("the log has %q %d times, want %d", word, kinds[word], n)
		}
	}
	if n := strings.Count(strings.Join(log, " "), "Z draw "); n != 5 {
		t.Errorf("the log has %d draws", n)
	}
	if rows, anna := strings.Count(table, "\n")-1, strings.Count(table, ",Anna,Black ")+strings.Count(table, ",Anna,,bye"); rows != 50 || anna != 5 {
		t.Errorf("the table has %d rows, Anna stands in %d", rows, anna)
	}
	if n := strings.Count(games, "[FEN "); n != 40 { // without byes
		t.Errorf("the file of games has %d", n)
	}
	v.heights.check(t, v.screens)
	v.noComplaints(s)
}
