package chat

import (
	"testing"
	"time"
)

// An id has one spelling, so that no channel or person has two names in the database.
func TestSnowflakes(t *testing.T) {
	for id, want := range map[string]bool{
		"33": true, "300000000000000003": true, "18446744073709551615": true,
		"0033": false, "0": false, "+33": false, "-33": false, "3_3": false, " 33": false, "33\n": false,
		"": false, "33.0": false, "1e3": false, "٣٣": false, "18446744073709551616": false, "<#33>": false,
	} {
		if got := IsSnowflake(id); got != want {
			t.Errorf("%q: %v", id, got)
		}
	}
}

func TestTimeOfAnID(t *testing.T) {
	// The example of Discord's documentation of snowflakes.
	if got, err := SentAt("175928847299117063"); err != nil || !got.Equal(time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC)) {
		t.Error(got, err)
	}
	if got, err := SentAt("x"); err == nil {
		t.Errorf("x was made at %v", got)
	}
}

func TestAudiences(t *testing.T) {
	asked := &Request{}
	askedPrivately := &Request{Options: Options{"private": true}}
	underPublic := &Request{Message: &Message{}}
	underPrivate := &Request{Message: &Message{Private: true}}
	for _, c := range []struct {
		name          string
		audience      Audience
		request       *Request
		private, edit bool
	}{
		{"as asked", AsAsked, asked, false, false},
		{"as asked, privately", AsAsked, askedPrivately, true, false},
		{"as asked, under a private message", AsAsked, underPrivate, false, false},
		{"only the asker", OnlyAsker, asked, true, false},
		{"only the asker, no request", OnlyAsker, nil, true, false},
		{"as pressed, under a public message", AsPressed, underPublic, false, false},
		{"as pressed, under a private message", AsPressed, underPrivate, true, false},
		{"as pressed, message not known", AsPressed, asked, false, false},
		{"own page, under a public message", OwnPage, underPublic, true, false},
		{"own page, under a private message", OwnPage, underPrivate, false, true},
		{"own page, message not known", OwnPage, asked, true, false},
		{"in place", InPlace, underPublic, false, true},
	} {
		if private, edit := c.audience.Resolve(c.request); private != c.private || edit != c.edit {
			t.Errorf("%s: private %t, edit %t", c.name, private, edit)
		}
	}
}

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
