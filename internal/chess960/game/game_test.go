package game

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/workshop/testrun"
)

func position(t testing.TB, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Another library plays random games from all start positions. Each move is read, the
// position after it is the same, and what is no legal move there is none here.
func TestGamesOfAnotherLibrary(t *testing.T) {
	testrun.LongOnly(t, "plays thousands of games")
	node := testrun.Program(t, "nodejs", "node")
	installed := testrun.Variable(t, "CHESSOPS", "a folder in which npm has installed chessops")
	dir := t.TempDir()
	script, err := os.ReadFile("testdata/games.mjs")
	if err != nil {
		t.Fatal(err)
	}
	const games = 10_000
	var starts strings.Builder
	for i := range games {
		fmt.Fprintln(&starts, startFEN(i))
	}
	for _, err := range []error{
		os.WriteFile(filepath.Join(dir, "games.mjs"), script, 0o600),
		os.WriteFile(filepath.Join(dir, "starts"), []byte(starts.String()), 0o600),
		os.Symlink(filepath.Join(installed, "node_modules"), filepath.Join(dir, "node_modules")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), node, "games.mjs", "starts", "960")
	command.Dir, command.Stderr = dir, os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	played := playLines(t, bufio.NewScanner(out))
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", played)
	if played.games != games || played.illegal < 10_000 || played.castlings < 2_000 || played.reasons < 2_000 {
		t.Errorf("too few: %+v", played)
	}
}

type counts struct{ games, moves, castlings, probes, illegal, reasons int }

// playLines plays games that games.mjs has written, and compares what it says.
func playLines(t *testing.T, lines *bufio.Scanner) (n counts) {
	english := typed.Languages()[0]
	p := position(t, startFEN(0))
	for lines.Scan() {
		if lines.Text() == "" {
			n.games++
			p = position(t, startFEN(n.games))
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		for i := 3; i < len(fields); i += 2 {
			m, illegal := p.read(fields[i], english)
			n.probes++
			if illegal == nil && fields[i+1] == "-" && fields[i][0] == 'K' && p.isCastling(m) {
				continue // people write the king's move, chessops does not
			}
			if (illegal != nil) != (fields[i+1] == "-") || illegal == nil && m.String() != fields[i+1] {
				t.Fatalf("%s: %s is %v, %+v; chessops says %s", p.XFEN(), fields[i], m, illegal, fields[i+1])
			}
			if illegal == nil {
				continue
			}
			n.illegal++
			if isCastling := strings.HasPrefix(fields[i], "O-O"); isCastling {
				n.reasons++
				if len(illegal.Reasons) == 0 {
					t.Fatalf("%s: %s without a reason", p.XFEN(), fields[i])
				}
			}
		}
		m, illegal := p.read(fields[0], english)
		uci, illegalUCI := p.read(fields[1], english)
		if illegal != nil || illegalUCI != nil || m != uci || m.String() != fields[1] {
			t.Fatalf("%s: %s is %v, %+v, and %s is %v, %+v", p.XFEN(), fields[0], m, illegal, fields[1], uci, illegalUCI)
		}
		if p.isCastling(m) {
			n.castlings++
		}
		n.moves++
		if p = p.Play(m); p.XFEN() != fields[2] {
			t.Fatalf("after %s: %s, want %s", fields[0], p.XFEN(), fields[2])
		}
	}
	return n
}

// A recorded sample of the games of another library.
func TestRecordedGames(t *testing.T) {
	file, err := os.Open("testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if n := playLines(t, bufio.NewScanner(file)); n.games != 4 || n.castlings < 4 || n.reasons < 50 {
		t.Errorf("%+v", n)
	}
}

// A game is read with tags or without, with line breaks or spaces, with comments, clocks,
// variations, annotations, in the letters of other languages, and as UCI.
func TestScoresInManyForms(t *testing.T) {
	const want = "r2qk2r/pppb1ppp/2np1n2/1Bb1p3/4P3/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 2 7"
	for _, text := range []string{
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 Bc5 4. Nc3 Nf6 5. d3 d6 6. O-O Bd7 7. Kh1",
		"1.e4 e5 2.Nf3 Nc6 3.Bb5 Bc5 4.Nc3 Nf6 5.d3 d6 6.0-0 Bd7 7.Kh1 1-0",
		"1. e4, e5 2. Sf3, Sc6 3. Lb5, Lc5 4. Sc3, Sf6 5. d3, d6 6. 0–0, Ld7 7. Kh1",
		"1. e4 e5 2. Cf3 Cc6 3. Fb5 Fc5 4. Cc3 Cf6 5. d3 d6 6. O-O Fd7 7. Rh1",
		"1. e4 e5 2. Кf3 Кc6 3. Сb5 Сc5 4. Кc3 Кf6 5. d3 d6 6. О-О Сd7 7. Крh1",
		"1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 ♝c5 4. ♘c3 ♞f6 5. d3 d6 6. O-O ♝d7 7. ♔h1",
		"1. e4 e5 2. ♘f3 Sc6 3. Lb5 Lc5 4. Sc3 ♞f6 5. d3 d6 6. 0-0 ♝d7 7. Kh1",
		"moves e2e4 e7e5 g1f3 b8c6 f1b5 f8c5 b1c3 g8f6 d2d3 d7d6 e1h1 c8d7 g1h1",
		"1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 Bf8-c5 4. Nb1-c3 Ng8-f6 5. Pd2-d3 d7-d6 6. e1g1 Bd7 7. Kh1",
		"[Event \"x [1]\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:03:00] good (or not)} e5 $1 2. Nf3!? (2. f4 exf4 (2... d5 {a} 3. exd5)) Nc6 ; Spanish 3. d4\n% escaped 3. d4\n3. Bb5 Bc5 4. Nc3 Nf6 5. d3 ± d6\n6. O-O Bd7 7. Kh1 *\n\n[Event \"y\"]\n\n1. d4 *",
		"[Event \"x\"] [Result \"*\"]  1. e4 e5 2. Nf3 Nc6 3. Bb5 ; Spanish 3... Bc5 4.Nc3 4... Nf6 5. d3 d6 6. O-O Bd7 7. Kh1",
		"[Event \"x\"] 1. e4 e5 2. Nf3 Nc6 ; in 2024 by 30 people 3. Bb5 Bc5 4. Nc3 Nf6 5. d3 d6 6. O-O Bd7 7. Kh1",
		"We played ```1... e4 1... e5 2. Nf3 Nc6 3. Bb5 Bc5 4. Nc3 Nf6 5. d3 d6 6. O-O Bd7 7. Kh1``` today",
	} {
		_, moves, ok := Split(text)
		r := Replay(position(t, chess960.Classical().XFEN()), moves, Turn{7, castling.White})
		if !ok || r.Illegal != nil || r.XFEN() != want {
			t.Errorf("%q: %t, %s, %+v", text, ok, r.XFEN(), r.Illegal)
		}
	}
}

// A move that is not legal is named with its reason.
func TestIllegalMoves(t *testing.T) {
	for _, c := range []struct{ fen, moves, want string }{
		{"4k3/8/8/1b6/8/8/8/4K2R w K - 0 9", "9. O-O", "9. O-O  [f1 b b5]"},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 9", "9. 0-0-0", "9. 0-0-0  [e1 R a1]"},
		{"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "1. Nf3 Ke7 2. Nf6", "2. Nf6 nobody N f6"},
		{"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "1. Nd2", "1. Nd2 several N d2 [b1 f1]"},
		{"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "1. Nc3", "1. Nc3 leaves N e1 [e8] r"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8", "1. a8 promotes P a8"},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1. ♖e2", "1. ♖e2 nobody R e2"}, // and no French king, R
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 5", "5. Kd2 Kd7 6. Kc3 and so on", "6... and unread"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 5", "5. Kd2 { Kd7", "5... { unread"},
		{"4k3/8/8/8/8/8/8/4K3 b - - 0 5", "5... Kd7 (6. Kd1", "6. ( unread"},
	} {
		_, moves, _ := Split(c.moves)
		illegal := Replay(position(t, c.fen), moves, Turn{}).Illegal
		if illegal == nil {
			t.Errorf("%s %s is legal", c.fen, c.moves)
			continue
		}
		got := fmt.Sprintf("%v %s %s", illegal.Turn, illegal.Text, illegal.Because.Why)
		for _, r := range illegal.Reasons {
			got += fmt.Sprintf(" [%v %c %v]", r.Square, r.By, r.From)
		}
		if illegal.Because.Piece != 0 {
			got += fmt.Sprintf(" %c %v", illegal.Because.Piece, illegal.Because.To)
		}
		if illegal.Because.From != nil {
			got += fmt.Sprintf(" %v", illegal.Because.From)
		}
		if illegal.Because.By != 0 {
			got += fmt.Sprintf(" %c", illegal.Because.By)
		}
		if got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.fen, c.moves, got, c.want)
		}
	}
}

// The games of a file, one after the other, each with its own tags.
func TestScoresOfAFile(t *testing.T) {
	var got []string
	for s := range Scores("[Round \"A \\\"B\\\" ]\"]\r\n[FEN \"x\"]\r\n\r\n1. e4 1-0\r\n\r\n[round \"C\"]\n\n*\n\n[ROUND\"D\"]\n\n1. d4\n[Round \"E\"]\n1. c4 d5 1/2-1/2 1. f4 {[White \"F\"]}") {
		got = append(got, fmt.Sprintf("%s %s %d", s.Tags.Round, s.Tags.FEN, len(s.Moves)))
	}
	if want := []string{`A "B" ] x 1`, "C  0", "D  1", "E  2", "  1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// The time to read a hostile text grows with its length alone.
func TestHostileTexts(t *testing.T) {
	for _, unit := range []string{"(", "{", "[", "[a ", `[a "`, `[a "\`, "; 1.", ";\n", "1. e4 (", "1 ", "*", "1. e4 *\n", "[A \"\"]\n*\n", "½", "\xff", "1.", "-", "(1. e4 {)"} {
		text := strings.Repeat(unit, testrun.Choose(1<<16, 8<<20)/len(unit))
		begin := time.Now()
		for s := range Scores(text) {
			_ = len(s.Moves)
		}
		if took := time.Since(begin); took > time.Minute { // hours if the time grew with the square of the length
			t.Errorf("%q takes %v", unit, took)
		}
		if _, moves, ok := Split(text[:min(len(text), 6000)]); ok {
			Replay(position(t, startFEN(518)), moves, Turn{})
		}
	}
}

func FuzzReplay(f *testing.F) {
	for _, text := range []string{"1. e4 e5 2. Nf3", "[FEN \"x\"] 1. O-O (1. c4) {x} *", "moves e2e4 e7e5", "1. Кf3 Крe2 e8=Ф", "; 1. \xff ♘f3"} {
		f.Add(uint16(518), text)
	}
	f.Fuzz(func(t *testing.T, start uint16, text string) {
		head, moves, ok := Split(text)
		if !ok {
			return
		}
		if !strings.HasPrefix(text, head) {
			t.Fatalf("%q does not begin %q", head, text)
		}
		at := Replay(position(t, startFEN(int(start))), moves, Turn{})
		if at.Illegal != nil && (at.Next() != at.Illegal.Turn || at.Played == len(moves)) {
			t.Fatalf("%q: at %v, but %v is illegal", text, at.Next(), at.Illegal.Turn)
		}
		if again, err := ParseFEN(at.XFEN()); err != nil || again.XFEN() != at.XFEN() {
			t.Fatalf("%q: %s is read as %s, %v", text, at.XFEN(), again.XFEN(), err)
		}
	})
}

func BenchmarkReplay(b *testing.B) {
	_, moves, _ := Split("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7")
	start := position(b, startFEN(518))
	b.ReportAllocs()
	for b.Loop() {
		if r := Replay(start, moves, Turn{}); r.Illegal != nil {
			b.Fatal(r.Illegal)
		}
	}
}

func BenchmarkScores(b *testing.B) {
	text := strings.Repeat("[Event \"x\"]\n[FEN \""+startFEN(0)+"\"]\n\n1. e4 {[%clk 0:03:00]} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n", 1000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for range Scores(text) {
		}
	}
}

func TestParseTurn(t *testing.T) {
	for text, want := range map[string]string{"9": "9.", "9w": "9.", "9.": "9.", "9...": "9...", "9b": "9...", " move 12 black": "12...", "9…": "9...", "9..": "9..."} {
		if p, ok := ParseTurn(text); !ok || p.String() != want {
			t.Errorf("%q is %v, %t", text, p, ok)
		}
	}
	for _, text := range []string{"", "0", "w", "12345", "9x", "-1"} {
		if p, ok := ParseTurn(text); ok {
			t.Errorf("%q is %v", text, p)
		}
	}
}

// startFEN returns the X-FEN of the start position of a game.
func startFEN(n int) string {
	d, err := chess960.Scharnagl.Locate(n % chess960.Count)
	if err != nil {
		panic(err)
	}
	return d.Position.XFEN()
}

// Moves need no numbers if a text ends in moves of UCI or in an opening. Pieces with their squares
// are no moves.
func TestMovesWithoutNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1": "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
		"e2e4, e7e5, g1f3":                   "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
		"e4 e5 Nf3":                          "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
		"here: e4 e5 Sf3 Sc6":                "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
		"Ke1 Rh1 Ra1":                        "",
		"Ra1 Rb1 Rc1 Rd1":                    "",
		"Kg1 Rf1 Qf3 black: Kg8 Qf6":         "",
		"pawns on f3 c6":                     "",
		"e4 e5 is my opening":                "",
	} {
		_, moves, ok := Split(text)
		if ok != (want != "") {
			t.Errorf("Split(%q): %v", text, ok)
		} else if at := Replay(position(t, startFEN(518)), moves, Turn{}); ok && at.XFEN() != want {
			t.Errorf("%q ends at %s", text, at.XFEN())
		}
	}
}

// Letters that several languages share are those of the reader's language, but English ones come first. Only
// letters that decide are named.
func TestLettersOfTheReader(t *testing.T) {
	for _, c := range []struct {
		score, reader, code string
		deciding            []int
	}{
		{"e4 e5 Cf3 Cc6", "es", "es", []int{4}}, {"e4 e5 Cf3 Cc6", "pt", "pt", []int{4}}, {"e4 e5 Cf3 Cc6", "it", "it", []int{4}}, {"e4 e5 Cf3 Cc6", "", "fr", []int{4}},
		{"1. e4 e5 2. Dh5 Re7", "pt", "pt", []int{0, 1}}, {"1. e4 e5 2. Ke2 Sc6", "de", "de", []int{4}}, {"1. e4 e5 2. Nf3 Nc6", "es", "en", nil}, {"1. e4 e5", "es", "en", nil},
		{"1. e4 e5 2. ♘f3 ♞c6", "it", "en", nil}, {"1. e4 e5 2. Nf3 Cc6", "it", "en", nil},
	} {
		_, moves, _ := Split(c.score)
		at := Replay(position(t, startFEN(518)), moves, Turn{}, c.reader, "de")
		if got := at.Deciding(moves); at.Language.Code != c.code || !slices.Equal(got, c.deciding) {
			t.Errorf("%s for %q: %s, %v", c.score, c.reader, at.Language.Code, got)
		}
	}
}

// A game says how it lost each right to castle, and says so of no right that is still there.
func TestLosses(t *testing.T) {
	for score, want := range map[string]string{
		"1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8":                           "White h: kingMoved 2, White a: kingMoved 2, Black h: kingMoved 2, Black a: kingMoved 2",
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O":                    "White h: castled 4, White a: castled 4",
		"1. h4 a5 2. Rh3 Ra6 3. Rh1 Ra8":                           "White h: rookMoved 2, Black a: rookMoved 2",
		"1. g3 b6 2. Bg2 Bb7 3. Bxb7 Nc6 4. Bxa8":                  "Black a: rookTaken 4",
		"1. a4 h5 2. a5 h4 3. a6 h3 4. axb7 hxg2 5. bxa8=Q gxh1=Q": "White h: rookTaken 5, Black a: rookTaken 5",
		"1. e4 e5": "",
	} {
		_, moves, _ := Split(score)
		at := Replay(position(t, startFEN(518)), moves, Turn{})
		if at.Illegal != nil {
			t.Fatal(score, at.Illegal)
		}
		var said []string
		for _, player := range []castling.Colour{castling.White, castling.Black} {
			for _, side := range chess960.CastlingSides() {
				if loss := at.Losses[player][side]; loss.How != "" {
					said = append(said, fmt.Sprintf("%v %c: %s %d", player, "ha"[side], loss.How, loss.Number))
				}
				if _, has := at.Rook(player, side); has == (at.Losses[player][side].How != "") {
					t.Errorf("%s: %v has the right to side %d: %v, loss %v", score, player, side, has, at.Losses[player][side])
				}
			}
		}
		if got := strings.Join(said, ", "); got != want {
			t.Errorf("%s: %s, want %s", score, got, want)
		}
		if code := at.Losses.String(); ParseLosses(code) != at.Losses || len(code) > 20 {
			t.Errorf("%s: %v is written %s and read as %v", score, at.Losses, code, ParseLosses(code))
		}
	}
}

// A FEN is read with its numbers and its en passant square, if they make sense.
func TestParseFEN(t *testing.T) {
	const afterE4 = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq "
	const afterE5 = "rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq "
	for fen, want := range map[string]string{
		afterE4 + "e3 0 1":       afterE4 + "e3 0 1",
		afterE5 + "e6 0 3":       afterE5 + "e6 0 3",
		afterE4 + "e6 0 1":       afterE4 + "- 0 1", // where no pawn has come from
		afterE5 + "d6 0 3":       afterE5 + "- 0 3", // no pawn has passed
		afterE5 + "e6":           afterE5 + "e6 0 1",
		afterE5 + "- 12 34":      afterE5 + "- 12 34",
		afterE5 + "- 9999 9999":  afterE5 + "- 9999 9999",
		afterE5 + "- 10000 34":   afterE5 + "- 0 1",
		afterE5 + "- 12 10000":   afterE5 + "- 0 1",
		afterE5 + "- -1 34":      afterE5 + "- 0 1",
		afterE5 + "- 12 0":       afterE5 + "- 0 1",
		afterE5 + "- twelve 34":  afterE5 + "- 0 1",
		afterE5 + "- 12 thirty4": afterE5 + "- 0 1",

		// A pawn of the player's own would have crossed the square.
		"4k3/8/8/8/4p3/8/3P4/4K3 w - e3 0 1": "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1",
		"4k3/3p4/8/4P3/8/8/8/4K3 b - e6 0 1": "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
	} {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Errorf("ParseFEN(%q): %v", fen, err)
			continue
		}
		if got := p.XFEN(); got != want {
			t.Errorf("ParseFEN(%q) is %s, want %s", fen, got, want)
		}
	}
}

// The number of the first move is the one that is written, also for a move of Black's.
func TestNumberOfTheFirstMove(t *testing.T) {
	const white, black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	for text, c := range map[string]struct{ fen, want string }{
		"12... e5 13. Nf3": {black, "13..."}, "1... e5 2. Nf3": {black, "2..."}, "3. e4": {white, "3..."}, "3. e4 e5": {white, "4."},
	} {
		_, moves, ok := Split(text)
		r := Replay(position(t, c.fen), moves, Turn{})
		if got := (Turn{Number: r.number, Player: r.Turn()}); !ok || r.Illegal != nil || got.String() != c.want {
			t.Errorf("%q: %t, %+v, then %v, want %s", text, ok, r.Illegal, got, c.want)
		}
	}
}
