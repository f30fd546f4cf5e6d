package dailies

import (
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// about says something about the daily post of a channel.
type about struct {
	What    news
	Channel voice.Raw
}

// news is what there is to say.
type news string

const (
	ends      news = "ends"
	fails     news = "fails"
	none      news = "none"
	noneYet   news = "noneYet"
	notPosted news = "notPosted"
	pauses    news = "pauses"
	resumes   news = "resumes"
	same      news = "same"
	saves     news = "saves"
	unpaused  news = "unpaused"
)

// Sentence returns what there is to say.
func (a about) Sentence() string { return string(a.What) }

// of says something about the daily post of a channel.
func of(channel string, what news) about { return about{what, channelName(channel)} }

// channelName returns the mention of a channel.
func channelName(id string) voice.Raw { return voice.Raw("<#" + id + ">") }

// try names a command that helps.
type try struct {
	What    help
	Command voice.Raw
}

// help is what a command helps with.
type help string

const (
	toContinue help = "continue"
	toMend     help = "mend"
	toRemove   help = "remove"
	toRestart  help = "restart"
	toResume   help = "resume"
	toSee      help = "see"
	toSeeAll   help = "seeAll"
	toShow     help = "show"
	toShowHere help = "showHere"
	toStart    help = "start"
	toSwitchOn help = "switchOn"
)

// Sentence returns what the command helps with.
func (t try) Sentence() string { return string(t.What) }

// slash returns the name of a command in a sentence.
func slash(name string) voice.Raw { return voice.Raw(chat.Slash(name)) }
