package recognize_test

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/workshop/testrun"
)

// A number of something else is no number of a position, and neither is one end of a
// range. The mirror image of a number is not the number's position.
func TestNumbersOfSomethingElse(t *testing.T) {
	for _, text := range []string{
		"SP 1,000", "SP 7,03", "SP$42", "€703", "$703", "£703", "sp 12 pm", "sp 42 kg", "SP 500 index", "Fritz 9, 703 MB", "Fritz 9 is 42 years old",
		"SP 703-705", "SP-703-705", "SP 703 to 705", "SP 703 bis 705", "SP 703 à 705",
		"SP-703 mirrored", "SP-703's mirror", "SP-703 reversed", "SP-703 flipped", "reverse of SP-703", "Black's view of SP-703",
	} {
		if r, err := recognize.Text(text, nil); !errors.Is(err, recognize.ErrNone) {
			t.Errorf("Text(%q) = %v, %v", text, r.White, err)
		}
		if all := recognize.All("Look: " + text + "."); len(all) > 0 {
			t.Errorf("All(%q) = %v", text, all[0].White)
		}
	}
}

// The path or the query of an address begins no clause. Pieces on their squares are a list of a first
// rank with missing ones if there are four, and if no piece stands elsewhere.
func TestPartsOfSomethingElse(t *testing.T) {
	for _, text := range []string{
		"example.com/position-703", "example.com/position 703", "club.org/start-703", "club.org?page=position-703", "Kg1 Rf1", "Kg1, Rf1, Qd1",
		"Ra1 Nb1 Bc1 Qd1 Ke1 Bb5 Nf3", "Bb5 Nf3 Ra1 Nb1 Bc1 Qd1 Ke1",
	} {
		if r, err := recognize.Text(text, nil); !errors.Is(err, recognize.ErrNone) || len(recognize.All(text)) > 0 {
			t.Errorf("%q = %v, %v, and in a message %v", text, r.White, err, recognize.All(text))
		}
	}
	if _, err := recognize.Text("Kg1 Rf1 Qd1 Bc1", nil); errors.Is(err, recognize.ErrNone) {
		t.Error("four pieces are not a list with missing ones")
	}
}

// Words that are a unit or a range in other languages may follow a number.
func TestNumbersBeforeOtherWords(t *testing.T) {
	for _, text := range []string{"SP 703 am Donnerstag", "SP-703 à 20 h", "SP-703 - 10+5", "SP-703 at 7 pm", "SP-703, 15 min", "SP-703 points to c4"} {
		if all := recognize.All(text); len(all) != 1 || all[0].White.SP() != 703 {
			t.Errorf("All(%q) = %v", text, all)
		}
	}
}

func TestReadsRanksFromTheOtherSide(t *testing.T) {
	for _, form := range []string{
		"mirror of RANK", "mirror image of RANK", "reverse of RANK", "RANK reversed", "RANK, flipped", "from Black: RANK", "as seen by Black: RANK",
	} {
		for _, p := range chess960.All() {
			if !testrun.Long() && p.SP()%16 != 0 {
				continue
			}
			text := strings.Replace(form, "RANK", p.String(), 1)
			if r, err := recognize.Text(text, nil); err != nil || r.White != p.Mirror() {
				t.Fatalf("Text(%q) = %v, %v; want %v", text, r.White, err, p.Mirror())
			}
		}
	}
	const asUsual = "RQKNNRBB, Black mirrored"
	if r, err := recognize.Text(asUsual, nil); err != nil || r.White.SP() != 703 {
		t.Errorf("Text(%q) = %v, %v", asUsual, r.White, err)
	}
}

// What only Text reads, because the whole text is meant to name one position.
func TestReadsLoosely(t *testing.T) {
	for text, want := range map[string]int{
		"960 position no 77 please": 77, "we had number 692 in round 3": 692, "960#347": 347, "Stellung Nummer 12 in der ersten Partie": 12, "номер 594 в первой партии": 594,
		"in Fritz it says 353": 512, "the almanac has it as number 522": 518, "Im Almanach steht sie als 522": 518,
		"what is SP 77?": 77, "Round 3, SP 518": 518,
		"mirror of 594": 263, "the mirror image of SP-594": 263, "normal chess": 518, "Normales Schach": 518, "обычные шахматы": 518,
		"8/8/PPPPPPPP/NRNQBKRB": 155, "PPPPPPPP/RNBQKBNR": 518, "ВRQNКВRN": 594, "rookknightbishopqueenkingbishopknightrook": 518,
		"rook night bishop queen king bishop night rook": 518, "룩 나이트 비숍 퀸 킹 비숍 나이트 룩": 518, "ладья конь слон королева король слон конь ладья": 518,
	} {
		if r, err := recognize.Text(text, nil); err != nil || r.White != r.Black || r.White.SP() != want {
			t.Errorf("Text(%q) = SP %d, %v; want SP %d", text, r.White.SP(), err, want)
		}
	}
	for _, text := range []string{"White 594 Black 29", "white: SP 594, black: SP 29", "Weiß 594, Schwarz 29"} {
		if r, err := recognize.Text(text, nil); err != nil || r.White.SP() != 594 || r.Black.SP() != 29 {
			t.Errorf("Text(%q) = %v, %v, %v", text, r.White, r.Black, err)
		}
	}
}

// Of eight words, the one that names no piece is told, and not a number of letters.
func TestUnknownNameIsTold(t *testing.T) {
	_, err := recognize.Text("rook knight bishop queen king bishop knight wizard", nil)
	broken, ok := errors.AsType[*chess960.ParseError](err)
	if !ok || len(broken.Problems) != 1 || broken.Problems[0].Broken.Kind != chess960.UnknownName || broken.Problems[0].At != "wizard" {
		t.Errorf("%v", err)
	}
}

// A text that can mean several positions says so, and nothing is taken for granted.
func TestTwoNumbersAreDoubtful(t *testing.T) {
	for text, want := range map[string]int{"sp 5 18": 3, "sp 594 29": 2, "594/29": 3, "594 or 595?": 2} {
		_, err := recognize.Text(text, nil)
		if several, ok := errors.AsType[*recognize.AmbiguousError](err); !ok || len(several.Readings) != want {
			t.Errorf("Text(%q): %v, want %d positions", text, err, want)
		}
	}
	for _, text := range []string{"SP 2 players 4 boards", "1/2", "29/11", "we are number 12", "position 3 of the table", "mirror of 2000", "chess960 number 12:30 today"} {
		if r, err := recognize.Text(text, nil); err == nil {
			t.Errorf("Text(%q) = %v", text, r.White)
		}
	}
}

// A number after a question or after the round that it was played in is a number alone: it can
// belong to any numbering.
func TestReadsNumbersThatAreAskedFor(t *testing.T) {
	for _, text := range []string{
		"what is position 518?", "What's the number 518", "show me 518", "was ist Stellung 518", "Round 3: 518", "Board 2 - 518", "Runde 1, Brett 12: 518", "тур 3: 518",
		"I think it is 518", "it was position number 518 I think", "the one with number 518", "lichess 518", "play 518",
	} {
		_, err := recognize.Text(text, nil)
		several, ok := errors.AsType[*recognize.AmbiguousError](err)
		if !ok || len(several.Readings) != 3 || several.Readings[0].White.SP() != 518 || several.Readings[0].Number != 518 {
			t.Errorf("Text(%q): %v", text, err)
		}
		if all := recognize.All("Well: " + text); len(all) > 0 && len(all) != 3 {
			t.Errorf("All(%q) = %v", text, all)
		}
	}
}

// The ranks of both sides are one position of double Chess960.
func TestReadsBothRanks(t *testing.T) {
	for _, text := range []string{"White BBQNNRKR, Black RNBQKBNR", "weiß: bbqnnrkr und schwarz: rnbqkbnr"} {
		if r, err := recognize.Text(text, nil); err != nil || r.White.SP() != 0 || r.Black.SP() != 518 {
			t.Errorf("Text(%q) = %v against %v, %v", text, r.White, r.Black, err)
		}
	}
}

// A list without one square is a position if only one is possible, in the letters of any language.
func TestCompletesLists(t *testing.T) {
	for _, text := range []string{
		"Ra1 Nb1 Bc1 Qd1 Ke1 Bf1 Ng1", "ra1 nb1 bc1 qd1 ke1 bf1 ng1",
		"Ta1 Sb1 Lc1 Dd1 Ke1 Lf1 Sg1", "Лa1 Кb1 Сc1 Фd1 Крe1 Сf1 Кg1",
	} {
		if r, err := recognize.Text(text, nil); err != nil || r.White.SP() != 518 {
			t.Errorf("Text(%q) = %v, %v", text, r.White, err)
		}
	}
}

// A list that leaves several positions is quoted in its own letters.
func TestQuotesListsInTheirLetters(t *testing.T) {
	for text, want := range map[string]string{
		"Ra1 Nb1 Bc1 Qd1 Ke1 Bf1": "RNBQKB..",
		"Ta1 Sb1 Lc1 Dd1 Ke1 Lf1": "TSLDKL..",
		"Лa1 Кb1 Сc1 Фd1 Крe1":    "ЛКСФКР...",
	} {
		_, err := recognize.Text(text, nil)
		if broken, ok := errors.AsType[*chess960.ParseError](err); !ok || broken.Input != want {
			t.Errorf("Text(%q): %v, want %q", text, err, want)
		}
	}
}

// A list of some pieces is refused with the pieces that are missing.
func TestNamesMissingPieces(t *testing.T) {
	for text, want := range map[string]string{
		"rooks a1 h1, knights b1 g1":  "king, queen, bishops",
		"Türme a1 h1, Springer b1 g1": "king, queen, bishops",
		"Ra1 Rh1 Ke1 Qd1":             "bishops, knights",
		"Ta1 Th1 Ke1 Dd1":             "bishops, knights",
	} {
		_, err := recognize.Text(text, nil)
		broken, ok := errors.AsType[*chess960.ParseError](err)
		if !ok {
			t.Errorf("Text(%q): %v", text, err)
			continue
		}
		var missing []string
		for _, p := range broken.Problems {
			missing = append(missing, p.Broken.Sentence())
		}
		if got := strings.Join(missing, ", "); got != want {
			t.Errorf("Text(%q) misses %s, want %s", text, got, want)
		}
	}
}
