package main

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"chess960bot/internal/workshop/testrun"
)

// A visitor is a real browser with the page open, and the problems in it so far.
type visitor struct {
	t       *testing.T
	ctx     context.Context
	heights *heights // of the messages measured so far
	screens []screen // on which fitsScreens measures

	headingLines int // how many lines a heading may have

	mu    sync.Mutex
	wrong []string
}

// visit opens the page in a new Chromium.
func visit(t *testing.T, url string) *visitor {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(findChromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 900),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en-US"), chromedp.Env("TZ=Europe/Berlin"),
		chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	v := &visitor{t: t, ctx: ctx, heights: &heights{}, screens: screens, headingLines: 3}
	go v.readConsole(chromedp.Console(ctx))
	go v.readRequests(chromedp.Events(ctx, network.RequestWillBeSent), url)
	v.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(url))
	v.until(`document.body.dataset.at !== undefined`)
	return v
}

// in returns the visitor for a part of a test.
func (v *visitor) in(t *testing.T) *visitor {
	return &visitor{t: t, ctx: v.ctx, heights: v.heights, screens: v.screens, headingLines: v.headingLines}
}

// screenshots is the setting with the folder for pictures of the page.
const screenshots = "PLAYGROUND_SCREENSHOTS"

// findChromium returns the path of a browser, or skips the test. With a folder for
// screenshots the test also runs outside long runs.
func findChromium(t *testing.T) string {
	t.Helper()
	if os.Getenv(screenshots) == "" {
		testrun.LongOnly(t, "tries the page in a browser for half a minute")
	}
	return testrun.Program(t, "chromium", "chromium", "chromium-browser", "google-chrome")
}

// readConsole records errors and warnings, also of the content security policy.
func (v *visitor) readConsole(messages iter.Seq2[chromedp.ConsoleMessage, error]) {
	for m, err := range messages {
		if err == nil && m.Type != "log" && m.Type != "info" && m.Type != "verbose" {
			v.note(m.String())
		}
	}
}

// readRequests records requests to other servers.
func (v *visitor) readRequests(events iter.Seq2[network.EventRequestWillBeSent, error], url string) {
	for e, err := range events {
		if err == nil && !strings.HasPrefix(e.Request.URL, url) {
			v.note("request elsewhere: " + e.Request.URL)
		}
	}
}

func (v *visitor) note(what string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.wrong = append(v.wrong, what)
}

// noComplaints fails the test for each problem in the browser, and each rule of Discord's that
// the bot broke.
func (v *visitor) noComplaints(s *stage) {
	v.t.Helper()
	for _, complaint := range v.complaints() {
		v.t.Error("in the browser:", complaint)
	}
	for _, rule := range s.discord.Broken() {
		v.t.Error("rule broken:", rule)
	}
}

// complaints returns the problems in the browser so far.
func (v *visitor) complaints() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.wrong
}

func (v *visitor) do(actions ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	if err := chromedp.Do(v.ctx, actions...); err != nil {
		v.t.Fatal(err)
	}
}

// until waits for a JavaScript condition.
func (v *visitor) until(condition string) {
	v.t.Helper()
	if _, err := chromedp.Run(v.ctx, chromedp.Poll[chromedp.Void](condition, chromedp.WithPollingTimeout(8*time.Second))); err != nil {
		v.shoot("failed")
		v.t.Fatalf("waiting for %s: %v", condition, err)
	}
}

// js evaluates an expression that returns a string or a promise of a string.
func (v *visitor) js(expression string) string {
	v.t.Helper()
	text, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		v.t.Fatal(err)
	}
	return text
}

// typeIn types into the command line, key by key.
func (v *visitor) typeIn(keys string) {
	v.t.Helper()
	v.do(chromedp.SendKeys(chromedp.CSS("#line"), keys))
}

func (v *visitor) click(selector string) {
	v.t.Helper()
	v.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// press presses a button of the last message that has any, by its label.
func (v *visitor) press(label string) {
	v.t.Helper()
	button := `[...document.querySelectorAll("#log .button")].findLast((b) => b.textContent === "` + label + `")`
	v.until(button + ` !== undefined`)
	v.js(button + `.click(), ""`)
}

// choose chooses in the last menu of the channel.
func (v *visitor) choose(value string) {
	v.t.Helper()
	const menu = `[...document.querySelectorAll("#log select.menu")].at(-1)`
	v.until(menu + `?.querySelector('option[value="` + value + `"]') != null`)
	v.js(menu + `.value = "` + value + `", ` + menu + `.dispatchEvent(new Event("change")), ""`)
}

// shoot saves a picture of the page in the folder PLAYGROUND_SCREENSHOTS, or else with the
// artifacts of go test.
func (v *visitor) shoot(name string) {
	v.t.Helper()
	v.keep(name, chromedp.CaptureScreenshot())
}

// shootAnswer saves a picture of the whole last message. For that moment it makes the
// window as tall as the message.
func (v *visitor) shootAnswer(name string) {
	v.t.Helper()
	v.do(chromedp.EmulateViewport(1280, 2600))
	v.shoot(name)
	v.do(chromedp.EmulateViewport(1280, 900))
}

func (v *visitor) keep(name string, shot chromedp.Action[[]byte]) {
	v.t.Helper()
	dir := os.Getenv(screenshots)
	if dir == "" {
		dir = v.t.ArtifactDir()
	}
	// Chromium cannot hold all pictures of a long log decoded: those in the window are enough. None may be broken.
	v.js(`Promise.all([...document.images].filter((i) => i.checkVisibility()).map((i) => {
		const { top, bottom } = i.getBoundingClientRect();
		if (i.complete && !i.naturalWidth) throw new Error("a broken picture: " + i.src);
		return top < innerHeight && bottom > 0 && i.decode();
	})).then(() => "")`)
	png, err := chromedp.Run(v.ctx, shot)
	if err != nil {
		v.t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)); err != nil {
		v.t.Error(err)
	}
}
