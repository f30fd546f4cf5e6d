package number

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// Every numbering refuses a number below its range, in full sentences.
func TestNumbersOfNoNumbering(t *testing.T) {
	for _, n := range numberings().All {
		_, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d scheme:%s", n.first()-1, n.id()))
		refused, ok := errors.AsType[*chat.UserError](err)
		name := n.scheme.Label
		if n.added == 1 {
			name = "SP + 1"
		}
		if want := fmt.Sprintf("There is no %s number %d. %s numbers run from %d to %d.", name, n.first()-1, name, n.first(), n.first()+959); !ok || chattest.English(refused.Msg) != want {
			t.Errorf("%s: %v", n.id(), err)
		}
	}
}

func Test960IsSP0(t *testing.T) {
	reply, err := chattest.Run(t, all, "/sp number:960")
	if err != nil {
		t.Fatal(err)
	}
	if got := chattest.Text(reply); !strings.HasPrefix(got, "## SP 0 · BBQNNRKR\n960 is another name for SP\u00a00.\n") {
		t.Errorf("got %s", got)
	}
}
