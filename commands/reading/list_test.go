package reading

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// Lists read what /encode and /find read, and offer what /find searches for.
func TestLists(t *testing.T) {
	german := &chat.Request{Language: "de"}
	for text, want := range map[string]int{
		"518": 1, "100-199, 518": 101, "RNBQKBNR; SP 534": 2, "Q.....KR": 18, "D.....KT": 18, "even": 197, "EVEN, white, 518": 431,
		"corners": 60, "corners\nclassical": 120, "RNBQKB??": 2,
		"#518 #594": 2, "1. 518\n2. 594": 2, "1) 518 2) BRQNKBRN 3) SP 7": 3, "518 / 594": 2, "518/594, 7": 3, "518 and 594": 2, "SP 518 und SP 594 & 7": 3, "518 или 594": 2, "even white": 430, "1, 2, 3": 3, "2. 518": 2,
		"RNBQKBNR BBQNNRKR": 2, "SP 12 RNBQKBNR 77-79": 5, "": 0,
	} {
		list, err := List(german, text)
		if err != nil || len(list) != want {
			t.Errorf("%q is %d positions, %v, want %d", text, len(list), err, want)
		}
	}
	for typed, want := range map[string][]string{
		"":        {"even", "white", "first-move", "king-alone", "rook-alone", "corner", "corners", "adjacent", "classical"},
		"518, Co": {"518, corner", "518, corners"}, "518": nil, "518、co": {"518、 corner", "518、 corners"},
	} {
		var got []string
		for _, c := range CompleteList(t.Context(), german, typed) {
			got = append(got, c.Value.(string))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is completed to %q", typed, got)
		}
	}
}

// FENs stay where they stand between other positions, and each of two is a part.
func TestListsKeepFENsInOrder(t *testing.T) {
	const fen, start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for text, want := range map[string][]string{
		"518 " + fen + " 534":                        {"518", fen, "534"},
		start + " 7 " + fen:                          {start, "7", fen},
		"518  " + strings.ReplaceAll(fen, " ", "  "): {"518", fen},
		"SP 7 and " + fen + " " + fen:                {"SP 7", fen, fen},
	} {
		if got := slices.Collect(Parts(text)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if sps, err := List(&chat.Request{}, "518 "+fen+" corners"); err != nil || len(sps) < 3 || sps[0] != 518 || sps[1] != 0 {
		t.Errorf("%v, %v", sps, err)
	}
}

// Numbers and ranges are read in the order in which they are typed.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"518":                 "518",
		"518, 534, 0-9":       "518, 534, 0-9",
		"SP 518; sp534":       "518, 534",
		"0 - 2, 960":          "0-2",
		"9–11 518":            "9-11, 518",
		"SP 3 - SP 5, 4,,4":   "3-5",
		"900-960":             "900-959, 0",
		"960-958":             "958, 959, 0",
		"9-0":                 "0-9",
		"SP 5 −SP 3":          "3-5",
		"7-7":                 "7",
		"1\u00a0-\u20033\v5":  "1-3, 5",
		"0-960":               "0-959",
		"1 2\t3\n007; sp-008": "1-3, 7, 8",
		"":                    "",
		" ,; ":                "",
	} {
		got, err := List(&chat.Request{}, text)
		if err != nil || rangesOf(got) != want {
			t.Errorf("%q: %s, %v; want %s", text, rangesOf(got), err, want)
		}
	}
	for _, test := range []struct {
		text, part string
		kind       unreadableKind
		sp         voice.Raw
	}{
		{"961", "961", "outside", "961"},
		{"3, SP 961", "SP 961", "outside", "961"},
		{"99999999999999999999", "99999999999999999999", "outside", "99999999999999999999"},
		{"518 900 - 961", "900 - 961", "beyond", "961"},
		{"1000-5", "1000-5", "beyond", "1000"},
		{"x", "x", "word", ""},
		{"518, Kings", "Kings", "word", ""},
		{"9-", "9-", "word", ""},
		{"9 – x", "9 – x", "word", ""},
		{"-9", "-9", "word", ""},
		{"-", "-", "word", ""},
		{"1-2-3", "1-2-3", "word", ""},
		{"5 to 9", "to", "word", ""},
		{"1e3", "1e3", "word", ""},
	} {
		got, err := spNumbers(test.text)
		if bad, ok := errors.AsType[unreadable](err); !ok || bad != (unreadable{test.kind, voice.Quoted(test.part), test.sp}) {
			t.Errorf("%q: %v, %v", test.text, got, err)
		}
	}
}

// numbers reads what rangesOf writes, and quotes a part of the text in every
// refusal.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"518, 534, 0-9", "900-960", "SP 3 – sp5", "9-", "x", "--", "\xff-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := spNumbers(text)
		if err != nil {
			if bad, ok := errors.AsType[unreadable](err); !ok || bad.Part == "" || !strings.Contains(text, string(bad.Part)) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := spNumbers(rangesOf(list))
		if err != nil || !slices.Equal(again, list) {
			t.Fatalf("%q: %v is read again as %v, %v", text, list, again, err)
		}
	})
}

// rangesOf writes SP numbers as List reads them, ranges for three or more in a row.
func rangesOf(sps []int) string {
	var parts []string
	for i := 0; i < len(sps); {
		last := i
		for last+1 < len(sps) && sps[last+1] == sps[last]+1 {
			last++
		}
		if last-i >= 2 {
			parts = append(parts, fmt.Sprintf("%d-%d", sps[i], sps[last]))
		} else {
			last = i
			parts = append(parts, strconv.Itoa(sps[i]))
		}
		i = last + 1
	}
	return strings.Join(parts, ", ")
}
