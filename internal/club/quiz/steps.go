package quiz

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// Steps returns how the answer is worked out, in a few lines. The steps of bishops, sequence
// or queen alone have only their part of the number. Castling has none: its picture shows
// the reasons.
func (q Question) Steps() voice.Lines {
	if q.Level == Castling {
		return nil
	}
	var lines voice.Lines
	for _, line := range q.parts().Lines {
		lines = append(lines, voice.Run(line))
	}
	return lines
}

// Hint returns the first step. For a part alone its result is left out. For Castling the
// first step is where king and rook go, on each side that has a right.
func (q Question) Hint() voice.Sentence {
	if q.Level != Castling {
		return voice.Run(q.parts().Hint)
	}
	p, ways := q.Exercise.Position, voice.Run{}
	for _, side := range chess960.CastlingSides() {
		if v := p.Judge(p.Turn(), side, chess960.Chess960Castling); v.Answer() != castling.NotAnyMore {
			ways = append(ways, voice.Say("quiz.sideWays", voice.F{"Side": side, "Ways": v.Ways()}))
		}
	}
	if len(ways) == 0 {
		return q.Rights()
	}
	return ways
}

// Rule returns what has to be remembered for bishops, sequence or queen alone, in small
// print. It returns nil for a whole number or position.
func (q Question) Rule() voice.Sentence {
	if piece, alone := q.Level.piece(); alone {
		return voice.Small(voice.Run(explain.Rule(q.Scheme.Derive(q.Position), piece)))
	}
	return nil
}

// AllTen lists the sequences if the question asks for one of them, and returns nil otherwise.
func (q Question) AllTen() voice.Sentence {
	if piece, _ := q.Level.piece(); piece == chess960.Knight {
		return explain.TenSequences(q.Scheme)
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
	piece = [...]chess960.Piece{chess960.Bishop, chess960.Knight, chess960.Queen, 0, 0, 0}[l]
	return piece, piece != 0
}
