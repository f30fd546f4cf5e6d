package event

import (
	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// secondary returns a button that does not stand out.
func secondary(label voice.Sentence, customID string) chat.Component {
	return chat.Button(discordgo.SecondaryButton, label, customID)
}

// A roundButton is the custom id of a button for a round of an event.
type roundButton struct {
	event string
	round int
}

func (b *roundButton) fields(f *chat.Fields) {
	f.Word(&b.event)
	f.Number(&b.round, 0, events.MostRounds)
}

// ref names the event of the button in the channel of a request. A custom id that was copied
// to another channel refers to no event.
func (b roundButton) ref(r *chat.Request) events.Ref {
	return events.Ref{Channel: r.ChannelID, ID: b.event}
}

// The buttons for a round, and the form for a number.
var (
	drawRound    = chat.NewControl("event-draw", (*roundButton).fields)
	numberButton = chat.NewControl("event-number", (*roundButton).fields)
	numberForm   = chat.NewControl("event-add", (*roundButton).fields)
	openSeal     = chat.NewControl("event-open", (*roundButton).fields)
	moveHere     = chat.NewControl("event-move", (*roundButton).fields)
)

// mostDraws is more than an event can have, void ones included.
const mostDraws = 10_000

// boardsPage is a button for a page of a draw's boards, which stands in place of the board. The first
// page is 0.
var boardsPage = chat.NewControl("event-boards", (*boardRef).fields)
