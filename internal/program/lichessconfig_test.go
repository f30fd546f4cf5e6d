package program

import (
	"fmt"
	"testing"
)

// An empty LICHESS_URL turns games on lichess off.
func TestLichessURL(t *testing.T) {
	c, err := readConfig(env("DISCORD_TOKEN", token))
	if err != nil || c.Features["LICHESS_URL"].String() != "https://lichess.org" {
		t.Errorf("%v, %v", c.Features["LICHESS_URL"], err)
	}
	for value, want := range map[string]string{"": "<nil>", ` "" `: "<nil>", "http://127.0.0.1:9663": "http://127.0.0.1:9663"} {
		if c, err := readConfig(env("DISCORD_TOKEN", token, "LICHESS_URL", value)); err != nil || fmt.Sprint(c.Features["LICHESS_URL"]) != want {
			t.Errorf("%q: %v, %v", value, c.Features["LICHESS_URL"], err)
		}
	}
	for _, value := range []string{"off", "lichess.org", "ftp://lichess.org", "https://user:secret@lichess.org"} {
		if _, err := readConfig(env("DISCORD_TOKEN", token, "LICHESS_URL", value)); err == nil || err.Error() != "LICHESS_URL is not an address such as https://lichess.org (http or https, no user, no query)" {
			t.Errorf("%q: %v", value, err)
		}
	}
}
