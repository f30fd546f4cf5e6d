package main

import (
	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// walkCastling asks for ten castlings on a computer and on a phone: cards of start
// positions, a king with its rooks, and positions of games. Each fits on one screen. Then it
// uses the buttons of a card.
func walkCastling(v *visitor) {
	v.as(discordtest.Anna)
	v.goTo(discordtest.ChannelID)
	for _, card := range []struct{ name, line, says string }{
		{"classical", "/castle SP-518", "f1 and g1 must be empty, and no enemy piece may attack e1, f1 or g1."},
		{"other-squares", "/castle SP-594", "f1 must be empty, and no enemy piece may attack e1, f1 or g1."},
		{"move-1", "/castle SP-288", "King and rook change places, on move 1 if you like."},
		{"change-places", "/castle SP-298", "King and rook change places, on move 1"},
		{"longest", "/castle SP-135", "may be attacked"},
		{"longest-480", "/castle position:SP-105 rules:chess480", "Chess480's rules"},
		{"alone", "/castle position:Kc1 Rb1 Rh1", "you cannot castle while an enemy rook or queen stands on a1."},
		{"game", "/castle position:r3k2r/pp3ppp/2p1pn2/8/5B2/2P1PN2/PP3PPP/R3K2R w KQkq - 0 14", "O-O: allowed. King to g1, rook to f1."},
		{"opening", "/castle position:rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "Occupied: f8 and g8."},
		{"moves", "/castle position:1. e4 e5 2. Nf3", "Before Black's move 2:"},
		{"stopped", "/castle position:r2qk2r/pp3ppp/2p1pn2/8/5B2/2P1PN2/PP3PPP/R3KB1R w KQkq - 0 14", "O-O-O: not yet. The queen on d8 attacks d1"},
		{"check", "/castle position:r3k2r/ppp2ppp/8/8/4r3/8/PPP2PPP/R3K2R w KQkq - 0 20", "The rook on e4 gives check"},
		{"shield", "/castle position:4k3/pppppppp/8/8/8/8/1PPPPPPP/rR2K2R w HB - 0 20", "Without the castling rook, the rook on a1 attacks c1"},
	} {
		v.ask(card.line)
		v.until(`[...` + last + `.querySelectorAll(".picture img")].every((i) => i.complete && i.naturalWidth > 0) && (` + lastText + `).includes("` + card.says + `")`)
		v.fitsScreens("castle " + card.name)
	}
	v.ask("/sp 594")
	v.press("More")
	v.choose("castling")
	v.until(last + `.classList.contains("private") && (` + lastHeading + `).startsWith("Castling: SP 594 ")`)
	v.press("How to castle")
	v.until(`(` + lastText + `).includes("How to castle") && (` + lastText + `).includes("You may touch the king or the rook first")`)
	v.shootAnswer("castling-manners")
}

// walkWhoseNumber asks whose number a number is, and for the castling of a number without a
// numbering.
func walkWhoseNumber(v *visitor) {
	v.ask("/encode position:RNBQKBNR against:359")
	v.until(`(` + lastText + `).includes("359 is this position's Fritz 9 number.")`)
	v.shootAnswer("whose-number")
	v.typeIn("/castle 518" + kb.Enter)
	v.until(`(` + lastText + `).includes("I read the number as an SP number.")`)
	v.shootAnswer("other-numbers")
}
