package chess960

// Almanac is zenquaker's numbering, 1 to 960, made for mental arithmetic. It is
// Scharnagl's numbering with the dark bishop first, counted from 1.
var Almanac = &Scheme{
	ID:     "almanac",
	Option: "almanac",
	Name:   "Almanac",
	Label:  "Almanac",
	Title:  "Chess960 Almanac",
	First:  1,
	About:  "the i_num of the Chess960 Almanac, zenquaker's list. Made for the head, to keep three digits of a position that came from dice or pawns: Scharnagl's, dark-square bishop first, from 1.",
	Source: "zenquaker, “Chess960 III” and the Chess960 Almanac",
	Typed:  `almanach?|zenquaker|i ?num\b`,
	offset: 1,
	rules:  []rule{darkBishop, lightBishop, queen, knights, rooks, king},
}
