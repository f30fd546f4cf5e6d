package main

import "github.com/chromedp/chromedp/kb"

// walkCastling looks at four cards of castling: the classical one, one with other
// squares, one that is possible on move 1 to each side. Then the button of a card.
func walkCastling(v *visitor) {
	for _, card := range []struct{ position, name, says string }{
		{"SP-518", "castling-518", "Must be empty: f1, g1. Must not be attacked: e1, f1, g1."},
		{"SP-594", "castling-594", "Must be empty: f1. Must not be attacked: e1, f1, g1."},
		{"SP-288", "castling-move-1", "Castling is possible on move 1."},
		{"SP-298", "castling-change-places", "King and rook change places."},
	} {
		v.typeIn("/castle " + card.position + kb.Enter)
		v.until(`(` + lastHeading + `).startsWith("Castling: ` + card.position + ` ") && (` + lastText + `).includes("` + card.says + `")`)
		v.shootAnswer(card.name)
		v.until(`[...` + last + `.querySelectorAll(".picture img")].map((i) => i.naturalWidth).join() === "960,960,960,960"`)
	}
	v.typeIn("/sp 594" + kb.Enter)
	v.until(`(` + lastHeading + `).startsWith("SP-594")`)
	v.press("Castling")
	v.until(last + `.classList.contains("private") && (` + lastHeading + `).startsWith("Castling: SP-594 ")`)
}
