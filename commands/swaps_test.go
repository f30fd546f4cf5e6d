package commands

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/golden"
)

func TestSPShowsAPath(t *testing.T) {
	for _, sp := range []int{0, 230, 303, 518, 594, 959} {
		p, err := chess960.FromSP(sp)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := run(t, fixedTools(0), fmt.Sprintf("/sp number:%d path:true", sp))
		if err != nil {
			t.Fatal(err)
		}
		if said := text(reply); !strings.HasPrefix(said, fmt.Sprintf("## SP-%d · %v\n", p.SP(), p)) || !strings.Contains(said, explain.SwapPath(p)+explain.SwapLabels) || !strings.Contains(said, "\n"+explain.SwapLabels) || len(reply.Pictures) != 1 {
			t.Errorf("SP-%d: %s", p.SP(), said)
		}
	}
}

func TestSPAppliesAPath(t *testing.T) {
	for _, apply := range []string{"12ES", "12es"} {
		reply, err := run(t, fixedTools(0), "/sp apply:"+apply)
		if err != nil {
			t.Fatal(err)
		}
		if said := text(reply); !strings.HasPrefix(said, "## SP-594 · BRQNKBRN\n") || !strings.Contains(said, "4. `S` exchanges g and h: `BRQNKBRN`, SP-594.") {
			t.Errorf("%s: %s", apply, said)
		}
	}
}

// The golden text has the refusals of /castle, /find, /sp apply and /about.
func TestRefusalsReadAloud(t *testing.T) {
	var b strings.Builder
	for _, c := range []struct {
		command string
		options Options
	}{
		{"castle", Options{}},
		{"castle", Options{"position": "hello @everyone"}},
		{"castle", Options{"position": "RNBQKBNX"}},
		{"castle", Options{"position": "1518"}},
		{"castle", Options{"position": "SP-518 and SP-594"}},
		{"castle", Options{"position": "594", "rules": "chess9000"}},
		{"castle", Options{"position": "594", "view": "side"}},
		{"sp", Options{"apply": "6"}},
		{"sp", Options{"apply": "1F8"}},
		{"sp", Options{"apply": "10T"}},
		{"sp", Options{"apply": " - "}},
		{"sp", Options{"apply": strings.Repeat("7", 41)}},
		{"sp", Options{"apply": "1", "number": 594.0}},
		{"find", Options{"pattern": "Q....KR"}},
		{"find", Options{"pattern": "Q..X`.KR"}},
		{"find", Options{"pattern": "K......."}},
		{"find", Options{"castle": "never"}},
		{"find", Options{"bishops": "@here"}},
		{"find", Options{"undefended": 4.0}},
		{"find", Options{"swaps": "7"}},
		{"find", Options{"swaps": 1.5}},
		{"find", Options{"castle": "first-move", "swaps": 0.0}},
		{"about", Options{"topic": "love"}},
	} {
		_, err := command(t, fixedTools(0), c.command).Run(t.Context(), &Request{Asker: anna, Options: c.options})
		refused, ok := err.(*UserError)
		if !ok {
			t.Errorf("/%s %v: %v", c.command, c.options, err)
			continue
		}
		fmt.Fprintf(&b, "/%s %v\n%s\n\n", c.command, c.options, text(refused.Reply()))
	}
	golden.Text(t, "testdata/refusals.txt", b.String())
}

func TestForgedSearchButtons(t *testing.T) {
	for _, id := range []string{"find", "find:", "find::::::1:", "find:::::::0:0", "find:Q:::::0", "find::never::::0", "find:::9:::0", "find::::::-1", "find::::::999", "find::::::49", "find:RNBQKBNR:::::1"} {
		reply, err := press(t, fixedTools(0), anna, id, nil)
		if _, ok := err.(*UserError); !ok {
			t.Errorf("%q: %+v, %v", id, reply, err)
		}
	}
}

func TestTopics(t *testing.T) {
	for _, topic := range topics() {
		reply, err := run(t, fixedTools(0), "/about topic:"+topic.id)
		if err != nil {
			t.Fatal(err)
		}
		said := text(reply)
		if !strings.HasPrefix(said, "## ") || len([]rune(said)) > 4000 {
			t.Errorf("%s: %d characters: %.40s", topic.id, len([]rune(said)), said)
		}
		if topic.id == "numberings" {
			continue
		}
		for _, s := range []string{"seed", "—"} {
			if strings.Contains(said, s) {
				t.Errorf("%s says %q", topic.id, s)
			}
		}
	}
	for topic, names := range map[string][]string{
		"rules":    {"Chess960", "Fischerandom", "Scharnagl", "Two games"},
		"castling": {"Lewis", "Wheeler", "van Reem", "Chess480"},
		"drawing":  {"Bodlaender", "Northam", "Coffin", "Wheeler", "Scharnagl", "could add a number last", "let a player who has doubts add the last number"},
		"variants": {"Pre-Chess", "Transcendental", "King's Corner", "Randomly opened chess", "Chess480"},
		"history":  {"Mainz", "Fischer", "Lékó", "Svidler", "Spike"},
		"sources":  {"zenquaker", "Milener", "288", "263JPR"},
	} {
		reply, err := run(t, fixedTools(0), "/about topic:"+topic)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.Contains(text(reply), name) {
				t.Errorf("%s does not name %s", topic, name)
			}
		}
	}
}
