package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestReadmeEvening takes the picture of a club evening in the README: a round and the table after it.
func TestReadmeEvening(t *testing.T) {
	_, url := open(t)
	v := visit(t, url)
	v.do(chromedp.EmulateViewport(1280, 2000))
	v.ask("/event new name:Thursday rounds:5 boards:3")
	v.ask("/event draw")
	for _, line := range []string{"board:1 result:1-0 white:Anna black:Ben", "board:2 result:½-½ white:Cleo black:Emil", "board:3 result:0-1 white:Fatma black:Igor"} {
		v.ask("/event result round:1 " + line)
	}
	v.press("Standings")
	v.js(`document.querySelectorAll("#log article .apps").forEach((a) => a.hidden = true), document.querySelectorAll("#log article").forEach((a, i) => a.hidden = [0, 2, 3].includes(i)), document.querySelector("#log").style.width = "660px", document.activeElement.blur(), ""`)
	v.keep("event-evening", chromedp.Screenshot(chromedp.CSS("#log")))
}
