package main

import (
	"strconv"
	"strings"

	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// walkEvening runs a club evening as its organiser, and looks at each round as a member, who
// does not see /event. Every answer fits a screen and a phone.
func walkEvening(v *visitor) {
	v.goTo(discordtest.ChannelID)
	v.as(discordtest.Ben)
	v.offers("/ev", "")
	v.offers("/rou", "/round")
	v.evening("member without event", "/round", "This channel has no event.")
	v.as(discordtest.Anna)
	v.offers("/event d", "/event draw")
	v.evening("new", `/event new name:"Blitz (5+3) – Gruppe A_1 #2" rounds:4 boards:12`, "Blitz (5+3) – Gruppe A_1 #2")
	v.evening("draw", "/event draw", "Blitz (5+3) – Gruppe A_1 #2, round 1 of 4: SP ")
	v.doubleTap("Draw round 2", "Round 2 has been drawn: SP ")
	v.evening("show", "/event show round:1 cards:true", "round-1-cards.pdf")
	v.as(discordtest.Ben)
	v.evening("member round", "/round", "Anna drew")
	v.evening("member not drawn", "/round round:4", "Round 4 has not been drawn.")
	v.js(`document.getElementById("line").value = "", document.getElementById("line").focus(), ""`)
	v.typeIn("/round round:")
	v.until(`[...document.querySelectorAll("#offers > *")].map((o) => o.textContent).join().includes("Round 2: SP ")`)
	v.shootScreens("22-evening-member-completion")
	v.typeIn(kb.Escape)
	v.as(discordtest.Anna)
	v.evening("void", `/event void round:2 reason:"a piece was set up *wrongly*"`, "Reason: a piece was set up *wrongly*")
	v.evening("close", "/event close", "is over")
	v.ask(`/event new name:"Thursday 960" rounds:7 boards:12 games:2 exclude:"518, 534"`)
	v.ask("/event draw")
	v.ask("/event draw")
	v.evening("third draw", "/event draw", "Thursday 960, round 3 of 7: SP ")
	v.ask("/event close")
	v.ask("/event new name:Saturday rounds:2 boards:14 each:true")
	v.evening("each draw", "/event draw", "14 boards, a position each")
	v.as(discordtest.Ben)
	v.evening("member board", "/round board:14", "board 14: SP ")
	v.as(discordtest.Anna)
	v.ask("/event close")
}

// offers types the beginning of a line, and looks at the first offer; "" for none.
func (v *visitor) offers(line, want string) {
	v.t.Helper()
	v.js(`document.getElementById("line").value = "", document.getElementById("line").focus(), ""`)
	v.typeIn(line)
	v.until(`(document.querySelector("#offers > *")?.textContent ?? "").startsWith("` + want + `") && (document.querySelectorAll("#offers > *").length > 0) === ` + strconv.FormatBool(want != ""))
	v.typeIn(kb.Escape)
}

// evening sends a line and measures the answer on both screens. The answer must have a
// text.
func (v *visitor) evening(name, line, want string) {
	v.t.Helper()
	v.ask(line)
	v.until(`(` + lastText + `).includes(` + strconv.Quote(want) + `)`)
	v.fitsScreens("evening " + name)
}

// doubleTap presses a button twice at the same time. One answer is public, and the other one
// has the text.
func (v *visitor) doubleTap(label, want string) {
	v.t.Helper()
	count := v.js(`String(document.querySelectorAll("#log article").length)`)
	v.js(`((b) => (b.click(), b.click()))([...document.querySelectorAll("#log .button")].findLast((b) => b.textContent === "` + label + `")), ""`)
	v.until(`document.querySelectorAll("#log article").length === ` + count + ` + 2 && [...document.querySelectorAll("#log article.private")].at(-1)?.textContent.includes(` + strconv.Quote(want) + `)`)
	if link := v.js(`[...document.querySelectorAll("#log article.private")].at(-1).querySelector(".text a").getAttribute("href")`); !strings.HasPrefix(link, "#") {
		v.t.Errorf("the link leads to %s", link)
	}
	v.fitsScreens("evening double tap")
}
