package dailies

import (
	"strings"
	"testing"

	"chess960bot/chat/chattest"
	"chess960bot/internal/daily"
	"chess960bot/internal/when"
	"chess960bot/render"
)

// A daily post is as short, in both forms, with the calculation. Its alt text has the
// date.
func TestDailyPostsAreShort(t *testing.T) {
	for _, form := range []daily.BoardForm{daily.FullBoard, daily.CompactBoard} {
		reply, err := Post(render.New(), true, daily.Delivery{
			Sub:    daily.Sub{Theme: "brown", View: "white", Board: form, Role: "1042101960960518200"},
			Post:   daily.Post{Date: when.Date(20777), SP: 518},
			Missed: 12,
		})
		if err != nil {
			t.Fatal(err)
		}
		said := chattest.Text(reply)
		for _, want := range []string{"The classical array.", "Position of the day, Friday, 20 November 2026.", "518 = 4 × 129 + **2** (bishop f1)", "12 earlier posts are missing"} {
			if !strings.Contains(said, want) {
				t.Errorf("%v: %q is missing in\n%s", form, want, said)
			}
		}
		if n := len([]rune(said)); n > 500 || len(reply.Pictures) != 1 || !strings.Contains(reply.Pictures[0].Alt, "SP 518") {
			t.Errorf("%v: %d characters, %d pictures: %s", form, n, len(reply.Pictures), reply.Pictures[0].Alt)
		}
	}
}
