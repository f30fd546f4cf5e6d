package drawing

import (
	"errors"
	"slices"
)

// ErrCode says that a text is no code of a drawing.
var ErrCode = errors.New("no code of a drawing")

// mostOutcomes is how many outcomes of a throw a letter can tell apart. Only the
// bot's own draw has more.
const mostOutcomes = 26

// Code returns the throws as a short text, one letter a throw, from which Resume
// makes the drawing again. No throw may have more than mostOutcomes.
func (d Drawing) Code() string {
	var code []byte
	for _, s := range d.Steps {
		if s.Choice.Device != "" {
			code = append(code, 'a'+byte(slices.Index(s.Choice.Outcomes, s.Outcome)))
		}
	}
	return string(code)
}

// Resume returns the drawing of a code. The error is ErrCode.
func (m *Method) Resume(code string) (Drawing, error) {
	d := m.Start()
	for _, letter := range []byte(code) {
		outcome := int(letter) - 'a'
		if d.Done() || len(d.Next.Outcomes) > mostOutcomes || outcome < 0 || outcome >= len(d.Next.Outcomes) {
			return Drawing{}, ErrCode
		}
		d = d.With(outcome)
	}
	return d, nil
}

// Counting returns the drawing without the throws that did not count: those that
// were repeated, and the rounds before the last start.
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
	before, err := d.Method.Resume(code[:max(0, len(code)-1)])
	if err != nil {
		panic(err) // the code was made here
	}
	return before
}
