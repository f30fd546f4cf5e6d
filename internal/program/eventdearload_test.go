package program

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// A dearQuestion is one of the dearest things that somebody can ask for: see BenchmarkDearest.
type dearQuestion struct {
	command string
	options map[string]any
	message string
}

// dearQuestions are all kinds of them.
func dearQuestions() []dearQuestion {
	pgn := func(unit string) discordtest.Upload {
		return discordtest.Upload{Name: "x.pgn", Data: []byte(strings.Repeat(unit, 1<<20/len(unit)))}
	}
	var comments strings.Builder
	for n := 0; comments.Len() < 1<<20-4000; n++ {
		fmt.Fprintf(&comments, "{%s%d} 1. Nf3 *\n", strings.Repeat("SP 1 ", 390), n)
	}
	text := func(unit string) string { return strings.Repeat(unit, 6000/len([]rune(unit))) }
	return []dearQuestion{
		{"encode", map[string]any{"file": discordtest.Upload{Name: "x.pgn", Data: []byte(comments.String())}}, ""},
		{"encode", map[string]any{"file": pgn("[Event \"x\"]\n1. Nf3 Nf6 2. Ng1 Ng8 *\n")}, ""},
		{"encode", map[string]any{"position": text("½")}, ""},
		{"castle", map[string]any{"position": text("O-O ")}, ""},
		{"castle", map[string]any{"position": text("6 5 4 ")}, ""},
		{"find", map[string]any{"positions": text("<@1> ")}, ""},
		{"find", map[string]any{"diagrams": "6"}, ""},
		{"find", map[string]any{"diagrams": "12", "titles": "rank"}, ""},
		{"event show", map[string]any{"cards": true}, ""},
		{"event export", nil, ""},
		{"event close", nil, ""},
		{"event reopen", nil, ""},
		{"standings", map[string]any{"last": 50}, ""},
		{"event result", map[string]any{"round": 1, "board": 1, "result": "1-0"}, ""},
		{"event log", nil, ""},
		{"round", map[string]any{"played": "518"}, ""},
		{"random", map[string]any{"game": "kings-corner"}, ""},
		{"Explain this position", nil, strings.Repeat("[SetUp \"1\"]\n[Annotator \""+strings.Repeat("1/2 ", 90)+"\"]\n1. e4 *\n", 4)},
		{"Can I castle here?", nil, strings.Repeat("SP 518 ", 280)},
	}
}

// dearly asks one of the questions, and in the end of the list begins again. The first questions open an
// event and draw its boards.
func dearly(questions []dearQuestion) func(pest) error {
	return func(p pest) error {
		manager := discordtest.Permissions(1 << 33)
		if p.asked == 0 {
			for _, step := range []struct {
				command string
				options map[string]any
			}{{"event new", map[string]any{"name": "Large", "rounds": 4, "boards": 200, "each": true}}, {"event draw", nil}} {
				if _, err := p.discord.Slash(p.ctx, p.who, p.where, step.command, step.options, manager); err != nil {
					return err
				}
			}
			return nil
		}
		q := questions[(p.number*5+p.asked)%len(questions)]
		var err error
		if q.message != "" {
			said, failed := p.discord.Write(p.who, p.where, q.message)
			if failed != nil {
				return failed
			}
			_, err = p.discord.UseOn(p.ctx, p.who, said, q.command)
		} else {
			_, err = p.discord.Slash(p.ctx, p.who, p.where, q.command, q.options, manager)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", q.command, err)
		}
		return nil
	}
}

// People who ask for the dearest of everything each second, each in a server of their own, leave
// everyone else an answer. The bot takes at most 80 MB, in a container of 128 MB. If half of the servers have an
// event as large as there can be, 78 MB were seen on a quiet machine: a few more if other tests run beside.
func TestOthersAreAnsweredBesideDearQuestions(t *testing.T) {
	testrun.LongOnly(t, "asks for half a minute")
	program := built(t)
	all := [][2]int{{2, 30}, {1, 12}, {2, 12}} // processors and people
	for _, c := range all[:testrun.Sized(0, 2, len(all))] {
		flood(t, program, c[0], c[1], 80, nil, dearly(dearQuestions()))
		flood(t, program, c[0], c[1], 86, func(kept *store.Store) {
			for n := range c[1] / 2 {
				storeLargest(t, kept, placeOf(n))
			}
		}, dearly(dearQuestions()))
	}
}

// storeLargest stores an open event with as many rounds, boards and results as there can be, but for a
// hundred.
func storeLargest(t *testing.T, kept *store.Store, where discordtest.Place) {
	t.Helper()
	by := evening.Asker{User: "5", Name: "Ann", At: time.Now().Add(-time.Hour)}
	e := &evening.Event{
		ID: "large" + where.ChannelID, Channel: where.ChannelID, Guild: where.GuildID, OpenedBy: by.User, OpenedAt: by.At,
		Rules: evening.Rules{Name: "Large", Rounds: evening.MostRounds, Boards: evening.MostBoards, Games: evening.MostGames},
	}
	for round := range evening.MostRounds - 1 {
		d, err := e.Draw(by, func(n int) (int, error) { return round % n, nil })
		if err != nil {
			t.Fatal(err)
		}
		d.Shown = true
	}
	var told []evening.Result
	for i := range evening.MostResults - 100 {
		told = append(told, evening.Result{
			Game:  evening.GameRef{Draw: i / 400, Board: i/2%evening.MostBoards + 1, Game: i%2 + 1},
			White: fmt.Sprint("Somebody with a long name ", i%5000), Black: fmt.Sprint("Another with a long name ", i%4999), Outcome: evening.Drawn,
		})
	}
	if _, err := e.AddResults(by, told); err != nil {
		t.Fatal(err)
	}
	if err := eventrows.Of(kept).NewEvent(t.Context(), e); err != nil {
		t.Fatal(err)
	}
}
