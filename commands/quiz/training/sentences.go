package training

import (
	"chess960bot/commands/quiz/lessons"
	_ "chess960bot/commands/quiz/messages" // what the voice says
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
)

// Asked returns the sentence that asks the question. The knights stand for the order where they are
// placed before the queen.
func (q Question) Asked() voice.Sentence {
	if q.Level == Castling {
		return voice.Say("training.asked.castling", voice.F{"Player": q.Exercise.Position.Turn()})
	}
	kind, pair, number := [...]string{"bishops", "order", "queen", "", "position"}[q.Level], "knights", q.Number()
	if q.Direction == ToNumber {
		kind, pair, number = [...]string{"bishopsAdd", "orderAdds", "queenAdds", "number", ""}[q.Level], "knightsAdd", 0
	}
	if q.Level == Sequences && q.asksPair() {
		kind = pair
	}
	return voice.Say("training.asked."+kind, voice.F{"Scheme": q.Scheme.Called(), "Number": number})
}

// Rights says which of the two castlings the player to move has not lost by a move of king or
// rook: a picture cannot show it. Rights returns nil for other questions.
func (q Question) Rights() voice.Sentence {
	if q.Level != Castling {
		return nil
	}
	var rooks []chess960.Square // that have not moved
	for _, side := range chess960.CastlingSides() {
		if rook, ok := q.Exercise.Position.Rook(q.Exercise.Position.Turn(), side); ok {
			rooks = append(rooks, rook)
		}
	}
	switch len(rooks) {
	case 0:
		return voice.Phrase("training.rights.noRook")
	case 1:
		return voice.Say("training.rights.oneRook", voice.F{"Rook": rooks[0]})
	}
	return voice.Phrase("training.rights.bothRooks")
}

// castlings returns the kind of an answer about castling.
func castlings(s lessons.Sides) string {
	return [...]string{lessons.HSide: "hSide", lessons.ASide: "aSide", lessons.Both: "both", lessons.Neither: "neither"}[s]
}

// about returns what the right answer is about: pieces on their squares, an order of king, rooks and
// knights, the position, or castlings.
func (q Question) about() (kind string, squares []chess960.Square, order voice.Raw) {
	switch files := q.Position.Files; {
	case q.Level == Castling:
		return castlings(q.Exercise.Answer()), nil, ""
	case q.Level == Bishops:
		return "bishops", files(chess960.Bishop).On(1), ""
	case q.Level == Queen:
		return "queen", files(chess960.Queen).On(1), ""
	case q.Level == Sequences && q.asksPair():
		return "knights", files(chess960.Knight).On(1), ""
	case q.Level == Sequences:
		return "order", nil, voice.Raw(sequenceOf(q.Position))
	}
	return "position", nil, ""
}

// Answer returns the right answer in a sentence: the pieces and what they add, or the position and its
// number.
func (q Question) Answer() voice.Sentence {
	kind, squares, order := q.about()
	return voice.Say("training.answer."+kind, voice.F{
		"Scheme": q.Scheme.Called(), "Number": q.Number(), "Squares": squares, "Order": order, "Position": q.Position,
		"Player": q.Exercise.Position.Turn(),
	})
}

// Given returns the sentence for an answer: a number, the SP number of a position, or
// castlings. The sentence does not say whether the answer is right.
func (q Question) Given(number int) voice.Sentence {
	p, err := chess960.FromSP(number)
	if q.Level != Castling && (q.Direction == ToNumber || err != nil) {
		return voice.Say("training.givenNumber", voice.F{"Number": number})
	}
	q.Position = p
	kind, squares, order := q.about()
	if q.Level == Castling {
		kind = castlings(lessons.Sides(number))
	}
	return voice.Say("training.given."+kind, voice.F{"Squares": squares, "Order": order, "Position": p})
}

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
			ways = append(ways, voice.Say("training.sideWays", voice.F{"Side": side, "Ways": v.Ways()}))
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
