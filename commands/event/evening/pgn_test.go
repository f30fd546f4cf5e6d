package evening

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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
	if err := e.WritePGN(file, nil); err != nil {
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
