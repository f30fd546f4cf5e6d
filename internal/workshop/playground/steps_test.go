package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// walkStepHeights measures every step of a number, by every method and in both directions.
func walkStepHeights(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/sp 118")
	v.press("Step by step")
	for _, method := range explain.Methods() {
		for _, direction := range []string{"number", "position"} {
			v.until(last + `.querySelector("select.menu") !== null`)
			if direction == "number" {
				v.choose(method.ID)
			} else {
				v.press("Find the number")
				v.until(`(` + lastText + `).includes("Find the position")`)
			}
			for step := 1; ; step++ {
				v.until(fmt.Sprintf(`(`+lastText+`).includes("%s") && (`+lastText+`).includes("Step %d of ")`, voice.In("en").Say(chat.ChoiceName("explain", method.ID)), step))
				v.fitsScreens(fmt.Sprintf("steps of %s from the %s, %d", method.ID, direction, step))
				if v.js(`String([...`+last+`.querySelectorAll(".button")].some((b) => b.textContent === "Next"))`) == "false" {
					break
				}
				v.press("Next")
			}
			if direction == "position" {
				v.press("Find the position")
				v.until(`(` + lastText + `).includes("Step 1 of ") && (` + lastText + `).includes("Find the number")`)
			}
		}
	}
}

// walkThrowHeights measures draws by every method, and the page with their throws. Each is
// explained by every method of explanation. The throws are those of the longest record of many,
// and then those of chance, which are drawn again.
func walkThrowHeights(v *visitor) {
	testrun.LongOnly(v.t, "a long walk in the browser")
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	for _, method := range drawing.Methods()[1:] {
		line := fmt.Sprintf("/random method:%s throws:%q", method.ID, longestThrows(v.t, method))
		v.ask(line)
		v.until(`(` + lastText + `).includes("typed this draw in")`)
		v.fitsScreens("longest record of " + string(method.ID))
		v.press("Step by step")
		v.until(last + `.classList.contains("private") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("throws of " + string(method.ID))
		for _, explained := range explain.Methods() {
			v.ask(line + " explain:" + explained.ID)
			v.until(`(` + lastText + `).includes("typed this draw in")`)
			v.fitsScreens(fmt.Sprintf("record of %s explained by %s", method.ID, explained.ID))
		}
		v.ask("/random method:" + string(method.ID))
		v.press("Draw again")
		v.until(`(` + lastText + `).includes("), after SP") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fitsScreens("drawn again by " + string(method.ID))
	}
	for _, explained := range explain.Methods() {
		v.ask("/random explain:" + explained.ID)
		v.fitsScreens("drawn by computer, explained by " + explained.ID)
	}
}

// longestThrows returns the throws of the drawing with the most steps of a thousand that people
// can type: rounds that lead nowhere, throws that are repeated, cards that are held.
func longestThrows(t *testing.T, method *drawing.Method) (typed string) {
	t.Helper()
	random := rand.New(rand.NewPCG(960, 518))
	steps := 0
	for range 1000 {
		d, err := method.Draw(func(n int) (int, error) { return random.IntN(n), nil })
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, s := range d.Steps {
			if s.Choice.Device != "" {
				labels = append(labels, s.Outcome.Label)
			}
		}
		if len(d.Steps) > steps && len(labels) <= drawing.MostThrows {
			steps, typed = len(d.Steps), strings.Join(labels, ", ")
		}
	}
	if read, err := method.Read(typed); err != nil || !read.Done() {
		t.Fatalf("%s: %q: %v", method.ID, typed, err)
	}
	return typed
}

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
	for _, method := range []string{"codes", "tables", "skeleton", "head", "fritz9"} { // the others have no patterns
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

// walkParts draws messages that the bot does not send, and some that it never should.
func walkParts(v *visitor) {
	for _, test := range []struct{ name, message, probe, want string }{
		{"content", `{"content": "**x** <b>"}`, `html(".text")`, "<p><strong>x</strong> &lt;b&gt;</p>"},
		{"unknown type", `{"components": [{"type": 99}, {"type": 10, "content": "after"}]}`, `text`, "after"},
		{"script link", `{"components": [{"type": 1, "components": [{"type": 2, "style": 5, "label": "x", "url": "javascript:alert(1)"}]}]}`,
			`html(".row")`, ""},
		{"hostile label", `{"components": [{"type": 1, "components": [{"type": 2, "style": 4, "label": "<i>", "custom_id": "\"><i>"}]}]}`,
			`html(".row button.danger")`, "&lt;i&gt;"},
		{"disabled", `{"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x", "disabled": true}]}]}`,
			`String(find(".primary").disabled)`, "true"},
		{"accent", `{"components": [{"type": 17, "accent_color": 255, "components": [{"type": 10, "content": "x"}]}]}`,
			`find(".container").style.getPropertyValue("--accent")`, "#0000ff"},
		{"picture from elsewhere", `{"components": [{"type": 12, "items": [{"media": {"url": "https://a.example/x.png"}}]}]}`,
			`String(find("img"))`, "null"},
		{"select", `{"components": [{"type": 1, "components": [{"type": 3, "custom_id": "how", "placeholder": "Explain by",
			"options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b", "description": "why"}]}]}]}`,
			`(find("select").value = "b", find("select").dispatchEvent(new Event("change")), chosen)`, "how: b of Explain by, A, B why"},
	} {
		v.t.Run(test.name, func(t *testing.T) {
			if got := v.draw(test.message, test.probe); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// draw draws a message and evaluates a probe of it. message has only the unusual fields, as
// JSON.
func (v *visitor) draw(message, probe string) string {
	v.t.Helper()
	usual := map[string]any{
		"id": "1", "author": userJSON{Name: "chess960", Bot: true}, "created": "2026-01-02T03:04:05Z",
		"content": "", "components": []any{}, "attachments": []any{},
	}
	if err := json.Unmarshal([]byte(message), &usual); err != nil {
		v.t.Fatal(err)
	}
	whole, _ := json.Marshal(usual)
	return v.js(fmt.Sprintf(`import("/message.js").then(({ drawMessage }) => {
		let chosen = "";
		const article = drawMessage(%s, { choose: (message, id, value, control) => {
			chosen = id + ": " + value + (control.options ? " of " + [...control.options].map((o) => o.text).join(", ") : "");
		} });
		const find = (selector) => article.querySelector(selector), html = (selector) => find(selector).innerHTML;
		const text = find(".body").textContent;
		return %s;
	})`, whole, probe))
}
