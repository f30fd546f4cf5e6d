package validate

import (
	"math"
	"slices"
	"unicode/utf8"
)

// Option is an option of a registered command.
type Option struct {
	Type                   int
	Name, Description      string
	Required, Autocomplete bool
	Choices                []Choice
	ChannelTypes           []int    `json:"channel_types"` // of a channel option: those a person can choose
	Options                []Option // of a subcommand or a group
	MinValue               *float64 `json:"min_value"`
	MaxValue               *float64 `json:"max_value"`
	MinLength              int      `json:"min_length"` // of a text, in characters
	MaxLength              *int     `json:"max_length"` // of a text, in characters
}

// Refuses returns the reason why Discord's client does not let a person enter a value,
// or "". The value is a string, a float64 or a bool.
func (o Option) Refuses(value any) string {
	switch x := value.(type) {
	case string:
		return o.refusesText(x)
	case float64:
		return o.refusesNumber(x)
	case bool:
		if o.Type != OptionBoolean {
			return "is a truth value"
		}
		return ""
	}
	return "cannot be typed in"
}

func (o Option) refusesText(s string) string {
	switch {
	case o.Type == OptionInteger || o.Type == OptionBoolean:
		return "is a text"
	case utf8.RuneCountInString(s) > maxOptionText, o.MaxLength != nil && utf8.RuneCountInString(s) > *o.MaxLength:
		return "is too long"
	case utf8.RuneCountInString(s) < o.MinLength:
		return "is too short"
	case len(o.Choices) > 0 && !o.offers(s):
		return "is not among the choices"
	}
	return ""
}

func (o Option) refusesNumber(x float64) string {
	switch {
	case o.Type != OptionInteger:
		return "is a number"
	case x != math.Trunc(x) || math.Abs(x) > MaxInteger:
		return "is not a whole number"
	case o.MinValue != nil && x < *o.MinValue || o.MaxValue != nil && x > *o.MaxValue:
		return "is out of bounds"
	case len(o.Choices) > 0 && !o.offers(x):
		return "is not among the choices"
	}
	return ""
}

// offers reports whether one of the choices has this value.
func (o Option) offers(value any) bool {
	return slices.ContainsFunc(o.Choices, func(c Choice) bool { return c.Value == value })
}
