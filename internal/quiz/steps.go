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

// Rule returns what has to be remembered for bishops, sequence or queen alone, in small
// Discord Markdown. It returns "" for a whole number or position.
func (q Question) Rule() string {
	if piece, alone := q.Level.piece(); alone {
		return explain.Rule(q.Scheme, piece)
	}
	return ""
}

func (q Question) parts() explain.PartSteps {
	d, direction := q.Scheme.Derive(q.Position), explain.ToNumber
	if q.Direction == ToPosition {
		direction = explain.ToPosition
	}
	if piece, alone := q.Level.piece(); alone {
		return explain.PartAlone(d, piece, direction)
	}
	return explain.ByParts(d, direction)
}

// piece returns the piece that stands for the part that the level asks for. alone is false
// for a whole number or position.
func (l Level) piece() (piece chess960.Piece, alone bool) {
	switch l {
	case Bishops:
		return chess960.Bishop, true
	case Sequences:
		return chess960.Knight, true
	case Queen:
		return chess960.Queen, true
	}
	return 0, false
}
