package quiz

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// Steps returns how the answer is worked out, in a few lines of Discord Markdown. The
// steps of bishops, sequence or queen alone have only their part of the number.
func (q Question) Steps() string {
	var lines voice.Lines
	for _, line := range q.parts().Lines {
		lines = append(lines, voice.Run(line))
	}
	return voice.In("en").Say(lines)
}

// Hint returns the first step, in Discord Markdown. For a part alone its result is left
// out.
func (q Question) Hint() string { return voice.In("en").Say(voice.Run(q.parts().Hint)) }

// Rule returns what has to be remembered for bishops, sequence or queen alone, in small
// Discord Markdown. It returns "" for a whole number or position.
func (q Question) Rule() string {
	if piece, alone := q.Level.piece(); alone {
		return voice.In("en").Say(voice.Small(voice.Run(explain.Rule(q.Scheme, piece))))
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
	piece = [...]chess960.Piece{chess960.Bishop, chess960.Knight, chess960.Queen, 0, 0}[l]
	return piece, piece != 0
}
