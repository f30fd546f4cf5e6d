package daily

import (
	"context"
	"errors"

	"chess960bot/commands/card"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// set answers /daily-posts set: it subscribes a channel, or changes what the options name.
// It answers "Saved" only after the database has saved it.
func (p posts) set(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if r.Uninvited {
		return nil, chat.Uninvited()
	}
	channel := p.channel.Read(r).ID
	set, err := schedule.Set(ctx, p.Store, p.Now(), channel, r.GuildID, func(s *schedule.Sub) error {
		s.SetBy, s.SetAt = r.Asker, p.Now()
		if granted, told := grantedIn(r, channel); told && s.Trouble == outbox.NoTrouble {
			s.Missing = chat.MissingToPost(granted, inThread(r, channel))
		}
		return p.update(s, r)
	})
	switch {
	case errors.Is(err, schedule.ErrOtherGuild):
		return nil, chat.Refuse(voice.Phrase("daily.otherServer"), voice.Phrase("daily.thisServer"))
	case errors.Is(err, schedule.ErrTooMany):
		return nil, chat.Refuse(
			voice.Say("daily.tooMany", voice.F{"Posts": voice.Count(schedule.MostPerGuild)}),
			voice.Run{voice.Phrase("daily.try.remove"), voice.Phrase("daily.try.show")},
		)
	case err != nil:
		return nil, err
	}
	reply := chat.Done(saved(set))
	if missing := permissionsMissing(r, set.Sub); missing != nil {
		reply = card.Page(chat.OnlyAsker, append(voice.Paragraphs{saved(set)}, missing...))
	}
	if channel == r.ChannelID { // the subscribed channel may see the answer
		reply.Audience = chat.AsAsked
	}
	return reply, nil
}

// saved returns the answer to /daily-posts set: when posts come, what has changed, and how
// everything is set now.
func saved(set schedule.Setting) voice.Lines {
	s := set.Sub
	var changes voice.Row // what was set to something else; nothing for a new subscription
	if !set.New {
		for _, o := range newOptions().settings() {
			was, is := o.value(set.Before), o.value(s)
			if english := voice.In("en"); english.Say(was) != english.Say(is) {
				changes = append(changes, voice.Say("daily.difference", voice.F{"Option": o.name, "Was": was, "Is": is}))
			}
		}
		if set.Before.Status == schedule.Disabled {
			changes = append(changes, voice.Phrase("daily.switchedOn"))
		}
	}
	head := of(s.Channel, "saves")
	if !set.New && changes == nil {
		head = of(s.Channel, "same")
	}
	text := voice.Lines{head, voice.Run{timesOf(s), next(s)}}
	if set.PostedToday {
		text = append(text, voice.Phrase("daily.postedToday"))
	}
	if changes != nil {
		text = append(text, voice.Say("daily.changed", voice.F{"Changes": changes}))
	}
	return append(text, detailsOf(s))
}

// next says when the next post comes, or that none does.
func next(s schedule.Sub) voice.Sentence {
	switch s.Status {
	case schedule.Paused:
		return voice.Phrase("daily.try.resume")
	case schedule.Disabled:
		return voice.Phrase("daily.try.switchOn")
	}
	return voice.Say("daily.nextPost", voice.F{
		"Exactly": voice.Moment{Time: s.NextAt, Style: voice.LongDateTime}, "Relative": voice.Moment{Time: s.NextAt, Style: voice.Relative},
	})
}

// completeZone offers time zones for the text typed so far, each with its current
// time.
func (p posts) completeZone(_ context.Context, r *chat.Request, typed string) []chat.Choice {
	var choices []chat.Choice
	for _, city := range when.FindCities(typed, chat.MostChoices) {
		zone, err := when.LoadZone(city.Zone)
		if err != nil {
			continue
		}
		now := p.Now().In(zone).Format("15:04, UTC-07:00")
		choices = append(choices, chat.Choice{Name: voice.Say("daily.zoneNow", voice.F{
			"City": voice.Raw(city.In(r.AnswerLanguage(true))), "Time": voice.Raw(now),
		}), Value: city.Zone})
	}
	return choices
}
