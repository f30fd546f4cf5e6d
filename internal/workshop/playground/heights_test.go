package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"chess960bot/internal/workshop/discordtest"
)

// A screen is a window in which answers must fit: its size, the most pixels of an answer, and
// whether its owner has chosen larger text: Discord's 16 px instead of 14.
type screen struct {
	name          string
	width, height int64
	large         bool
	most          float64
}

// The screens: of two phones, of a phone with larger text, and of a computer.
var (
	phone      = screen{"390", 390, 844, false, 660}
	smallPhone = screen{"360", 360, 800, false, 720}
	largeText  = screen{"16 px", 390, 844, true, 760}
	computer   = screen{"1280", 1280, 900, false, 690}

	screens = []screen{smallPhone, phone, largeText, computer}
)

// walkPageHeights opens the pages behind More. These positions have the longest texts.
func walkPageHeights(v *visitor) {
	v.goTo(discordtest.ChannelID)
	for _, sp := range []string{"3", "369", "868", "879"} {
		v.ask("/sp " + sp)
		v.press("More")
		v.until(last + `.classList.contains("private") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fits("explore " + sp)
		v.choose("look")
		v.until(`(` + lastHeading + `).startsWith("What to watch for") && ` + last + `.querySelector(".picture img")?.complete`)
		v.fits("first look " + sp)
		v.press("More facts")
		v.until(`(` + lastHeading + `).startsWith("More facts")`)
		v.fits("more facts, text alone " + sp)
		v.press("Is it fair?")
		v.until(`(` + lastHeading + `).startsWith("Is it fair?")`)
		v.fits("is it fair, text alone " + sp)
	}
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
		v.fits("daily post, " + form)
	}
	v.goTo(discordtest.ChannelID)
	for _, line := range []string{"set channel:daily board:full clear:role", "set channel:daily role:players thread:true theme:blue", "show"} {
		v.ask("/daily-posts " + line)
		v.fits("daily-posts " + line + ", text alone")
	}
	v.ask("/daily-posts test channel:daily")
	v.fits("daily-posts test")
}

// ask sends a line and waits for the answer with its first picture, if any. Of the messages before,
// ten stay on the page: each change of its width lays out all.
func (v *visitor) ask(line string) {
	v.t.Helper()
	v.js(`[...document.querySelectorAll("#log article")].slice(0, -10).forEach((a) => a.remove()), ""`)
	count := v.js(`String(document.querySelectorAll("#log article").length)`)
	v.js(`document.getElementById("line").value = ` + strconv.Quote(line) + `, document.getElementById("send").click(), ""`) // keys would take a second
	v.until(`document.querySelectorAll("#log article").length > ` + count + ` && (` + last + `.querySelector(".picture img")?.complete ?? true)`)
}

// fits measures the last message on all screens, and counts its pictures.
func (v *visitor) fits(what string) {
	v.t.Helper()
	v.fitsScreens(what)
	wantPictures := "1"
	if strings.Contains(what, "text alone") {
		wantPictures = "0"
	}
	if pictures := v.js(`String(` + last + `.querySelectorAll(".picture").length)`); pictures != wantPictures {
		v.t.Errorf("%s shows %s pictures", what, pictures)
	}
}

// fitsScreens measures the last message on all screens.
func (v *visitor) fitsScreens(what string) {
	v.t.Helper()
	v.fitsArticle(what, last)
}

// fitsArticle measures a message on all screens. The page stays on the last of them.
func (v *visitor) fitsArticle(what, article string) {
	v.t.Helper()
	for _, s := range v.screens {
		v.do(chromedp.EmulateViewport(s.width, s.height))
		v.until(fmt.Sprintf(`innerWidth === %d && [...%s.querySelectorAll(".picture img")].every((i) => i.complete)`, s.width, article))
		v.measure(what, s, article)
	}
	v.js(`document.body.classList.remove("large-text"), ""`)
}

// A measured is what a message takes on a screen.
type measured struct {
	Pixels     float64
	Characters int
	Over       int      // pixels by which the page is wider than the window
	Broken     int      // tables with a row that breaks in two
	Long       []string // buttons and headings of too many lines
}

// measure notes the height of a message, and takes a picture. Nothing may be wider than the
// window, no row of a table may break in two, each button has one line, and no heading has too many.
func (v *visitor) measure(what string, s screen, article string) {
	v.t.Helper()
	var m measured
	found := v.js(fmt.Sprintf(`document.body.classList.toggle("large-text", %t), ((article) => {
		const all = (selector) => [...article.querySelectorAll(selector)]
		const lines = (e) => Math.round(e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight))
		const long = (selector, most) => all(selector).filter((e) => lines(e) > most).map((e) => e.textContent)
		return JSON.stringify({
			Pixels: article.getBoundingClientRect().height,
			Characters: all(".text, .button").map((e) => e.textContent).join("").length,
			Over: document.documentElement.scrollWidth - innerWidth,
			Broken: all(".table pre").filter((pre) => {
				const rows = pre.textContent.trimEnd().split("\n").length, style = getComputedStyle(pre)
				return pre.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) > (rows + 0.5) * parseFloat(style.lineHeight)
			}).length,
			Long: [...long(".button", 2), ...long("h3, h4", %d)], // a button has the height of two lines around one
		})
	})(%s)`, s.large, v.headingLines, article))
	if err := json.Unmarshal([]byte(found), &m); err != nil {
		v.t.Fatal(err)
	}
	v.heights.note(what, s, m.Pixels, m.Characters)
	if len(m.Long) > 0 {
		v.t.Errorf("%s: too many lines on %s in %s", what, s.name, strings.Join(m.Long, ", "))
	}
	if m.Over != 0 {
		v.t.Errorf("%s is %d px too wide for %s", what, m.Over, s.name)
	}
	if m.Broken != 0 {
		v.t.Errorf("%s breaks rows of %d tables on %s", what, m.Broken, s.name)
	}
	if os.Getenv(screenshots) != "" {
		v.js(`document.getElementById("scroll").scrollTop = ` + article + `.offsetTop - 10, ""`)
		v.shoot(fmt.Sprintf("20-%s-%s", strings.Trim(unnamed.ReplaceAllString(what, "-"), "-"), unnamed.ReplaceAllString(s.name, "-")))
	}
}

// unnamed matches what a file name does not have.
var unnamed = regexp.MustCompile(`[^a-zA-Z0-9]+`)

// heights are the heights of messages, in the order in which they were measured.
type heights struct{ lines []*heightLine }

type heightLine struct {
	what       string
	on         map[string]float64 // the name of a screen → pixels
	characters int
}

// note adds a height on a screen.
func (h *heights) note(what string, s screen, pixels float64, characters int) {
	i := slices.IndexFunc(h.lines, func(l *heightLine) bool { return l.what == what })
	if i < 0 {
		i = len(h.lines)
		h.lines = append(h.lines, &heightLine{what: what, on: map[string]float64{}})
	}
	l := h.lines[i]
	l.on[s.name], l.characters = max(l.on[s.name], pixels), max(l.characters, characters)
}

// check logs all heights as a table, and holds them against the limits of the screens.
func (h *heights) check(t *testing.T, screens []screen) {
	t.Helper()
	var table strings.Builder
	row := func(what string, characters any, cell func(screen) float64) {
		for _, s := range screens {
			fmt.Fprintf(&table, "%6.0f", cell(s))
		}
		fmt.Fprintf(&table, "%7v  %s\n", characters, what)
	}
	for _, s := range screens {
		fmt.Fprintf(&table, "%6s", s.name)
	}
	table.WriteString("  chars\n")
	for _, l := range slices.SortedStableFunc(slices.Values(h.lines), func(a, b *heightLine) int { return cmp.Compare(b.on[phone.name], a.on[phone.name]) }) {
		row(l.what, l.characters, func(s screen) float64 { return l.on[s.name] })
		for _, s := range screens {
			if l.on[s.name] > s.most {
				t.Errorf("%s is %.0f px high on %s, want at most %.0f", l.what, l.on[s.name], s.name, s.most)
			}
		}
	}
	row("median", "", h.median)
	t.Logf("heights of %d messages in px:\n%s", len(h.lines), &table)
}

// median returns the height on a screen that half of the messages do not exceed.
func (h *heights) median(s screen) float64 {
	var all []float64
	for _, l := range h.lines {
		all = append(all, l.on[s.name])
	}
	slices.Sort(all)
	return append(all, 0)[len(all)/2]
}
