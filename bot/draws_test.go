package bot_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/commands/daily/schedule"
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

// The computer's draws and the positions of days work the number out as /sp does, and the computer's
// draw names the number that was drawn. A draw by hand shows the board and the throws alone.
func TestDrawsShowTheCalculation(t *testing.T) {
	t.Parallel()
	n := newDailyWorldOffering(t, []string{"daily", "daily-posts", "random", "sp"}, func(*schedule.Sub) {})
	ask := func(command string, options map[string]any) *discordtest.Message {
		t.Helper()
		answer, err := n.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options, discordtest.Permissions(discordgo.PermissionManageGuild))
		if err != nil {
			t.Fatal(command, options, err)
		}
		return answer.Message
	}
	press := func(m *discordtest.Message, label string) *discordtest.Message {
		t.Helper()
		for _, b := range m.Buttons() {
			if b.Label == label {
				answer, err := n.Press(within(t), discordtest.Anna, m, b.CustomID)
				if err != nil {
					t.Fatal(label, err)
				}
				return answer.Message
			}
		}
		t.Fatalf("no button %s under\n%s", label, m.Text())
		return nil
	}
	typed := map[string]any{"method": "die", "throws": "1 3 2 2 4"}
	drawn := map[string]*discordtest.Message{
		"typed":                  ask("random", typed),
		"entered":                press(throwAll(t, n, ask("random", map[string]any{"method": "platonic", "hands": "mine"})), "Show to everyone"),
		"the position of a day":  ask("daily", map[string]any{"date": "2026-11-21"}),
		"the test of such posts": ask("daily-posts test", nil),
	}
	for how, day := range map[string]int{"the daily post": 20, "after missing posts": 23} {
		all := n.at(t, day, "20:00:00")
		drawn[how] = all[len(all)-1]
	}
	for _, m := range drawing.Methods() {
		answer := ask("random", map[string]any{"method": string(m.ID)})
		drawn[string(m.ID)], drawn[string(m.ID)+" again"] = answer, press(answer, "Draw again")
	}
	for how, m := range drawn {
		found := title.FindStringSubmatch(m.Text())
		if found == nil {
			t.Fatalf("%s has no title:\n%s", how, m.Text())
		}
		sp := found[1]
		number, _ := strconv.Atoi(sp)
		want := strings.Join(calculation.FindAllString(ask("sp", map[string]any{"number": number}).Text(), -1), "\n")
		lines := 3
		if byHand := strings.Contains(m.Text(), "The method was "); byHand {
			want, lines = "", 0
		}
		if got := strings.Join(calculation.FindAllString(m.Text(), -1), "\n"); got != want || strings.Count(want, "\n") != lines {
			t.Errorf("%s works SP %s out by\n%s\nwant\n%s", how, sp, got, want)
		}
		if said := strings.Contains(m.Text(), "I drew **"+sp+"** for "); said != strings.HasPrefix(how, "computer") {
			t.Errorf("%s: the computer drew the number: %v\n%s", how, said, m.Text())
		}
	}
}

var (
	title       = regexp.MustCompile(`## SP.(\d+) · `)
	calculation = regexp.MustCompile(`(?m)^.*: (?:bishop|queen|knights) .*$`)
)

// throwAll presses the first result of each throw of a guided draw, until the draw is complete.
func throwAll(t *testing.T, n *dailyWorld, m *discordtest.Message) *discordtest.Message {
	t.Helper()
	for !strings.Contains(m.Text(), "Your draw is complete.") {
		answer, err := n.Press(within(t), discordtest.Anna, m, m.Buttons()[0].CustomID)
		if err != nil {
			t.Fatal(err)
		}
		m = answer.Message
	}
	return m
}
