package commands

import (
	"strings"
	"testing"

	"chess960bot/chat/chattest"
	"chess960bot/internal/chess960"
)

func TestAbout(t *testing.T) {
	reply, err := chattest.Run(t, All(fixedTools(0)), "/about")
	if err != nil {
		t.Fatal(err)
	}
	said := chattest.Text(reply)
	for _, s := range chess960.Schemes() {
		if !strings.Contains(said, s.Name) || !strings.Contains(said, s.Source) {
			t.Errorf("%s or its source is missing", s.Name)
		}
	}
	for _, want := range []string{"960", "SP-0", "Milener", "519"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestTopics(t *testing.T) {
	for _, topic := range topics().All {
		reply, err := chattest.Run(t, All(fixedTools(0)), "/about topic:"+topic.id)
		if err != nil {
			t.Fatal(err)
		}
		said := chattest.Text(reply)
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
		reply, err := chattest.Run(t, All(fixedTools(0)), "/about topic:"+topic)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.Contains(chattest.Text(reply), name) {
				t.Errorf("%s does not name %s", topic, name)
			}
		}
	}
}
