package number

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

func TestSPShowsAPath(t *testing.T) {
	for _, sp := range []int{0, 230, 303, 518, 594, 959} {
		p, err := chess960.FromSP(sp)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d path:true", sp))
		if err != nil {
			t.Fatal(err)
		}
		if said := chattest.Text(reply); !strings.HasPrefix(said, fmt.Sprintf("## SP %d · %v\n", p.SP(), p)) || !strings.Contains(said, voice.In("en").Say(voice.Lines{explain.SwapPath(p).Before, voice.Raw(explain.SwapPath(p).Steps)})) || len(reply.Pictures) != 1 {
			t.Errorf("SP %d: %s", p.SP(), said)
		}
	}
}

func TestSPAppliesAPath(t *testing.T) {
	for _, apply := range []string{"12ES", "12es"} {
		reply, err := chattest.Run(t, all, "/sp apply:"+apply)
		if err != nil {
			t.Fatal(err)
		}
		if said := chattest.Text(reply); !strings.HasPrefix(said, "## SP 594 · BRQNKBRN\n") || !strings.Contains(said, "\nS  g↔h  BRQNKBRN  SP 594\n") {
			t.Errorf("%s: %s", apply, said)
		}
	}
}

func TestForgedSearchButtons(t *testing.T) {
	for _, id := range []string{"find", "find:", "find::::::1:", "find:::::::0:0", "find:Q:::::0", "find::never::::0", "find:::9:::0", "find::::::-1", "find::::::999", "find::::::60", "find::::::61", "find:RNBQKBNR:::::1", "find-fair::::::0", "find-fair::::::best:0", "find-fair::::::white:15", "find-list::0", "find-list:IGAA:1", "find-list:____:0", "find-print:::::::A"} {
		reply, err := chattest.Press(t, all, chattest.Anna, id, nil)
		if _, ok := err.(*chat.UserError); !ok {
			t.Errorf("%q: %+v, %v", id, reply, err)
		}
	}
}
