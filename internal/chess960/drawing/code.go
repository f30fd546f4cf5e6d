package drawing

import (
	"errors"
	"slices"
)

// ErrCode is returned for a text that is not the code of a drawing.
var ErrCode = errors.New("not the code of a drawing")

// mostOutcomes is how many outcomes of a throw one letter can encode. Only the bot's
// own draw has more.
const mostOutcomes = 26

// Code returns the throws as a short text with one letter for each throw. Resume reads
// it. No throw may have more than mostOutcomes outcomes.
func (d Drawing) Code() string {
	var code []byte
	for _, s := range d.Steps {
		if s.Choice.Device != "" {
			code = append(code, 'a'+byte(slices.Index(s.Choice.Outcomes, s.Outcome)))
		}
	}
	return string(code)
}

// Resume returns the drawing with a code. The error, if any, is ErrCode.
func (m *Method) Resume(code string) (Drawing, error) {
	d := m.Start()
	for _, letter := range []byte(code) {
		outcome := int(letter) - 'a'
		if d.over() || len(d.Next.Outcomes) > mostOutcomes || outcome < 0 || outcome >= len(d.Next.Outcomes) {
			return Drawing{}, ErrCode
		}
		d = d.With(outcome)
	}
	return d, nil
}

// Counting returns the drawing without throws that did not count: repeated throws, and
// the rounds before the last start.
func (d Drawing) Counting() Drawing {
	counting := d.Method.Start()
	for _, s := range d.Steps {
		switch {
		case s.Outcome.Over:
			counting = d.Method.Start()
		case s.Choice.Device != "" && !s.Outcome.Again:
			counting = counting.With(slices.Index(s.Choice.Outcomes, s.Outcome))
		}
	}
	return counting
}

// Undo returns the drawing without its last throw that counts.
func (d Drawing) Undo() Drawing {
	code := d.Counting().Code()
	previous, err := d.Method.Resume(code[:max(0, len(code)-1)])
	if err != nil {
		panic(err) // the code was made here
	}
	return previous
}
