package chess960

import (
	"errors"
	"strings"
	"testing"
)

func TestSchemesAreBijections(t *testing.T) {
	for _, s := range Schemes() {
		t.Run(s.ID, func(t *testing.T) {
			seen := map[Position]bool{}
			type step struct {
				rule string
				free Files
			}
			among, took := map[step]Files{}, map[step]Files{}
			for n := s.First; n <= s.Last(); n++ {
				d, err := s.Locate(n)
				if err != nil {
					t.Fatal(err)
				}
				if seen[d.Position] {
					t.Errorf("%d: %v has another number too", n, d.Position)
				}
				seen[d.Position] = true
				checkSteps(t, d)
				back := s.Derive(d.Position)
				if d.Number() != n || back.Number() != n {
					t.Errorf("%d: steps sum to %d, derived back to %d", n, d.Number(), back.Number())
				}
				for i := range d.Steps {
					of := step{d.Steps[i].Rule, d.Steps[i].Free}
					among[of], took[of] = d.Steps[i].Among, took[of]|d.Steps[i].Took
					if d.Steps[i] != back.Steps[i] {
						t.Errorf("%d: step %d differs by direction: %+v, %+v", n, i, d.Steps[i], back.Steps[i])
					}
				}
			}
			if len(seen) != Count {
				t.Errorf("%d positions, want %d", len(seen), Count)
			}
			for of := range among {
				if among[of] != took[of] {
					t.Errorf("%s with %v free: among %v, but taken were %v", of.rule, of.free, among[of], took[of])
				}
			}
		})
	}
}

// fromASide returns the choice of a step if its squares are counted from the a-side.
func fromASide(s Step) Files {
	if s.Took.Len() == 2 {
		return pairs(s.Among)[s.Digit]
	}
	return single(s.Among)[s.Digit]
}

// checkSteps checks the steps of a derivation: pieces are only on free files, all eight
// files are filled, and digits are below their radix.
func checkSteps(t *testing.T, d Derivation) {
	t.Helper()
	free := AllFiles
	for _, s := range d.Steps {
		if s.Piece == 0 {
			continue
		}
		if s.Radix > 1 && s.Took != fromASide(s) {
			t.Fatalf("%v: %s does not count from the a-side, as explanations, slips and the quiz do", d.Position, s.Rule)
		}
		if s.Free != free || s.Took&^free != 0 {
			t.Errorf("%v: %s took %v of %v, free were %v", d.Position, s.Rule, s.Took, s.Free, free)
		}
		if s.Digit < 0 || s.Digit >= s.Radix || s.Adds != s.Digit*s.Weight {
			t.Errorf("%v: %s digit %d of %d adds %d at weight %d", d.Position, s.Rule, s.Digit, s.Radix, s.Adds, s.Weight)
		}
		free &^= s.Took
	}
	if free != 0 {
		t.Errorf("%v: files %v left empty", d.Position, free)
	}
}

func TestScharnagl1To960DiffersAt960Only(t *testing.T) {
	for sp, p := range All() {
		want := sp
		if sp == 0 {
			want = 960
		}
		if got := Scharnagl1To960.Derive(p).Number(); got != want {
			t.Errorf("SP %d is %d, want %d", sp, got, want)
		}
	}
}

// The number in another scheme is never the SP number. The bot says so.
func TestSchemesAgreeWithScharnaglNowhere(t *testing.T) {
	for sp, p := range All() {
		if Fritz9.Derive(p).Number() == sp || Almanac.Derive(p).Number() == sp {
			t.Errorf("SP %d has the same number in another scheme", sp)
		}
	}
}

func TestLocateRefusesOtherNumbers(t *testing.T) {
	for _, s := range Schemes() {
		for _, n := range []int{s.First - 1, s.Last() + 1, -1 << 63, 1<<63 - 1} {
			_, err := s.Locate(n)
			if out, ok := errors.AsType[*RangeError](err); !ok || out.Scheme != s || out.Number != n {
				t.Errorf("%s.Locate(%d): %v", s.Name, n, err)
			}
		}
	}
	_, err := Fritz9.Locate(961)
	if want := "Fritz 9 961: not 1 to 960"; err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}

// A number that a person gives is the scheme's number plus what the person's list adds.
// Only the SP number 960 is another name for 0.
func TestFind(t *testing.T) {
	for _, s := range Schemes() {
		for added := range 2 {
			for n := s.First - 1; n <= s.Last()+2; n++ {
				found, err := s.Find(n, added)
				located := n - added
				if s == Scharnagl && n == Count && added == 0 {
					located = 0
				}
				if d, refused := s.Locate(located); found != d.Position || (err == nil) != (refused == nil) {
					t.Errorf("%s.Find(%d, %d) = %v, %v", s.Name, n, added, found, err)
				}
			}
		}
	}
}

func TestSchemesSayWhoMadeThem(t *testing.T) {
	ids := map[string]bool{}
	for _, s := range Schemes() {
		if s.Name == "" || s.About == "" || s.Source == "" || ids[s.ID] || s.ID != strings.ToLower(s.ID) {
			t.Errorf("%+v: needs a name, an account, a source and an id of its own in lower case", s)
		}
		ids[s.ID] = true
	}
}
