// Package chess960 is the numbering core: the 960 start positions of Chess960
// (Fischer random chess) and the numbers that people give them.
//
// A [Position] is a legal back rank. [ParsePosition] reads a position that a
// person typed or pasted, [FromSP] finds a position by its SP number, and [All]
// yields all of them. A position knows its SP number, its FENs, its mirror image
// and its undefended pawns.
//
// A [Scheme] is a numbering. It states an ordered list of choices, such as
// "the light bishop on b, d, f or h", and one loop runs that list in both
// directions: [Scheme.Derive] from a position to its number, [Scheme.Locate]
// from a number to its position. Both return a [Derivation] that keeps every
// step. Number, position and explanation come from the same steps and so cannot
// disagree.
//
//	p, err := chess960.ParsePosition("RNBQKBNR")
//	p.SP()                                // 518
//	chess960.Fritz9.Derive(p).Number()    // 359
//
// [Position.Castling] returns the castling moves of a position, by Chess960's rules or
// by Chess480's. [Position.SwapPath] returns a path from the classical array to a
// position; each step exchanges the pieces of two files. A [Pattern] or a [Feature]
// selects positions.
//
// The package is a leaf: values and functions, no I/O, no clock. Positions are
// small, comparable and immutable. Everything is safe for concurrent use.
package chess960
