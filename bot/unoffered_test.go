package bot

import (
	"strings"
	"testing"

	"chess960bot/internal/voice"
)

// A sentence that names a command that is not offered goes; the others stay as they are.
func TestSentencesAboutOtherCommands(t *testing.T) {
	p := printer{voice.In("en"), strings.NewReplacer("\ue960sp\ue961", "</sp:1>")}
	for text, want := range map[string]string{
		"See `/sp number:5`.":                                                    "See </sp:1> `number:5`.",
		"A round is drawn. See it with `/round`. Play on.":                       "A round is drawn. Play on.",
		"Use `/event draw at:19:25` first!\nAll is well.":                        "All is well.",
		"# Castling\n- One way.\n- Two: `/quiz daily`.\n- Three. Four, `/quiz`.": "# Castling\n- One way.\n- Three.",
		"-# Try `/round`.\nThe end.":                                             "The end.",
		"**Bold.** `/event show` tells more. `/sp` is short.":                    "**Bold.** </sp:1> is short.",
		"Press it, or type `/event new name:A rounds:5`.":                        "Press it, or type `/event new` `name:A rounds:5`.",
	} {
		if got := p.mention(voice.WithMentions(text)); got != want {
			t.Errorf("%q\nis   %q\nwant %q", text, got, want)
		}
	}
}
