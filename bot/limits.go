package bot

import (
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/commands"
)

// A Rate is how often something may be asked: so many times at once, and as many
// again in each such time. The zero Rate is no limit.
type Rate struct {
	Times int
	Per   time.Duration
}

// remembered is how many people, and how many servers, the limits know apart.
const remembered = 10_000

// limits keep single people and servers from taking the bot for themselves.
type limits struct {
	user, guild       Rate
	perUser, perGuild recent[*rate.Limiter]
}

func newLimits(user, guild Rate) *limits {
	l := &limits{user: user, guild: guild}
	l.perUser.size, l.perGuild.size = remembered, remembered
	return l
}

// check returns an error for the asker where an interaction is one too many.
// Who has asked too often does not use up what the server may ask.
func (l *limits) check(r *commands.Request) error {
	if !l.user.allows(&l.perUser, r.Asker) {
		return &commands.UserError{
			Msg:  fmt.Sprintf("That was a lot at once: I answer each person %s in %s.", timesWords(l.user.Times), spanWords(l.user.Per)),
			Hint: "Wait a moment, then ask again.",
		}
	}
	if r.GuildID != "" && !l.guild.allows(&l.perGuild, r.GuildID) {
		return &commands.UserError{
			Msg:  fmt.Sprintf("There is a rush on: I answer each server %s in %s.", timesWords(l.guild.Times), spanWords(l.guild.Per)),
			Hint: "Wait a moment, then ask again, or ask me in a direct message.",
		}
	}
	return nil
}

// timesWords says how often at most.
func timesWords(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("up to %d times", n)
}

// spanWords says a time span in minutes where it is whole ones.
func spanWords(d time.Duration) string {
	switch {
	case d == time.Minute:
		return "a minute"
	case d%time.Minute == 0:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	case d == time.Second:
		return "a second"
	}
	return fmt.Sprintf("%g seconds", d.Seconds())
}

// allows takes one from what a person or server may still ask.
func (r Rate) allows(table *recent[*rate.Limiter], who string) bool {
	if r.Times == 0 {
		return true
	}
	limiter, _ := table.get(who, func() *rate.Limiter {
		return rate.NewLimiter(rate.Limit(float64(r.Times)/r.Per.Seconds()), r.Times)
	})
	return limiter.Allow()
}
