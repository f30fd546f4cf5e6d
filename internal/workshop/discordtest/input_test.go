package discordtest_test

import (
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest/validate"
)

// A person can enter only values that fit an option.
func TestRefuses(t *testing.T) {
	low, high, longest := 1.0, 9.0, 3
	text := validate.Option{Type: validate.OptionString}
	number := validate.Option{Type: validate.OptionInteger, MinValue: &low, MaxValue: &high}
	short := validate.Option{Type: validate.OptionString, MinLength: 2, MaxLength: &longest}
	yes := validate.Option{Type: validate.OptionBoolean}
	chosen := validate.Option{Type: validate.OptionString, Choices: []validate.Choice{{Name: "A", Value: "a"}}}
	counted := validate.Option{Type: validate.OptionInteger, Choices: []validate.Choice{{Name: "One", Value: 1.0}}}
	for _, c := range []struct {
		option validate.Option
		value  any
		reason string // "" for none
	}{
		{text, strings.Repeat("♟", 6000), ""}, {text, strings.Repeat("♟", 6001), "too long"}, {text, 5.0, "is a number"}, {text, true, "truth value"},
		{number, 1.0, ""}, {number, 9.0, ""}, {number, 0.0, "out of bounds"}, {number, 10.0, "out of bounds"}, {number, 1.5, "not a whole number"},
		{number, "5", "is a text"}, {number, 1e16, "not a whole number"}, {yes, false, ""}, {yes, "yes", "is a text"}, {yes, 1.0, "is a number"},
		{chosen, "a", ""}, {chosen, "b", "not among the choices"}, {counted, 1.0, ""}, {counted, 2.0, "not among the choices"},
		{short, "♟♟♟", ""}, {short, "♟♟♟♟", "too long"}, {short, "♟♟", ""}, {short, "♟", "too short"}, {text, nil, "cannot be typed"},
	} {
		if got := c.option.Refuses(c.value); c.reason == "" && got != "" || !strings.Contains(got, c.reason) {
			t.Errorf("option of type %d, %v: %q, want %q", c.option.Type, c.value, got, c.reason)
		}
	}
}
