package program

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestUnknown(t *testing.T) {
	got := unknownSettings([]string{
		"DISCORD_TOKN=secret", "LOGLEVEL=debug", "discord_token=secret", "DISCORD_APPLICATION=1", "DATABSE_URL=x", "RATE_USERS=1/1s",
		"DISCORD_TOKEN=secret", "LOG_LEVEL=debug", "LOGNAME=anna", "HOME=/root", "HTTP_PROXY=x", "PATH=/bin", "DATABASE=x", "=C:=x", "",
		"POD_NAME=chess960bot-0", "NODE_NAME=x", "POD_IP=x",
	})
	want := []string{
		"I do not know DATABSE_URL. Did you mean DATABASE_URL?",
		"I do not know DISCORD_APPLICATION. The settings are in .env.example.",
		"I do not know DISCORD_TOKN. Did you mean DISCORD_TOKEN?",
		"I do not know LOGLEVEL. Did you mean LOG_LEVEL?",
		"I do not know RATE_USERS. Did you mean RATE_USER?",
		"I do not know discord_token. Did you mean DISCORD_TOKEN?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// No setting of .env.example is unknown.
func TestExampleIsKnown(t *testing.T) {
	example, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	var variables []string
	for line := range strings.Lines(string(example)) {
		if name := strings.Trim(line, "# \n"); strings.Contains(name, "=") && strings.ToUpper(name[:3]) == name[:3] {
			variables = append(variables, name)
		}
	}
	if len(variables) < 14 {
		t.Fatalf("read only %d variables", len(variables))
	}
	if got := unknownSettings(variables); len(got) > 0 {
		t.Error(got)
	}
}

// Other bots call the token otherwise.
func TestOtherNamesOfTheToken(t *testing.T) {
	for _, name := range []string{"TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN"} {
		want := "I do not know " + name + ". Did you mean DISCORD_TOKEN?"
		if got := unknownSettings([]string{name + "=secret"}); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", name, got)
		}
		if got := unknownSettings([]string{name + "=secret", "DISCORD_TOKEN=x"}); len(got) > 0 && got[0] == want {
			t.Errorf("%s beside the token: %q", name, got)
		}
	}
}
