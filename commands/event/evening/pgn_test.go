package evening

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chess960/game"
	"chess960bot/internal/workshop/testrun"
)

// Another program's PGN reader finds every game with its round and its start
// position.
func TestOthersReadThePGN(t *testing.T) {
	node := testrun.Program(t, "nodejs", "node")
	installed := testrun.Variable(t, "CHESSOPS", "a folder in which npm has installed chessops")
	dir := t.TempDir()
	script, err := os.ReadFile("testdata/readpgn.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "readpgn.mjs"), script, 0o600),
		os.Symlink(filepath.Join(installed, "node_modules"), filepath.Join(dir, "node_modules")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	e := newEvent(Rules{Name: `Club "Rook" \o/`, Rounds: 4, Boards: 240 / 4, Games: 2, Each: true}) // 240 positions
	next := -1
	for e.NextRound() != 0 {
		play(t, e, func(n int) (int, error) { next += 7; return next % n, nil })
	}
	file, err := os.Create(filepath.Join(dir, "event.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	if err := e.WritePGN(file, nil, nil); err != nil {
		t.Fatal(err)
	}
	file.Close()
	read, err := exec.Command(node, filepath.Join(dir, "readpgn.mjs"), file.Name()).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, read)
	}
	var want strings.Builder
	for i := range e.Draws {
		for board, p := range e.Boards(&e.Draws[i]) {
			for game := 1; game <= 2; game++ {
				fmt.Fprintf(&want, "%s\tChess960\t%d.%d.%d\t%s\n", e.Rules.Name, e.Draws[i].Round, board, game, p.XFEN())
			}
		}
	}
	if string(read) != want.String() {
		t.Errorf("got\n%s\nwant\n%s", read, &want)
	}
}

// The games of a file with moves are read by another program and by the bot's own reader: castling of Chess960, the
// moves of a game whose result a person corrected, and no moves of a forfeit.
func TestMovesInThePGN(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 4, Games: 1, Each: true})
	next := -1
	indexes := []int{518, 533, 0} // SP 518 and 534
	play(t, e, func(n int) (int, error) { next++; return indexes[min(next, 2)], nil })
	long := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 50) + "Nf3"
	moves := map[string]string{
		"https://l/1": long,
		"https://l/2": "Nc3 Nc6 b3 b6 Bb2 Bb7 O-O-O O-O-O", // from RNBKQBNR
		"https://l/3": "e4",
		"https://l/9": "e4 e5",
	}
	for i, r := range []Result{
		{White: "A", Black: "B", Outcome: WhiteWins, Link: "https://l/1"},
		{White: "C", Black: "D", Outcome: WhiteWins, Link: "https://l/2"},
		{White: "E", Black: "F", Outcome: WhiteByLoss, Link: "https://l/3"},
		{White: "G", Black: "H", Outcome: BlackWins},
	} {
		r.Game = GameRef{0, i + 1, 1}
		if _, err := e.AddResults(Asker{At: evening}, []Result{r}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "A", Black: "B", Outcome: Drawn}}); err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	if err := e.WritePGN(&file, nil, moves); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(file.String()) {
		if len(line) > 80 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	var read []string
	boards := maps.Collect(e.Boards(&e.Draws[0]))
	board := 0
	for score := range game.Scores(file.String()) {
		board++
		replayed := game.Replay(game.Start(boards[board]), score.Moves, game.Turn{})
		if replayed.Illegal != nil {
			t.Errorf("board %d: %+v", board, replayed.Illegal)
		}
		read = append(read, strconv.Itoa(len(score.Moves)))
	}
	if got := strings.Join(read, " "); got != "201 8 0 0" {
		t.Errorf("the games have %s moves:\n%s", got, file.String())
	}
	path := filepath.Join(t.TempDir(), "event.pgn")
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(testrun.Program(t, "pgn-extract", "pgn-extract"), "-s", "--fixresulttags", "-w", "1000", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"100. Ng1 Ng8 101. Nf3 1/2-1/2", "4. O-O-O O-O-O 1-0", `[FEN "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("without %s:\n%s", want, out)
		}
	}
}

// The tag Round has the game only if a pairing plays two games.
func TestTheTagRoundHasTheGameOfAPair(t *testing.T) {
	for games, want := range map[int][]string{1: {"1.1", "1.2"}, 2: {"1.1.1", "1.1.2", "1.2.1", "1.2.2"}} {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 2, Games: games})
		play(t, e, func(int) (int, error) { return 518, nil })
		_, stubs := exported(t, e)
		var got []string
		for _, found := range regexp.MustCompile(`(?m)^\[Round "(.*)"\]$`).FindAllStringSubmatch(stubs, -1) {
			got = append(got, found[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d games a pairing: %v, want %v", games, got, want)
		}
	}
}
