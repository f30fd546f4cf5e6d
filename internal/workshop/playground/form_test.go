package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// Expressions about forms.
const (
	formOpen = `document.getElementById("form").open`
	focused  = `document.activeElement`
)

// walkForms adds a number to a sealed draw through the form, as a second person.
func walkForms(v *visitor) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	v.ask("/event new name:Saturday rounds:2 sealed:true")
	v.ask("/event draw")
	v.as(discordtest.Ben)
	v.openByKey("Add a number")
	v.until(focused + `.labels[0].textContent === "A number from 0 to 9999"`)
	v.until(`document.getElementById(` + focused + `.getAttribute("aria-describedby")).textContent.startsWith("You cannot change the number later")`)
	v.shootForm("40-form")
	v.do(chromedp.KeyEvent(kb.Escape))
	v.until(`!` + formOpen + ` && ` + focused + `.textContent === "Add a number"`)

	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(formOpen)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(formOpen + ` && ` + focused + `.validity.valueMissing`)
	v.do(chromedp.KeyEvent("123456"))
	v.until(focused + `.value === "1234"`)
	v.enter("nine")
	v.until(`!` + formOpen + ` && ` + last + `.classList.contains("private") && (` + lastText + `).includes("nine is not a whole number from 0 to 9999.")`)
	v.shootScreens("41-form-refused")

	v.openByKey("Add a number")
	v.js(`window.realFetch = fetch, window.fetch = async () => new Response('{"error": "The application did not respond"}', { status: 504 }), ""`)
	v.enter("17")
	v.until(formOpen + ` && document.getElementById("form-failure").checkVisibility() && document.getElementById("form-failure").innerText === "The application did not respond"`)
	v.shootForm("42-form-silence")
	v.click("#form-submit")
	v.until(`!document.getElementById("form-submit").hasAttribute("aria-busy") && ` + focused + `.name === "number"`)
	v.do(chromedp.KeyEvent("5")) // the failed click has not taken the focus from the input
	v.until(focused + `.value === "175"`)
	// The bot's answer comes once its message with the button has been replaced.
	v.js(`window.opener = [...document.querySelectorAll("#log .button")].findLast((b) => b.textContent === "Add a number"),
		window.fetch = async (...request) => {
			const response = await realFetch(...request);
			while (opener.isConnected) await new Promise((wait) => setTimeout(wait));
			return response;
		}, ""`)
	v.enter("17")
	v.until(`!` + formOpen + ` && (` + lastText + `).includes("Your number 17 counts for round 1")`)
	v.until(focused + `.textContent === "Add a number"`)
	v.js(`window.fetch = realFetch, ""`)
	v.shootScreens("43-form-added")

	v.as(discordtest.Anna)
	v.openByKey("Add a number")
	v.do(chromedp.KeyEvent("18"))
	v.submitByMouse("Your number 18 counts for round 1")
}

// submitByMouse clicks Submit and waits for the answer. Keys typed then go to the command
// line.
func (v *visitor) submitByMouse(answer string) {
	v.t.Helper()
	v.click("#form-submit")
	v.until(`!` + formOpen + ` && (` + lastText + `).includes("` + answer + `")`)
	v.do(chromedp.KeyEvent("/he"))
	v.until(`document.getElementById("line").value === "/he"`)
	v.js(`document.getElementById("line").value = "", ""`)
}

// walkFormOfQuiz answers questions through the form, which closes after the answer has
// replaced the message with its button.
func walkFormOfQuiz(v *visitor) {
	v.as(discordtest.Ben)
	v.goTo(discordtest.ChannelID)
	v.ask("/quiz practice level:number")
	v.openByKey("Answer")
	v.enter("0")
	v.until(`!` + formOpen + ` && ` + focused + `.closest("article") === ` + last + ` && ` + focused + `.textContent === "Next"`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`[...` + last + `.querySelectorAll(".button")].some((b) => b.textContent === "Answer")`)
	v.openByKey("Answer")
	v.do(chromedp.KeyEvent("1"))
	v.submitByMouse("Next")
}

// openByKey opens a form with the keyboard, by the label of a button.
func (v *visitor) openByKey(label string) {
	v.t.Helper()
	v.until(`![...document.querySelectorAll("#log .button")].some((b) => b.hasAttribute("aria-busy"))`)
	v.js(`[...document.querySelectorAll("#log .button")].findLast((b) => b.textContent === "` + label + `").focus(), ""`)
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(formOpen)
}

// enter types a text into the focused input instead of what is there, and submits it.
func (v *visitor) enter(text string) {
	v.t.Helper()
	v.js(focused + `.select(), ""`)
	v.do(chromedp.KeyEvent(text + kb.Enter))
}

// bigForm has five parts, as the form for a whole position will have.
func bigForm() string {
	group := func(id string, count int, required bool) discordtest.FormPart {
		input := &discordtest.FormInput{Type: 21, CustomID: id, Required: &required}
		for i := range count {
			input.Options = append(input.Options, discordtest.SelectOption{Label: fmt.Sprintf("Option %d of %s", i, id), Value: fmt.Sprint(i)})
		}
		input.Options[0].Description = "The first one <b>of all</b>"
		return discordtest.FormPart{Type: 18, Label: "Where is the " + id + "?", Description: "White's first rank, from a to h", Input: input}
	}
	form := discordtest.Form{CustomID: "quiz", Title: "A position for 518", Parts: []discordtest.FormPart{
		{Type: 10, Content: "Build the position of **SP 518**. `/table` shows the steps."},
		group("dark bishop", 4, true), group("light bishop", 4, true), group("queen", 6, false), group("sequence", 10, true),
	}}
	form.Parts[2].Input.Options[1].Default = true
	text, _ := json.Marshal(form)
	return string(text)
}

// walkRadioForm fills in a form of radio groups with the keyboard.
func walkRadioForm(v *visitor) {
	open := func(form string) {
		v.js(`import("./form.js").then(({ openForm }) => openForm(` + form + `, {}, async (values) => { window.submitted = JSON.stringify(values) })).then(() => "")`)
		v.until(formOpen)
	}
	open(bigForm())
	v.until(`document.querySelectorAll("#form fieldset").length === 4 && document.querySelectorAll("#form input[type=radio]").length === 24`)
	v.until(`document.querySelector("#form .text strong").textContent === "SP 518" && document.querySelector("#form b") === null`)
	v.until(`document.querySelector("#form legend").textContent === "Where is the dark bishop?"`)
	v.until(focused + `.name === "dark bishop" && ` + focused + `.value === "0" && !` + focused + `.checked`)
	v.until(`[...document.querySelectorAll("#form legend")][2].textContent.endsWith("(optional)")`)
	v.shootForm("44-form-radio")
	v.click(`#form input[name="dark bishop"][value="2"]`)
	v.do(chromedp.KeyEvent(kb.ArrowDown))
	v.do(chromedp.KeyEvent(kb.Enter)) // the sequence is still missing
	v.until(formOpen + ` && document.querySelector('#form input[name="sequence"]').validity.valueMissing`)
	v.js(`document.querySelector('#form input[name="sequence"]').focus(), ""`)
	v.do(chromedp.KeyEvent(" "))
	v.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	v.until(`document.documentElement.scrollWidth <= 390 && document.getElementById("form").scrollWidth <= document.getElementById("form").clientWidth`)
	v.shoot("44b-form-radio-end-390")
	v.do(chromedp.EmulateViewport(1280, 900))
	v.do(chromedp.KeyEvent(kb.Enter))
	v.until(`!` + formOpen)
	if got, want := v.js(`submitted`), `{"dark bishop":"3","light bishop":"1","sequence":"0"}`; got != want {
		v.t.Errorf("submitted %s, want %s", got, want)
	}
	open(`{"custom_id":"x","title":"Old","components":[{"type":1,"components":[{"type":4,"style":2,"custom_id":"text","label":"Why?","required":false}]}]}`)
	v.until(focused + `.tagName === "TEXTAREA" && ` + focused + `.labels[0].textContent === "Why? (optional)"`)
	v.click("#form-submit")
	v.until(`!` + formOpen + ` && submitted === '{"text":""}'`)
}

// shootForm takes a picture of the open form on each screen.
func (v *visitor) shootForm(name string) {
	v.t.Helper()
	v.until(`document.getElementById("form").getBoundingClientRect().bottom <= innerHeight`)
	v.shootScreens(name)
	v.until(formOpen)
}

// shootScreens takes a picture of the page on each screen.
func (v *visitor) shootScreens(name string) {
	v.t.Helper()
	for _, screen := range []screen{computer, phone} {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		v.until(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= innerWidth`, screen.width))
		v.until(`((s) => (s.scrollTop = 1e6, s.scrollTop + s.clientHeight >= s.scrollHeight - 1))(document.getElementById("scroll"))`)
		v.shoot(fmt.Sprintf("%s-%d", name, screen.width))
	}
	v.do(chromedp.EmulateViewport(1280, 900))
}

// A form is submitted as the page got it. A value that Discord's client would not send is
// refused.
func TestForm(t *testing.T) {
	t.Parallel()
	s, url := open(t)
	post := func(path string, a ask, want int) string {
		t.Helper()
		a.Who, a.Place = discordtest.Anna.ID, discordtest.ChannelID
		answer, text := request(t, "POST", url+path, a.body(), nil)
		if answer.StatusCode != want {
			t.Fatalf("%s: %s %s, want %d", path, answer.Status, text, want)
		}
		return text
	}
	post("/api/slash", ask{Command: "event new", Options: map[string]any{"name": "Saturday", "rounds": 1, "sealed": true}}, 200)
	post("/api/slash", ask{Command: "event draw"}, 200)
	list := seen(t, url, discordtest.Anna, discordtest.ChannelID)
	seal := list[len(list)-1]
	id := regexp.MustCompile(`"event-number:[^"]*"`).FindString(string(seal.Components))
	var opened struct{ Form discordtest.Form }
	text := post("/api/press", ask{Message: seal.ID, CustomID: strings.Trim(id, `"`)}, 200)
	if err := json.Unmarshal([]byte(text), &opened); err != nil || opened.Form.Title != "Add a number" {
		t.Fatal(text, err)
	}
	for number, want := range map[string]int{"": 400, "12345": 400, "nine": 200, "17": 200} {
		post("/api/submit", ask{Message: seal.ID, Form: opened.Form, Inputs: map[string]string{"number": number}}, want)
	}
	if text := post("/api/press", ask{Message: seal.ID, CustomID: strings.Replace(strings.Trim(id, `"`), "number", "open", 1)}, 200); text != "{}\n" {
		t.Errorf("a press without a form: %s", text)
	}
	if broken := s.discord.Broken(); len(broken) > 0 {
		t.Errorf("rules broken: %q", broken)
	}
}
