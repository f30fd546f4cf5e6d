package quiz

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// Steps returns how the answer is worked out, in one paragraph of Discord Markdown. The
// steps of bishops, sequence or queen alone have only their part of the number.
func (q Question) Steps() string { return q.parts().Text }

// Hint returns the first step, in Discord Markdown. For a part alone its result is left
// out.
func (q Question) Hint() string { return q.parts().Hint }

func (q Question) parts() explain.PartSteps {
	d, direction := q.Scheme.Derive(q.Position), explain.ToNumber
	if q.Direction == ToPosition {
		direction = explain.ToPosition
	}
	switch q.Level {
	case Bishops:
		return explain.PartAlone(d, chess960.Bishop, direction)
	case Sequences:
		return explain.PartAlone(d, chess960.Knight, direction)
	case Queen:
		return explain.PartAlone(d, chess960.Queen, direction)
	}
	return explain.ByParts(d, direction)
}
