package main

import (
	"strings"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// brokenPatterns lists the patterns and ranks of the last message that stand on more
// than one line, in texts and in blocks of code, on phones from 360 to 390 px wide.
const brokenPatterns = `(() => {
	const article = ` + last + `, log = document.getElementById("log"), broken = new Set()
	for (const other of log.children) other.hidden = other !== article
	const patterns = [...article.querySelectorAll("code")].flatMap((code) =>
		[...code.textContent.matchAll(/[KQRBN\u2011-]{5,8}(?![\w/])/g)].map((found) => {
			const range = document.createRange()
			range.setStart(code.firstChild, found.index)
			range.setEnd(code.firstChild, found.index + found[0].length)
			return [found[0], range]
		}))
	for (let narrower = 0; narrower <= 30; narrower++) {
		log.style.width = innerWidth - narrower + "px"
		for (const [text, range] of patterns) {
			if (new Set([...range.getClientRects()].map((r) => Math.round(r.top))).size > 1) broken.add(text)
		}
	}
	log.style.width = ""
	for (const other of log.children) other.hidden = false
	return patterns.length + " patterns, broken: " + [...broken].join(" ")
})()`

// walkPatterns reads every explanation and table on a phone. No pattern such as
// -N-N- breaks across lines.
func walkPatterns(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.do(chromedp.EmulateViewport(390, 844))
	lines := []string{"/table name:kings number:518", "/table name:bishops number:518",
		"/table name:n5n number:518", "/table name:skeleton number:518", "/table name:fritz9 number:359", "/find pattern:Q.....KR"}
	for _, method := range []string{"direct", "tables", "skeleton", "head", "fritz9"} { // the others have no patterns
		lines = append(lines, "/sp 518 explain:"+method, "/encode QNRKRNBB explain:"+method)
	}
	for _, line := range lines {
		v.ask(line)
		found := v.js(brokenPatterns)
		v.t.Logf("%s: %s", line, found)
		if strings.HasPrefix(found, "0 ") || !strings.HasSuffix(found, "broken: ") {
			v.t.Errorf("%s: %s", line, found)
		}
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}
