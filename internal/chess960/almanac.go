package chess960

// Almanac is zenquaker's numbering, 1 to 960, made for mental arithmetic. It is
// Scharnagl's numbering with the dark bishop first, counted from 1.
var Almanac = &Scheme{
	ID: "almanac", Option: "almanac", Name: "Almanac", Label: "Almanac", Title: "Chess960 Almanac", First: 1,
	About: aboutAlmanac, Source: almanacSource, Typed: `almanach?|zenquaker|i ?num\b`, offset: 1,
	rules: []rule{darkBishop, lightBishop, queen, knights, rooks, king},
}
