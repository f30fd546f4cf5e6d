package event

import (
	"chess960bot/internal/chat"
	"chess960bot/internal/club/events"
	"chess960bot/internal/voice"
)

// namedLateResults is how many results a post about late results names.
const namedLateResults = 12

// LateResultsID returns the custom id of the button under the post about the results from the first
// one on, by its index.
func LateResultsID(e *events.Event, first int) string {
	return lateTable.ID(boardRef{event: e.ID, draw: first})
}

// LateResults returns the post about results that came after the end of an event.
func LateResults(e *events.Event, late []events.Result) (*chat.Reply, error) {
	lines := voice.Lines{voice.Say("event.aboutEvent.lateResults", voice.F{"Event": eventName(e)})}
	for _, r := range late[:min(len(late), namedLateResults)] {
		lines = append(lines, resultLine(e, r))
	}
	if more := len(late) - namedLateResults; more > 0 {
		lines = append(lines, voice.Say("event.moreResults", voice.F{"N": voice.Count(more)}))
	}
	reply := chat.Say(lines)
	reply.Audience = chat.AsAsked
	reply.Components = append(reply.Components, chat.Row(secondary(voice.Phrase("event.table"), LateResultsID(e, late[0].Index))))
	return reply, nil
}
