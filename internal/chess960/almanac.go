package chess960

// Almanac is zenquaker's numbering, 1 to 960, made for mental arithmetic. It is
// Scharnagl's numbering with the dark bishop first, counted from 1.
var Almanac = &Scheme{
	ID:     "almanac",
	Name:   "Almanac",
	First:  1,
	About:  "The numbering of the Chess960 Almanac, zenquaker's list of all positions; made to be worked out in the head: Scharnagl's with the dark-square bishop first, and counted from 1.",
	Source: "zenquaker, “Chess960 III” and the Chess960 Almanac",
	offset: 1,
	rules:  []rule{darkBishop, lightBishop, queen, knights, rooks, king},
}
