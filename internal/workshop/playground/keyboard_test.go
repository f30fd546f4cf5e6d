package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// TestKeyboard uses the page without a mouse.
func TestKeyboard(t *testing.T) {
	findChromium(t)
	_, url := open(t)
	v := visit(t, url)
	for _, part := range []struct {
		name string
		walk func(*visitor)
	}{
		{"skip link", walkSkipLink},
		{"message", walkMessageByKeys},
		{"menu of a message", walkMessageMenuByKeys},
		{"menu of choices", walkMenuByKeys},
		{"form", walkFormByKeys},
		{"dialogs", walkDialogsByKeys},
		{"daily panel", walkDailyByKeys},
		{"people and places", walkPeopleByKeys},
		{"less motion", walkLessMotion},
		{"narrow", walkNarrow},
	} {
		t.Run(part.name, func(t *testing.T) { part.walk(v.in(t)) })
	}
}

// focusIs is a condition on the text or label of the control that has the focus.
func focusIs(name string) string {
	return `((e) => e.ariaLabel ?? e.textContent)(document.activeElement) === "` + name + `"`
}

// tabTo presses Tab, or Shift and Tab, until a condition holds for the focus. On the way, each
// control shows that it has the focus.
func (v *visitor) tabTo(condition string, modifiers ...chromedp.KeyOption) {
	v.t.Helper()
	const most = 80 // controls on the page
	for range most {
		v.do(chromedp.KeyEvent(kb.Tab, modifiers...))
		if hidden := v.js(hiddenFocus); hidden != "" {
			v.t.Errorf("nobody sees the focus on %s", hidden)
		}
		if v.js(`String(`+condition+`)`) == "true" {
			return
		}
	}
	v.shoot("failed")
	v.t.Fatalf("no way by keys to %s", condition)
}

// back is Shift, for Tab to the control before.
var back = chromedp.KeyModifiers(8)

// hiddenFocus is a JavaScript expression: the element with the focus if nothing shows that.
// The element itself shows the focus, or the box around a hidden input.
const hiddenFocus = `((e) => {
	const shows = (box) => {
		const style = getComputedStyle(box), area = box.getBoundingClientRect();
		return area.width > 0 && style.opacity > 0.9 && (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 || box.matches(".line") && style.boxShadow !== "none");
	};
	return e === document.body || [e, e.closest("label"), e.closest(".line")].some((box) => box && shows(box)) ? "" : e.outerHTML.slice(0, 120);
})(document.activeElement)`

func enter(v *visitor) { v.do(chromedp.KeyEvent(kb.Enter)) }

func walkSkipLink(v *visitor) {
	v.until(`document.activeElement.id === "line"`)
	v.tabTo(`document.activeElement.matches(".skip")`, back)
	v.until(`document.activeElement.getBoundingClientRect().top >= 0`)
	enter(v)
	v.until(`document.activeElement.id === "line"`)
}

// walkMessageByKeys asks, opens a private page, turns it and dismisses it. The focus stays on
// the control that was used.
func walkMessageByKeys(v *visitor) {
	v.do(chromedp.KeyEvent("/sp 518" + kb.Enter))
	v.until(`(` + lastHeading + `).startsWith("SP 518") && document.activeElement.id === "line"`)
	v.tabTo(focusIs("ALT text of the picture"), back)
	enter(v)
	v.until(last + `.querySelector(".picture p").checkVisibility() && document.activeElement.ariaExpanded === "true"`)
	v.tabTo(focusIs("More"))
	enter(v)
	v.until(last + `.classList.contains("private") && ` + focusIs("More"))
	v.tabTo(focusIs("Next"))
	enter(v)
	v.until(`(` + lastHeading + `).startsWith("SP 519") && ` + focusIs("Next"))
	v.tabTo(focusIs("Dismiss"))
	enter(v)
	v.until(`document.querySelectorAll("#log article").length === 1 && document.activeElement.id === "line"`)
}

func walkMessageMenuByKeys(v *visitor) {
	v.tabTo(focusIs("Menu of the message"), back)
	enter(v)
	v.tabTo(focusIs("Explain this position"))
	v.do(chromedp.KeyEvent(kb.Escape))
	v.until(`!document.querySelector(".apps[open]") && ` + focusIs("Menu of the message"))
	enter(v)
	v.tabTo(focusIs("Explain this position"))
	enter(v)
	v.until(last + `.classList.contains("private") && ` + focusIs("Menu of the message"))
}

// walkMenuByKeys chooses a topic, and another one on the private page, which changes. The focus
// stays on the menu. The browser may open the menu again when the key is released.
func walkMenuByKeys(v *visitor) {
	const menu = `document.activeElement.closest("select") === ` + last + `.querySelector("select")`
	v.ask("/about")
	v.tabTo(menu, back)
	for _, chosen := range []string{"rules", "castling"} {
		enter(v)
		v.until(`document.activeElement.closest("select").matches(":open")`)
		v.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(" "))
		v.until(last + `.classList.contains("private") && ` + last + `.querySelector("select").value === "` + chosen + `"`)
		escape(v)
		if chosen == "rules" {
			v.tabTo(menu)
		}
	}
	v.until(menu)
}

// walkFormByKeys answers a question of the quiz in a form. The message changes meanwhile.
func walkFormByKeys(v *visitor) {
	v.ask("/quiz practice level:number")
	v.tabTo(focusIs("Answer"), back)
	enter(v)
	v.until(formOpen + ` && document.activeElement.matches("#form input")`)
	v.do(chromedp.KeyEvent(kb.Escape))
	v.until(`!` + formOpen + ` && ` + focusIs("Answer"))
	enter(v)
	v.until(formOpen + ` && document.activeElement.matches("#form input")`)
	v.do(chromedp.KeyEvent("518" + kb.Enter))
	v.until(`!` + formOpen + ` && ` + last + `.contains(document.activeElement) && ` + last + `.querySelector(".edited")`)
}

// walkDialogsByKeys opens both dialogs. Tab stays inside, and the focus returns to the opener.
func walkDialogsByKeys(v *visitor) {
	for opener, dialog := range map[string]string{"open-gallery": "gallery", "open-rules": "rules"} {
		v.ask("/sp 518")
		v.tabTo(`document.activeElement.id === "`+opener+`"`, back)
		enter(v)
		v.until(`document.getElementById("` + dialog + `").open && document.getElementById("` + dialog + `").contains(document.activeElement)`)
		v.tabTo(focusIs("Close"))
		enter(v)
		v.until(`!document.getElementById("` + dialog + `").open && document.activeElement.id === "` + opener + `"`)
		enter(v)
		v.until(`document.getElementById("` + dialog + `").open`)
		v.do(chromedp.KeyEvent(kb.Escape))
		v.until(`!document.getElementById("` + dialog + `").open && document.activeElement.id === "` + opener + `"`)
	}
}

func walkDailyByKeys(v *visitor) {
	v.js(`document.getElementById("open-gallery").focus(), ""`)
	v.tabTo(focusIs("Daily"), back)
	enter(v)
	v.until(`document.activeElement.id === "daily"`)
	day := v.js(`document.getElementById("clock-day").textContent`)
	v.tabTo(focusIs("+1 day"))
	enter(v)
	v.until(`document.getElementById("clock-day").textContent !== "` + day + `" && !document.querySelector(".winding") && ` + focusIs("+1 day"))
	v.tabTo(`document.activeElement.id === "down"`)
	v.do(chromedp.KeyEvent(" "))
	v.until(`document.getElementById("down").checked`)
	v.do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.Escape))
	v.until(`document.getElementById("daily").hidden && ` + focusIs("Daily"))
}

func walkPeopleByKeys(v *visitor) {
	v.tabTo(`document.activeElement.name === "people"`, back)
	v.do(chromedp.KeyEvent(kb.ArrowDown))
	v.until(`document.body.dataset.at?.startsWith("` + discordtest.Ben.ID + `") && document.activeElement.value === "` + discordtest.Ben.ID + `"`)
	v.tabTo(`document.activeElement.name === "places"`, back)
	v.do(chromedp.KeyEvent(kb.ArrowDown))
	v.until(`document.body.dataset.at?.endsWith("` + dailyChannel.ChannelID + `") && document.activeElement.value === "` + dailyChannel.ChannelID + `"`)
	v.do(chromedp.KeyEvent(kb.ArrowUp))
	v.until(`document.body.dataset.at?.endsWith("` + discordtest.ChannelID + `")`)
}

// walkLessMotion looks for anything that moves although the person prefers less motion.
func walkLessMotion(v *visitor) {
	v.ask("/sp 518")
	moving := `[...document.querySelectorAll("*")].filter((e) => parseFloat(getComputedStyle(e).transitionDuration) > 0 || getComputedStyle(e).animationName !== "none" || getComputedStyle(e).scrollBehavior === "smooth").length`
	v.until(moving + ` > 0`)
	v.prefer("prefers-reduced-motion", "reduce")
	v.js(`location.hash = ` + last + `.id, ""`) // which is shown by an animation
	if n := v.js(`String(` + moving + `)`); n != "0" {
		v.t.Errorf("%s elements move", n)
	}
	v.prefer()
}

// walkNarrow shows the views on the narrowest screen that people use, and for people who
// enlarge the page to four times its size. Nothing scrolls sideways.
func walkNarrow(v *visitor) {
	const width = 320
	v.as(discordtest.Anna)
	v.do(chromedp.EmulateViewport(width, 640))
	for _, view := range views {
		view.enter(v)
		if wide := v.js(fmt.Sprintf(tooWide, width)); wide != "" {
			v.t.Errorf("%s: %s", view.name, wide)
			v.shoot("narrow-" + strings.ReplaceAll(view.name, " ", "-"))
		}
		view.leave(v)
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

// tooWide is a JavaScript expression: the elements that reach beyond the page, or scroll
// sideways.
const tooWide = `[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && !e.closest("svg")
	&& (e.getBoundingClientRect().right > %[1]d.5 && getComputedStyle(e).position !== "absolute" || e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowX)))
	.map((e) => e.outerHTML.slice(0, 100)).slice(0, 5).join(" | ")`
