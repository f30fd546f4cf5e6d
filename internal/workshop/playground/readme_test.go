package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// TestReadmePicture takes the pictures of the README: a whole answer, with who asked, and a
// draw with its game on lichess. CONTRIBUTING.md says how a person puts a new one there.
func TestReadmePicture(t *testing.T) {
	_, url := open(t)
	v := visit(t, url)
	v.ask("/sp number:594")
	v.js(last + `.style.width = "fit-content", ` + last + `.querySelector(".apps").hidden = true, document.activeElement.blur(), ""`)
	v.keep("answer", chromedp.Screenshot(chromedp.CSS("#log article:last-child")))
	v.goTo(discordtest.ChannelID)
	v.js(`document.querySelectorAll("#log article").forEach((a) => a.hidden = true), ""`)
	v.do(chromedp.EmulateViewport(1280, 1200)) // both answers, without scrolling
	v.ask("/random")
	v.press("Play")
	v.until(`document.querySelector("dialog[open] input[type=radio]:checked")?.value === "5+3"`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`!` + formOpen + ` && (` + lastHeading + `).startsWith("Play SP ")`)
	v.js(`document.querySelectorAll("#log article .apps").forEach((a) => a.hidden = true), document.querySelector("#log").style.width = "660px", document.activeElement.blur(), ""`)
	v.keep("game", chromedp.Screenshot(chromedp.CSS("#log")))
}
