package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/discordtest"
)

// walkHeights asks for every public answer on a screen and on a phone. Each fits
// the screen, with one picture and no sideways scrolling.
func walkHeights(v *visitor) {
	const most, mostThrows = 660, 740 // pixels; an answer to throws lists them all
	v.click(`#places input[value="` + discordtest.ChannelID + `"]`)
	v.until(`document.body.dataset.at?.endsWith("` + discordtest.ChannelID + `")`)
	for _, screen := range []struct{ width, height int }{{1280, 800}, {390, 844}} {
		for _, line := range []string{"/sp 518", "/sp number:304 scheme:almanac", "/random exclude_standard:true", "/random method:hold", "/encode RNBQKBNR", "/fritz 359"} {
			v.do(chromedp.EmulateViewport(int64(screen.width), int64(screen.height)))
			v.js(`document.getElementById("line").value = "", document.getElementById("line").focus(), ""`)
			count := v.js(`String(document.querySelectorAll("#log article").length)`)
			v.typeIn(line + kb.Enter)
			v.until(`document.querySelectorAll("#log article").length > ` + count + ` && ` + last + `.querySelector(".picture img")?.complete`)
			if strings.HasPrefix(line, "/random") {
				v.press("Draw again")
				v.until(`(` + lastText + `).includes("Drawn again") && ` + last + `.querySelector(".picture img")?.complete`)
			}
			height, err := strconv.ParseFloat(v.js(`String(`+last+`.getBoundingClientRect().height)`), 64)
			if err != nil {
				v.t.Fatal(err)
			}
			v.t.Logf("%s at %d×%d: %.0f px", line, screen.width, screen.height, height)
			limit := most
			if strings.Contains(line, "method:") {
				limit = mostThrows
			}
			if height > float64(limit) {
				v.t.Errorf("%s at %d×%d is %.0f px high, want at most %d", line, screen.width, screen.height, height, limit)
			}
			if pictures := v.js(`String(` + last + `.querySelectorAll(".picture").length)`); pictures != "1" {
				v.t.Errorf("%s shows %s pictures", line, pictures)
			}
			if over := v.js(`String(document.documentElement.scrollWidth - innerWidth)`); over != "0" {
				v.t.Errorf("%s is %s px too wide", line, over)
			}
			v.js(`document.getElementById("scroll").scrollTop = ` + last + `.offsetTop - 10, ""`)
			v.shoot(fmt.Sprintf("20-%s-%d", strings.Fields(line)[0][1:]+strconv.Itoa(len(line)), screen.width))
		}
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}
