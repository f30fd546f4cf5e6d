package voice

import (
	"strings"
	"testing"
)

// Commands in the bot's own texts become mentions. Texts of people do not.
func TestWithMentions(t *testing.T) {
	command := func(name string) string { return string(MentionStart) + name + string(MentionEnd) }
	got, want := WithMentions("`/sp path:true` or `/daily-posts set`, `/random`, `-N-N-`"), command("sp")+" `path:true` or "+command("daily-posts set")+", "+command("random")+", `-N-N-`"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if strings.ContainsAny(In("en").Say(Quoted(command("sp"))), command("")) {
		t.Error("a person's text can mention a command")
	}
}
