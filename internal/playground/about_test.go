package main

import (
	"strings"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/discordtest"
)

// walkAbout reads every topic of /about on a computer and on a phone, by the menu under the
// topic before. Then it asks for each table. Each fits on one screen, except the two whole
// tables of 60 skeletons.
func walkAbout(v *visitor) {
	const menu = `[...document.querySelectorAll("select.menu")].at(-1)`
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	for _, screen := range screens {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		v.ask("/about")
		v.until(`(` + lastHeading + `) === "What Chess960 is"`)
		v.measure("about chess960", screen.width, last)
		topics := strings.Fields(v.js(`[...` + menu + `.options].map((o) => o.value).filter((value) => value).join(" ")`))
		if len(topics) < 20 {
			v.t.Errorf("the menu has the topics %q", topics)
		}
		for _, topic := range topics[1:] {
			heading := v.js(lastHeading)
			v.js(menu + `.value = "` + topic + `", ` + menu + `.dispatchEvent(new Event("change")), ""`)
			v.until(`(` + lastHeading + `) !== "` + heading + `" && ` + last + `.classList.contains("private") && ` + menu + `.value === "` + topic + `"`)
			v.measure("about "+topic, screen.width, last)
		}
		v.click("#log article:last-child .private-line button")
		for _, table := range []string{"kings", "bishops", "n5n", "skeleton", "fritz9"} {
			v.ask("/table name:" + table + " position:RNBQKBNR")
			v.until(`(` + lastText + `).includes("→")`)
			v.measure("table "+table+" of 518", screen.width, last)
			v.ask("/table name:" + table)
			v.until(`!(` + lastText + `).includes("→")`)
			v.measure("table "+table, screen.width, last)
		}
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}
