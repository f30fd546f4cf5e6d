package commands

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"chess960bot/commands/feature"
	"chess960bot/commands/number"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// BenchmarkAnswers measures the processor time of the dearest answers that have no turns in
// [chat.HeavyWork], for different positions. Each should take 2 ms at most.
func BenchmarkAnswers(b *testing.B) {
	all := All(feature.Tools{Boards: render.New()})
	var numbers, ranks, fens []string
	for sp := range 100 {
		p, _ := chess960.FromSP(7 * sp)
		numbers, ranks, fens = append(numbers, fmt.Sprintf("SP %d", 7*sp)), append(ranks, p.String()), append(fens, p.XFEN())
	}
	explain := chattest.Command(b, all, number.ExplainThisName).Run
	typed := func(format string) func(n int) (*chat.Reply, error) {
		return func(n int) (*chat.Reply, error) { return chattest.Run(b, all, fmt.Sprintf(format, n%960)) }
	}
	page := func(id string, n int) (*chat.Reply, error) {
		reply, err := chattest.Run(b, all, fmt.Sprintf("/sp number:%d", n%960))
		if err != nil {
			return nil, err
		}
		press := strings.Replace(chattest.Controls(reply)["More"], "explore", id, 1)
		return chattest.Press(b, all, chattest.Anna, press, &chat.Message{ID: "3"})
	}
	for _, answer := range []struct {
		name string
		ask  func(n int) (*chat.Reply, error)
	}{
		{"card", typed("/sp number:%d")},
		{"castling", func(n int) (*chat.Reply, error) { return page("castling", n) }},
		{"castling now", func(n int) (*chat.Reply, error) {
			return chattest.Ask(b, chattest.Command(b, all, "castle").Run, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": fmt.Sprintf("r2qk2r/pp3ppp/2p1pn2/8/5B2/2P1PN2/PP3PPP/R3KB1R %c KQkq - 0 %d", "wb"[n%2], n+10)}})
		}},
		{"first look", func(n int) (*chat.Reply, error) { return page("look", n) }},
		{"a hundred numbers", func(int) (*chat.Reply, error) {
			return chattest.Ask(b, explain, &chat.Request{Asker: chattest.Anna, Target: strings.Join(numbers, " ")})
		}},
		{"a hundred back ranks", func(int) (*chat.Reply, error) {
			return chattest.Ask(b, explain, &chat.Request{Asker: chattest.Anna, Target: strings.Join(ranks, " ")})
		}},
		{"a hundred FENs", func(int) (*chat.Reply, error) {
			return chattest.Ask(b, explain, &chat.Request{Asker: chattest.Anna, Target: strings.Join(fens, " ")})
		}},
	} {
		b.Run(answer.name, func(b *testing.B) {
			ask := func(n int) {
				if _, err := answer.ask(n * 37); err != nil {
					b.Fatal(err)
				}
			}
			for n := range 30 { // the squares are drawn
				ask(n)
			}
			began := processorTime(b)
			for n := range b.N {
				ask(n)
			}
			b.ReportMetric((processorTime(b)-began).Seconds()*1000/float64(b.N), "cpu-ms/op")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processorTime returns the processor time that this process has used.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
