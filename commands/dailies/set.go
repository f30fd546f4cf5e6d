package dailies

import (
	"context"
	"errors"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// set answers /daily-posts set: it subscribes a channel, or changes what the options name.
// It answers "Saved" only after the database has saved it.
func (p posts) set(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	if r.Uninvited {
		return nil, chat.Uninvited()
	}
	channel := p.channel.Read(r).ID
	set, err := daily.Set(ctx, p.Store, p.Now(), channel, r.GuildID, func(s *daily.Sub) error {
		s.SetBy, s.SetAt = r.Asker, p.Now()
		if granted, told := grantedIn(r, channel); told && s.Trouble == outbox.NoTrouble {
			s.Missing = chat.MissingToPost(granted, inThread(r, channel))
		}
		return p.update(s, r)
	})
	switch {
	case errors.Is(err, daily.ErrOtherGuild):
		return nil, chat.Refuse(voice.Phrase("dailies.otherServer"), voice.Phrase("dailies.thisServer"))
	case errors.Is(err, daily.ErrTooMany):
		return nil, chat.Refuse(
			voice.Say("dailies.tooMany", voice.F{"Posts": voice.Count(daily.MostPerGuild)}),
			voice.Run{voice.Phrase("dailies.try.remove"), voice.Phrase("dailies.try.show")},
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
func saved(set daily.Setting) voice.Lines {
	s, changes := set.Sub, changes(set)
	head := of(s.Channel, "saves")
	if !set.New && changes == nil {
		head = of(s.Channel, "same")
	}
	text := voice.Lines{head, voice.Run{timesOf(s), next(s)}}
	if set.PostedToday {
		text = append(text, voice.Phrase("dailies.postedToday"))
	}
	if changes != nil {
		text = append(text, voice.Say("dailies.changed", voice.F{"Changes": changes}))
	}
	return append(text, detailsOf(s))
}

// next says when the next post comes, or that none does.
func next(s daily.Sub) voice.Sentence {
	switch s.Status {
	case daily.Paused:
		return voice.Phrase("dailies.try.resume")
	case daily.Disabled:
		return voice.Phrase("dailies.try.switchOn")
	}
	return voice.Say("dailies.nextPost", voice.F{
		"Exactly": voice.Moment{Time: s.NextAt, Style: voice.LongDateTime}, "Relative": voice.Moment{Time: s.NextAt, Style: voice.Relative},
	})
}

// changes lists what was set to something else; nil for nothing, and for a new subscription.
func changes(set daily.Setting) (list voice.Row) {
	if set.New {
		return nil
	}
	for _, o := range newOptions().settings() {
		was, is := o.value(set.Before), o.value(set.Sub)
		if english := voice.In("en"); english.Say(was) != english.Say(is) {
			list = append(list, voice.Say("dailies.difference", voice.F{"Option": o.name, "Was": was, "Is": is}))
		}
	}
	if set.Before.Status == daily.Disabled {
		list = append(list, voice.Phrase("dailies.switchedOn"))
	}
	return list
}

// completeZone offers time zones for the text typed so far, each with its current
// time.
func (p posts) completeZone(_ context.Context, _ *chat.Request, typed string) []chat.Choice {
	var choices []chat.Choice
	for _, city := range when.FindCities(typed, chat.MostChoices) {
		zone, err := when.LoadZone(city.Zone)
		if err != nil {
			continue
		}
		now := p.Now().In(zone).Format("15:04, UTC-07:00")
		choices = append(choices, chat.Choice{Name: voice.Say("dailies.zoneNow", voice.F{
			"City": voice.Raw(city.String()), "Time": voice.Raw(now),
		}), Value: city.Zone})
	}
	return choices
}
