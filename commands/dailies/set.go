package dailies

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/daily"
	"chess960bot/internal/when"
)

// set answers /daily-posts set: it subscribes a channel, or changes the subscription.
// It answers "Saved" only after the database has saved it.
func (t Tools) set(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
	s, err := t.subOf(r)
	if err != nil {
		return nil, err
	}
	already, err := daily.Schedule(ctx, t.Store, t.Now(), &s)
	if errors.Is(err, daily.ErrOtherGuild) {
		return nil, chat.Refuse("That channel belongs to another server.", "Choose a channel of this one.")
	}
	if err != nil {
		return nil, err
	}
	if err := t.Store.Save(ctx, s); errors.Is(err, daily.ErrTooMany) {
		return nil, chat.Refuse(
			fmt.Sprintf("This server already has %d daily posts, which is the maximum.", daily.MostPerGuild),
			"Remove one with "+chat.Slash("daily-posts remove")+"; "+chat.Slash("daily-posts show")+" lists them.",
		)
	} else if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("Saved: <#%s> will get the position of the day %s at %v (%s time). Next post: <t:%d:F>, <t:%d:R>.",
		s.Channel, s.Weekdays.Words(), s.Minute, s.Zone, s.NextAt.Unix(), s.NextAt.Unix())
	if already {
		text += "\nToday's position has been posted there already."
	}
	if s.Role != "" {
		text += fmt.Sprintf("\nEach post pings <@&%s>, and nobody else.", s.Role)
	}
	if s.Thread {
		text += "\nEach post opens a thread."
	}
	granted, where := grantedIn(r, s.Channel)
	reply := chat.Say(text + permissionsMissing(r, s, granted, where) + pingMissing(r, s, granted, where))
	if s.Channel == r.ChannelID { // the subscribed channel may see the answer
		reply.Audience = chat.AsAsked
	}
	return reply, nil
}

// subOf reads a subscription from the options.
func (t Tools) subOf(r *chat.Request) (daily.Sub, error) {
	channel, role := r.Options.Text("channel"), r.Options.Text("role")
	_, known := r.Channels[channel]
	switch {
	case r.Uninvited:
		return daily.Sub{}, chat.Refuse("I can only post in servers that I have been invited to, and this server is not one of them.", "Press **Add App** in my profile and choose this server; then ask again.")
	case channel == "":
		return daily.Sub{}, chat.Refuse("Say which channel to post to.", "Choose one in the option `channel`.")
	case !chat.IsSnowflake(channel) || !known:
		return daily.Sub{}, chat.Refuse(chat.QuoteFirst(channel)+" is not a channel of this server.", "Choose one in the option `channel`.")
	case role != "" && !chat.IsSnowflake(role):
		return daily.Sub{}, chat.Refuse(chat.QuoteFirst(role)+" is not a role.", "Choose one in the option `role`, or leave it out.")
	case role == r.GuildID:
		return daily.Sub{}, chat.Refuse("I do not ping everyone.", "Choose a role of those who want to hear of it, or leave `role` out.")
	case r.Options.Bool("thread") && chat.IsThread(r.Channels[channel].Type):
		return daily.Sub{}, chat.Refuse("A thread cannot have threads of its own.", "Leave `thread` out, or choose a channel that is not a thread.")
	}
	minute, err := when.ParseMinute(r.Options.Text("time"))
	if err != nil {
		return daily.Sub{}, notRead(r.Options.Text("time"), "a time of day", "Write it as `19:30`, `7pm` or `noon`.", err)
	}
	zone, err := when.ParseZone(r.Options.Text("timezone"))
	if err != nil {
		return daily.Sub{}, notRead(r.Options.Text("timezone"), "a time zone that I know", "Type a city or a country, such as `Berlin`, and choose from the list; or an offset, such as `UTC+2`.", err)
	}
	weekdays, err := weekdaysOf(r.Options)
	if err != nil {
		return daily.Sub{}, err
	}
	form, err := boards().ChooseOrFirst(r.Options.Text("board"))
	if err != nil {
		return daily.Sub{}, err
	}
	display, err := card.DisplayOf(r.Options)
	if err != nil {
		return daily.Sub{}, err
	}
	return daily.Sub{
		Channel: channel, Guild: r.GuildID, Minute: minute, Zone: zone,
		Theme: display.Theme.ID, View: display.Side(), Role: role, Thread: r.Options.Bool("thread"),
		Weekdays: weekdays, Board: form,
		Status: daily.Active, SetBy: r.Asker, SetAt: t.Now(),
	}, nil
}

// weekdaysOf reads the option "weekdays". The default is every day.
func weekdaysOf(options chat.Options) (when.Weekdays, error) {
	typed := options.Text("weekdays")
	if typed == "" {
		return when.EveryDay, nil
	}
	days, err := when.ParseWeekdays(typed)
	if err != nil {
		return days, notRead(typed, "a choice of weekdays", "Write days such as `mon,thu`, or `weekend` or `daily`.", err)
	}
	return days, nil
}

// allPermissions is every permission bit, including future ones.
const allPermissions = -1

// grantedIn returns the bot's permissions in a channel, and words for that channel.
// If Discord does not send the permissions in that channel, it returns those in the
// channel of the request, and the words say so.
func grantedIn(r *chat.Request, channel string) (granted int64, where string) {
	granted, where = r.AppPermissions, "in <#"+channel+">"
	switch told := r.Channels[channel].AppPermissions; {
	case told != nil:
		granted = *told
	case channel != r.ChannelID:
		where += " (I can only check this channel; it may differ there)"
	}
	if granted&discordgo.PermissionAdministrator != 0 {
		granted = allPermissions
	}
	return granted, where
}

// pingMissing returns a warning if the bot may not ping the role: posts would arrive
// without notifying anyone.
func pingMissing(r *chat.Request, s daily.Sub, granted int64, where string) string {
	role, told := r.Roles[s.Role]
	if !told || role.Mentionable || granted&discordgo.PermissionMentionEveryone != 0 {
		return ""
	}
	return fmt.Sprintf("\n\nBut I am not allowed to ping <@&%s>: please let anyone mention that role (Server Settings, Roles), "+
		"or grant me **Mention @everyone, @here, and All Roles** %s.", s.Role, where)
}

// permissionsMissing returns a warning that names the permissions that the bot lacks
// in the channel.
func permissionsMissing(r *chat.Request, s daily.Sub, granted int64, where string) string {
	text := ""
	if missing := chat.MissingToPost(granted, chat.IsThread(r.Channels[s.Channel].Type)); missing != nil {
		text = fmt.Sprintf("\n\nBut I am missing permissions. Please grant me %s %s, or the posts will not arrive.", strings.Join(missing, ", "), where)
	}
	if granted&discordgo.PermissionReadMessageHistory == 0 {
		text += fmt.Sprintf("\n\nPlease also grant me **Read Message History** %s. Without it I cannot check whether a post arrived when Discord's answer is lost.", where)
	}
	if s.Thread && granted&discordgo.PermissionCreatePublicThreads == 0 {
		text += fmt.Sprintf("\n\nFor the threads grant me **Create Public Threads** %s.", where)
	}
	return text
}

// completeZone offers time zones for the text typed so far, each with its current
// time.
func completeZone(tools Tools) func(context.Context, *chat.Request) []chat.Choice {
	return func(_ context.Context, r *chat.Request) []chat.Choice {
		var choices []chat.Choice
		for _, city := range when.FindCities(r.Options.Text(r.Focused), chat.MostChoices) {
			zone, err := when.LoadZone(city.Zone)
			if err != nil {
				continue
			}
			name := fmt.Sprintf("%v (%s)", city, tools.Now().In(zone).Format("15:04, UTC-07:00"))
			choices = append(choices, chat.Choice{Name: name, Value: city.Zone})
		}
		return choices
	}
}
