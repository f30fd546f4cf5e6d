package dailies

import (
	"strings"
	"testing"

	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/chattest"
)

// Every trouble and every reason has its sentence. A text that is no reason is quoted.
func TestCauses(t *testing.T) {
	for _, c := range []struct {
		trouble outbox.Trouble
		reason  string
		want    cause
	}{
		{outbox.NotRunning, "", cause{Why: notRunning}},
		{outbox.TooLate, "HTTP 502", cause{Why: tooLate}},
		{outbox.Gone, "the channel does not exist", cause{Why: gone}},
		{outbox.Forbidden, "", cause{Why: forbidden}},
		{outbox.Forbidden, outbox.NoAccess, cause{Why: noAccess}},
		{outbox.Forbidden, outbox.NoPermission, cause{Why: noPermission}},
		{outbox.Forbidden, outbox.Archived, cause{Why: archived}},
		{outbox.Forbidden, "Cannot *send* messages", cause{inWords, "Cannot *send* messages"}},
		{outbox.NoThread, "", cause{Why: noThread}},
		{outbox.NoThread, "the name is too long", cause{Why: threadFailed}},
		{outbox.NoTrouble, outbox.ClockAhead, cause{Why: clockAhead}},
		{outbox.NoTrouble, "the clock ran ahead", cause{inWords, "the clock ran ahead"}},
		{"of a newer release", "", cause{Why: forbidden}},
	} {
		got := whyOf(c.trouble, c.reason)
		if said := chattest.English(got); got != c.want || !strings.HasSuffix(said, ".") {
			t.Errorf("%s, %q is %+v: %s", c.trouble, c.reason, got, said)
		}
	}
}
