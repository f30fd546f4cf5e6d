package crashtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/app"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

// drawScene has events in which people draw, add numbers to a sealed draw, open it, change
// the rules, and show rounds that a kill may have lost. No round gets two positions, no
// round, no acknowledged number and no acknowledged result is lost, every draw and every board
// that joins is shown, and no change and no result is made twice.
func drawScene() scene {
	return scene{
		name: "draws", channels: 3, people: drawAgain, judge: judgeDraws,
		// The bot records after its answer that people have seen the positions of a seal.
		final: func(ctx context.Context, kept *store.Store, channel string, _ time.Time) (bool, error) {
			e, err := eventrows.Of(kept).Event(ctx, evening.Ref{Channel: channel})
			return err == nil && e.Waiting() == nil, nil
		},
	}
}

// rulesOf returns the options with which the event of a channel is opened: one that draws,
// one that seals and one in which each board has its own position.
func rulesOf(channel discordtest.Place) map[string]any {
	kind := []map[string]any{{}, {"sealed": true}, {"each": true, "boards": 2}}[channel.ChannelID[len(channel.ChannelID)-1]%3]
	kind["name"], kind["rounds"] = "Crash", evening.MostRounds
	return kind
}

func (w *witness) add(sum string, a evening.Added) {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := heardOf[heardOfEvents](w, "event")
	if heard.added == nil {
		heard.added = map[string][]evening.Added{}
	}
	heard.added[sum] = append(heard.added[sum], a)
}

// drawAgain opens an event, and draws again and again until no process is killed any more.
// Then everything that is left is shown.
func drawAgain(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, calm <-chan struct{}, w *witness) {
	opened := func() bool { // or open already
		answer, err := ask(ctx, discord, channel, "new", rulesOf(channel))
		return err == nil && !strings.Contains(answer.Message.Text(), "Sorry") // the database has crashed
	}
	for !opened() && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	for games := 1; ; games = 3 - games {
		select {
		case <-calm:
			finish(ctx, discord, channel)
			return
		case <-ctx.Done():
			return
		case <-time.After(rand.N(20 * time.Millisecond)):
		}
		switch rand.IntN(7) {
		case 0:
			ask(ctx, discord, channel, "show", nil)
		case 1:
			ask(ctx, discord, channel, "change", map[string]any{"games": games})
		case 2:
			ask(ctx, discord, channel, "change", map[string]any{"boards": 2 + rand.IntN(5)})
		case 3:
			tell(ctx, discord, channel, w)
		default:
			ask(ctx, discord, channel, "draw", nil)
			useSeal(ctx, discord, channel, w)
		}
	}
}

// tell tells the result of a game of the first rounds, which may not be drawn yet.
func tell(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, w *witness) {
	game := toldGame{channel.ChannelID, 1 + rand.IntN(3)}
	result := evening.Outcomes()[rand.IntN(3)]
	answer, err := ask(ctx, discord, channel, "result", map[string]any{"round": game.round, "board": 1, "result": string(result), "white": "Anna", "black": "Ben"})
	w.tell(game, result, err == nil && answer.Message != nil && strings.Contains(answer.Message.Text(), "reported this"))
}

// A toldGame is the first board of a round.
type toldGame struct {
	channel string
	round   int
}

// A toldResult is what somebody told of a game.
type toldResult struct {
	acknowledged evening.Outcome   // the last one; "" for none
	unanswered   []evening.Outcome // may have been recorded, even later
	attempts     int
}

func (w *witness) tell(game toldGame, result evening.Outcome, acknowledged bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := heardOf[heardOfEvents](w, "event")
	if heard.told == nil {
		heard.told = map[toldGame]*toldResult{}
	}
	if heard.told[game] == nil {
		heard.told[game] = &toldResult{}
	}
	told := heard.told[game]
	told.attempts++
	if acknowledged {
		told.acknowledged = result
	} else {
		told.unanswered = append(told.unanswered, result)
	}
}

var sealSum = regexp.MustCompile("[0-9a-f]{64}")

// useSeal adds numbers to the last seal of the channel, and opens it.
func useSeal(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, w *witness) {
	for _, m := range slices.Backward(messagesIn(discord, channel)) {
		if !isSealed(m) {
			continue
		}
		for _, adder := range []discordtest.User{discordtest.Ben, discordtest.Cleo} {
			number := rand.N(evening.MostAdded)
			answer, err := giveNumber(ctx, discord, adder, m, "Add a number", number)
			if err == nil && answer.Message != nil && strings.Contains(answer.Message.Text(), "counts for round") {
				w.add(sealSum.FindString(m.Text()), evening.Added{User: adder.ID, Name: adder.Name, Number: number})
			}
		}
		open(ctx, discord, m)
		return
	}
}

const openLabel = "Open the draw"

// isSealed reports whether a message shows a seal that can be opened.
func isSealed(m *discordtest.Message) bool {
	_, sealed := m.Button(openLabel)
	return sealed
}

// open presses the button that opens a seal.
func open(ctx context.Context, discord *discordtest.Server, seal *discordtest.Message) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	b, _ := seal.Button(openLabel)
	_, err := discord.Press(ctx, discordtest.Anna, seal, b.CustomID)
	return err
}

// finish opens a seal that is left, and draws until everything is shown.
func finish(ctx context.Context, discord *discordtest.Server, channel discordtest.Place) {
	<-time.After(3 * time.Second)                                                   // until no answer of a killed process can arrive
	for _, subcommand := range []string{"change", "draw", "draw", "draw", "draw"} { // a change shows the changes that nobody may have seen
		var options map[string]any
		if subcommand == "change" {
			options = map[string]any{"name": "Crash"}
		}
		answer, err := ask(ctx, discord, channel, subcommand, options)
		for err != nil && ctx.Err() == nil {
			time.Sleep(10 * time.Millisecond)
			answer, err = ask(ctx, discord, channel, subcommand, options)
		}
		if ctx.Err() != nil {
			return
		}
		seal := answer.Message
		for isSealed(seal) && ctx.Err() == nil && open(ctx, discord, seal) != nil {
			time.Sleep(10 * time.Millisecond)
			seal = discord.Message(seal) // a press without an answer may have opened the seal
		}
		if subcommand == "draw" && !strings.Contains(answer.Message.Text(), "Shown again") {
			return
		}
	}
}

// ask uses /event as Anna, who may manage events.
func ask(ctx context.Context, discord *discordtest.Server, channel discordtest.Place, subcommand string, options map[string]any) (*discordtest.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return discord.Slash(ctx, discordtest.Anna, channel, "event "+subcommand, options, discordtest.Permissions(discordgo.PermissionManageEvents))
}

var drawnRound = regexp.MustCompile(`round (\d+) of \d+: SP (\d+) `)

// judgeDraws compares the log of an event with the messages in the channel, and with the
// numbers that people were told are added. Each position is a post.
func judgeDraws(t *testing.T, discord *discordtest.Server, kept *store.Store, channel discordtest.Place, w *witness) (c count) {
	t.Helper()
	e, err := eventrows.Of(kept).Event(t.Context(), evening.Ref{Channel: channel.ChannelID})
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(format string, args ...any) {
		c.wrong = append(c.wrong, "channel "+channel.ChannelID+": "+fmt.Sprintf(format, args...))
	}
	shown, drawn := shownBoards(discord, channel), map[int]bool{}
	for i, d := range e.Draws {
		if d.Seal != nil {
			for _, a := range heardOf[heardOfEvents](w, "event").added[e.Sum(&d)] {
				if !slices.ContainsFunc(d.Seal.Added, func(kept evening.Added) bool { return kept.User == a.User && kept.Number == a.Number }) {
					wrong("round %d lost %+v", d.Round, a)
				}
			}
			if want := d.Seal.Order[d.Seal.Index()]; len(d.SPs) == 1 && d.SPs[0] != want {
				wrong("round %d: opened to %v, the numbers give %d", d.Round, d.SPs, want)
			}
		}
		if d.Round != i+1 || len(d.SPs) > 0 && e.Rules.Each && len(d.SPs) != e.RulesOf(&d).Boards || d.By != discordtest.Anna.ID || d.ByName != discordtest.Anna.Name {
			wrong("draw %d: %+v", i+1, d)
		}
		if d.Message != "" && len(d.SPs) == 1 && !strings.Contains(discord.Message(&discordtest.Message{ID: d.Message, ChannelID: channel.ChannelID}).Text(), fmt.Sprintf("SP %d ", d.SPs[0])) {
			wrong("round %d: message %s does not show it", d.Round, d.Message)
		}
		for index, sp := range d.SPs {
			if drawn[sp] {
				wrong("SP %d was drawn twice", sp)
			}
			drawn[sp] = true
			c.posts++
			if shown[shownBoard{d.Round, index + 1, sp}] {
				c.once++
			} else {
				c.missing++
				wrong("nobody has seen round %d, board %d: SP %d", d.Round, index+1, sp)
			}
		}
	}
	for game, told := range heardOf[heardOfEvents](w, "event").told {
		if game.channel != channel.ChannelID {
			continue
		}
		now, lines := evening.Outcome(""), 0
		for _, r := range e.Results {
			if e.Draws[r.Game.Draw].Round == game.round {
				now, lines = r.Outcome, lines+1
			}
		}
		if !slices.Contains(append(told.unanswered, told.acknowledged), now) || lines > told.attempts {
			wrong("round %d has the result %q after %d lines; told were %+v", game.round, now, lines, *told)
		}
		c.results += lines
	}
	for i, made := range e.Changes {
		if rules := e.After(&made); rules.Games == made.Was.Games && rules.Boards == made.Was.Boards && rules.Name == made.Was.Name {
			wrong("change %d was made twice", i)
		}
	}
	return c
}

// A shownBoard is a position that people have seen.
type shownBoard struct{ round, board, sp int }

var (
	eachBoard   = regexp.MustCompile(`(?m)^(\d+) · SP (\d+) · `)
	joinedBoard = regexp.MustCompile(`New in round (\d+), board (\d+): SP (\d+) `)
	eachRound   = regexp.MustCompile(`round (\d+) of \d+: \d+ boards, a position each`)
)

// shownBoards returns the positions in the messages of the channel.
func shownBoards(discord *discordtest.Server, channel discordtest.Place) map[shownBoard]bool {
	shown := map[shownBoard]bool{}
	for _, m := range discord.Messages(channel) {
		for _, found := range drawnRound.FindAllStringSubmatch(m.Text(), -1) {
			shown[shownBoard{number(found[1]), 1, number(found[2])}] = true
		}
		for _, found := range joinedBoard.FindAllStringSubmatch(m.Text(), -1) {
			shown[shownBoard{number(found[1]), number(found[2]), number(found[3])}] = true
		}
		if round := eachRound.FindStringSubmatch(m.Text()); round != nil {
			for _, found := range eachBoard.FindAllStringSubmatch(m.Text(), -1) {
				shown[shownBoard{number(round[1]), number(found[1]), number(found[2])}] = true
			}
		}
	}
	return shown
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

func (s mortalStore) Event(ctx context.Context, ref evening.Ref) (*evening.Event, error) {
	return step(s.killing, func() (*evening.Event, error) { return eventrows.Of(s.Store).Event(ctx, ref) })
}

func (s mortalStore) ShowDraw(ctx context.Context, ref evening.Ref, index int, message string) error {
	return s.do(func() error { return eventrows.Of(s.Store).ShowDraw(ctx, ref, index, message) })
}

// heardOfEvents is what people were told of evenings.
type heardOfEvents struct {
	added map[string][]evening.Added // by the SHA-256 sum of a seal
	told  map[toldGame]*toldResult
}

func init() {
	featureScenes["event"] = func() []scene { return append(eventScenes(), drawScene()) }
	storeOf = func(kept hasty, o orders) app.Store { return doomed{kept, o, new(atomic.Int64)} }
}
