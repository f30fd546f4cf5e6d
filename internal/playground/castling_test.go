package main

import "github.com/chromedp/chromedp/kb"

// walkCastling opens cards of castling: the classical one, one with other squares, and two
// in which castling is possible on move 1, one to each side. Then it uses the button of a
// card.
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
