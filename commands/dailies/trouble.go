package dailies

import (
	"fmt"

	"chess960bot/chat"
	"chess960bot/internal/daily"
	"chess960bot/internal/outbox"
)

// Disabled returns the direct message to the person who set a daily post that
// has been switched off.
func Disabled(s daily.Sub) *chat.Reply {
	return chat.Say(fmt.Sprintf("The daily Chess960 position for <#%s> has been switched off: %.300s. Once that is fixed, turn it on again with %s.", s.Channel, s.Reason, chat.Slash("daily-posts set")))
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
