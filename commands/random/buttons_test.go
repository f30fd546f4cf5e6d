package random

import (
	"testing"

	"chess960bot/commands/card"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// kinds has every kind of custom id of the package.
func kinds() []func(*chat.Fields) {
	return []func(*chat.Fields){
		new(againButton).fields, new(card.Pair).Fields, new(cornerButton).fields,
		new(handDraw).fields, new(joint).fields,
	}
}

// A custom id of any values is read back as the same id.
func FuzzButtons(f *testing.F) {
	f.Add(uint(518), uint(0), uint(1), uint(2), true)
	f.Fuzz(func(t *testing.T, sp, theme, method, by uint, yes bool) {
		p, _ := chess960.FromSP(int(sp % chess960.Count))
		other, _ := chess960.FromSP(int(theme % chess960.Count))
		style := card.Style{FromBlack: yes, Theme: render.Themes()[theme%uint(len(render.Themes()))]}
		display := card.Display{Style: style, Explain: append(explain.Methods(), nil)[method%uint(len(explain.Methods())+1)]}
		drawnBy := drawing.Methods()[by%uint(len(drawing.Methods()))]
		again := againButton{draw{display, yes, drawnBy}, p}
		double := card.Pair{Double: chess960.Double{White: p, Black: other}, Style: style}
		corner := cornerButton{int(sp % 360), style}
		hand := handDraw{drawnBy.Start(), display}
		set := joint{what: "K", setup: drawing.Joint{All: yes}, black: "1", white: "2", style: style}
		kinds := []func(*chat.Fields){again.fields, double.Fields, corner.fields, hand.fields, set.fields}
		if drawnBy.ID == "computer" {
			kinds = append(kinds[:3:3], set.fields) // nobody throws for the computer
		}
		for _, fields := range kinds {
			id := chat.WriteID("x", fields)
			if err := chat.ReadID(id, fields); err != nil || chat.WriteID("x", fields) != id {
				t.Errorf("%s: %v, then %s", id, err, chat.WriteID("x", fields))
			}
		}
	})
}

// A text is refused, or is what its values are written as.
func FuzzForgedButtons(f *testing.F) {
	for _, id := range []string{
		"again:518:white:brown:::computer", "double:1:2:white:blue", "corner:3:black:green", "compare:7", "how:die",
		"hand:die:ab:white:brown:", "piece:K:........::1:2:white:brown", "place:Bd:B.......:all:1:2:white:brown",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		chattest.ReadIDs(t, id, kinds()...)
		if p, err := compareMethods.Read(id); err == nil && compareMethods.ID(p) != "compare"+id[len(chat.IDName(id)):] {
			t.Errorf("%q is read as %v", id, p)
		}
		if m, err := howIsItDone.Read(id); err == nil && howIsItDone.ID(m) != "how"+id[len(chat.IDName(id)):] {
			t.Errorf("%q is read as %v", id, m)
		}
	})
}
