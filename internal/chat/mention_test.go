package chat

import "testing"

// A command with an id becomes a mention, like its subcommands. One without becomes code, and the
// name of a message command stays.
func TestMentions(t *testing.T) {
	replacer := Mentions([]Command{
		{Name: "sp", Options: []Option{BoolOption("set")}},
		{Name: "daily-posts", Subcommands: []Subcommand{{Name: "set"}}},
		{Name: "random"},
		{Name: "explain", OnMessage: true},
	}, map[string]string{"sp": "1", "daily-posts": "2", "explain": "3"})
	got := replacer.Replace(Slash("sp") + " " + Slash("daily-posts set") + " " + Slash("random") + " " + Slash("explain") + " " + Slash("sp set"))
	if want := "</sp:1> </daily-posts set:2> `/random` " + Slash("explain") + " " + Slash("sp set"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
