package quizzes

import (
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/chat"
	"chess960bot/internal/leaf/recent"
	"chess960bot/internal/voice"
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
		who  starter
	}{
		{&s.people, person, personStarts, byPerson},
		{&s.servers, server, serverStarts, byServer},
	} {
		limiter, _ := limit.of.Get(limit.id, func() *rate.Limiter {
			return rate.NewLimiter(rate.Every(startsSpan/time.Duration(limit.most)), limit.most)
		})
		start := limiter.ReserveN(now, 1)
		if wait := start.DelayFrom(now); wait > 0 {
			start.CancelAt(now)
			undo()
			return nil, chat.Refuse(tooManyStarts{limit.who, voice.Count(limit.most), int(startsSpan.Minutes())},
				voice.Say("quizzes.nextStart", voice.F{
					"At": voice.Moment{Time: now.Add(wait + time.Second), Style: voice.Relative},
				}))
		}
		earlier := undo
		undo = func() { start.CancelAt(now); earlier() }
	}
	return undo, nil
}

// tooManyStarts says how many races a person or a server can start.
type tooManyStarts struct {
	By      starter
	Most    voice.Count
	Minutes int
}

// Sentence returns who has started them.
func (s tooManyStarts) Sentence() string { return string(s.By) }

type starter string

const (
	byPerson starter = "person"
	byServer starter = "server"
)
