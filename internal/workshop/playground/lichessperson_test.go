package main

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// Ben holds Anna's name on a phone: the form, and then the position and the links, fit.
func TestPlayAPerson(t *testing.T) {
	s, url := open(t)
	v := visit(t, url)
	v.screens = phones
	v.goTo(discordtest.ChannelID)
	v.as(discordtest.Anna)
	v.typeIn("Who plays?" + kb.Enter)
	v.until(`(` + lastText + `).includes("Who plays?")`)
	v.as(discordtest.Ben)
	v.click("#log article:last-child .apps summary")
	v.click("#log article:last-child .apps button:last-child")
	v.until(formOpen)
	v.shootScreens("23-play-a-person-form")
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`!` + formOpen + ` && ` + last + `.querySelector(".picture img")?.complete`)
	v.fits("play a person")
	v.shootScreens("24-play-a-person")
	v.heights.check(t, phones)
	v.noComplaints(s)
}
