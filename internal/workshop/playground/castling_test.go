package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
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
		{"move-1", "/castle SP-288", "King and rook can change places on move 1."},
		{"change-places", "/castle SP-298", "King and rook can change places on move 1"},
		{"longest", "/castle SP-135", "An enemy rook or queen on a1 also prevents castling."},
		{"longest-480", "/castle position:SP-105 rules:chess480", "Chess480 rules"},
		{"alone", "/castle position:Kc1 Rb1 Rh1", "An enemy rook or queen on a1 also prevents castling."},
		{"game", "/castle position:r3k2r/pp3ppp/2p1pn2/8/5B2/2P1PN2/PP3PPP/R3K2R w KQkq - 0 14", "O-O: allowed. King to g1, rook to f1."},
		{"opening", "/castle position:rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "f8 and g8 are occupied."},
		{"moves", "/castle position:1. e4 e5 2. Nf3", "Black to move (move 2)"},
		{"stopped", "/castle position:r2qk2r/pp3ppp/2p1pn2/8/5B2/2P1PN2/PP3PPP/R3KB1R w KQkq - 0 14", "O-O-O: not yet. The queen on d8 attacks d1"},
		{"check", "/castle position:r3k2r/ppp2ppp/8/8/4r3/8/PPP2PPP/R3K2R w KQkq - 0 20", "The rook on e4 gives check"},
		{"shield", "/castle position:4k3/pppppppp/8/8/8/8/1PPPPPPP/rR2K2R w HB - 0 20", "The rook on a1 attacks c1 once the castling rook leaves"},
	} {
		v.ask(card.line)
		v.until(`[...` + last + `.querySelectorAll(".picture img")].every((i) => i.complete && i.naturalWidth > 0) && (` + lastText + `).includes("` + card.says + `")`)
		v.fitsScreens("castle " + card.name)
	}
	v.ask("/sp 594")
	v.press("More")
	v.choose("castling")
	v.until(last + `.classList.contains("private") && (` + lastText + `).includes("Castling: SP\u00a0594")`)
	v.press("How to castle")
	v.until(`(` + lastText + `).includes("How to castle") && (` + lastText + `).includes("let you touch either piece first")`)
	v.shootAnswer("castling-manners")
	walkLongestCastlings(v, "en")
	walkLongestReasons(v)
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

// walkLongestCastlings looks at the castling answers that are the highest in a language. Random
// draws lead to the same page, for a position that chance chooses. So the limits leave room.
func walkLongestCastlings(v *visitor, language string) {
	v = v.in(v.t)
	v.heights, v.screens = &heights{}, []screen{{"390", phone.width, phone.height, false, 640}, {"360", smallPhone.width, smallPhone.height, false, 700}}
	defer func() { v.heights.check(v.t, v.screens) }()
	c := crawler{visitor: v}
	labels := voice.In(language)
	for sp := range longestCastlings(language) {
		for _, line := range []string{fmt.Sprintf("/castle %d", sp), fmt.Sprintf("/castle position:%d rules:chess480", sp)} {
			v.ask(line)
			v.fitsScreens(line)
			c.use(control{Label: labels.Say(explain.HowToCastleTitle)})
			v.fitsScreens(line + " › how")
			c.use(control{Label: labels.Say(explain.Surprising)})
			v.fitsScreens(line + " › surprises")
		}
		v.ask(fmt.Sprintf("/sp %d", sp))
		c.use(control{Label: labels.Say(voice.Phrase("card.more"))})
		c.use(control{Menu: "more", Value: "castling"})
		v.fitsScreens(fmt.Sprintf("castling of %d", sp))
	}
}

// walkLongestReasons asks who can castle now in positions of games that say the most against it:
// the longest of 300,000 positions of random games, in one language or another. Both players have their
// reasons, so the limits are those of every answer.
func walkLongestReasons(v *visitor) {
	v = v.in(v.t)
	v.heights, v.screens = &heights{}, []screen{{"390", phone.width, phone.height, false, 660}, {"360", smallPhone.width, smallPhone.height, false, 720}}
	for _, fen := range []string{
		"br1nkbr1/4n3/3p1NNp/Bp6/P1pP2Q1/1PP5/4PP1P/1R2KBR1 b KQkq - 0 1",
		"rkr4n/1ppn4/p2Q2p1/1bP4P/4p3/P2P2PB/1q1bPP2/RKR1B3 w KQkq - 0 1",
		"r2qk1nr/2p1Q1b1/pp2N1p1/7p/5P1P/1bPPP3/3B4/R3KB2 b Qkq - 0 1",
	} {
		v.ask("/castle position:" + fen)
		v.fitsScreens("castling now, " + fen)
	}
	v.heights.check(v.t, v.screens)
}

// longestCastlings yields the SP numbers with the most lines of text about their castlings, by
// both rules and on both phones.
func longestCastlings(language string) iter.Seq[int] {
	longest := map[int]bool{}
	for _, rules := range chess960.AllCastlingRules() {
		for _, width := range []int{42, 38} { // characters in a line
			lines := map[int]int{}
			for sp, p := range chess960.All() {
				lines[sp] = linesOfCastlings(p, rules, language, width)
			}
			longest[slices.MaxFunc(slices.Collect(maps.Keys(lines)), func(a, b int) int { return cmp.Or(lines[a]-lines[b], b-a) })] = true
		}
	}
	return slices.Values(slices.Sorted(maps.Keys(longest)))
}

// linesOfCastlings returns how many lines the texts about both castlings of a position have.
func linesOfCastlings(p chess960.Position, rules *chess960.CastlingRules, language string, width int) int {
	lines := 0
	for _, side := range chess960.CastlingSides() {
		castles := p.Castling(side, rules)
		said := voice.In(language).Say(voice.Run(append(explain.CastlingRule(castles, castling.White), explain.CastlingNotes(castles, castling.White)...)))
		room := 0
		for word := range strings.FieldsSeq(strings.ReplaceAll(said, "**", "")) {
			if n := utf8.RuneCountInString(word); n < room {
				room -= n + 1
			} else {
				lines, room = lines+1, width-n
			}
		}
	}
	return lines
}
