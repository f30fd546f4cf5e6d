package chat

import (
	"strings"
	"testing"

	"chess960bot/voice"
)

// Commands in the bot's own texts become mentions. Texts of people do not.
func TestMentions(t *testing.T) {
	if got, want := voice.WithMentions("`/sp path:true` or `/daily-posts set`, `/random`, `-N-N-`"), Slash("sp")+" `path:true` or "+Slash("daily-posts set")+", "+Slash("random")+", `-N-N-`"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if strings.ContainsAny(voice.In("en").Say(voice.Quoted(Slash("sp"))), Slash("")) {
		t.Error("a person's text can mention a command")
	}
}
