package bot_test

import (
	"fmt"
	"math"
	"testing"

	"chess960bot/commands"
	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// The frequencies of the bot's own throws, over the wire, match each method's exact odds.
// χ² over the bishops and over the knights must stay below a limit that one fair method
// in a million exceeds.
func TestThrowsOverTheWire(t *testing.T) {
	testrun.LongOnly(t, "thousands of draws")
	const draws = 960
	given := tools(t)
	given.Draw = nil // the secure draws of the program itself
	w := connect(t, commands.All(given), discordtest.History(10))
	for _, m := range drawing.Methods() {
		bishops, knights := make([]int, 16), make([]int, 10)
		for range draws {
			answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "random", map[string]any{"method": m.ID})
			if err != nil {
				t.Fatal(err)
			}
			var sp int
			if _, err := fmt.Sscanf(answer.Message.Text(), "## SP %d ", &sp); err != nil {
				t.Fatalf("%v in %s", err, answer.Message.Text())
			}
			p, err := chess960.FromSP(sp)
			if err != nil {
				t.Fatal(err)
			}
			bishops[p.SP()%16]++
			knights[p.SP()/96]++
		}
		wantBishops, wantKnights := make([]float64, 16), make([]float64, 10)
		for _, p := range chess960.All() {
			chance, _ := m.Odds().Of(p).Float64()
			wantBishops[p.SP()%16] += draws * chance
			wantKnights[p.SP()/96] += draws * chance
		}
		for what, x := range map[string]struct {
			got  []int
			want []float64
		}{"bishops": {bishops, wantBishops}, "knights": {knights, wantKnights}} {
			squared, limit := chiSquared(x.got, x.want), chiSquaredLimit(len(x.got)-1)
			t.Logf("%s, %s: χ² %.1f, limit %.1f", m.ID, what, squared, limit)
			if squared > limit {
				t.Errorf("%s, %s: χ² %.1f is above %.1f: got %v, want %.1f", m.ID, what, squared, limit, x.got, x.want)
			}
		}
	}
}

func chiSquared(got []int, want []float64) float64 {
	sum := 0.0
	for i, n := range got {
		sum += (float64(n) - want[i]) * (float64(n) - want[i]) / want[i]
	}
	return sum
}

// chiSquaredLimit is the value that χ² exceeds once in a million, by Wilson and
// Hilferty's approximation.
func chiSquaredLimit(degrees int) float64 {
	const z = 4.753 // of the normal distribution, once in a million
	d := float64(degrees)
	return d * math.Pow(1-2/(9*d)+z*math.Sqrt(2/(9*d)), 3)
}
