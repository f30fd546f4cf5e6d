package card

import (
	"slices"
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/testrun"
)

// The castling card of every position, by both rules, has the sentences of its castlings
// and fits into a message. Short runs check one position in 16.
func TestCastlingCards(t *testing.T) {
	lk, err := LookOf(chat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range chess960.AllCastlingRules() {
		for sp, p := range chess960.All() {
			if !testrun.Long() && sp%16 != 2 {
				continue
			}
			l := Layout{Boards: boards, Look: lk}
			l.Castlings(p, p, rules)
			reply, err := l.Reply()
			if err != nil {
				t.Fatal(err)
			}
			said := chattest.Text(reply)
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
