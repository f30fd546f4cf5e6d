package main

import (
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// walkMessageMenu writes a message and uses "Explain this position" in its menu.
func walkMessageMenu(v *visitor) {
	v.click(`#places input[value="` + discordtest.ChannelID + `"]`)
	v.until(`document.body.dataset.at?.endsWith("` + discordtest.ChannelID + `")`)
	v.typeIn("Shall we play SP-303, or 118?" + kb.Enter)
	v.until(`(` + lastText + `).includes("Shall we play SP-303") && !` + last + `.querySelector(".occasion")`)
	v.until(`document.getElementById("status").textContent.includes("only commands")`)
	v.click("#log article:last-child .apps summary")
	v.until(last + `.querySelector(".apps .list").getBoundingClientRect().bottom <= document.getElementById("scroll").getBoundingClientRect().bottom + 1`) // parts of a pixel do not count
	v.shoot("21-message-menu")
	v.click("#log article:last-child .apps button")
	v.until(`(` + lastHeading + `).startsWith("SP 303") && ` + last + `.classList.contains("private")`)
	v.until(last + `.querySelector(".occasion").textContent.includes("used Explain this position on this message")`)
	v.until(last + `.querySelector(".occasion a").getAttribute("href") === "#" + ` + last + `.previousElementSibling.id`)
	v.until(last + `.querySelector(".apps") === null && !document.querySelector(".apps[open]")`)
	v.shoot("21b-explained")
}
