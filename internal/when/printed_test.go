package when

import (
	"testing"

	"chess960bot/internal/voice"
)

// Days, sets of weekdays and places can be typed as the bot prints them, in each language.
func TestWhatIsPrintedCanBeTyped(t *testing.T) {
	const today = Date(20777)
	for _, l := range voice.Languages() {
		say := voice.In(l).Say
		for d := today; d < today+400; d += 3 {
			for _, printed := range []voice.Sentence{d.Words(), d.ShortWords()} {
				if read, err := ParseDate(say(printed), today, l); read != d {
					t.Errorf("%s: %q is %v, %v", l, say(printed), read, err)
				}
			}
		}
		for set := Weekdays(0); set < allDays; set++ {
			if read, err := ParseWeekdays(say(set.Words()), l); read != set {
				t.Errorf("%s: %q is %v, %v; want %v", l, say(set.Words()), read, err, set)
			}
		}
	}
}
