package commands

import (
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/recognize"
	"chess960bot/internal/testrun"
)

// The castling card of every position, by both rules, has the sentences of its castlings
// and fits into a message. Short runs check one position in 16.
func TestCastlingCards(t *testing.T) {
	lk, err := lookOf(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range chess960.AllCastlingRules() {
		for sp, p := range chess960.All() {
			if !testrun.Long() && sp%16 != 2 {
				continue
			}
			l := layout{boards: boards, look: lk}
			l.castlings(recognize.Reading{White: p, Black: p}, rules)
			reply, err := l.reply()
			if err != nil {
				t.Fatal(err)
			}
			said := text(reply)
			for _, side := range chess960.CastlingSides() {
				if rule := explain.CastlingRule(p.Castling(side, rules)); !strings.Contains(said, rule) {
					t.Errorf("SP-%d: no %q in %s", sp, rule, said)
				}
			}
			if n := len([]rune(said)); n > 4000 || components(reply) > 30 {
				t.Errorf("SP-%d: %d characters, %d components", sp, n, components(reply))
			}
			var names []string
			for _, picture := range reply.Pictures {
				names = append(names, picture.Name)
			}
			if want := []string{"o-o-before.png", "o-o-after.png", "o-o-o-before.png", "o-o-o-after.png"}; !slices.Equal(names, want) {
				t.Errorf("SP-%d: pictures %v", sp, names)
			}
		}
	}
}

func TestCastle(t *testing.T) {
	const oo = "**O-O**: King e1 to g1, rook g1 to f1. Must be empty: f1. Must not be attacked: e1, f1, g1."
	const ooo = "**O-O-O**: King e1 to c1, rook b1 to d1. Must be empty: c1, d1. Must not be attacked: e1, d1, c1."
	for _, position := range []string{"BRQNKBRN", "594", "SP-594", "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN"} {
		reply, err := run(t, fixedTools(0), "/castle position:"+position)
		if err != nil {
			t.Errorf("%s: %v", position, err)
			continue
		}
		if said := text(reply); !strings.Contains(said, oo) || !strings.Contains(said, ooo) || !strings.HasPrefix(said, "## Castling: SP-594 · BRQNKBRN\n") {
			t.Errorf("%s: %s", position, said)
		}
	}
	double := Options{"position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w GBha - 0 1"}
	reply, err := command(t, fixedTools(0), "castle").Run(t.Context(), &Request{Options: double})
	if err != nil {
		t.Fatal(err)
	}
	if said := text(reply); !strings.Contains(said, "Black starts from another position: RNBQKBNR, SP-518.") || strings.Contains(said, "Black castles the same way") {
		t.Errorf("double Chess960: %s", said)
	}
	reply, err = run(t, fixedTools(0), "/castle position:SP-0 rules:chess480 view:black theme:blue private:true")
	if err != nil {
		t.Fatal(err)
	}
	if said := text(reply); !reply.Private || !strings.Contains(said, "**O-O**: King g1 to h1, rook h1 to g1. Must be empty: nothing.") {
		t.Errorf("private: %t, %s", reply.Private, said)
	}
}
