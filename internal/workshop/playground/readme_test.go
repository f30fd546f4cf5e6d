package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestReadmePicture takes the picture at the top of the README: a whole answer, with who
// asked. CONTRIBUTING.md says how a person puts a new one there.
func TestReadmePicture(t *testing.T) {
	_, url := open(t)
	v := visit(t, url)
	v.ask("/sp number:594")
	v.js(last + `.style.width = "fit-content", ` + last + `.querySelector(".apps").hidden = true, document.activeElement.blur(), ""`)
	v.keep("answer", chromedp.Screenshot(chromedp.CSS("#log article:last-child")))
}
