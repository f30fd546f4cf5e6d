package chess960

// A Feature is a property of positions that people search for.
type Feature struct {
	ID  FeatureID
	Has func(Position) bool
}

// A FeatureID names a feature: "first-move". People choose it.
type FeatureID string

// The features.
const (
	FirstMove       FeatureID = "first-move"
	CastlesKing     FeatureID = "king-alone"
	CastlesRook     FeatureID = "rook-alone"
	BishopInCorner  FeatureID = "corner"
	BishopsInBoth   FeatureID = "corners"
	BishopsAdjacent FeatureID = "adjacent"
	BishopsAtHome   FeatureID = "classical"
	SmallAdvantage  FeatureID = "even"
	LargeAdvantage  FeatureID = "white"
)

// A FeatureName is the sentence about a feature: “Castling is possible on move 1.”
type FeatureName struct{ ID FeatureID }

// Sentence returns the ID.
func (n FeatureName) Sentence() string { return string(n.ID) }

// Name returns the sentence.
func (f Feature) Name() FeatureName { return FeatureName{f.ID} }

// CastlingFeatures returns the features of castling by Chess960's rules.
func CastlingFeatures() []Feature {
	return []Feature{
		{FirstMove, castles(Castling.PossibleOnFirstMove)},
		{CastlesKing, castles(func(c Castling) bool { return c.Manner() == KingAlone })},
		{CastlesRook, castles(func(c Castling) bool { return c.Manner() == RookAlone })},
	}
}

// castles returns a test whether a position has a castling, to either side, for which
// has is true.
func castles(has func(Castling) bool) func(Position) bool {
	return func(p Position) bool {
		return has(p.Castling(HSide, Chess960Castling)) || has(p.Castling(ASide, Chess960Castling))
	}
}

// BishopFeatures returns the features of the bishops' squares.
func BishopFeatures() []Feature {
	corners, home := FilesOf(FileA, FileH), FilesOf(FileC, FileF)
	on := func(has func(Files) bool) func(Position) bool {
		return func(p Position) bool { return has(p.Files(Bishop)) }
	}
	return []Feature{
		{BishopInCorner, on(func(b Files) bool { return b&corners != 0 })},
		{BishopsInBoth, on(func(b Files) bool { return b == corners })},
		{BishopsAdjacent, on(func(b Files) bool { return b&(b<<1) != 0 })},
		{BishopsAtHome, on(func(b Files) bool { return b == home })},
	}
}
