package quiz

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// Steps returns how the answer is worked out, in a few lines. The steps of bishops, sequence
// or queen alone have only their part of the number.
func (q Question) Steps() voice.Lines {
	var lines voice.Lines
	for _, line := range q.parts().Lines {
		lines = append(lines, voice.Run(line))
	}
	return lines
}

// Hint returns the first step. For a part alone its result is left out.
func (q Question) Hint() voice.Sentence { return voice.Run(q.parts().Hint) }

// Rule returns what has to be remembered for bishops, sequence or queen alone, in small
// print. It returns nil for a whole number or position.
func (q Question) Rule() voice.Sentence {
	if piece, alone := q.Level.piece(); alone {
		return voice.Small(voice.Run(explain.Rule(q.Scheme, piece)))
	}
	return nil
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
	piece = [...]chess960.Piece{chess960.Bishop, chess960.Knight, chess960.Queen, 0, 0}[l]
	return piece, piece != 0
}
