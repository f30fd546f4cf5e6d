package quiz

import (
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/chat"
	"chess960bot/internal/recent"
	"chess960bot/internal/voice"
)

// A person and a server can start so many races at once, and as many again in each startsSpan.
const (
	personStarts = 5
	serverStarts = 10
	startsSpan   = 10 * time.Minute
)

// starts limits how many races a person starts, and a server. Each process counts for itself.
type starts struct{ people, servers recent.Table[*rate.Limiter] }

// count counts a race, or refuses it. undo forgets a race that did not start.
func (s *starts) count(person, server string, now time.Time) (undo func(), err error) {
	undo = func() {}
	for _, limit := range []struct {
		of   *recent.Table[*rate.Limiter]
		id   string
		most int
		who  string
	}{
		{of: &s.people, id: person, most: personStarts, who: "person"},
		{of: &s.servers, id: server, most: serverStarts, who: "server"},
	} {
		limiter, _ := limit.of.Get(limit.id, func() *rate.Limiter {
			return rate.NewLimiter(rate.Every(startsSpan/time.Duration(limit.most)), limit.most)
		})
		start := limiter.ReserveN(now, 1)
		if wait := start.DelayFrom(now); wait > 0 {
			start.CancelAt(now)
			undo()
			return nil, chat.Refuse(
				voice.Say("quiz.tooManyStarts."+limit.who, voice.F{
					"Most": voice.Count(limit.most), "Minutes": int(startsSpan.Minutes()),
				}),
				voice.Say("quiz.nextStart", voice.F{
					"At": voice.Moment{Time: now.Add(wait + time.Second), Style: voice.Relative},
				}))
		}
		earlier := undo
		undo = func() { start.CancelAt(now); earlier() }
	}
	return undo, nil
}
