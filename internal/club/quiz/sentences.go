package quiz

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/lessons"
	"chess960bot/internal/voice"
)

// An Asked is what a question asks, in a sentence or two.
type Asked struct {
	Kind   AskedKind
	Scheme voice.Raw
	Number int             // what the pieces add, or the number of the position, if it is given
	Player castling.Colour // who is to castle
}

// Sentence returns the kind.
func (a Asked) Sentence() string { return string(a.Kind) }

// An AskedKind says what is asked for.
type AskedKind string

// The kinds, in the order of the levels: first those for a number, then those for a position.
// The knights stand for the order where they are placed before the queen.
const (
	askBishopsAdd AskedKind = "bishopsAdd"
	askOrderAdds  AskedKind = "orderAdds"
	askKnightsAdd AskedKind = "knightsAdd"
	askQueenAdds  AskedKind = "queenAdds"
	askNumber     AskedKind = "number"
	askBishops    AskedKind = "bishops"
	askOrder      AskedKind = "order"
	askKnights    AskedKind = "knights"
	askQueen      AskedKind = "queen"
	askPosition   AskedKind = "position"
	askCastling   AskedKind = "castling"
)

// Asked returns the sentence that asks the question.
func (q Question) Asked() Asked {
	if q.Level == Castling {
		return Asked{Kind: askCastling, Player: q.Exercise.Position.Turn()}
	}
	asked := Asked{Kind: askQueen, Scheme: voice.Raw(q.Scheme.Label), Number: q.Number()}
	if q.Direction == ToNumber {
		asked.Number = 0
		asked.Kind = [...]AskedKind{askBishopsAdd, askOrderAdds, askQueenAdds, askNumber, ""}[q.Level]
		if q.Level == Sequences && q.asksPair() {
			asked.Kind = askKnightsAdd
		}
		return asked
	}
	asked.Kind = [...]AskedKind{askBishops, askOrder, askQueen, "", askPosition}[q.Level]
	if q.Level == Sequences && q.asksPair() {
		asked.Kind = askKnights
	}
	return asked
}

// Rights says which of the two castlings the player to move has not lost by a move of king or
// rook: a picture cannot show it.
type Rights struct {
	Kind RightsKind
	Rook chess960.Square // the one that has not moved, if the other has
}

// Sentence returns the kind.
func (r Rights) Sentence() string { return string(r.Kind) }

// A RightsKind says how many of the rights are left.
type RightsKind string

// The kinds.
const (
	bothRights RightsKind = "bothRooks"
	oneRight   RightsKind = "oneRook"
	noRight    RightsKind = "noRook"
)

// Rights returns the rights in a question about castling, nil for other questions.
func (q Question) Rights() voice.Sentence {
	if q.Level != Castling {
		return nil
	}
	p := q.Exercise.Position
	rights := Rights{Kind: noRight}
	for _, side := range chess960.CastlingSides() {
		switch rook, ok := p.Rook(p.Turn(), side); {
		case !ok:
		case rights.Kind == oneRight:
			return Rights{Kind: bothRights}
		default:
			rights = Rights{oneRight, rook}
		}
	}
	return rights
}

// wrongSides says for which castlings an answer is wrong.
type wrongSides struct{ Kind wrongSidesKind }

// Sentence returns the kind.
func (w wrongSides) Sentence() string { return string(w.Kind) }

// A wrongSidesKind is one castling, or both.
type wrongSidesKind string

// The kinds.
const (
	wrongHSide wrongSidesKind = "hSide"
	wrongASide wrongSidesKind = "aSide"
	wrongBoth  wrongSidesKind = "both"
)

// An Answer is the right answer in a sentence: the pieces and what they add, or the position
// and its number.
type Answer struct {
	Kind     AnswerKind
	Scheme   voice.Raw
	Number   int
	Squares  []chess960.Square
	Order    voice.Raw // of king, rooks and knights
	Position chess960.Position
	Player   castling.Colour // who castles
}

// Sentence returns the kind.
func (a Answer) Sentence() string { return string(a.Kind) }

// An AnswerKind says what the answer is about, or which castlings are allowed.
type AnswerKind string

// The kinds.
const (
	ofBishops  AnswerKind = "bishops"
	ofOrder    AnswerKind = "order"
	ofKnights  AnswerKind = "knights"
	ofQueen    AnswerKind = "queen"
	ofPosition AnswerKind = "position"
	isHSide    AnswerKind = "hSide"
	isASide    AnswerKind = "aSide"
	isBoth     AnswerKind = "both"
	isNeither  AnswerKind = "neither"
)

// castlingKind returns the kind of an answer about castling.
func castlingKind(s lessons.Sides) AnswerKind {
	return [...]AnswerKind{lessons.HSide: isHSide, lessons.ASide: isASide, lessons.Both: isBoth, lessons.Neither: isNeither}[s]
}

// Answer returns the right answer.
func (q Question) Answer() Answer {
	if q.Level == Castling {
		return Answer{Kind: castlingKind(q.Exercise.Answer()), Player: q.Exercise.Position.Turn()}
	}
	a := Answer{Number: q.Number()}
	switch files := q.Position.Files; {
	case q.Level == Bishops:
		a.Kind, a.Squares = ofBishops, files(chess960.Bishop).On(1)
	case q.Level == Queen:
		a.Kind, a.Squares = ofQueen, files(chess960.Queen).On(1)
	case q.Level == Sequences && q.asksPair():
		a.Kind, a.Squares = ofKnights, files(chess960.Knight).On(1)
	case q.Level == Sequences:
		a.Kind, a.Order = ofOrder, voice.Raw(sequenceOf(q.Position))
	default:
		a.Kind, a.Scheme, a.Position = ofPosition, voice.Raw(q.Scheme.Label), q.Position
	}
	return a
}

// A given is what somebody answered besides a number, in a sentence that does not say whether
// it is right.
type given struct {
	Kind     AnswerKind
	Squares  []chess960.Square
	Order    voice.Raw
	Position chess960.Position
}

// Sentence returns the kind.
func (g given) Sentence() string { return string(g.Kind) }

// Given returns the sentence for an answer: a number, the SP number of a position, or
// castlings.
func (q Question) Given(answer int) voice.Sentence {
	if q.Level == Castling {
		return given{Kind: castlingKind(lessons.Sides(answer))}
	}
	p, err := chess960.FromSP(answer)
	if q.Direction == ToNumber || err != nil {
		return voice.Say("quiz.givenNumber", voice.F{"Number": answer})
	}
	q.Position = p
	a := q.Answer()
	return given{a.Kind, a.Squares, a.Order, a.Position}
}

// A wrongPart says in a sentence which part of a position is wrong.
type wrongPart struct {
	Kind                  wrongKind
	Want, Got             []chess960.Square
	WantOrder, GotOrder   voice.Raw
	WantNumber, GotNumber int // of the queen's square among six, from 0
}

// Sentence returns the kind.
func (w wrongPart) Sentence() string { return string(w.Kind) }

// A wrongKind says how people choose a part.
type wrongKind string

const (
	wrongDarkBishop  wrongKind = "darkBishop"
	wrongLightBishop wrongKind = "lightBishop"
	wrongQueen       wrongKind = "queen"
	wrongQueenNumber wrongKind = "queenNumber"
	wrongKnights     wrongKind = "knights"
	wrongOrder       wrongKind = "order"
)

// An onSquare is a piece with its square.
type onSquare struct {
	voice.Facts
	Piece  castling.Piece
	Square chess960.Square
}

// An Alt is the alt text of a picture: it names the pieces and nothing that follows from
// them.
type Alt struct {
	Kind   AltKind
	Pieces []onSquare
}

// Sentence returns the kind.
func (a Alt) Sentence() string { return string(a.Kind) }

// An AltKind is what a picture shows: White's first rank or the whole board.
type AltKind string

// The kinds.
const (
	rankAlt  AltKind = "rank"
	boardAlt AltKind = "board"
)
