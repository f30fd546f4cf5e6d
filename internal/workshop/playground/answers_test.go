package main

import (
	"encoding/json"
	"regexp"
	"slices"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// answerLines are commands with their short answers, one of each kind. The evening, the
// quizzes, the daily posts and the games have walks of their own.
func answerLines() []string {
	lines := []string{
		"/sp 518", "/sp 715", "/sp number:304 scheme:almanac", "/sp number:715 black:8", "/sp 303 path:true", "/sp number:303 explain:formula", "/sp number:249 explain:almanac", "/sp number:249 explain:fritz9", "/sp apply:12ES", "/sp 961", "/sp 12345",
		"/encode RNBQKBNR", "/encode 594", "/encode position:RNBQKBNR against:359", "/encode position:BBQNNRKR against:SP-534", "/encode RNBQKBNX",
		// The longest disputes about a number: of 960 positions with the numbers of all slips, and with Black's pieces turned.
		"/encode position:943 against:17", "/encode position:bbnqnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNQNBB w KQ - 0 1 against:17",
		"/fritz 359", "/daily", "/daily tomorrow", "/daily-posts show",
		"/random", "/random exclude_standard:true", "/random method:die explain:direct", "/random game:double", "/random game:kings-corner",
		"/castle SP-594", "/castle 518", "/castle position:Kc1 Rb1 Rh1",
		"/find pattern:Q.....KR", "/find swaps:1", "/find undefended:3",
		"/about", "/help", "/help private:true", "/forget",
	}
	for _, method := range []string{"die", "platonic", "coins", "coins-die", "coins-once", "bag", "bag-wheeler", "cards", "number-cards", "hold", "circle", "digits"} {
		lines = append(lines, "/random method:"+method, "/random method:"+method+" hands:mine")
	}
	for _, table := range []string{"kings", "bishops", "n5n", "skeleton", "fritz9"} {
		lines = append(lines, "/table name:"+table, "/table name:"+table+" position:RNBQKBNR")
	}
	return lines
}

// walkAnswers asks for every answer. It presses every kind of button and chooses every line
// of every menu that the answers lead to, once.
func walkAnswers(v *visitor) { walkAnswersWithout(v, nil) }

// walkAnswersWithout is walkAnswers for answers that never say something.
func walkAnswersWithout(v *visitor, never *regexp.Regexp) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	c := crawler{v, map[string]bool{}, never}
	for _, line := range answerLines() {
		v.ask(line)
		v.fitsScreens(line)
		c.follow(line)
	}
}

// A crawler tries the buttons and menus of answers.
type crawler struct {
	*visitor
	tried map[string]bool // names of custom ids, with the choice in a menu
	never *regexp.Regexp  // what no answer says; nil for nothing
}

// An offer is a control of a message, with a name for all controls of its kind.
type offer struct {
	control
	Name string
}

// A control is a button, or a choice in a menu.
type control struct{ Menu, Label, Value string }

func (c control) String() string {
	if c.Menu != "" {
		return c.Value
	}
	return c.Label
}

// follow tries the controls of the last message that no message before had. Path says how to
// get to the message: a line, then controls.
func (c crawler) follow(line string, path ...control) {
	c.t.Helper()
	if c.never != nil {
		if said := c.never.FindString(c.js(lastText)); said != "" {
			c.t.Errorf("%s %v says %q", line, path, said)
		}
	}
	var offered []offer
	if err := json.Unmarshal([]byte(c.js(`JSON.stringify([...`+last+`.querySelectorAll(".button[data-custom-id], select.menu")].flatMap((e) => {
		const name = e.dataset.customId.split(":")[0]
		if (e.tagName === "BUTTON") return [{ Name: name, Label: e.textContent }]
		return [...e.options].filter((o) => !o.disabled && !o.selected).map((o) => ({ Name: name + " " + o.value, Menu: name, Value: o.value }))
	}))`)), &offered); err != nil {
		c.t.Fatal(err)
	}
	offered = slices.DeleteFunc(offered, func(o offer) bool { return c.tried[o.Name] })
	for _, o := range offered {
		c.tried[o.Name] = true
	}
	for i, o := range offered {
		if i > 0 {
			c.ask(line)
			for _, step := range path {
				c.use(step)
			}
		}
		if c.use(o.control); c.js(`String(`+formOpen+`)`) == "true" {
			c.do(chromedp.KeyEvent(kb.Escape))
			continue
		}
		what := line
		for _, step := range append(path, o.control) {
			what += " › " + step.String()
		}
		c.fitsScreens(what)
		c.follow(line, append(path[:len(path):len(path)], o.control)...)
	}
}

// use presses a button or chooses in a menu of the last message, and waits for the answer or
// the form.
func (c crawler) use(what control) {
	c.t.Helper()
	c.js(`window.before = ` + last + `, window.was = before.outerHTML, ""`)
	if what.Menu != "" {
		menu := `[...before.querySelectorAll("select.menu")].find((m) => m.dataset.customId.startsWith("` + what.Menu + `"))`
		c.js(menu + `.value = "` + what.Value + `", ` + menu + `.dispatchEvent(new Event("change")), ""`)
	} else {
		label, _ := json.Marshal(what.Label)
		c.js(`[...before.querySelectorAll(".button")].find((b) => b.textContent === ` + string(label) + `).click(), ""`)
	}
	c.until(formOpen + ` || ` + last + ` !== before && ` + last + `.outerHTML !== was && [...` + last + `.querySelectorAll("img")].every((i) => i.complete)`)
}
