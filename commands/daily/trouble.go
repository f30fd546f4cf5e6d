package daily

import (
	"context"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
)

// Trouble returns the direct message to the person who set a daily post that fails.
func Trouble(s schedule.Sub) *chat.Reply {
	lines := voice.Lines{append(voice.Run{of(s.Channel, "notPosted")}, whyFails(s)...)}
	switch {
	case s.Status == schedule.Disabled && s.Trouble == outbox.Gone:
		lines = append(lines, voice.Run{voice.Phrase("daily.isOff"), voice.Phrase("daily.try.restart")})
	case s.Status == schedule.Disabled:
		lines = append(lines, voice.Run{voice.Phrase("daily.isOff"), voice.Phrase("daily.try.mend")})
	default:
		lines = append(lines, voice.Say("daily.keepTrying", voice.F{
			"Days": voice.Count(schedule.GiveUp.Hours() / 24),
		}))
	}
	return chat.Failed(lines, chat.Row(chat.Secondary(voice.Phrase("chat.checkAgain"), checkID(s))))
}

// A checkButton is the custom id of the button under the message about a trouble. The
// channel and the beginning of the trouble tell the message from all others.
type checkButton struct{ channel, since string }

func (b *checkButton) fields(f *chat.Fields) {
	f.Word(&b.channel)
	f.Word(&b.since)
}

var checkAgain = chat.NewControl("daily-check", (*checkButton).fields)

// checkID returns the custom id of the button under the message that a daily post fails.
func checkID(s schedule.Sub) string {
	return checkAgain.ID(checkButton{s.Channel, strconv.FormatInt(s.FailingSince.UnixMilli(), 10)})
}

// check answers the button "Check again" with the state of the daily post. The person who
// set the daily post may see that.
func (p posts) check(ctx context.Context, r *chat.Request, b checkButton) (*chat.Reply, error) {
	s, err := p.Store.Sub(ctx, b.channel)
	if errors.Is(err, schedule.ErrNotFound) || err == nil && s.SetBy != r.Asker {
		return nil, chat.Refuse(voice.Phrase("daily.isOver"), voice.Phrase("daily.try.showHere"))
	}
	if err != nil {
		return nil, err
	}
	last, err := p.Store.Posts(ctx, s.Channel, 1)
	if err != nil {
		return nil, err
	}
	return card.Page(chat.OwnPage, describe(s, last)), nil
}

// failing returns a message about the daily posts of a server that fail, or nil. Only those
// who may mend that get one.
func failing(r *chat.Request, subs []schedule.Sub) *chat.Reply {
	if r.GuildID == "" || !r.May(discordgo.PermissionManageGuild|discordgo.PermissionManageRoles) {
		return nil
	}
	var lines voice.Lines
	for _, s := range subs {
		if !s.FailingSince.IsZero() && s.Status == schedule.Active && !mended(r, s) {
			lines = append(lines, append(voice.Run{of(s.Channel, "fails")}, whyFails(s)...))
		}
	}
	if lines == nil {
		return nil
	}
	return chat.Failed(lines)
}

// mended reports whether permissions that a subscription lacked are granted now. Discord tells those in
// the channel of the request.
func mended(r *chat.Request, s schedule.Sub) bool {
	return s.Channel == r.ChannelID && s.Missing != 0 && chat.Missing(r.AppPermissions, s.Missing) == 0
}

// troubleOf returns sentences about the trouble of a subscription; nil for none.
func troubleOf(s schedule.Sub) voice.Sentence {
	switch {
	case s.Trouble == outbox.NoTrouble && s.Missing == 0:
		return nil
	case s.Trouble == outbox.NoTrouble:
		return whyFails(s)
	case s.FailingSince.IsZero():
		return whyOf(s.Trouble, s.Reason)
	}
	return append(voice.Run{voice.Say("daily.failingSince", voice.F{
		"Day": voice.Moment{Time: s.FailingSince, Style: voice.LongDate},
	})}, whyFails(s)...)
}

// whyFails says why posts fail, and where to mend that.
func whyFails(s schedule.Sub) voice.Run {
	if s.Missing == 0 {
		return voice.Run{whyOf(s.Trouble, s.Reason)}
	}
	return voice.Run{lacks(s), whereToAllow(s.Missing&discordgo.PermissionSendMessagesInThreads != 0)}
}

// lacks names the permissions that the bot lacked for the last post, or when the subscription was set.
func lacks(s schedule.Sub) voice.Sentence {
	facts := voice.F{"Permissions": chat.PermissionNames(s.Missing)}
	if s.Trouble == outbox.NoTrouble {
		return voice.Say("daily.lackedWhenSet", facts)
	}
	return voice.Say("daily.lacks", facts)
}

// whereToAllow names the place in Discord where permissions in a channel or in a thread are granted.
func whereToAllow(thread bool) voice.Sentence {
	return either(thread, "daily.allowInThread", "daily.allow")
}

// inThread reports whether a channel is a thread: one of the options, or the channel of the request.
func inThread(r *chat.Request, channel string) bool {
	return chat.IsThread(r.Channels[channel].Type) || r.Thread && channel == r.ChannelID
}

// whyOf returns the cause of a trouble with its reason. The database may have the reason as an
// English sentence of an older program, or in Discord's words.
func whyOf(t outbox.Trouble, reason string) voice.Sentence {
	known := map[outbox.Trouble]string{
		outbox.NotRunning: "notRunning", outbox.TooLate: "tooLate", outbox.Unwanted: "unwanted", outbox.Removed: "removed",
		outbox.NoAnswer: "noAnswer", outbox.NoHistory: "noHistory", outbox.NoThread: "noThread", outbox.Limited: "limited",
		outbox.Gone: "gone", outbox.Invalid: "invalid",
	}[t]
	switch {
	case t == outbox.NoThread && reason != "":
		known = "threadFailed"
	case known == "":
		known = reasons[reason]
	}
	if known == "" {
		known = "words"
	}
	return voice.Say("daily.cause."+known, voice.F{"Details": voice.Quoted(reason)})
}

// reasons are why Discord did not take a post, as package outbox notes them.
var reasons = map[string]string{
	"": "forbidden", outbox.NoAccess: "noAccess", outbox.NoPermission: "noPermission", outbox.Archived: "archived",
	outbox.ClockAhead: "clockAhead",
}

// grantedIn returns the bot's permissions in a channel. If Discord has not told them, they are those in
// the channel of the request.
func grantedIn(r *chat.Request, channel string) (granted int64, told bool) {
	if of := r.Channels[channel].AppPermissions; of != nil {
		return *of, true
	}
	return r.AppPermissions, channel == r.ChannelID
}

// permissionsMissing returns what people must allow the bot, for the posts of a subscription.
func permissionsMissing(r *chat.Request, s schedule.Sub) voice.Paragraphs {
	granted, told := grantedIn(r, s.Channel)
	channel := channelName(s.Channel)
	var all voice.Paragraphs
	if missing := chat.MissingToPost(granted, inThread(r, s.Channel)); missing != 0 {
		all = append(all, voice.Say("daily.permit.post", voice.F{"Channel": channel, "Missing": chat.PermissionNames(missing)}))
	}
	if r.Channels[s.Channel].Locked && chat.Missing(granted, discordgo.PermissionManageThreads) != 0 {
		all = append(all, voice.Say("daily.permit.unlock", voice.F{"Channel": channel}))
	}
	if chat.Missing(granted, discordgo.PermissionReadMessageHistory) != 0 {
		all = append(all, voice.Say("daily.permit.look", voice.F{"Channel": channel}))
	}
	if s.Thread && chat.Missing(granted, discordgo.PermissionCreatePublicThreads) != 0 {
		all = append(all, voice.Say("daily.permit.thread", voice.F{"Channel": channel}))
	}
	// Without this permission posts arrive, but notify nobody.
	if role, known := r.Roles[s.Role]; known && !role.Mentionable && chat.Missing(granted, discordgo.PermissionMentionEveryone) != 0 {
		all = append(all, voice.Say("daily.permit.ping", voice.F{"Channel": channel, "Role": roleName(s.Role)}))
	}
	if all != nil && !told {
		all = append(all, voice.Phrase("daily.otherChannel"))
	}
	return all
}

// lacking is permissionsMissing with the place in Discord where permissions are granted.
func lacking(r *chat.Request, s schedule.Sub) voice.Paragraphs {
	missing := permissionsMissing(r, s)
	if missing != nil {
		missing = append(missing, whereToAllow(inThread(r, s.Channel)))
	}
	return missing
}
