package number

import (
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
)

func TestCastle(t *testing.T) {
	const oo = "**O-O**: King e1 to g1, rook g1 to f1. Must be empty: f1. Must not be attacked: e1, f1, g1."
	const ooo = "**O-O-O**: King e1 to c1, rook b1 to d1. Must be empty: c1, d1. Must not be attacked: e1, d1, c1."
	for _, position := range []string{"BRQNKBRN", "594", "SP-594", "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN"} {
		reply, err := chattest.Run(t, all, "/castle position:"+position)
		if err != nil {
			t.Errorf("%s: %v", position, err)
			continue
		}
		if said := chattest.Text(reply); !strings.Contains(said, oo) || !strings.Contains(said, ooo) || !strings.HasPrefix(said, "## Castling: SP-594 · BRQNKBRN\n") {
			t.Errorf("%s: %s", position, said)
		}
	}
	double := chat.Options{"position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w GBha - 0 1"}
	reply, err := chattest.Ask(t, chattest.Command(t, all, "castle").Run, &chat.Request{Options: double})
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); !strings.Contains(said, "Black starts from another position: RNBQKBNR, SP-518.") || strings.Contains(said, "Black castles the same way") {
		t.Errorf("double Chess960: %s", said)
	}
	reply, err = chattest.Run(t, all, "/castle position:SP-0 rules:chess480 view:black theme:blue private:true")
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); reply.Audience != chat.OnlyAsker || !strings.Contains(said, "**O-O**: King g1 to h1, rook h1 to g1. Must be empty: nothing.") {
		t.Errorf("private: %t, %s", (reply.Audience == chat.OnlyAsker), said)
	}
}
