package bot

import (
	"strings"
	"testing"

	"chess960bot/internal/voice"
)

// A sentence that names a command that is not offered goes; the others stay as they are.
func TestSentencesAboutOtherCommands(t *testing.T) {
	one := voice.Phrase("event.keep") // has a sentence about /round
	for want, s := range map[string]voice.Sentence{
		"See </sp:1> `number:5`.":           voice.Raw(voice.WithMentions("See `/sp number:5`.")),
		"Keep this round.":                  one,
		"Keep this round. All is well.":     voice.Run{one, voice.Phrase("event.seeRounds"), voice.Raw("All is well.")},
		"- One way.\n- Keep this round.":    voice.Bullets{voice.Raw("One way."), voice.Phrase("event.drawNext"), one},
		"**Keep this round.**":              voice.Bold(voice.Run{one, voice.Phrase("event.drawNext")}),
		"Round 3 has been drawn.":           voice.Say("event.seen", voice.F{"Round": 3, "Positions": nil, "Link": nil}),
		"Start an event with `/event new`.": voice.Phrase("event.start"), // there is nothing else to say
	} {
		p := printer{voice.In("en").Offering(strings.NewReplacer("\ue960sp\ue961", "</sp:1>"))}
		if got := p.text(s); got != voice.Raw(want) {
			t.Errorf("is   %q\nwant %q", got, want)
		}
	}
	p := printer{voice.In("en").Offering(strings.NewReplacer("\ue960round\ue961", "</round:2>"))}
	if got, want := p.text(one), voice.Raw("Keep this round. </round:2> shows it."); got != want {
		t.Errorf("is   %q\nwant %q", got, want)
	}
}
