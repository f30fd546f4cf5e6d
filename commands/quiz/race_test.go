package quiz

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
)

// startRace starts a race of one question with ten seconds, and returns its id.
func (p *player) startRace(adjust func(r *chat.Request)) (id string, err error) {
	p.Helper()
	_, err = p.run("race", func(r *chat.Request) {
		id, r.Permissions = r.ID, discordgo.PermissionSendMessages
		r.Options = chat.Options{"rounds": 1.0, "seconds": 10.0}
		adjust(r)
	})
	return id, err
}

// An answer counts in the channel of the race, and until its time is up by Discord's clock.
// It may then be on its way for two seconds more: only after them the round ends.
func TestRaceAnswersCount(t *testing.T) {
	const inTime = 10 * time.Second
	for name, c := range map[string]struct {
		channel string
		after   time.Duration // from the question to the answer
		round   int
		ended   bool
		refused string
	}{
		"in time":           {anyChannel, inTime, 1, false, ""},
		"late":              {anyChannel, inTime + time.Millisecond, 1, false, "The time for this question was up at <t:%d:T>."},
		"another channel":   {"3", time.Second, 1, false, chattest.English(chat.Foreign().Msg)},
		"ended":             {anyChannel, time.Second, 1, true, "This race ended at <t:%d:T>."},
		"beyond the record": {anyChannel, time.Second, 2, false, "My record of this race ends with question 1: a backup was restored."},
		"ended since":       {anyChannel, time.Second, 2, true, "My record of this race ends with question 1: a backup was restored."},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlayer(t)
			id, err := p.startRace(func(*chat.Request) {})
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.tools.Store.UpdateRace(t.Context(), id, func(r *training.Race) { r.Next(0, p.now) })
			if err != nil || r.NextAt.Sub(p.now) != inTime+2*time.Second {
				t.Fatalf("the round ends %v after its question, %v", r.NextAt.Sub(p.now), err)
			}
			question, ends := &chat.Message{ID: p.request().ID}, p.now.Add(inTime)
			p.now = p.now.Add(c.after)
			if c.ended {
				ends = p.now
				if _, err := p.tools.Store.UpdateRace(t.Context(), id, func(r *training.Race) { r.End(p.now) }); err != nil {
					t.Fatal(err)
				}
			}
			if strings.Contains(c.refused, "%d") {
				c.refused = fmt.Sprintf(c.refused, ends.Unix())
			}
			for _, control := range []string{"race-answer", "race-given"} {
				pressed := p.request()
				pressed.ChannelID, pressed.Message = c.channel, question
				pressed.CustomID, pressed.Options = fmt.Sprint(control, ":", id, ":", c.round), chat.Options{"number": "518"}
				if _, err := chattest.Pressed(t, p.all, pressed); c.refused != "" {
					chattest.RefusedWith(t, err, c.refused)
				} else if err != nil {
					t.Error(control, err)
				}
			}
		})
	}
}

// A race without options gives people five seconds to join it, and half a minute for each question.
func TestTimesOfARace(t *testing.T) {
	p := newPlayer(t)
	id, err := p.startRace(func(r *chat.Request) { r.Options = nil })
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.tools.Store.UpdateRace(t.Context(), id, func(*training.Race) {})
	if err != nil || r.NextAt.Sub(p.now) != 5*time.Second || r.Rules.Time != 30*time.Second {
		t.Errorf("it begins in %v, with questions of %v: %v", r.NextAt.Sub(p.now), r.Rules.Time, err)
	}
}

// After a race its channel has none for ten minutes, unless somebody who manages events
// starts it.
func TestPauseAfterARace(t *testing.T) {
	p := newPlayer(t)
	started := func(permissions int64) error {
		id, err := p.startRace(func(r *chat.Request) { r.Permissions |= permissions })
		if err != nil {
			return err
		}
		_, err = p.tools.Store.UpdateRace(t.Context(), id, func(r *training.Race) { r.End(p.now) })
		p.now = p.now.Add(time.Minute)
		return err
	}
	if err := started(0); err != nil {
		t.Fatal(err)
	}
	chattest.RefusedWith(t, started(0), "A race has just ended in this channel.")
	if err := started(discordgo.PermissionManageEvents); err != nil {
		t.Errorf("somebody who manages events: %v", err)
	}
	p.now = p.now.Add(training.RacePause)
	if err := started(0); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}

// A person starts five races in ten minutes, and a server ten. A race that did not start does
// not count, neither for the person nor for the server.
func TestStarts(t *testing.T) {
	s, now := new(starts), time.Unix(1_790_000_000, 0)
	start := func(person, server string) func() {
		t.Helper()
		undo, err := s.count(person, server, now)
		if err != nil {
			t.Fatal(err)
		}
		return undo
	}
	refused := func(person, server, want string) {
		t.Helper()
		_, err := s.count(person, server, now)
		chattest.RefusedWith(t, err, want)
	}
	const many = "You have started many races. I let one person start 5 races in 10 minutes."
	for n := range personStarts {
		start("anna", fmt.Sprint("server ", n))()
		start("anna", fmt.Sprint("server ", n))
	}
	refused("anna", "club", many)
	for n := range serverStarts {
		start(fmt.Sprint("member ", n), "club")()
		start(fmt.Sprint("member ", n), "club")
	}
	for range 2 * personStarts { // a refusal of the server costs the person nothing
		refused("ben", "club", "Many races were started here. I let one server start 10 races in 10 minutes.")
	}
	start("ben", "other")
	now = now.Add(startsSpan / personStarts)
	start("anna", "club")
	refused("anna", "club", many)
}

// The sequences of a form are in no order that could be counted, and each is there once.
func TestSequencesAreShuffled(t *testing.T) {
	sorted := 0
	for _, p := range chess960.All() {
		q := training.Question{Level: training.Sequences, Scheme: chess960.Scharnagl, Direction: training.ToPosition, Position: p}
		var values []string
		for _, part := range form(q, p.String()).Parts[1:] {
			for _, o := range part.Input.Options {
				values = append(values, o.Value)
			}
		}
		if slices.IsSorted(values) {
			sorted++
		}
		slices.Sort(values)
		if len(slices.Compact(values)) != 10 {
			t.Fatalf("%v: %q", p, values)
		}
	}
	if sorted > 0 {
		t.Errorf("%d lists are in the order of the numbers", sorted)
	}
}
