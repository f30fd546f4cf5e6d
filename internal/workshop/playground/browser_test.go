package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// Expressions about the last message.
const (
	last        = `document.querySelector("#log article:last-child")`
	lastHeading = last + `?.querySelector("h3")?.textContent ?? ""`
	lastText    = last + `?.textContent ?? ""`
)

// TestVisit uses the playground like a newcomer, in a real browser.
func TestVisit(t *testing.T) {
	t.Parallel() // to the walks in other languages: each has a bot and a browser of its own
	s, url := open(t)
	v := visit(t, url)
	for _, part := range []struct {
		name string
		walk func(*visitor)
	}{
		{"welcome", walkWelcome},
		{"colours", walkColours},
		{"answer", walkAnswer},
		{"notation", walkNotation},
		{"explanations", walkExplanations},
		{"pages", walkPages},
		{"ben", walkBen},
		{"refusal", walkRefusal},
		{"silence", walkSilence},
		{"random", walkRandom},
		{"completion", walkCompletion},
		{"positions", walkPositions},
		{"history", walkHistory},
		{"direct", walkDirect},
		{"gallery", walkGallery},
		{"phone", walkPhone},
		{"lines", walkLines},
		{"markdown", walkMarkdown},
		{"parts", walkParts},
		{"daily-posts set", walkDailySet},
		{"daily over a change of clocks", walkDailyChange},
		{"daily missed", walkDailyMissed},
		{"daily for Ben", walkDailyBen},
		{"daily on a phone", walkDailyPhone},
		{"message menu", walkMessageMenu},
		{"answers", walkAnswers},
		{"heights of pages", walkPageHeights},
		{"heights of steps", walkStepHeights},
		{"heights of throws", walkThrowHeights},
		{"play", walkPlay},
		{"heights of daily posts", walkDailyHeights},
		{"patterns", walkPatterns},
		{"drawing", walkDrawing},
		{"joint", walkJoint},
		{"evening", walkEvening},
		{"server events", walkServerEvents},
		{"changes of an evening", walkChanges},
		{"forms", walkForms},
		{"form of radio groups", walkRadioForm},
		{"form of a quiz", walkFormOfQuiz},
		{"quiz", walkQuiz},
		{"quiz daily", walkQuizDaily},
		{"race", walkRace},
		{"games", walkGames},
		{"castling", walkCastling},
		{"whose number", walkWhoseNumber},
		{"gone", walkGone},
	} {
		if !t.Run(part.name, func(t *testing.T) { part.walk(v.in(t)) }) {
			break
		}
	}
	v.heights.check(t, screens)
	v.noComplaints(s)
}

func walkWelcome(v *visitor) {
	v.until(`document.querySelectorAll(".example").length >= 3`)
	v.until(`document.activeElement.id === "line"`)
	v.shoot("01-welcome")
}

func walkAnswer(v *visitor) {
	v.typeIn("/sp 518" + kb.Enter)
	v.until(`(` + lastHeading + `).startsWith("SP 518")`)
	v.until(last + `.querySelector(".picture img")?.naturalWidth === 792`)
	v.until(last + `.querySelector(".occasion").textContent === "AAnna used /sp"`)
	v.until(last + `.ariaLabel === "chess960, /sp for Anna"`)
	v.until(`document.getElementById("welcome").hidden`)
	v.shoot("02-answer")
	v.until(last + `.querySelector(".picture p").hidden`)
	v.until(last + `.querySelector("h3").ariaLevel === "2"`)
	v.until(last + `.querySelector(".alt").ariaLabel.includes(` + last + `.querySelector(".alt").textContent)`)
	v.click(".alt")
	v.until(`!` + last + `.querySelector(".picture p").hidden && ` + last + `.querySelector(".picture p").textContent.includes("a to h: rook, knight")`)
	v.until(last + `.querySelector(".picture img").alt.includes("a to h: rook, knight")`)
	v.shoot("03-alt")
	v.click(".alt")
}

// walkNotation opens the private page with the FENs, copies a FEN and dismisses the page.
func walkNotation(v *visitor) {
	v.press("FEN and PGN")
	v.until(`document.querySelectorAll("#log article").length === 2 && ` + last + `.classList.contains("private")`)
	v.until(last + `.querySelector(".link").rel.includes("noopener")`)
	v.click(".copy")
	v.until(`document.querySelector('.copy[aria-label="Copied"]') || getSelection().toString().includes("KQkq")`)
	v.shoot("03b-notation")
	v.click("#log article:last-child .private-line button")
	v.until(`document.querySelectorAll("#log article").length === 1`)
}

// walkExplanations opens the explanations by three methods in both directions, and takes
// a picture of each whole page.
func walkExplanations(v *visitor) {
	const menu = `[...document.querySelectorAll("select.menu")].at(-1)`
	v.press("Step by step")
	v.until(last + `.classList.contains("private")`)
	v.js(menu + `.focus(), ""`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(menu + `.matches(":open") && [...` + menu + `.querySelectorAll("option small")].every((description) => description.checkVisibility())`)
	v.shoot("14-menu")
	v.do(chromedp.KeyEvent(kb.Escape))
	turn := "Find the number"
	for _, method := range []struct{ id, name, number string }{{"direct", "Divide step by step", "SP 518"}, {"almanac", "Almanac", "Almanac #522"}, {"head", "In your head", "SP 518"}} {
		v.js(menu + `.value = "` + method.id + `", ` + menu + `.dispatchEvent(new Event("change")), ""`)
		for range 2 {
			v.until(`(` + lastText + `).includes("` + method.name + `") && ` + menu + `.value === "` + method.id + `"`)
			heading, direction := method.number+" → RNBQKBNR", "to-position"
			if turn == "Find the position" {
				heading, direction = "RNBQKBNR → "+method.number, "to-number"
			}
			v.until(`(` + lastText + `).includes("` + heading + `")`)
			v.press("Next")
			v.until(`(` + lastText + `).includes("Step 2 of ") && (` + last + `.querySelector(".picture img")?.complete ?? true)`) // not every step has a picture
			v.shootAnswer("15-" + method.id + "-" + direction)
			v.press(turn)
			turn = map[string]string{"Find the number": "Find the position", "Find the position": "Find the number"}[turn]
			v.until(`(` + lastText + `).includes("` + turn + `")`)
		}
	}
}

func walkPages(v *visitor) {
	v.press("More")
	v.until(`(` + lastText + `).includes("More about SP 518")`) // Step by step has a Next too
	v.press("Next")
	v.until(`(` + lastHeading + `).startsWith("SP 519")`)
	v.choose("mirror")
	v.until(`(` + lastHeading + `).startsWith("SP 530")`)
	v.choose("view")
	v.until(last + `.querySelector(".picture img").src.includes("black")`)
	v.until(last + `.querySelector(".edited") && document.querySelectorAll("#log article").length === 2`)
	v.shoot("04-explore")
	v.click("#log article:last-child .private-line button")
	v.until(`document.querySelectorAll("#log article").length === 1`)
}

func walkBen(v *visitor) {
	v.click(`#people input[value="` + discordtest.Ben.ID + `"]`)
	v.until(`document.body.dataset.at?.startsWith("` + discordtest.Ben.ID + `") && document.querySelectorAll("#log article").length === 1`)
	v.press("More")
	v.until(`document.querySelectorAll("#log article").length === 2 && ` + last + `.classList.contains("private")`)
	v.until(`(` + lastText + `).includes("Only you can see this")`)
	v.shoot("04-private")
	v.click(`#people input[value="` + discordtest.Anna.ID + `"]`)
	v.until(`document.body.dataset.at?.startsWith("` + discordtest.Anna.ID + `") && document.querySelectorAll("#log article").length === 1`)
}

func walkRefusal(v *visitor) {
	v.typeIn("/encode RNBQKBNX" + kb.Enter)
	v.until(`(` + lastText + `).includes("RNBQKBNX") && ` + last + `.querySelector("li")`)
	v.typeIn("/sp 961" + kb.Enter)
	v.until(`(` + lastText + `).includes("961")`)
	v.typeIn(`/sp apply:<img src=x onerror=alert(1)> **x**` + kb.Enter)
	v.until(`(` + lastText + `).includes("<img src=x onerror=alert(1)>") && !` + last + `.querySelector("img")`)
	v.shoot("05-refusal")
	v.until(`document.querySelectorAll("#log article").length === 4`)
	for range 3 {
		v.click("#log article:last-child .private-line button")
	}
	v.until(`document.querySelectorAll("#log article").length === 1`)
}

// walkSilence checks what a person sees if the bot misses Discord's deadline.
func walkSilence(v *visitor) {
	v.js(`window.realFetch = fetch, window.fetch = async () => new Response('{"error": "The application did not respond"}', { status: 504 }), ""`)
	v.typeIn("/random" + kb.Enter)
	v.until(`(` + lastText + `).includes("Anna used /random") && (` + lastText + `).includes("The application did not respond")`)
	v.press("More") // on the message before
	v.until(`document.querySelector(".body > .failed")`)
	v.shoot("05b-silence")
	v.js(`window.fetch = realFetch, ""`)
	v.click("#log article:last-child .plain")
}

func walkRandom(v *visitor) {
	v.typeIn("/random" + kb.Enter)
	v.until(`(` + lastText + `).includes("@Anna") && ` + last + `.querySelector("time.moment")`)
	v.press("Draw again")
	v.until(`document.getElementById("scroll").scrollTop > 500`)
	v.until(`document.querySelectorAll("#log article").length === 3 && (` + lastText + `).includes("after")`)
	v.until(last + `.querySelector("p a").getAttribute("href") === "#" + ` + last + `.previousElementSibling.id`)
	v.shoot("06-random")
}

func walkCompletion(v *visitor) {
	v.typeIn("/")
	v.until(`document.querySelectorAll(".offer").length >= 4 && document.getElementById("line").ariaExpanded === "true"`)
	v.shoot("07-commands")
	v.typeIn("fr" + kb.Tab)
	v.until(`document.getElementById("line").value === "/fritz " && document.querySelector(".chip.missing").textContent === "number"`)
	v.shoot("08-options")
	v.typeIn("359 th" + kb.Tab)
	v.until(`document.getElementById("line").value === "/fritz 359 theme:"`)
	v.typeIn(kb.ArrowDown + kb.ArrowDown)
	v.until(`document.querySelector('.offer[aria-selected="true"]').id === document.getElementById("line").getAttribute("aria-activedescendant")`)
	v.shoot("09-choices")
	v.typeIn(kb.Enter)
	v.until(`document.getElementById("line").value === "/fritz 359 theme:green "`)
	v.typeIn(kb.Enter)
	v.until(`(` + lastHeading + `).startsWith("SP 518")`)
	v.typeIn("/fritz" + kb.Enter)
	v.until(`document.getElementById("status").textContent.includes("needs number")`)
	v.typeIn(kb.Escape)
	v.until(`document.getElementById("popup").hidden`)
	v.js(`document.getElementById("line").value = ""`)
}

// walkPositions types a position, which the bot completes.
func walkPositions(v *visitor) {
	v.typeIn("/encode position:")
	v.until(`[...document.querySelectorAll(".offer")].some((o) => o.textContent.includes("SP 518 · RNBQKBNR · "))`)
	v.shoot("09b-positions")
	v.typeIn("sp-30")
	v.until(`[...document.querySelectorAll(".offer")].some((o) => o.textContent.includes("SP 303 · QNRKRNBB"))`)
	v.typeIn(kb.Escape)
	v.js(`document.getElementById("line").value = ""`)
}

func walkHistory(v *visitor) {
	v.typeIn(kb.ArrowUp + kb.ArrowUp)
	v.until(`document.getElementById("line").value === "/random"`)
	v.typeIn(kb.ArrowDown + kb.ArrowDown)
	v.until(`document.getElementById("line").value === ""`)
}

func walkDirect(v *visitor) {
	v.click(`#places input[value="direct"]`)
	v.until(`document.body.dataset.at?.endsWith("direct") && !document.getElementById("welcome").hidden`)
	v.click(".example")
	v.until(`(` + lastHeading + `).startsWith("SP 518")`)
	v.click(`#places input[value="` + discordtest.ChannelID + `"]`)
	v.until(`document.body.dataset.at?.endsWith("` + discordtest.ChannelID + `") && document.querySelectorAll("#log article").length === 4`)
}

func walkGallery(v *visitor) {
	v.click("#open-gallery")
	v.until(`[...document.querySelectorAll(".board img")].every(i => i.naturalWidth === 792)`)
	v.shoot("10-gallery")
	v.click(".board:nth-child(3) button")
	v.until(`document.getElementById("line").value === "/sp number:518 theme:blue" && !document.getElementById("gallery").open`)
	v.typeIn(kb.Enter)
	v.until(`(` + lastHeading + `).startsWith("SP 518") && document.querySelectorAll("#log article").length === 5`)
	v.click("#open-rules")
	v.until(`document.getElementById("rules").open && document.getElementById("rules-list").textContent === "None."`)
	v.shoot("11-rules")
	v.click("#rules .close")
}

func walkPhone(v *visitor) {
	v.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	v.until(`innerWidth === 360 && document.documentElement.scrollWidth <= 360`)
	v.until(`[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > 361).length === 0`)
	v.js(`document.getElementById("scroll").scrollTop = ` + last + `.offsetTop, ""`)
	v.shoot("12-phone")
	v.js(`document.getElementById("scroll").scrollTop = 1e6, ""`)
	v.shoot("12b-phone-buttons")
	v.typeIn("/sp 518 ")
	v.until(`!document.getElementById("popup").hidden && document.documentElement.scrollWidth <= 360`)
	v.shoot("13-phone-completion")
	v.click("#open-gallery")
	v.shoot("14-phone-gallery")
	v.click("#gallery .close")
	v.do(chromedp.EmulateViewport(1280, 900))
}
