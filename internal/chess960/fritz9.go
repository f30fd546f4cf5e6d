package chess960

// Fritz9 is the numbering of the program Fritz 9, 1 to 960. Bishops count as in
// Scharnagl's scheme, but then the knights come before the queen: among the 15
// pairs of the 6 squares left, and she among the 4 left after them.
var Fritz9 = &Scheme{
	ID:     "fritz9",
	Name:   "Fritz9",
	First:  1,
	About:  "The number that the program Fritz 9 asks for. It counts the bishops as Scharnagl does, but then the knights before the queen.",
	Source: "the chess program Fritz 9, ChessBase, 2005",
	offset: 1,
	rules:  []rule{lightBishop, darkBishop, knights, queen, rooks, king},
}
