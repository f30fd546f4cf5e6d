// Package chess960 is the numbering core: the 960 start positions of Chess960
// (Fischer random chess) and the numbers that people give them.
//
// A [Position] is a legal back rank. [ParsePosition] reads one from whatever a
// person types or pastes, [FromSP] finds it by its SP number, [All] yields all
// of them. A position knows its SP number, its FENs, its mirror twin and the
// other things that can be said of it without a game being played.
//
// A [Scheme] is a numbering. It states an ordered list of choices, such as
// "the light bishop on b, d, f or h", and one loop runs that list in both
// directions: [Scheme.Derive] from a position to its number, [Scheme.Locate]
// from a number to its position. Both return a [Derivation] that keeps every
// step, so that a number, the position and the explanation of either come from
// the same source and cannot disagree.
//
//	p, err := chess960.ParsePosition("RNBQKBNR")
//	p.SP()                                // 518
//	chess960.Fritz9.Derive(p).Number()    // 359
//
// The package is a leaf: values and functions, no I/O, no clock. Positions are
// small, comparable and immutable; everything is safe for concurrent use.
package chess960
