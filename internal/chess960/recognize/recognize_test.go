package recognize_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/workshop/testrun"
)

// sampled reports whether a usual run tries a position. One position in 31 makes a sample
// with every code of the bishops, unlike one in 16.
func sampled(p chess960.Position) bool { return p.SP()%31 == 22 }

func TestReadsEveryPositionInEveryForm(t *testing.T) {
	for i, name := range slices.Sorted(maps.Keys(forms)) {
		for _, p := range chess960.All() {
			if !testrun.Long() && (!sampled(p) || p.SP()/31%3 != i%3) {
				continue
			}
			text := forms[name](p)
			r, err := recognize.Text(text, nil)
			if err != nil || r.White != p || r.Black != p || r.Language != nil {
				t.Fatalf("%s: Text(%q) = %+v, %v", name, text, r, err)
			}
			if !sampled(p) || name == "#number" {
				continue
			}
			if all := recognize.All("Look: " + text); len(all) != 1 || all[0].White != p {
				t.Fatalf("%s: All(%q) = %v", name, text, all)
			}
		}
	}
}

// inLetters returns a position in a language's letters.
func inLetters(l *typed.Language, p chess960.Position) string {
	var b strings.Builder
	for _, r := range p.String() {
		b.WriteString(l.Letters[strings.IndexRune("KQRBN", r)])
	}
	return b.String()
}

// Letters are read as their language, or as the first language with the same letters.
func TestReadsLettersOfEveryLanguage(t *testing.T) {
	languages := typed.Languages()[1:]
	for i, l := range languages {
		want := languages[slices.IndexFunc(languages, func(o *typed.Language) bool { return o.Letters == l.Letters })]
		for _, p := range chess960.All() {
			if !testrun.Long() && (!sampled(p) || p.SP()/31%5 != i%5) {
				continue
			}
			letters := inLetters(l, p)
			squares := bySquare(p, "PS", func(piece chess960.Piece) string { return l.Letters[strings.Index("KQRBN", piece.String())] })
			for _, text := range []string{letters, strings.ToLower(letters), "Heute: `" + letters + "`!", strings.Join(squares, " ")} {
				r, err := recognize.Text(text, nil)
				if err != nil || r.White != p || r.Language != want || r.Text != letters {
					t.Fatalf("%s: Text(%q) = %+v, %v", l.Name, text, r, err)
				}
			}
		}
	}
}

func TestReadsNamesOfOtherLanguages(t *testing.T) {
	for _, text := range []string{
		"Turm, Springer, Läufer, Dame, König, Läufer, Springer, Turm",
		"tour, cavalier, fou, dame, roi, fou, cavalier, tour",
		"a1 torre, b1 caballo, c1 alfil, d1 dama, e1 rey, f1 alfil, g1 caballo, h1 torre",
		"ладья, конь, слон, ферзь, король, слон, конь, ладья",
		"TSLDKLST", "ЛКСФКрСКЛ", "WSGHKGSW",
	} {
		if r, err := recognize.Text(text, nil); err != nil || r.White.SP() != 518 {
			t.Errorf("Text(%q) = %+v, %v", text, r, err)
		}
	}
}

func TestNamesWhatIsAmbiguous(t *testing.T) {
	inEachScheme := func(n int) (numbers []string) {
		for _, s := range chess960.DistinctSchemes() {
			numbers = append(numbers, s.Format(n))
		}
		return numbers
	}
	for _, c := range []struct {
		text string
		want []string
	}{
		{"518", inEachScheme(518)},
		{"position 1", inEachScheme(1)},
		{"SP-303 or SP-518?", []string{"SP 303", "SP 518"}},
		{"RNBQKBNR, BBQNNRKR", []string{"RNBQKBNR", "BBQNNRKR"}},
		{"SP-518 is not Fritz 9: 518", []string{"SP 518", "Fritz 9 #518"}},
	} {
		_, err := recognize.Text(c.text, nil)
		ambiguous, ok := errors.AsType[*recognize.AmbiguousError](err)
		if !ok {
			t.Errorf("Text(%q): %v", c.text, err)
			continue
		}
		var got []string
		for _, r := range ambiguous.Readings {
			got = append(got, r.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("Text(%q) can be %q, want %q", c.text, got, c.want)
		}
	}
	if r, err := recognize.Text("518", chess960.Scharnagl); err != nil || r.White.String() != "RNBQKBNR" || r.Number != 518 {
		t.Errorf("518 by Scharnagl: %+v, %v", r, err)
	}
	if r, err := recognize.Text("359", chess960.Fritz9); err != nil || r.White.String() != "RNBQKBNR" {
		t.Errorf("359 by Fritz 9: %+v, %v", r, err)
	}
	if r, err := recognize.Text("SP-960", nil); err != nil || r.White.SP() != 0 || r.Scheme != chess960.Scharnagl || r.Number != 960 {
		t.Errorf("SP-960: %+v, %v", r, err)
	}
}

// No back rank is legal in the letters of two languages with different results:
// that is why letters alone are never ambiguous.
func TestNoLettersAreLegalInTwoLanguages(t *testing.T) {
	seen := map[string]chess960.Position{}
	for _, p := range chess960.All() {
		seen[p.String()] = p
	}
	for _, l := range typed.Languages()[1:] {
		for _, p := range chess960.All() {
			letters := inLetters(l, p)
			if other, ok := seen[letters]; ok && other != p {
				t.Errorf("%s is %v and, in %s letters, %v", letters, other, l.Name, p)
			}
			seen[letters] = p
		}
	}
}

func TestSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"RNBQKBNX":           `parse back rank "RNBQKBNX": letter h1 "X"; rooks 1`,
		"`RNBQKBN`":          `parse back rank "RNBQKBN": letters 7; rooks 1`,
		"RNBQKBNR R":         `parse back rank "RNBQKBNRR": letters 9; rooks 3`,
		"TSLDKLSS":           `parse German back rank "TSLDKLSS": rooks 1; knights 3 b1 g1 h1`,
		"BRNQKNRB":           "", // legal
		"RBBQKNNR":           "",
		"RNBBQKNR and so on": "",
		"king, queen, rook, bishop, knight, rook, bishop, knight":     `parse back rank "KQRBNRBN": between a1 c1 f1`,
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": `parse FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": whitePawns e2; middle e4; blackMoves; passant "e3"`,
		"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR":                   `parse FEN "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR": ranks 7`,
		"rook, knight, bishop, queen, king, bishop, knight":           `parse back rank "RNBQKBN": letters 7; rooks 1`,
		"SP-1518": chess960.Scharnagl.Name + " 1518: not 0 to 959",
		"1518":    chess960.Scharnagl.Name + " 1518: not 0 to 959",
		"-5":      chess960.Scharnagl.Name + " -5: not 0 to 959",
	} {
		r, err := recognize.Text(text, nil)
		if want == "" {
			if err != nil || !r.White.IsValid() {
				t.Errorf("Text(%q) = %+v, %v", text, r, err)
			}
		} else if err == nil || err.Error() != want {
			t.Errorf("Text(%q): %v\nwant %s", text, err, want)
		}
	}
	for _, text := range []string{"", " ", "hello", "What a nice day for a game of chess!", "attract", "broken bark",
		"<@123456789012345678>", "12345678901234567890", "1/2-1/2", "e4 e5 2. Nf3", "🙂🙂🙂🙂🙂🙂🙂🙂", "\x00\x00\x00", "\u202e\u202e", "%%%20%"} {
		if r, err := recognize.Text(text, nil); !errors.Is(err, recognize.ErrNone) {
			t.Errorf("Text(%q) = %+v, %v", text, r, err)
		}
		if all := recognize.All(text); len(all) != 0 {
			t.Errorf("All(%q) = %v", text, all)
		}
	}
}

func TestFindsAllPositionsOfAMessage(t *testing.T) {
	const message = "Round #2 was `SP-303`, then #518 (RNBQKBNR) and https://lichess.org/analysis/chess960/bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR_w_KQkq_-_0_1, " +
		"and in my notes TLSDKSLT. After 1. e4 we had rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1. SP-1234 does not exist; Fritz 9 number 10?"
	var got []string
	for _, r := range recognize.All(message) {
		got = append(got, r.Text)
	}
	want := []string{"SP 303", "SP 518", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "TLSDKSLT", "Fritz 9 #10"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q\nwant  %q", got, want)
	}
}

// Positions in lines are a list, however many they are, and not the ranks of a board.
func TestFindsAListOfPositions(t *testing.T) {
	for n := 2; n <= 12; n++ {
		var list strings.Builder
		for i := range n {
			p, _ := chess960.FromSP(80 * i)
			list.WriteString(strings.Join(strings.Split(p.String(), ""), " ") + "\n")
		}
		if all := recognize.All(list.String()); len(all) != n || all[n-1].White.SP() != 80*(n-1) {
			t.Errorf("found %v of %d positions in\n%s", all, n, list.String())
		}
	}
}

// A FEN with different sides is read: every position with some others, with castling
// rights in both notations and without.
func TestReadsBothSidesOfAFEN(t *testing.T) {
	for n, white := range chess960.All() {
		if !testrun.Long() && !sampled(white) {
			continue
		}
		for _, black := range []chess960.Position{white.Mirror(), chess960.MustParsePosition("BRQNKBRN"), chess960.MustFromSP((n*7 + 29) % 960)} {
			board := strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String()
			shredder := strings.Fields(white.ShredderFEN())[2][:2] + strings.Fields(black.ShredderFEN())[2][2:]
			for _, fen := range []string{board, board + " w KQkq - 0 1", board + " w " + shredder + " - 0 1", "Double: " + board + " w KQkq - 0 1 (drawn apart)"} {
				r, err := recognize.Text(fen, nil)
				if err != nil || r.White != white || r.Black != black || r.Turned() != (black == white.Mirror()) {
					t.Fatalf("Text(%q) = %+v, %v", fen, r, err)
				}
			}
		}
	}
}

// A number does not belong to the name of a scheme at the end of the line before, such as
// the heading of a table.
func TestNumbersOfOtherLines(t *testing.T) {
	table := " SP  a–h       Fritz 9  Almanac\n 57  NNRBBQKR      250       55\n 58  NNRQBBKR      251       59\n"
	all := recognize.All(table)
	if len(all) != 2 || all[0].White.SP() != 57 || all[1].White.SP() != 58 {
		t.Errorf("%+v", all)
	}
	if all := recognize.All("Boards:\n#3\nSP-303\n#12"); len(all) != 1 || all[0].White.SP() != 303 {
		t.Errorf("%+v", all)
	}
	if r, err := recognize.Text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\nw KQkq - 0 1", nil); err != nil || r.White.SP() != 518 {
		t.Errorf("a FEN of two lines: %+v, %v", r, err)
	}
}

// "Fritz" is the name of a scheme and of programs. "Fritz 9" and "Fritz 17" are programs,
// and "Fritz 960" is the number 960, not 60 of Fritz 9.
func TestFritz(t *testing.T) {
	for text, want := range map[string]int{
		"Fritz 9: 359": 359, "fritz9 359": 359, "Fritz 9 number 81": 81, "Fritz 9 #5": 5, "Fritz 359": 359, "fritz: 960": 960, "FRITZ 9 960": 960,
	} {
		r, err := recognize.Text(text, nil)
		if err != nil || r.Scheme != chess960.Fritz9 || r.Number != want {
			t.Errorf("%q: %+v, %v; want number %d", text, r, err, want)
		}
	}
	for _, text := range []string{"Fritz 9", "Fritz 95", "Fritz 17", "We analysed it with Fritz 18."} {
		if all := recognize.All(text); len(all) != 0 {
			t.Errorf("%q names %+v", text, all)
		}
	}
}

// Every number is read as the answers write it, whatever stands around it.
func TestReadsWhatTheAnswersWrite(t *testing.T) {
	for _, s := range chess960.DistinctSchemes() {
		for n := s.First; n <= s.Last(); n += testrun.Choose(7, 1) {
			d, err := s.Locate(n)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{s.Format(n), "We play " + s.Format(n) + " tonight."} {
				if r, err := recognize.Text(text, nil); err != nil || r.White != d.Position || r.Scheme != s {
					t.Fatalf("%q is %+v, %v", text, r, err)
				}
			}
		}
	}
}
