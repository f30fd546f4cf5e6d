package dailies

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/when"
	"chess960bot/voice"
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
		return p.update(s, r)
	})
	switch {
	case errors.Is(err, daily.ErrOtherGuild):
		return nil, chat.Refuse(voice.Raw("That channel belongs to another server."), voice.Raw("Choose a channel of this one."))
	case errors.Is(err, daily.ErrTooMany):
		return nil, chat.Refuse(
			voice.Raw(fmt.Sprintf("This server already has %d daily posts, which is the maximum.", daily.MostPerGuild)),
			voice.Raw("Remove one with "+chat.Slash("daily-posts remove")+"; "+chat.Slash("daily-posts show")+" lists them."),
		)
	case err != nil:
		return nil, err
	}
	granted, where := grantedIn(r, channel)
	reply := chat.Say(voice.Raw(saved(set) + permissionsMissing(r, set.Sub, granted, where) + pingMissing(r, set.Sub, granted, where)))
	if channel == r.ChannelID { // the subscribed channel may see the answer
		reply.Audience = chat.AsAsked
	}
	return reply, nil
}

// saved returns the answer to /daily-posts set: when posts come, what has changed, and how
// everything is set now.
func saved(set daily.Setting) string {
	s, changes := set.Sub, changes(set)
	head := "Saved"
	if !set.New && changes == "" {
		head = "Nothing changed"
	}
	text := fmt.Sprintf("%s: <#%s> will get the position of the day %s.", head, s.Channel, timesOf(s))
	if s.Status == daily.Paused {
		text += " " + pausedWords()
	} else {
		text += fmt.Sprintf(" Next post: <t:%d:F>, <t:%[1]d:R>.", s.NextAt.Unix())
	}
	if set.PostedToday {
		text += "\nToday's position has been posted there already."
	}
	if changes != "" {
		text += "\nChanged: " + changes + "."
	}
	return text + "\n" + detailsOf(s)
}

// changes lists what was set to something else, as before → now; "" for nothing, and for a
// new subscription.
func changes(set daily.Setting) string {
	if set.New {
		return ""
	}
	var list []string
	for _, o := range newOptions().settings() {
		if was, is := o.words(set.Before), o.words(set.Sub); was != is {
			list = append(list, fmt.Sprintf("%s: %s → %s", o.option.Name(), was, is))
		}
	}
	if set.Before.Status == daily.Disabled {
		list = append(list, "switched off → on")
	}
	return strings.Join(list, " · ")
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
		name := fmt.Sprintf("%v (%s)", city, p.Now().In(zone).Format("15:04, UTC-07:00"))
		choices = append(choices, chat.Choice{Name: voice.Raw(name), Value: city.Zone})
	}
	return choices
}
