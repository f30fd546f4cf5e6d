package bot

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
)

// asked returns an interaction of an asker. Its id is the number.
func asked(asker string, id int) *interaction {
	return &interaction{Request: &chat.Request{ID: fmt.Sprint(id), Asker: asker}}
}

func TestAskersTakeTurns(t *testing.T) {
	t.Parallel()
	q, got := newQueue(), ""
	for id := range 3 {
		q.add(asked("flood", id))
	}
	q.add(asked("a", 0))
	q.add(asked("b", 0))
	q.close()
	for {
		i, ok := q.next()
		if !ok {
			break
		}
		got += i.Asker + i.ID + " "
		q.done(i)
	}
	if got != "flood0 a0 b0 flood1 flood2 " {
		t.Error(got)
	}
	if len(q.lines) != 0 || q.waiting != 0 {
		t.Errorf("%d lines and %d interactions are left", len(q.lines), q.waiting)
	}
}

// One asker keeps only some of the workers busy.
func TestRunningPerAsker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		for id := range 2 * runningPerAsker {
			q.add(asked("flood", id))
		}
		started := make(chan *interaction, workers)
		for range workers {
			go func() {
				if i, ok := q.next(); ok {
					started <- i
				}
			}()
		}
		synctest.Wait()
		if n := len(started); n != runningPerAsker {
			t.Errorf("%d workers answer one asker, want %d", n, runningPerAsker)
		}
		q.add(asked("other", 0))
		synctest.Wait()
		if n := len(started); n != runningPerAsker+1 {
			t.Error("another asker had to wait")
		}
		q.done(<-started)
		synctest.Wait()
		if n := len(started); n != runningPerAsker+1 {
			t.Error("a free worker does not continue with the flood")
		}
		q.close()
		for range 2*runningPerAsker + 1 - 1 {
			q.done(<-started)
		}
	})
}

// A full queue drops an interaction from the longest line.
func TestFullQueueDropsFromTheLongestLine(t *testing.T) {
	t.Parallel()
	q := newQueue()
	for id := range queueSize {
		if q.add(asked("flood", id)) != nil {
			t.Fatal("dropped before the queue was full")
		}
	}
	late := asked("flood", queueSize)
	if q.add(late) != late {
		t.Error("the flood got more room")
	}
	for other := range queueSize - 1 {
		i := asked(fmt.Sprint("other", other), 0)
		if dropped := q.add(i); dropped == nil || dropped.Asker != "flood" {
			t.Fatalf("for other asker %d, %+v was dropped", other, dropped)
		}
	}
	last := asked("one too many", 0)
	if q.add(last) != last {
		t.Error("somebody with one interaction lost it")
	}
	if q.waiting != queueSize || len(q.lines) != queueSize {
		t.Errorf("%d wait in %d lines", q.waiting, len(q.lines))
	}
}

// A person who asks all the time is answered as often as the rate allows. In each period
// they are told once that they ask too often.
func TestLimitsOverTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(Rate{10, 10 * time.Second}, Rate{60, 10 * time.Second})
		type counts struct{ within, told, dropped int }
		var commands, completions counts
		count := func(i *interaction, c *counts) {
			switch within, refusal := l.check(i); {
			case within:
				c.within++
			case refusal != nil:
				c.told++
			default:
				c.dropped++
			}
		}
		for range 60 * 100 { // a minute
			count(&interaction{Request: &chat.Request{Asker: "1"}, kind: discordgo.InteractionApplicationCommand}, &commands)
			count(&interaction{Request: &chat.Request{Asker: "1"}, kind: discordgo.InteractionApplicationCommandAutocomplete}, &completions)
			time.Sleep(10 * time.Millisecond)
		}
		if want := (counts{69, 6, 5925}); commands != want {
			t.Errorf("commands: %+v, want %+v", commands, want)
		}
		if want := (counts{349, 0, 5651}); completions != want {
			t.Errorf("completions: %+v, want %+v", completions, want)
		}
		time.Sleep(10 * time.Second)
		if within, _ := l.check(&interaction{Request: &chat.Request{Asker: "1"}, kind: discordgo.InteractionMessageComponent}); !within {
			t.Error("not answered after a pause")
		}
	})
}

// A zero rate limits nothing.
func TestNoLimits(t *testing.T) {
	t.Parallel()
	l := newLimits(Rate{}, Rate{})
	for range 1000 {
		if within, _ := l.check(asked("1", 1)); !within {
			t.Fatal("limited")
		}
	}
}
