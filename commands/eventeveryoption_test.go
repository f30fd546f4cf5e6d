package commands

import (
	"maps"

	"chess960bot/internal/chat"
)

// The texts of events.
func init() {
	maps.Copy(otherTexts, map[string]string{
		"event new name": "a name", "event change name": "a name", "event new timezone": "a zone", "event draw at": "a time",
		"event draw timezone": "a zone", "event void reason": "words", "event result white": "a person", "event result black": "a person",
		"event new starts": "a time", "event new ends": "a time", "event new place": "a place", "event change starts": "a time", "event change ends": "a time", "event change place": "a place",
		"event change timezone": "a zone", "event player from": "a person", "event player to": "a person", "round evening": "an evening",
	})
	maps.Copy(fields, map[string]int{"event/boardform.go": 1, "event/pairings.go": 1, "event/panel.go": 1, "event/resultform.go": 1, "event/seal.go": 1})
	featureReaders = append(featureReaders, func(a questioner) map[string]textReader {
		event := chat.Options{"name": "Club", "rounds": 1.0, "boards": 1.0}
		inEvent := func(command, name string, others chat.Options, parts ...string) textReader {
			reader := a.option(command, name, others, parts...)
			return textReader{func(channel, text string) (*chat.Reply, error) {
				opened := chat.Options{"name": "Club", "rounds": 3.0, "boards": 1.0}
				if _, err := a.ask("event new", chat.Request{ChannelID: channel, Options: opened}); err != nil {
					a.t.Fatal(err)
				}
				return reader.ask(channel, text)
			}, parts}
		}
		return map[string]textReader{
			"event new exclude":    a.option("event new", "exclude", event, "one of 959 positions"),
			"event new only":       a.option("event new", "only", event, "Only one position can be drawn."),
			"event change exclude": inEvent("event change", "exclude", nil, "959 positions"),
			"event set position":   inEvent("event set", "position", chat.Options{"round": 1.0}, "round 1 of 3: SP 594"),
			"round played":         a.option("round", "played", nil, "## SP 594"),
		}
	})
}
