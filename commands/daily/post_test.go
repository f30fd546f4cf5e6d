package daily

import (
	"strings"
	"testing"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// A daily post is short, in both forms. It has the calculation, and the number of missed posts.
// Its alt text has the number.
func TestDailyPostsAreShort(t *testing.T) {
	const calculation, missing = "\n518 ÷ 4 = 129, **2** left: bishop f1 (b d **f** h)\n", "12 earlier posts are missing"
	for _, form := range []schedule.BoardForm{schedule.FullBoard, schedule.CompactBoard} {
		for missed, want := range map[int]string{0: "", 12: missing} {
			reply, err := Post(render.New(), true, schedule.Delivery{
				Sub:    schedule.Sub{Theme: "brown", View: "white", Board: form, Role: "1042101960960518200"},
				Post:   schedule.Post{Date: when.Date(21059)},
				Missed: missed,
			})
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
			for _, want := range []string{"This is the normal start position.", "Position of the day, 29 August 2027.", "**SP 518** · Fritz 9 #359 · Almanac #522", calculation, want} {
				if !strings.Contains(said, want) {
					t.Errorf("%v, %d missed: %q is missing in\n%s", form, missed, want, said)
				}
			}
			if n := len([]rune(said)) - len([]rune(chattest.LaterNumbers(518))); n > 510 || len(reply.Pictures) != 1 || !strings.Contains(chattest.English(reply.Pictures[0].Alt), "SP 518") {
				t.Errorf("%v, %d missed: %d characters, %d pictures: %s", form, missed, n, len(reply.Pictures), reply.Pictures[0].Alt)
			}
		}
	}
}
