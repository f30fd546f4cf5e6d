package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
)

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
