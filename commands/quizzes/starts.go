package quizzes

import (
	"fmt"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/chat"
	"chess960bot/internal/leaf/recent"
	"chess960bot/voice"
)

// A person and a server can start so many races at once, and as many again in each startsSpan.
const (
	personStarts = 5
	serverStarts = 10
	startsSpan   = 10 * time.Minute

	startsKept = 10_000 // people, and as many servers, for which a limiter is kept
)

// starts limits how many races a person starts, and a server. Each process counts for itself.
type starts struct{ people, servers recent.Table[*rate.Limiter] }

func newStarts() *starts {
	s := new(starts)
	s.people.Size, s.servers.Size = startsKept, startsKept
	return s
}

// count counts a race, or refuses it. undo forgets a race that did not start.
func (s *starts) count(person, server string, now time.Time) (undo func(), err error) {
	undo = func() {}
	for _, limit := range []struct {
		of   *recent.Table[*rate.Limiter]
		id   string
		most int
		msg  string
	}{
		{&s.people, person, personStarts, "You have started many races: %d in %d minutes is the most for one person."},
		{&s.servers, server, serverStarts, "Many races were started here: %d in %d minutes is the most for one server."},
	} {
		limiter, _ := limit.of.Get(limit.id, func() *rate.Limiter {
			return rate.NewLimiter(rate.Every(startsSpan/time.Duration(limit.most)), limit.most)
		})
		start := limiter.ReserveN(now, 1)
		if wait := start.DelayFrom(now); wait > 0 {
			start.CancelAt(now)
			undo()
			return nil, chat.Refuse(voice.Raw(fmt.Sprintf(limit.msg, limit.most, int(startsSpan.Minutes()))),
				voice.Raw(fmt.Sprintf("The next one can start <t:%d:R>.", now.Add(wait).Unix()+1)))
		}
		earlier := undo
		undo = func() { start.CancelAt(now); earlier() }
	}
	return undo, nil
}
