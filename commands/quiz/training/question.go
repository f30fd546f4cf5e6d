package training

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"chess960bot/commands/quiz/lessons"
	_ "chess960bot/commands/quiz/messages" // what the voice says
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
)

// A Question asks for a number or for a position. Questions compare with ==. The direction
// of WholeNumber and Castling must be ToNumber, and that of WholePosition ToPosition.
type Question struct {
	Level     Level
	Direction Direction
	Scheme    *chess960.Scheme // one of chess960.DistinctSchemes
	Position  chess960.Position
	Exercise  lessons.Exercise // of Castling, for which the numbering is Scharnagl and the position Classical
}

// AboutCastling returns the question about an exercise.
func AboutCastling(e lessons.Exercise) Question {
	return Question{Castling, ToNumber, chess960.Scharnagl, chess960.Classical(), e}
}

// asksPair reports whether the knights are placed before the queen: then their part of the
// number is one of 15 pairs of squares, not one of the ten sequences.
func (q Question) asksPair() bool { return q.Scheme.KnightsFirst() }

// Number returns the number that is asked about: the whole, or what the part adds. It is
// the right answer to a question for a number. For Castling it is a [lessons.Sides].
func (q Question) Number() int {
	if q.Level == Castling {
		return int(q.Exercise.Answer())
	}
	return q.Level.Part().Number(q.Scheme, q.Position)
}

// sequenceOf returns king, rooks and knights in their order: "RNKNR".
func sequenceOf(p chess960.Position) string {
	return strings.NewReplacer("B", "", "Q", "").Replace(p.String())
}

// PatternOf returns the pieces that a fact is about, in at most six letters: "RNKNR" for a sequence, "-N--N-" for a
// pair of knights among six squares, "--Q---" for the queen among the squares that count, "a1 b1" for bishops.
func PatternOf(s *chess960.Scheme, c Card) string {
	d, err := s.Locate(s.First + c.Adds)
	if err != nil {
		panic(err) // a fact adds to the first number
	}
	p := d.Position
	switch {
	case c.Part == slips.Bishops:
		return strings.Join(namesOf(p.Files(chess960.Bishop)), " ")
	case c.Part == slips.Queen && s.KnightsFirst():
		return strings.NewReplacer("B", "", "N", "", "K", "-", "R", "-").Replace(p.String())
	case c.Part == slips.Queen:
		return strings.NewReplacer("B", "", "N", "-", "K", "-", "R", "-").Replace(p.String())
	case s.KnightsFirst():
		return strings.NewReplacer("B", "", "K", "-", "Q", "-", "R", "-").Replace(p.String())
	}
	return sequenceOf(p)
}

// FromSeed returns the question that follows from a seed, the same wherever it is asked.
// Positions are equally likely. The seed tells the answer: keep it out of
// messages and custom ids. A level that has both directions asks for the number. The numbering of
// Castling does not count. Lessons about castling are equally likely too, in positions of games.
func FromSeed(seed string, level Level, scheme *chess960.Scheme) Question {
	direction, _ := level.Direction() // that to a number, if the level has both
	if level == Castling {
		scheme = chess960.Scharnagl
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "chess960 quiz %s %s %s %s", seed, level.ID(), direction.ID(), scheme.Option))
	first := binary.BigEndian.Uint64(sum[:])
	if level == Castling {
		all := lessons.All()
		lesson := all[binary.BigEndian.Uint64(sum[8:])%uint64(len(all))]
		return AboutCastling(lessons.Make(first, lesson, false))
	}
	// 2^64 is so much more than 960 that the remainder favours no position.
	return Question{Level: level, Direction: direction, Scheme: scheme, Position: chess960.MustFromSP(int(first % chess960.Count))}
}

// ForDay returns the questions of a date, the same everywhere: one of each level, about
// SP numbers and castling. A new level must come last: attempts of an older release have as
// many steps as there were. Anyone can compute the questions.
func ForDay(d when.Date) []Question {
	var questions []Question
	for step := range Levels() {
		questions = append(questions, OfDay(d, step))
	}
	return questions
}

// OfDay returns one question of [ForDay]: the step counts from 0.
func OfDay(d when.Date, step int) Question {
	return FromSeed(d.String(), Levels()[step], chess960.Scharnagl)
}

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

// Hint returns the step that is needed: for a whole number or position the first part of which the fact is not
// known, or the first part, after the divisions that lead to it. For a part alone the rule is said, and its result is
// left out. For Castling the first step is where king and rook go, on each side that has a right.
func (q Question) Hint(known func(Card) bool) voice.Sentence {
	if q.Level == WholeNumber || q.Level == WholePosition {
		cards, order := q.Cards(), []slips.Part{slips.Sequence, slips.Queen, slips.Bishops}
		if q.asksPair() {
			order[0], order[1] = order[1], order[0]
		}
		needed := max(0, slices.IndexFunc(order, func(part slips.Part) bool {
			return slices.ContainsFunc(cards, func(c Card) bool { return c.Part == part && !known(c) })
		}))
		lines := q.parts().Lines
		needed += len(lines) - len(order) - 1 // the way to a position may begin with a subtraction
		var hint voice.Run
		if q.Level == WholePosition {
			for _, line := range lines[:needed] {
				hint = append(hint, line[0])
			}
		}
		return append(hint, lines[needed]...)
	}
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

// Rule returns what has to be remembered to answer, in a few sentences that do not tell the answer.
func (q Question) Rule() voice.Sentence {
	if piece, alone := q.Level.piece(); alone {
		return voice.Run(explain.Rule(q.Scheme.Derive(q.Position), piece, explain.Direction(q.Direction == ToNumber)))
	}
	if q.Level == Castling {
		return voice.Phrase("training.ruleOfCastling")
	}
	kind := whole("number")
	if q.Level == WholePosition {
		kind = "position"
	}
	if q.asksPair() {
		kind = [...]whole{ToNumber: "numberOfPairs", ToPosition: "positionOfPairs"}[q.Direction]
	}
	return voice.Say("training.rule."+string(kind), voice.F{"First": q.Scheme.First == 1})
}

// A whole is what the rule of a whole number or position counts: sequences, or pairs of knights.
type whole string

// examples are two positions in which no bishop, queen or knight counts 0, the parts of one differ from those of the
// other in every numbering, and a product differs from a sum.
var examples = [...]chess960.Position{chess960.MustParsePosition("RNBKQBNR"), chess960.MustParsePosition("RQKBNRBN")}

// Example returns a question of the same kind that has another answer, to be worked out before this one.
// For Castling it is about king and rook side by side, which surprises people.
func (q Question) Example() Question {
	if q.Level == Castling {
		return AboutCastling(lessons.Make(chess960.Count, lessons.SideBySide, true))
	}
	example := q
	for _, example.Position = range examples {
		if example.Number() != q.Number() {
			break
		}
	}
	return example
}

// AllTen lists the sequences if the question asks for one of them, and returns nil otherwise.
func (q Question) AllTen() voice.Sentence {
	if piece, _ := q.Level.piece(); piece == chess960.Knight {
		return explain.TenSequences(q.Scheme)
	}
	return nil
}

func (q Question) parts() explain.PartSteps {
	d, direction := q.Scheme.Derive(q.Position), explain.Direction(q.Direction == ToNumber)
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

// A Picture is what a question shows.
type Picture struct {
	Rank  [8]chess960.Piece // White's first rank by file; 0 for an empty square
	Board bool              // the whole board of the question's position, not the rank alone
}

// Picture returns what the question shows. The questions for a sequence, for bishops and
// for a whole position show nothing: then ok is false. Castling shows the board of its
// exercise, which is no Picture.
func (q Question) Picture() (picture Picture, ok bool) {
	shown := q.shown()
	for f := range chess960.AllFiles.All() {
		if piece := q.Position.Piece(f); strings.Contains(shown, piece.String()) {
			picture.Rank[f] = piece
		}
	}
	picture.Board = q.Level == WholeNumber
	return picture, shown != ""
}

// shown returns the letters of the pieces that the question shows.
func (q Question) shown() string {
	if q.Level == Castling {
		return ""
	}
	if q.Direction == ToPosition {
		switch {
		case q.Level == Queen && q.asksPair():
			return "BN"
		case q.Level == Queen, q.Level == Sequences && q.asksPair():
			return "B"
		}
		return ""
	}
	switch {
	case q.Level == Bishops:
		return "B"
	case q.Level == WholeNumber:
		return "KQRBN"
	case q.Level == Sequences && q.asksPair(), q.Level == Queen && !q.asksPair():
		return "KQRN"
	case q.Level == Queen:
		return "KQR"
	}
	return "KRN"
}

// Alt returns the alt text of the picture: it names the pieces and nothing that follows from them.
func (p Picture) Alt() voice.Sentence {
	var pieces voice.And
	for f, piece := range p.Rank {
		if piece != 0 {
			pieces = append(pieces, voice.Say("training.onSquare", voice.F{"Piece": castling.Piece(piece), "Square": chess960.Square(f)}))
		}
	}
	if p.Board {
		return voice.Say("training.alt.board", voice.F{"Pieces": pieces})
	}
	return voice.Say("training.alt.rank", voice.F{"Pieces": pieces})
}
