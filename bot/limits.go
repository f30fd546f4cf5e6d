package bot

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/chat"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// A Rate limits how often people may ask: Times in a row, and the same number again
// after each Per. The zero Rate is no limit.
type Rate struct {
	Times int
	Per   time.Duration
}

// completions is the number of autocompletions that a person may ask for instead
// of one command: Discord asks for one at almost every key press.
const completions = 5

// limits bound how often each person and each server is answered.
type limits struct {
	user, guild Rate
	crowd       map[string]bool // names of buttons that the limit of a server does not count
	users       recent.Table[*personLimits]
	guilds      recent.Table[*rate.Limiter]
}

// personLimits has the limiters of one person.
type personLimits struct {
	commands, completions *rate.Limiter

	mu         sync.Mutex
	quietUntil time.Time // after a refusal: do not send another one before this
}

func newLimits(user, guild Rate) *limits {
	return &limits{user: user, guild: guild, crowd: map[string]bool{}}
}

// check reports whether an interaction is within the limits. If it is not, refusal is
// the answer to the asker. An asker gets one refusal in the limit's time; for further
// interactions refusal is nil. An interaction over the person's limit does not count
// against the server's limit.
func (l *limits) check(i *interaction) (within bool, refusal *chat.UserError) {
	a, _ := l.users.Get(i.Asker, func() *personLimits {
		return &personLimits{commands: l.user.limiter(1), completions: l.user.limiter(completions)}
	})
	switch {
	case i.completes():
		return a.completions.Allow(), nil // an autocompletion cannot show a refusal
	case !a.commands.Allow():
		return false, a.refuse(l.user, chat.Refuse(voice.Say("bot.tooMuch", voice.F{
			"Times": voice.Count(l.user.Times), "Per": spanOf(l.user.Per),
		}), voice.Phrase("bot.wait")))
	case i.GuildID != "" && !l.crowd[i.name] && !l.guildAllows(i.GuildID):
		return false, a.refuse(l.guild, chat.Refuse(voice.Say("bot.tooMany", voice.F{
			"Times": voice.Count(l.guild.Times), "Per": spanOf(l.guild.Per),
		}), voice.Phrase("bot.waitOrWrite")))
	}
	return true, nil
}

func (l *limits) guildAllows(id string) bool {
	limiter, _ := l.guilds.Get(id, func() *rate.Limiter { return l.guild.limiter(1) })
	return limiter.Allow()
}

// refuse returns the refusal, or nil if the person got one recently.
func (a *personLimits) refuse(r Rate, refusal *chat.UserError) *chat.UserError {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if now.Before(a.quietUntil) {
		return nil
	}
	a.quietUntil = now.Add(r.Per)
	return refusal
}

// limiter returns a limiter for factor times the rate.
func (r Rate) limiter(factor int) *rate.Limiter {
	if r.Times == 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	times := factor * r.Times
	return rate.NewLimiter(rate.Limit(float64(times)/r.Per.Seconds()), times)
}

// spanOf returns a span in whole minutes if possible, otherwise in seconds, rounded up.
func spanOf(d time.Duration) voice.Sentence {
	if d%time.Minute == 0 {
		return voice.Say("bot.minutes", voice.F{"Minutes": voice.Count(d / time.Minute)})
	}
	return voice.Say("bot.seconds", voice.F{"Seconds": voice.Count((d + time.Second - 1) / time.Second)})
}
