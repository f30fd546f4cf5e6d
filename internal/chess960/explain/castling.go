package explain

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
)

// CastlingConditions says what holds for every castling.
const CastlingConditions Note = "castlingConditions"

// The lines above the points of [HowToCastle], and the names of its pages.
const (
	HowToCastleTitle Note = "howToCastle"
	ByFIDE           Note = "byFIDE"
	AtTheBoard       Note = "atTheBoard"
	Surprising       Note = "whatSurprises"
	OnAScreen        Note = "onAScreen"
)

// A Castling is one of the sentences about a castling.
type Castling struct {
	Kind[Castling]                     // what a sentence is about
	Side                               chess960.CastlingSide
	KingFrom, KingTo, RookFrom, RookTo Square
	Squares                            []Square // that this sentence is about
	AnyOf                              AnyOf    // the same, as alternatives
}

// AnyOf lists squares as alternatives: "f1, g1 or h1".
type AnyOf []Square

// Alternatives makes package voice say “or”.
func (AnyOf) Alternatives() {}

// sayCastling returns a sentence about a player's castling and perhaps some squares.
func sayCastling(kind Kind[Castling], c chess960.Castling, player castling.Colour, squares chess960.Files) Castling {
	list := squares.On(player.Square(0).Rank())
	return Castling{kind, c.Side, player.Square(c.King.From), player.Square(c.King.To), player.Square(c.Rook.From), player.Square(c.Rook.To), list, list}
}

// moves are what king and rook do in the four manners of castling.
var moves = [...]Kind[Castling]{
	chess960.BothMove:     "bothMove",
	chess960.KingAlone:    "rookStays",
	chess960.RookAlone:    "kingStays",
	chess960.ChangePlaces: "bothMove",
}

// CastlingRule returns the moves of the king and the rook, and their conditions.
func CastlingRule(c chess960.Castling, player castling.Colour) []Sentence {
	rule := sayCastling("mustBeSafe", c, player, c.MustBeEmpty())
	if c.MustBeEmpty() != 0 {
		rule.Kind = "emptyAndSafe"
	}
	rule.AnyOf = chess960.FilesOf(c.MustNotBeAttacked()...).On(player.Square(0).Rank())
	return []Sentence{sayCastling(moves[c.Manner()], c, player, 0), rule}
}

// CastlingPicture returns the alt text of the picture after a castling. The squares with a
// frame and those with a shield follow below the picture, in CastlingRule.
func CastlingPicture(c chess960.Castling, player castling.Colour) Sentence {
	return sayCastling("pictureAfter", c, player, 0)
}

// CastlingNotes returns notes on what surprises people about a castling. The list may be
// empty.
func CastlingNotes(c chess960.Castling, player castling.Colour) (notes []Sentence) {
	if c.PossibleOnFirstMove() {
		notes = append(notes, sayCastling("changeOnMove1", c, player, 0))
	} else if c.Manner() == chess960.ChangePlaces {
		notes = append(notes, sayCastling("changeSquares", c, player, 0))
	}
	if c.Uncovered() != 0 {
		notes = append(notes, sayCastling("uncovered", c, player, c.Uncovered()))
	}
	return notes
}

// A Manner is how to carry out castlings by hand, to one side or to both.
type Manner struct {
	Kind[Manner]
	Sides []chess960.CastlingSide
}

// manners are the four manners of castling, by the names in FIDE's Laws of Chess,
// Guidelines II (Chess960 rules).
var manners = [...]Kind[Manner]{
	chess960.BothMove:     "bothMove",
	chess960.KingAlone:    "kingAlone",
	chess960.RookAlone:    "rookAlone",
	chess960.ChangePlaces: "change",
}

// ByOtherRules says where a castling ends by other rules.
type ByOtherRules struct {
	Rules      RulesName
	King, Rook Square
}

// Sentence returns "".
func (ByOtherRules) Sentence() string { return "" }

// A RulesName is the name of a set of castling rules, the same in every language.
type RulesName string

// String returns the name.
func (n RulesName) String() string { return string(n) }

// Surprises says which squares may be occupied or attacked, what the hidden attackers attack, and
// where the castling ends by the other rules, if elsewhere. The list may be empty.
func Surprises(c chess960.Castling, player castling.Colour, rules *chess960.CastlingRules) (said []Sentence) {
	add := func(kind Kind[Castling], squares chess960.Files) {
		if squares != 0 {
			said = append(said, sayCastling(kind, c, player, squares))
		}
	}
	// People often think that these squares must be empty. (Source: "Fischer Random Chess", consequences of the rules.)
	occupied := chess960.FilesOf(chess960.FileE, chess960.FileH)
	if c.Side == chess960.ASide {
		occupied = chess960.FilesOf(chess960.FileA, chess960.FileB, chess960.FileE)
	}
	add("mayBeOccupied", occupied&^(c.MustBeEmpty()|chess960.FilesOf(c.King.From, c.Rook.From, c.King.To, c.Rook.To)))
	add("mayBeAttacked", chess960.FilesOf(c.Rook.Crossed()...)&^chess960.FilesOf(c.King.Crossed()...))
	add("shields", c.Uncovered())
	for _, other := range chess960.AllCastlingRules() {
		if end := other.Castling(c.King.From, c.Rook.From); other != rules && end.King.To != c.King.To {
			said = append(said, ByOtherRules{RulesName(other.Name), player.Square(end.King.To), player.Square(end.Rook.To)})
		}
	}
	return said
}

// The advice on castling at a board and on a computer.
const (
	announceCastling Note = "announceCastling"
	orderOfTouching  Note = "orderOfTouching"
	electronicBoard  Note = "electronicBoard"
	onlyChess960     Note = "onlyChess960"
	dragKing         Note = "dragKing"
)

// HowToCastle explains how to carry out castlings at a board: the points of a list.
func HowToCastle(castlings []chess960.Castling, rules *chess960.CastlingRules) (points []Sentence) {
	last := &Manner{}
	for _, c := range castlings {
		if last.Sides == nil || last.Kind != manners[c.Manner()] {
			last = &Manner{Kind: manners[c.Manner()]}
			points = append(points, last)
		}
		last.Sides = append(last.Sides, c.Side)
	}
	points = append(points, announceCastling, orderOfTouching, electronicBoard)
	if rules != chess960.Chess960Castling {
		points = append(points, onlyChess960)
	}
	return points
}

// CastleOnAScreen is HowToCastle for a computer, which castles by Chess960's rules alone.
func CastleOnAScreen(castlings []chess960.Castling, player castling.Colour) []Sentence {
	points := []Sentence{dragKing}
	for _, c := range castlings {
		points = append(points, sayCastling("uci", c, player, 0))
	}
	return points
}
