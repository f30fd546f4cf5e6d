package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// column returns a JavaScript expression: the list of texts in a column of the last posts.
func column(n string) string {
	return `[...document.querySelectorAll("#posts tr > :nth-child(` + n + `)")].map((c) => c.innerText.trim().replace(/\s+/g, " "))`
}

// windOn presses a button of the panel and waits until the clock is wound.
func (v *visitor) windOn(by string) {
	v.t.Helper()
	v.js(`document.getElementById("progress").textContent = ""`)
	v.click(`#wind [data-by="` + by + `"]`)
	v.until(`document.getElementById("progress").textContent.startsWith("It is ")`)
	v.until(`document.getElementById("progress").textContent.endsWith(" " + document.getElementById("clock-day").textContent + ".")`)
}

func (v *visitor) goTo(place string) {
	v.t.Helper()
	v.click(`#places input[value="` + place + `"]`)
	v.until(`document.body.dataset.at?.endsWith("` + place + `")`)
}

// walkDailySet opens the panel and types a command to set a daily post, one day before a
// change of clocks.
func walkDailySet(v *visitor) {
	v.click("#open-daily")
	v.until(`document.getElementById("open-daily").ariaExpanded === "true" && !document.getElementById("no-subs").hidden`)
	walkPanelBeside(v)
	walkLateEvent(v)
	v.js(`document.getElementById("line").value = ""`)
	v.typeIn("/DAILY-POSTS set channel:da" + kb.Tab)
	v.until(`document.getElementById("line").value === "/DAILY-POSTS set channel:daily "`)
	v.typeIn("role:" + kb.Tab + "thread:" + kb.Tab + "time:19:30 timezone:berl")
	v.until(`document.getElementById("line").value.includes(" role:players thread:true ") && document.querySelector(".offer .label")?.textContent.startsWith("Berlin, Germany (")`)
	v.shoot("16a-daily-typing")
	v.typeIn(kb.Tab + kb.Enter)
	v.until(`(` + lastText + `).includes("Saved for #daily.") && (` + lastText + `).includes("ping: @players")`)
	v.until(`document.querySelector("#subs tr")?.innerText.includes("19:30")`)
	v.until(last + `.querySelector(".stamp")?.textContent.startsWith("Today at ")`)
	v.until(`/^in 1[678] hours$/.test(` + last + `.querySelector("time[data-ago]")?.textContent)`)
	v.shoot("16-daily-set")
}

// walkPanelBeside looks at the channel beside the panel on screens that are just wide enough for both.
func walkPanelBeside(v *visitor) {
	for _, width := range []int64{1101, 1180, 1243} {
		v.do(chromedp.EmulateViewport(width, 800))
		v.until(fmt.Sprintf(`innerWidth === %d`, width))
		covered := v.js(`[...document.querySelectorAll(".room, .room *")].filter((e) => e.checkVisibility() &&
			e.getBoundingClientRect().right > document.getElementById("daily").getBoundingClientRect().left + 1).map((e) => e.tagName + "." + e.className).join(" ")`)
		if covered != "" {
			v.t.Errorf("at %d px the panel covers the edge of %s", width, covered)
		}
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

// walkLateEvent winds the clock while the page has an old time, as if the event with the
// new time came late. The page takes the time from the response, or from a snapshot.
func walkLateEvent(v *visitor) {
	v.js(`window.realFetch = fetch, window.fetch = async (...a) => {
		const answer = await realFetch(...a)
		if (a[0] === "/api/wind") (await import("/moment.js")).setNow("2020-01-01T00:00:00Z")
		return answer
	}, ""`)
	v.windOn("change")
	v.js(`window.fetch = realFetch, ""`)
	if said := v.js(`document.getElementById("progress").textContent`); strings.Contains(said, "2020") {
		v.t.Error("after winding:", said)
	}
	snapshot := v.js(`new Promise((done) => {
		const events = new EventSource("/api/events?place=direct&who=` + discordtest.Anna.ID + `")
		events.addEventListener("snapshot", (e) => (events.close(), done(JSON.parse(e.data).now)))
	})`)
	if now, err := time.Parse(time.RFC3339, snapshot); err != nil || time.Until(now) < time.Hour {
		v.t.Errorf("the snapshot says %s: %v", snapshot, err)
	}
}

// walkDailyChange watches three posts, one before the change of clocks.
func walkDailyChange(v *visitor) {
	v.click("#subs .plain") // to the channel
	v.until(`document.body.dataset.at?.endsWith("` + dailyChannel.ChannelID + `") && !document.getElementById("welcome").hidden`)
	v.windOn("1d")
	v.until(`document.querySelectorAll("#log article").length === 1`)
	v.shoot("17-daily-before-change")
	v.windOn("1d")
	v.windOn("1d")
	v.until(`document.querySelectorAll("#log article").length === 3`)
	v.until(last + `.querySelector(".thread")?.textContent.startsWith("Thread: SP ")`)
	v.until(column("3") + `.join() === "posted,posted,posted"`)
	v.until(column("4") + `.every((due) => due.startsWith("19:30 UTC+"))`)
	v.until(`((due) => due[0] === due[1] && due[1] !== due[2])(` + column("4") + `)`)
	v.until(`new Set(` + column("1") + `).size === 3`)
	v.until(`[...document.querySelectorAll("time.stamp")].every((time) => /^\d+\/\d+\/\d+ 7:30\sPM$/.test(time.textContent))`)
	v.until(last + `.getBoundingClientRect().top < 240`) // followed
	v.shoot("18-daily-after-change")
}

// walkDailyMissed stops the bot for a week; the next post says so.
func walkDailyMissed(v *visitor) {
	v.click("#down")
	v.windOn("1w")
	v.until(column("3") + `.filter((state) => state.startsWith("missed")).length === 7`)
	v.click("#down")
	v.windOn("1d")
	v.until(`(` + lastText + `).includes("7 earlier posts are missing here") && document.querySelectorAll("#log article").length === 4`)
	v.shoot("19-daily-missed")
	v.fitsScreens("daily post after missed ones")
	v.goTo(discordtest.ChannelID)
	const unread = `document.querySelectorAll(".unread:not([hidden])")`
	v.until(unread + `.length === 0`)
	v.windOn("1d")
	v.until(unread + `.length === 1 && ` + unread + `[0].closest("label").innerText.includes("daily")`)
	v.shoot("19-daily-unread")
	v.typeIn("/daily-posts show" + kb.Enter)
	v.until(`(` + lastText + `).includes("Last post: ")`)
	v.click(`#log article:last-child a[href^="#message-"]`) // to a message of the other channel
	v.until(`document.body.dataset.at?.endsWith("` + dailyChannel.ChannelID + `") && location.hash === "#" + ` + last + `.id`)
	v.until(unread + `.length === 0 && ` + last + `.ariaLabel.includes("at 7:30:00")`)
	walkLateChoices(v)
}

// walkDailyBen tries a command for people with the permission Manage Server as somebody
// without it, who does not see the command in a server.
func walkDailyBen(v *visitor) {
	v.click(`#people input[value="` + discordtest.Ben.ID + `"]`)
	v.until(`document.body.dataset.at?.startsWith("` + discordtest.Ben.ID + `")`)
	v.typeIn("/daily-posts remove daily" + kb.Enter)
	v.until(`document.getElementById("status").textContent.includes("There is no such command")`)
	v.shoot("19b-daily-ben")
	v.js(`document.getElementById("line").value = ""`)
	v.goTo(direct)
	v.typeIn("/daily-posts remove daily" + kb.Enter)
	v.until(`document.getElementById("status").textContent === "There is no channel “daily” here."`)
	v.js(`document.getElementById("line").value = ""`)
	v.goTo(dailyChannel.ChannelID)
}

// walkLateChoices sends a line before the bot's choices for it have arrived: they do not
// appear any more. The bot refuses the line, so nothing else changes.
func walkLateChoices(v *visitor) {
	v.js(`window.realFetch = fetch, window.held = 0, window.fetch = async (...a) => {
		const answer = await realFetch(...a)
		if (String(a[0]).includes("autocomplete")) held++, await new Promise((go) => (window.letGo = go))
		return answer
	}, ""`)
	v.typeIn("/daily-posts set channel:daily time:25:00 timezone:Berlin")
	v.until(`held >= 6`)
	v.typeIn(kb.Enter)
	v.until(`document.getElementById("line").value === "" && (` + lastText + `).includes("/daily-posts set")`)
	v.js(`letGo(), window.fetch = realFetch, new Promise((done) => setTimeout(() => done(""), 100))`)
	v.until(`document.getElementById("popup").hidden`)
}

func walkDailyPhone(v *visitor) {
	v.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	v.until(`innerWidth === 360 && document.documentElement.scrollWidth <= 360`)
	v.until(`[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > 361).length === 0`)
	v.shoot("20-daily-phone")
	v.js(`document.getElementById("daily").scrollTop = 1e6, ""`)
	v.shoot("20b-daily-phone-tables")
	v.do(chromedp.EmulateViewport(900, 700))
	v.until(`innerWidth === 900 && [...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > 901).length === 0`)
	v.shoot("20c-daily-tablet")
	v.click("#close-daily")
	v.until(`document.getElementById("daily").hidden && document.activeElement.id === "open-daily"`)
	v.do(chromedp.EmulateViewport(1280, 900))
}

// walkGone sends a line while the server is stopped: the line stays in the input.
func walkGone(v *visitor) {
	v.js(`window.realFetch = fetch, window.fetch = () => Promise.reject(new TypeError("Failed to fetch")), ""`)
	v.typeIn("/random" + kb.Enter)
	v.until(`document.getElementById("status").textContent.includes("does not answer") && document.getElementById("line").value === "/random"`)
	v.js(`window.fetch = realFetch, ""`)
	if complaints := strings.Join(v.complaints(), ", "); complaints != "" {
		v.t.Error(complaints)
	}
}
