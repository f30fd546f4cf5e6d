package main

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// walkPlay opens a game on the stand-in for lichess, and looks at the answer on a screen and
// on a phone.
func walkPlay(v *visitor) {
	v.goTo(discordtest.ChannelID)
	v.ask("/random")
	v.press("Play")
	v.until(`document.querySelector("dialog[open] input[type=radio]:checked")?.value === "5+3"`)
	v.shoot("21-play-form")
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`!` + formOpen + ` && (` + lastHeading + `).startsWith("Play SP ") && ` + last + `.querySelectorAll("a.button, a.link").length >= 3`)
	v.fits("play on lichess, text alone")
	v.js(`document.getElementById("line").focus(), ""`)
	walkPlayedRound(v)
}

// walkPlayedRound opens the games of the twelve boards of a round.
func walkPlayedRound(v *visitor) {
	v.goTo(dailyChannel.ChannelID)
	v.ask("/event new name:Club rounds:1 boards:12 each:true")
	v.ask("/event draw")
	v.press("Play")
	v.until(`document.querySelector("dialog[open] input[type=radio]:checked")?.value === "5+3"`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`!` + formOpen + ` && (` + lastText + `).includes("games on lichess")`)
	v.fits("games of a round, text alone")
	v.ask("/event close")
	v.goTo(discordtest.ChannelID)
}
