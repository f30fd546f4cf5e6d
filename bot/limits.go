package bot

import (
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/commands"
	"chess960bot/internal/recent"
)

// A Rate is how often something may be asked: Times at once, and as many again in
// each Per. The zero Rate is no limit.
type Rate struct {
	Times int
	Per   time.Duration
}

const (
	remembered = 10_000 // people, and servers, that the limits know apart

	// completions is how many autocompletions a person may ask for in place of one
	// command: Discord asks for one at almost every key.
	completions = 5
)

// limits bound how often single people and servers are answered.
type limits struct {
	user, guild Rate
	users       recent.Table[*account]
	guilds      recent.Table[*rate.Limiter]
}

// An account is what the limits know of a person.
type account struct {
	commands, completions *rate.Limiter

	mu    sync.Mutex
	quiet time.Time // the person was refused, and is not told again before this
}

func newLimits(user, guild Rate) *limits {
	l := &limits{user: user, guild: guild}
	l.users.Size, l.guilds.Size = remembered, remembered
	return l
}

// check reports whether an interaction is within the limits. If it is not, refusal
// is what to tell the asker: once in the limit's time, and nil after that. An
// interaction over the person's limit does not count for the server.
func (l *limits) check(i *interaction) (within bool, refusal *commands.UserError) {
	a, _ := l.users.Get(i.asker(), func() *account {
		return &account{
			commands:    l.user.limiter(1),
			completions: l.user.limiter(completions),
		}
	})
	switch {
	case i.completes():
		return a.completions.Allow(), nil // there is no place for a refusal
	case !a.commands.Allow():
		return false, a.refuse(l.user, &commands.UserError{
			Msg:  fmt.Sprintf("That was a lot at once: I answer each person %s in %s.", timesWords(l.user.Times), spanWords(l.user.Per)),
			Hint: "Wait a moment, then ask again.",
		})
	case i.GuildID != "" && !l.guildAllows(i.GuildID):
		return false, a.refuse(l.guild, &commands.UserError{
			Msg:  fmt.Sprintf("There is a rush on: I answer each server %s in %s.", timesWords(l.guild.Times), spanWords(l.guild.Per)),
			Hint: "Wait a moment, then ask again, or ask me in a direct message.",
		})
	}
	return true, nil
}

func (l *limits) guildAllows(id string) bool {
	limiter, _ := l.guilds.Get(id, func() *rate.Limiter { return l.guild.limiter(1) })
	return limiter.Allow()
}

// refuse returns the refusal, or nil if the person had one lately.
func (a *account) refuse(r Rate, refusal *commands.UserError) *commands.UserError {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if now.Before(a.quiet) {
		return nil
	}
	a.quiet = now.Add(r.Per)
	return refusal
}

// limiter returns a limiter for so many times the rate.
func (r Rate) limiter(factor int) *rate.Limiter {
	if r.Times == 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	times := factor * r.Times
	return rate.NewLimiter(rate.Limit(float64(times)/r.Per.Seconds()), times)
}

// timesWords says how often at most.
func timesWords(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("up to %d times", n)
}

// spanWords says a time span, in minutes where it has no odd seconds.
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
