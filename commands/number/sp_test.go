package number

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
)

// Every numbering refuses a number below its range, in full sentences.
func TestNumbersOfNoNumbering(t *testing.T) {
	for _, n := range numberings().All {
		_, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d scheme:%s", n.first()-1, n.id()))
		refused, ok := errors.AsType[*chat.UserError](err)
		if !ok || !regexp.MustCompile(`^There is no (SP|Fritz 9|Almanac|SP\+1) number -?\d\. (SP|Fritz 9|Almanac|SP\+1) numbers run from [01] to 9(59|60)\.$`).MatchString(refused.Msg) {
			t.Errorf("%s: %v", n.id(), err)
		}
	}
}

func Test960IsSP0(t *testing.T) {
	reply, err := chattest.Run(t, all, "/sp number:960")
	if err != nil {
		t.Fatal(err)
	}
	if got := chattest.Text(reply); !strings.HasPrefix(got, "## SP-0 · BBQNNRKR\n960 is another name for SP 0.\n") {
		t.Errorf("got %s", got)
	}
}
