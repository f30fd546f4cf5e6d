package dailies

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/outbox"
	"chess960bot/voice"
)

// Trouble returns the direct message to the person who set a daily post that fails.
func Trouble(s daily.Sub) *chat.Reply {
	text := fmt.Sprintf("The daily Chess960 position for <#%s> could not be posted. %s", s.Channel, whyFails(s))
	switch {
	case s.Status == daily.Disabled && s.Trouble == outbox.Gone:
		text += "\nI have switched it off. In the server, " + chat.Slash("daily-posts set") + " starts one in another channel."
	case s.Status == daily.Disabled:
		text += "\nI have switched it off. Once that is mended, " + chat.Slash("daily-posts resume") + " starts it again."
	default:
		days := int(daily.StandardGiveUp.Hours() / 24)
		text += fmt.Sprintf("\nI keep trying. If that is not mended in %d days, I switch the daily post off.", days)
	}
	reply := chat.Say(voice.Raw(text))
	reply.Components = append(reply.Components, chat.Row(chat.Button(discordgo.SecondaryButton, voice.Raw("Check again"), CheckID(s))))
	return reply
}

// A checkButton is the custom id of the button under the message about a trouble. The
// channel and the beginning of the trouble tell the message from all others.
type checkButton struct{ channel, since string }

func (b *checkButton) fields(f *chat.Fields) {
	f.Word(&b.channel)
	f.Word(&b.since)
}

var checkAgain = chat.NewControl("daily-check", (*checkButton).fields)

// CheckID returns the custom id of the button under the message that a daily post fails.
func CheckID(s daily.Sub) string {
	return checkAgain.ID(checkButton{s.Channel, strconv.FormatInt(s.FailingSince.UnixMilli(), 10)})
}

// check answers the button "Check again" with the state of the daily post. The person who
// set the daily post may see that.
func (p posts) check(ctx context.Context, r *chat.Request, b checkButton) (*chat.Reply, error) {
	s, err := p.Store.Sub(ctx, b.channel)
	if errors.Is(err, daily.ErrNotFound) || err == nil && s.SetBy != r.Asker {
		return nil, chat.Refuse(voice.Raw("That daily post was removed, or somebody else has set it since."), voice.Raw("In the server, "+chat.Slash("daily-posts show")+" lists the daily posts."))
	}
	if err != nil {
		return nil, err
	}
	last, err := p.Store.Posts(ctx, s.Channel, 1)
	if err != nil {
		return nil, err
	}
	reply := chat.Say(voice.Raw(describe(s, last)))
	reply.Audience = chat.OwnPage
	return reply, nil
}

// failing returns a message about the daily posts of a server that fail, or nil. Only those
// who may mend that get one.
func failing(r *chat.Request, subs []daily.Sub) *chat.Reply {
	if r.GuildID == "" || !r.May(discordgo.PermissionManageGuild|discordgo.PermissionManageRoles) {
		return nil
	}
	var lines []string
	for _, s := range subs {
		if !s.FailingSince.IsZero() && s.Status == daily.Active {
			lines = append(lines, fmt.Sprintf("The daily post of <#%s> fails. %s", s.Channel, whyFails(s)))
		}
	}
	if lines == nil {
		return nil
	}
	return chat.Say(voice.Raw(strings.Join(lines, "\n")))
}

// troubleOf returns sentences about the trouble of a subscription; "" for none.
func troubleOf(s daily.Sub) string {
	switch {
	case s.Trouble == outbox.NoTrouble:
		return ""
	case s.FailingSince.IsZero():
		return "Trouble: " + troubleWords(s.Trouble, s.Reason) + "."
	}
	return fmt.Sprintf("Its posts have failed since <t:%d:D>. %s", s.FailingSince.Unix(), whyFails(s))
}

// whyFails says why posts fail, and where to mend that.
func whyFails(s daily.Sub) string {
	if s.Missing == 0 {
		return chat.Capitalise(troubleWords(s.Trouble, s.Reason)) + "."
	}
	channel := "in the settings of the channel"
	if s.Missing&discordgo.PermissionSendMessagesInThreads != 0 {
		channel = "in the settings of the thread's channel"
	}
	return fmt.Sprintf("I am missing %s there. Allow that for me %s (**Edit Channel**, then **Permissions**), or for my role in the whole server (**Server Settings**, then **Roles**).",
		voice.In("en").Say(chat.PermissionNames(s.Missing)), channel)
}

// troubleWords describes a trouble of a post or a subscription, as the end of a
// sentence. The details are Discord's words; "" for none.
func troubleWords(t outbox.Trouble, details string) string {
	switch t {
	case outbox.NotRunning:
		return "I was not running"
	case outbox.TooLate:
		return "I could not send it in time"
	case outbox.Unwanted:
		return "the daily post was not active"
	case outbox.Removed:
		return "the daily post was removed before I knew whether it arrived"
	case outbox.NoAnswer:
		return "Discord did not answer"
	case outbox.NoHistory:
		return "I could not check whether it arrived; for that grant me **Read Message History**"
	case outbox.NoThread:
		if details != "" {
			return "the post arrived, but not its thread: " + chat.Quote(details)
		}
		return "the post arrived, but I may not open its thread; for that grant me **Create Public Threads**"
	case outbox.Limited:
		return "Discord limits my messages"
	case outbox.Gone:
		return "the channel does not exist"
	case outbox.Invalid:
		return "Discord called the message wrong, which is my fault"
	}
	if details == "" {
		return "I am not allowed to post there"
	}
	return chat.Quote(details)
}
