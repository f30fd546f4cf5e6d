package daily

import (
	"cmp"
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

// A setting is one part of a subscription, which an option of /daily-posts set changes.
type setting struct {
	name   settingName
	option chat.Option
	value  func(schedule.Sub) voice.Sentence // two values differ if they are said in other words
	clear  func(*schedule.Sub)               // sets its default; nil for a setting without one
}

// A settingName is what a setting is called in a list.
type settingName string

// Sentence returns the name.
func (n settingName) Sentence() string { return string(n) }

// settings are all settings, in the order in which answers list them.
func (o options) settings() []setting {
	return append([]setting{
		{"time", o.time, func(s schedule.Sub) voice.Sentence { return voice.Raw(s.Minute.String()) }, nil},
		{"timezone", o.zone, func(s schedule.Sub) voice.Sentence { return voice.Raw(s.Zone) }, nil},
		{"weekdays", o.weekdays, func(s schedule.Sub) voice.Sentence { return s.Weekdays.Words() },
			func(s *schedule.Sub) { s.Weekdays = when.EveryDay }},
	}, o.details()...)
}

// details are the settings that say what posts are like.
func (o options) details() []setting {
	return []setting{
		{"role", o.role, func(s schedule.Sub) voice.Sentence {
			if s.Role == "" {
				return voice.Phrase("daily.nobody")
			}
			return roleName(s.Role)
		}, func(s *schedule.Sub) { s.Role = "" }},
		{"thread", o.thread, func(s schedule.Sub) voice.Sentence { return either(s.Thread, "daily.yes", "daily.no") },
			func(s *schedule.Sub) { s.Thread = false }},
		{"board", o.board, func(s schedule.Sub) voice.Sentence {
			return either(s.Board == schedule.CompactBoard, "daily.compact", "daily.full")
		}, func(s *schedule.Sub) { s.Board = schedule.FullBoard }},
		{"view", o.view, func(s schedule.Sub) voice.Sentence {
			return either(styleOf(s).FromBlack, "daily.black", "daily.white")
		}, func(s *schedule.Sub) { s.View = "" }},
		{"theme", o.theme, func(s schedule.Sub) voice.Sentence { return voice.Lower(chat.ChoiceName("theme", styleOf(s).Theme.ID)) },
			func(s *schedule.Sub) { s.Theme = "" }},
	}
}

// either returns one phrase if something holds, and otherwise the other one.
func either(holds bool, yes, no voice.Phrase) voice.Phrase {
	if holds {
		return yes
	}
	return no
}

// roleName returns the mention of a role.
func roleName(id string) voice.Raw { return voice.Raw("<@&" + id + ">") }

// styleOf returns the style of the posts of a subscription.
func styleOf(s schedule.Sub) card.Style { return card.StoredStyle(s.View, s.Theme) }

// timesOf says when posts come.
func timesOf(s schedule.Sub) voice.Sentence {
	times := voice.F{"Time": s.Minute, "Zone": voice.Raw(s.Zone)}
	switch s.Weekdays {
	case when.EveryDay:
		return voice.Say("daily.schedule.everyDay", times)
	case when.Workdays:
		return voice.Say("daily.schedule.workdays", times)
	}
	return voice.Say("daily.schedule.someDays", voice.F{"Time": s.Minute, "Zone": voice.Raw(s.Zone), "Days": s.Weekdays.Days()})
}

// detailsOf lists what the posts of a subscription are like.
func detailsOf(s schedule.Sub) voice.Sentence {
	var list voice.Row
	for _, o := range newOptions().details() {
		list = append(list, voice.Say("daily.detail", voice.F{"Option": o.name, "Value": o.value(s)}))
	}
	return voice.Small(list)
}

// update changes a subscription as the options of /daily-posts set say. What they do not
// name stays. A new subscription needs a time and its zone.
func (o options) update(s *schedule.Sub, r *chat.Request) (err error) {
	if o.clear.Given(r) {
		cleared := o.clear.Read(r)
		if cleared.option.Given(r) {
			option := voice.F{"Option": voice.Raw(cleared.option.Name())}
			return chat.Refuse(voice.Say("daily.bothGiven", option), voice.Say("daily.leaveOut", option))
		}
		cleared.clear(s)
	}
	if s.Zone == "" && !(o.time.Given(r) && o.zone.Given(r)) {
		return chat.Refuse(of(s.Channel, "noneYet"), voice.Phrase("daily.nameBoth"))
	}
	if typed := o.time.Read(r); typed != "" {
		if s.Minute, err = when.ParseMinute(typed, r.Languages()...); err != nil {
			return notRead("time", typed, voice.Phrase("daily.writeTime"), err)
		}
	}
	if typed := o.zone.Read(r); typed != "" {
		if s.Zone, err = when.ParseZone(typed); err != nil {
			return notRead("zone", typed, voice.Phrase("daily.writeZone"), err)
		}
	}
	if typed := o.weekdays.Read(r); typed != "" {
		if s.Weekdays, err = when.ParseWeekdays(typed, r.Languages()...); err != nil {
			return notRead("weekdays", typed, voice.Phrase("daily.writeWeekdays"), err)
		}
	}
	if o.role.Given(r) {
		if s.Role = o.role.Read(r).ID; s.Role == r.GuildID {
			return chat.Refuse(voice.Phrase("daily.everyone"), voice.Phrase("daily.chooseRole"))
		}
	}
	o.thread.Update(r, &s.Thread)
	if s.Thread && chat.IsThread(o.channel.Read(r).Type) {
		return chat.Refuse(voice.Phrase("daily.threadInThread"), voice.Phrase("daily.noThread"))
	}
	o.setStyle(s, r)
	return nil
}

// setStyle reads the options for the board, the side and the theme. An id of a newer release stays.
func (o options) setStyle(s *schedule.Sub, r *chat.Request) {
	o.board.Update(r, &s.Board)
	if o.view.Given(r) {
		s.View = card.Style{FromBlack: o.view.Read(r)}.Side()
	}
	if o.theme.Given(r) {
		s.Theme = o.theme.Read(r).ID
	}
	usual := card.DefaultStyle()
	s.Theme, s.View = cmp.Or(s.Theme, usual.Theme.ID), cmp.Or(s.View, usual.Side())
}

// notRead returns the refusal of a text that a parser of package when could not read. For an
// ambiguous text the refusal names the meanings.
func notRead(wanted, typed string, hint voice.Sentence, err error) error {
	if several, ok := errors.AsType[*when.AmbiguousError](err); ok {
		return chat.Refuse(several.Words(), voice.Phrase("daily.writeMeant"))
	}
	if _, ok := errors.AsType[*when.NoDateError](err); ok {
		return chat.Refuse(voice.Say("daily.noDate", voice.F{"Typed": voice.Quoted(typed)}), hint)
	}
	return chat.Refuse(voice.Say("daily.unread."+wanted, voice.F{"Typed": voice.Quoted(typed)}), hint)
}
