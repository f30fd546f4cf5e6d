package dailies

import (
	"chess960bot/internal/voice"
)

// A news is what there is to say about a daily post.
type news string

// of says something about the daily post of a channel.
func of(channel string, what news) voice.Sentence {
	return voice.Say("dailies.about."+string(what), voice.F{"Channel": channelName(channel)})
}

// channelName returns the mention of a channel.
func channelName(id string) voice.Raw { return voice.Raw("<#" + id + ">") }
