package bot

import (
	"testing"

	"chess960bot/internal/chat"
)

// What the asker reads alone is in the asker's language, what everyone reads in the server's.
func TestAnswerLanguage(t *testing.T) {
	const (
		inServer  = `"guild_id":"5","member":{"user":{"id":"7"}},"locale":"de","guild_locale":"fr"`
		direct    = `"user":{"id":"7"},"locale":"de","context":1`
		inGroup   = `"user":{"id":"7"},"locale":"de","context":2,"authorizing_integration_owners":{"1":"7"}`
		asForeign = `"guild_id":"5","member":{"user":{"id":"7"}},"locale":"de","guild_locale":"ru","authorizing_integration_owners":{"1":"7"}`
		pressed   = `,"message":{"id":"9","flags":0}`
		private   = `,"message":{"id":"9","flags":64}`
	)
	for _, c := range []struct {
		interaction string
		audience    chat.Audience
		want        string
	}{
		{inServer, chat.OnlyAsker, "de"},
		{inServer, chat.AsAsked, "fr"},
		{inServer + `,"data":{"name":"x","options":[{"name":"private","type":5,"value":true}]}`, chat.AsAsked, "de"},
		{inServer + pressed, chat.OwnPage, "de"},
		{inServer + private, chat.OwnPage, "de"},
		{inServer + private, chat.AsPressed, "de"},
		{inServer + pressed, chat.InPlace, "fr"},
		{inServer + private, chat.InPlace, "de"},
		{direct, chat.AsAsked, "de"},
		{direct + pressed, chat.InPlace, "de"},
		{inGroup, chat.AsAsked, ""},
		{inGroup, chat.OnlyAsker, "de"},
		{asForeign, chat.AsAsked, "ru"},
		{asForeign, chat.OnlyAsker, "de"},
		{`"guild_id":"5","user":{"id":"7"}`, chat.AsAsked, ""},
		{`"user":{"id":"7"},"locale":7,"guild_locale":{}`, chat.OnlyAsker, ""},
	} {
		i, ok := readInteraction([]byte(`{"id":"1","token":"t","type":2,"channel_id":"6",`+c.interaction+`}`), nil)
		if !ok {
			t.Fatal("cannot read", c.interaction)
		}
		if got := i.AnswerLanguage(readAlone(i.Request, c.audience)); got != c.want {
			t.Errorf("%q for audience %v of %s, want %q", got, c.audience, c.interaction, c.want)
		}
	}
}
