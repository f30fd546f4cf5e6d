package chess960

// A Feature is a property of positions that people search for.
type Feature struct {
	ID   string // stable identifier, such as "first-move"
	Name string // a description, such as "castling is possible on move 1"
	Has  func(Position) bool
}

// CastlingFeatures returns the features of castling by Chess960's rules.
func CastlingFeatures() []Feature {
	return []Feature{
		{"first-move", "castling is possible on move 1", castles(Castling.PossibleOnFirstMove)},
		{"king-alone", "a castling moves the king alone", castles(func(c Castling) bool { return c.Manner() == KingAlone })},
		{"rook-alone", "a castling moves the rook alone", castles(func(c Castling) bool { return c.Manner() == RookAlone })},
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
		{"corner", "a bishop is in a corner", on(func(b Files) bool { return b&corners != 0 })},
		{"corners", "the bishops are in both corners", on(func(b Files) bool { return b == corners })},
		{"adjacent", "the bishops are side by side", on(func(b Files) bool { return b&(b<<1) != 0 })},
		{"classical", "the bishops are on c1 and f1", on(func(b Files) bool { return b == home })},
	}
}
