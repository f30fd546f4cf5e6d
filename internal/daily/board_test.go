package daily

import "testing"

func TestParseBoardForm(t *testing.T) {
	for s, want := range map[string]BoardForm{"": FullBoard, "full": FullBoard, " Compact ": CompactBoard} {
		if got, err := ParseBoardForm(s); err != nil || got != want {
			t.Errorf("%q is %v, %v", s, got, err)
		}
	}
	if got, err := ParseBoardForm("round"); err == nil {
		t.Errorf("round is read as %v", got)
	}
}
