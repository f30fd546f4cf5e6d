package chess960

// Fritz9 is the numbering of the program Fritz 9, 1 to 960. Bishops count as in
// Scharnagl's scheme. The knights come next, one of the 15 pairs of the 6 squares
// left, and the queen after them, on one of the 4 squares left.
var Fritz9 = &Scheme{
	ID: "fritz9", Option: "fritz9", Name: "Fritz 9", Label: "Fritz 9", Title: "Fritz 9", First: 1,
	About: aboutFritz9, Source: fritz9Source, Typed: `fritz ?-?9\b`, Short: `fritz|f ?9\b`, offset: 1,
	rules: []rule{lightBishop, darkBishop, knights, queen, rooks, king},
}
