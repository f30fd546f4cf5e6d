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
		"mirror of SP-703", "mirror image of SP-703", "SP-703 mirrored", "SP-703's mirror", "SP-703 reversed", "SP-703 flipped", "reverse of SP-703", "Black's view of SP-703",
	} {
		if r, err := recognize.Text(text, nil); !errors.Is(err, recognize.ErrNone) {
			t.Errorf("Text(%q) = %v, %v", text, r.White, err)
		}
		if all := recognize.All("Look: " + text + "."); len(all) > 0 {
			t.Errorf("All(%q) = %v", text, all[0].White)
		}
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
