package chat

import (
	"testing"
	"time"
)

// An id has one spelling, so that no channel or person has two names in the database.
func TestSnowflakes(t *testing.T) {
	for id, want := range map[string]bool{
		"33": true, "300000000000000003": true, "18446744073709551615": true,
		"0033": false, "0": false, "+33": false, "-33": false, "3_3": false, " 33": false, "33\n": false,
		"": false, "33.0": false, "1e3": false, "٣٣": false, "18446744073709551616": false, "<#33>": false,
	} {
		if got := IsSnowflake(id); got != want {
			t.Errorf("%q: %v", id, got)
		}
	}
}

func TestTimeOfAnID(t *testing.T) {
	// The example of Discord's documentation of snowflakes.
	if got, err := SentAt("175928847299117063"); err != nil || !got.Equal(time.Date(2016, 4, 30, 11, 18, 25, 796e6, time.UTC)) {
		t.Error(got, err)
	}
	if got, err := SentAt("x"); err == nil {
		t.Errorf("x was made at %v", got)
	}
}
