package chess960

import "slices"

// Schemes returns every numbering that the package knows, Scharnagl's first.
// A new numbering has its rules below, and one entry here; see CONTRIBUTING.md.
func Schemes() []*Scheme {
	return []*Scheme{Scharnagl, Scharnagl1To960, Fritz9, Almanac}
}

// DistinctSchemes returns the schemes without those that differ from another one only in 960.
func DistinctSchemes() []*Scheme {
	return slices.DeleteFunc(Schemes(), func(s *Scheme) bool { return s.Base() != s })
}

// Scharnagl is the numbering in worldwide use, 0 to 959. Its numbers are the SP
// numbers. The light bishop has 4 choices, the dark bishop 4, the queen the 6 free
// squares, and the knights the 10 pairs of the 5 squares that are free then.
var Scharnagl = &Scheme{
	ID: "scharnagl", Option: "sp", Name: "Scharnagl", Label: "SP", Title: "SP number", First: 0,
	About: "scharnagl", Source: "scharnagl", Typed: `sp|s\.? ?p\.?|s[ch]{1,2}arnagl`, rules: scharnaglRules,
}

// Scharnagl1To960 is Scharnagl's advice for the range 1 to 960: divide by 960
// and keep the remainder. Only the number 960 differs: it stands for SP 0.
var Scharnagl1To960 = &Scheme{
	ID: "scharnagl-1-960", Option: "sp-1-960", Name: "Scharnagl 1-960", Label: "Scharnagl 1-960",
	Title: "Scharnagl 1-960", First: 1, About: "scharnagl1To960", Source: "scharnagl", base: Scharnagl,
	rules: scharnaglRules,
}

var scharnaglRules = []rule{lightBishop, darkBishop, queen, knights, rooks, king}

// Fritz9 is the numbering of the program Fritz 9, 1 to 960. Bishops count as in
// Scharnagl's scheme. The knights come next, one of the 15 pairs of the 6 squares
// left, and the queen after them, on one of the 4 squares left.
var Fritz9 = &Scheme{
	ID: "fritz9", Option: "fritz9", Name: "Fritz 9", Label: "Fritz 9", Title: "Fritz 9", First: 1,
	About: "fritz9", Source: "fritz9", Typed: `fritz ?-?9\b`, Short: `fritz|f ?9\b`, offset: 1,
	rules: []rule{lightBishop, darkBishop, knights, queen, rooks, king},
}

// Almanac is zenquaker's numbering, 1 to 960, made for mental arithmetic. It is
// Scharnagl's numbering with the dark bishop first, counted from 1.
var Almanac = &Scheme{
	ID: "almanac", Option: "almanac", Name: "Almanac", Label: "Almanac", Title: "Chess960 Almanac", First: 1,
	About: "almanac", Source: "almanac", Typed: `almanach?|zenquaker|i ?num\b`, offset: 1,
	rules: []rule{darkBishop, lightBishop, queen, knights, rooks, king},
}
