package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// A screen is the size of a window.
type screen struct{ width, height int64 }

// screens are the sizes on which a public answer must fit: of a computer and of a phone.
var screens = []screen{{1280, 800}, {390, 844}}

// walkPageHeights opens the pages behind More on a screen and on a phone. These positions
// have the longest texts.
func walkPageHeights(v *visitor) {
	v.goTo(discordtest.ChannelID)
	for _, screen := range screens {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, sp := range []string{"3", "369", "868", "879"} {
			v.ask("/sp " + sp)
			v.press("More")
			v.until(last + `.classList.contains("private") && ` + last + `.querySelector(".picture img")?.complete`)
			v.fits("explore "+sp, screen.width)
			v.choose("look")
			v.until(`(` + lastHeading + `).startsWith("What to watch for") && ` + last + `.querySelector(".picture img")?.complete`)
			v.fits("first look "+sp, screen.width)
			v.press("More facts")
			v.until(`(` + lastHeading + `).startsWith("More facts")`)
			v.fits("more facts, text alone "+sp, screen.width)
			v.press("Is it fair?")
			v.until(`(` + lastHeading + `).startsWith("Is it fair?")`)
			v.fits("is it fair, text alone "+sp, screen.width)
		}
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

// walkDailyHeights looks at daily posts of both forms that ping a role.
func walkDailyHeights(v *visitor) {
	v.as(discordtest.Anna)
	for _, form := range []string{"full", "compact"} {
		v.goTo(discordtest.ChannelID)
		v.ask("/daily-posts set channel:daily time:12:00 timezone:UTC role:players board:" + form)
		v.goTo(dailyChannel.ChannelID)
		count := v.js(`String(document.querySelectorAll("#log article").length)`)
		v.js(`fetch("/api/wind", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"by": "1d"}' }).then(() => "")`)
		v.until(`document.querySelectorAll("#log article").length > ` + count + ` && ` + last + `.querySelector(".picture img")?.complete`)
		for _, screen := range screens {
			v.do(chromedp.EmulateViewport(screen.width, screen.height))
			v.until(`innerWidth === ` + fmt.Sprint(screen.width))
			v.fits("daily post, "+form, screen.width)
		}
		v.do(chromedp.EmulateViewport(1280, 900))
	}
	v.goTo(discordtest.ChannelID)
	for _, screen := range screens {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, line := range []string{"set channel:daily board:full clear:role", "set channel:daily role:players thread:true theme:blue", "show"} {
			v.ask("/daily-posts " + line)
			v.fits("daily-posts "+line+", text alone", screen.width)
		}
		v.ask("/daily-posts test channel:daily")
		v.fits("daily-posts test", screen.width)
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

// ask sends a line and waits for the answer with its first picture, if any.
func (v *visitor) ask(line string) {
	v.t.Helper()
	v.js(`document.getElementById("line").value = "", document.getElementById("line").focus(), ""`)
	count := v.js(`String(document.querySelectorAll("#log article").length)`)
	v.typeIn(line + kb.Enter)
	v.until(`document.querySelectorAll("#log article").length > ` + count + ` && (` + last + `.querySelector(".picture img")?.complete ?? true)`)
}

// fits measures the last message: its height, its pictures and its visible text.
func (v *visitor) fits(what string, width int64) {
	v.t.Helper()
	v.measure(what, width, last)
	wantPictures := "1"
	switch {
	case strings.Contains(what, "text alone"):
		wantPictures = "0"
	case strings.Contains(what, "two pictures"):
		wantPictures = "2"
	}
	if pictures := v.js(`String(` + last + `.querySelectorAll(".picture").length)`); pictures != wantPictures {
		v.t.Errorf("%s shows %s pictures", what, pictures)
	}
}

// fitsScreens measures the last message on a screen and on a phone.
func (v *visitor) fitsScreens(what string) {
	v.t.Helper()
	v.fitsArticle(what, last)
}

// fitsArticle measures a message on a screen and on a phone.
func (v *visitor) fitsArticle(what, article string) {
	v.t.Helper()
	for _, screen := range v.screens {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		v.until(fmt.Sprintf(`innerWidth === %d && [...%s.querySelectorAll(".picture img")].every((i) => i.complete)`, screen.width, article))
		v.measure(what, screen.width, article)
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

// measure notes the height of a message, and takes a picture. Nothing may be wider than the
// window, and no row of a table may break in two.
func (v *visitor) measure(what string, width int64, article string) {
	v.t.Helper()
	var pixels float64
	var characters int
	fmt.Sscan(v.js(article+`.getBoundingClientRect().height + " " + [...`+article+`.querySelectorAll(".text, .button")].map((e) => e.textContent).join("").length`), &pixels, &characters)
	v.heights.note(what, width, pixels, characters)
	v.oneLine(what, article)
	if over := v.js(`String(document.documentElement.scrollWidth - innerWidth)`); over != "0" {
		v.t.Errorf("%s is %s px too wide", what, over)
	}
	if broken := v.js(`String([...` + article + `.querySelectorAll("pre")].filter((pre) => {
		const rows = pre.textContent.trimEnd().split("\n").length, style = getComputedStyle(pre)
		return rows > 4 && pre.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) > (rows + 0.5) * parseFloat(style.lineHeight)
	}).length)`); broken != "0" && width >= 390 { // 38 columns
		v.t.Errorf("%s breaks rows of %s tables", what, broken)
	}
	v.js(`document.getElementById("scroll").scrollTop = ` + article + `.offsetTop - 10, ""`)
	if os.Getenv(screenshots) != "" {
		v.shoot(fmt.Sprintf("20-%s-%d", strings.Trim(unnamed.ReplaceAllString(what, "-"), "-"), width))
	}
}

// unnamed matches what a file name does not have.
var unnamed = regexp.MustCompile(`[^a-zA-Z0-9]+`)
