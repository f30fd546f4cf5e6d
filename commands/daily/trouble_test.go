package daily

import (
	"strings"
	"testing"

	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// Every trouble and every reason has its sentence. A text that is no reason is quoted.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		trouble outbox.Trouble
		reason  string
		want    string
	}{
		{outbox.NotRunning, "", "notRunning"},
		{outbox.TooLate, "HTTP 502", "tooLate"},
		{outbox.Gone, "the channel does not exist", "gone"},
		{outbox.Forbidden, "", "forbidden"},
		{outbox.Forbidden, outbox.NoAccess, "noAccess"},
		{outbox.Forbidden, outbox.NoPermission, "noPermission"},
		{outbox.Forbidden, outbox.Archived, "archived"},
		{outbox.Forbidden, "Cannot *send* messages", "words"},
		{outbox.NoThread, "", "noThread"},
		{outbox.NoThread, "the name is too long", "threadFailed"},
		{outbox.NoTrouble, outbox.ClockAhead, "clockAhead"},
		{outbox.NoTrouble, "the clock ran ahead", "words"},
		{"of a newer release", "", "forbidden"},
	} {
		said := chattest.English(whyOf(c.trouble, c.reason))
		want := chattest.English(voice.Say("daily.cause."+c.want, voice.F{"Details": voice.Quoted(c.reason)}))
		if said != want || !strings.HasSuffix(said, ".") {
			t.Errorf("%s, %q is said as %s, want %s", c.trouble, c.reason, said, want)
		}
	}
}
