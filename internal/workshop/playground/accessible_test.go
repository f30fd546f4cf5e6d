package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// TestAccessible opens every view of the page. In each, axe-core finds no violation of its
// rules, on a screen and on a phone, in light and dark colours.
func TestAccessible(t *testing.T) {
	findChromium(t)
	source, err := os.ReadFile(filepath.Join(testrun.Variable(t, "AXE_CORE", "a folder in which npm has installed axe-core"), "node_modules/axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	_, url := open(t)
	v := visit(t, url)
	v.js(string(source) + `; ""`)
	v.prefer("prefers-reduced-motion", "reduce") // no colours halfway through a transition
	for _, view := range views {
		t.Run(view.name, func(t *testing.T) { v.in(t).inspect(view) })
	}
	t.Run("pictures", func(t *testing.T) { walkPictures(v.in(t)) })
}

// walkPictures reads answers with pictures as screen readers get them. Each picture is one
// image with its description, and nothing else has the description.
func walkPictures(v *visitor) {
	for _, line := range []string{"/sp 303", "/castle SP-303", "/sp number:118 explain:direct"} {
		v.ask(line)
		v.js(`[...document.getElementById("log").children].forEach((other) => (other.hidden = other !== ` + last + `)), ""`)
		described := strings.Split(v.js(`[...`+last+`.querySelectorAll("img")].map((image) => image.alt).join("\n")`), "\n")
		tree, err := chromedp.Run(v.ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
			return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		})
		if err != nil {
			v.t.Fatal(err)
		}
		heard := map[string][]string{} // the roles of the elements with a name, by the name
		for _, node := range tree.Nodes {
			if name, role := spoken(node.Name), spoken(node.Role); !node.Ignored {
				heard[name] = append(heard[name], role)
			}
		}
		for _, alt := range described {
			if alt == "" || !slices.Equal(heard[alt], []string{"image"}) {
				v.t.Errorf("%s: %q is heard of %q", line, alt, heard[alt])
			}
		}
	}
}

// spoken returns a text of the accessibility tree.
func spoken(value *accessibility.Value) (text string) {
	if value != nil {
		json.Unmarshal(value.Value, &text) // the other values are no texts
	}
	return text
}

// A view is something that the page shows, how to get there from the one before, and how to
// leave.
type view struct {
	name         string
	enter, leave func(*visitor)
}

func stay(*visitor) {}

func escape(v *visitor) { v.do(chromedp.KeyEvent(kb.Escape)) }

var views = []view{
	{"welcome", func(v *visitor) { v.until(`document.querySelectorAll(".example").length >= 3`) }, stay},
	{"commands", func(v *visitor) { v.typeIn("/"); v.until(`!document.getElementById("popup").hidden`) }, escape},
	{"choices", func(v *visitor) {
		v.typeIn("sp 518 theme:")
		v.until(`document.querySelectorAll(".offer").length >= 4`)
	}, escape},
	{"answer", func(v *visitor) { v.ask("/sp 518") }, stay},
	{"description", func(v *visitor) { v.click("#log article:last-child .alt") }, stay},
	{"menu of a message", func(v *visitor) { v.click("#log article:last-child .apps summary") }, escape},
	{"steps in private", func(v *visitor) { v.press("Step by step"); v.until(last + `.classList.contains("private")`) }, stay},
	{"notation", func(v *visitor) { v.press("FEN and PGN"); v.until(last + `.querySelector(".copy")`) }, stay},
	{"explore", func(v *visitor) { v.press("More"); v.until(last + `.querySelector("select.menu")`) }, stay},
	{"refusal", func(v *visitor) { v.ask("/encode RNBQKBNX") }, stay},
	{"table", func(v *visitor) { v.ask("/table name:kings number:518") }, stay},
	{"find", func(v *visitor) { v.ask("/find pattern:Q.....KR") }, stay},
	{"castling", func(v *visitor) { v.ask("/castle BRQNKBRN") }, stay},
	{"topics", func(v *visitor) { v.ask("/about") }, stay},
	{"draw by hand", func(v *visitor) { v.ask("/random method:die hands:mine") }, stay},
	{"boards of a round", func(v *visitor) { v.ask("/event new name:Thursday rounds:5 boards:12 each:true"); v.ask("/event draw") }, stay},
	{"quiz", func(v *visitor) { v.ask("/quiz practice level:number") }, stay},
	{"form with a text", (*visitor).openAnswer, escape},
	{"form with choices", func(v *visitor) { v.ask("/quiz practice level:position"); v.openAnswer() }, escape},
	{"unanswered command", func(v *visitor) {
		v.js(`window.realFetch = fetch, window.fetch = async () => new Response('{"error": "The application did not respond"}', { status: 504 }), ""`)
		v.ask("/random")
		v.js(`window.fetch = realFetch, ""`)
	}, stay},
	{"daily posts", func(v *visitor) {
		v.ask("/daily-posts set channel:daily time:19:30 timezone:Europe/Berlin")
		v.click("#open-daily")
		v.windOn("1d")
		v.until(`document.querySelectorAll("#posts tr").length >= 1`)
	}, func(v *visitor) { v.click("#close-daily") }},
	{"themes", func(v *visitor) { v.click("#open-gallery"); v.until(`document.getElementById("gallery").open`) }, escape},
	{"rules", func(v *visitor) { v.click("#open-rules"); v.until(`document.getElementById("rules").open`) }, escape},
	{"direct message", func(v *visitor) { v.goTo(direct); v.until(`!document.getElementById("welcome").hidden`) }, func(v *visitor) { v.goTo(discordtest.ChannelID) }},
}

// inspect opens a view and runs axe-core in it.
func (v *visitor) inspect(view view) {
	view.enter(v)
	for _, screen := range []screen{computer, phone} {
		v.do(chromedp.EmulateViewport(screen.width, screen.height))
		v.until(fmt.Sprintf(`innerWidth === %d`, screen.width))
		for _, colours := range []string{"light", "dark"} {
			v.prefer("prefers-color-scheme", colours, "prefers-reduced-motion", "reduce")
			if violations := v.js(axeViolations); violations != "" {
				v.t.Errorf("%d pixels wide, %s:\n%s", screen.width, colours, violations)
				v.shoot(fmt.Sprintf("axe-%s-%d-%s", view.name, screen.width, colours))
			}
		}
	}
	v.do(chromedp.EmulateViewport(1280, 900))
	view.leave(v)
}

// axeViolations is a JavaScript expression: a line for each broken rule, with the elements.
// The rules that axe-core counts as experiments or leaves to the caller are on as well.
const axeViolations = `axe.run(document, { resultTypes: ["violations"], rules: {
	"label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true },
	"p-as-heading": { enabled: true }, "table-fake-caption": { enabled: true }, "td-has-header": { enabled: true },
} }).then(({ violations }) => violations.map((v) => v.id + " (" + v.help + "): " + v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")).join("\n"))`

// prefer sets the preferences of the person for media, in pairs of a feature and its value.
func (v *visitor) prefer(pairs ...string) {
	v.t.Helper()
	var features []*emulation.MediaFeature
	for i := 0; i < len(pairs); i += 2 {
		features = append(features, &emulation.MediaFeature{Name: pairs[i], Value: pairs[i+1]})
	}
	v.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// walkColours measures the contrast of every text colour on its backgrounds, in both
// themes. WCAG 2.2 requires 4.5:1 (success criterion 1.4.3).
func walkColours(v *visitor) {
	for _, theme := range []string{"dark", "light"} {
		v.prefer("prefers-color-scheme", theme)
		if faint := v.js(faintColours); faint != "" {
			v.t.Errorf("too little contrast in the %s theme: %s", theme, faint)
		}
		v.shoot("01-" + theme)
	}
	v.until(`getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"`)
}

// faintColours is a JavaScript expression: the list of pairs of colours with less contrast.
const faintColours = `(() => {
	const luminance = (name) => {
		const probe = document.body.appendChild(document.createElement("i"));
		probe.style.color = "var(--" + name + ")";
		const channels = getComputedStyle(probe).color.match(/\d+/g).map((c) => c / 255);
		probe.remove();
		const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrast = ([a, b]) => {
		const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (light + 0.05) / (dark + 0.05);
	};
	const pairs = [["mention", "mention-back"], ["strong", "button"], ["text", "chosen"], ["soft", "chosen"]];
	for (const text of ["text", "strong", "soft", "link", "gold", "warn", "good"]) {
		for (const background of ["back", "side", "raised", "well", "popup", "hover"]) pairs.push([text, background]);
	}
	return pairs.filter((pair) => contrast(pair) < 4.5).map((pair) => pair.join(" on ") + " " + contrast(pair).toFixed(2)).join(", ");
})()`
