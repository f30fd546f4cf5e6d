package event

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/event/rows"
	"chess960bot/commands/feature"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/render/paper"
)

// Feature is club evenings: /event, /round and /standings.
var Feature = feature.Feature{
	Name:  "events",
	Names: []string{"event", "round", "standings"},
	Commands: func(f feature.Tools) []chat.Command {
		t := toolsOf(f)
		t.Press = paper.NewPress()
		return []chat.Command{Command(t), Round(t), Standings(t)}
	},
	Drawn: func(f feature.Tools) reading.Drawn { return toolsOf(f).Drawn },
	Posts: posts,
	Beside: func(f feature.Tools) func(context.Context) error {
		if f.Games == nil {
			return nil
		}
		return (&Follower{Games: f.Games, Store: rows.Of(f.Store), Log: f.Log, Now: f.Now}).Run
	},
	Club: func(may func(permission int64) bool) feature.HelpLine {
		if may(discordgo.PermissionManageEvents) {
			return feature.HelpLine{Command: "event", Says: "event.help"}
		}
		return feature.HelpLine{Command: "round", Says: "event.helpMembers"}
	},
	Person: voice.Bullets{voice.Phrase("event.forgetName"), voice.Phrase("event.forgetTold"), voice.Phrase("event.forgetOwn")},
	Server: voice.Bullets{voice.Phrase("event.forgetServer")},
	Forgotten: func(kind string, rows voice.Count) voice.Sentence {
		switch kind {
		case "events":
			return voice.Say("event.erased.events", voice.F{"Number": rows})
		case "sharedEvents":
			return voice.Say("event.erased.sharedEvents", voice.F{"Number": rows})
		case "ownEvents":
			return voice.Say("event.erased.ownEvents", voice.F{"Number": rows})
		}
		return nil
	},
	Part: rows.Part,
}

func toolsOf(f feature.Tools) Tools {
	return Tools{
		Boards: f.Boards, Store: rows.Of(f.Store), Zone: f.Zone, Heavy: f.Heavy,
		Draw: f.Draw, Now: f.Now, Languages: f.Languages, Games: f.Games,
	}
}

// posts are what evenings send by the clock, each with its message.
func posts(f feature.Tools) []outbox.Kind {
	kept := rows.Of(f.Store)
	drawn := func(e *evening.Event, d *evening.Draw, fileName string) (outbox.Message, error) {
		t := toolsOf(f)
		t.fileName = fileName // of the first picture
		return t.drawReply(e, d, evening.First)
	}
	seals := func(e *evening.Event, d *evening.Draw, message string) (outbox.Message, error) {
		reply, err := Tools{Boards: f.Boards}.sealReply(e, d)
		return &chat.Edit{Message: message, Reply: reply}, err
	}
	return []outbox.Kind{
		evening.SealPosts(kept, drawn),
		evening.RoundPosts(kept, f.Draw, drawn),
		evening.RoundTroubles(kept, lateID, roundTroublePost),
		evening.BeginPosts(kept, beginID, beginsPost),
		evening.RoundMessages(evening.ToldKind, kept, toldID, toldPost),
		evening.RoundMessages(evening.PairingsKind, kept, pairingsID, pairingsPost),
		evening.LateResultsPosts(kept, lateResultsID, lateResultsPost),
		evening.ServerEvents(kept, toolsOf(f).serverEventOf),
		evening.ServerTroubles(kept, serverButtonID, serverTroublePost),
		evening.RoundMessages(evening.MessageKind, kept, nil, seals),
	}
}
