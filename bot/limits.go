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
	case i.GuildID == "" || l.crowd[i.name]:
		return true, nil
	}
	guild, _ := l.guilds.Get(i.GuildID, func() *rate.Limiter { return l.guild.limiter(1) })
	if !guild.Allow() {
		return false, a.refuse(l.guild, chat.Refuse(voice.Say("bot.tooMany", voice.F{
			"Times": voice.Count(l.guild.Times), "Per": spanOf(l.guild.Per),
		}), voice.Phrase("bot.waitOrWrite")))
	}
	return true, nil
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

// A queue holds interactions until a worker is free. Each asker has a line, and the
// lines take turns. So nobody waits behind a flood from somebody else: a flood fills
// only its asker's line, and keeps only some of the workers busy. Workers only compose
// answers. Waiting until Discord has accepted one needs no worker: else a few hundred people
// would keep all workers busy while Discord is slow.
type queue struct {
	mu      sync.Mutex
	changed sync.Cond        // signalled when a line gets a turn or the queue is closed
	lines   map[string]*line // by asker: lines with interactions waiting or being answered
	turns   []*line          // the lines to take the next interactions from, in this order
	waiting int              // interactions in all lines
	closed  bool
}

// A line holds the interactions of one asker. It has a turn while interactions wait
// in it and fewer than runningPerAsker of the asker's are being answered.
type line struct {
	waiting []*interaction
	running int
}

const (
	workers         = 64   // answers composed at the same time
	sentAtOnce      = 512  // answers that wait for Discord at the same time: 15 MB of pictures
	runningPerAsker = 8    // interactions of one asker composed and sent at the same time
	queueSize       = 1024 // interactions that may wait
)

func newQueue() *queue {
	q := &queue{lines: make(map[string]*line)}
	q.changed.L = &q.mu
	return q
}

// add puts an interaction into its asker's line. If the queue is full, the newest
// interaction of the longest line is dropped, which may be the one added.
func (q *queue) add(i *interaction) (dropped *interaction) {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.lines[i.Asker]
	if own == nil {
		own = &line{}
	}
	if q.waiting == queueSize {
		if dropped = q.makeRoom(len(own.waiting)); dropped == nil {
			return i
		}
	}
	q.lines[i.Asker] = own
	own.waiting = append(own.waiting, i)
	q.waiting++
	if len(own.waiting) == 1 && own.running < runningPerAsker {
		q.giveTurn(own)
	}
	return dropped
}

// makeRoom drops the newest interaction of the longest line to make room in a line of
// the given length. It returns nil if the longest line is less than two interactions
// longer: the new interaction would wait at least as long as the dropped one.
func (q *queue) makeRoom(length int) (dropped *interaction) {
	var longest *line
	for _, l := range q.lines {
		if len(l.waiting) > length+1 && (longest == nil || len(l.waiting) > len(longest.waiting)) {
			longest = l
		}
	}
	if longest == nil {
		return nil
	}
	last := len(longest.waiting) - 1
	dropped, longest.waiting = longest.waiting[last], longest.waiting[:last]
	q.waiting--
	return dropped
}

// next waits for an interaction to answer. The caller must call done afterwards. ok
// is false when the queue is closed and empty.
func (q *queue) next() (i *interaction, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.turns) == 0 {
		if q.closed && q.waiting == 0 {
			return nil, false
		}
		q.changed.Wait()
	}
	first := q.turns[0]
	q.turns = q.turns[1:]
	i, first.waiting = first.waiting[0], first.waiting[1:]
	q.waiting--
	if first.running++; len(first.waiting) > 0 && first.running < runningPerAsker {
		q.giveTurn(first)
	}
	if q.closed {
		q.changed.Broadcast()
	}
	return i, true
}

// done marks an interaction from next as answered.
func (q *queue) done(i *interaction) {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := q.lines[i.Asker]
	own.running--
	switch {
	case len(own.waiting) > 0 && own.running == runningPerAsker-1:
		q.giveTurn(own)
	case len(own.waiting) == 0 && own.running == 0:
		delete(q.lines, i.Asker)
	}
}

func (q *queue) giveTurn(l *line) {
	q.turns = append(q.turns, l)
	q.changed.Signal()
}

// close makes next return false once the queue is empty.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
