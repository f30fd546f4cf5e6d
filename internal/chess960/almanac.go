package chess960

// Almanac is zenquaker's numbering, 1 to 960, made to be worked out in the
// head: Scharnagl's with the dark bishop first, counted from 1.
var Almanac = &Scheme{
	ID:     "almanac",
	Name:   "Almanac",
	First:  1,
	About:  "The numbering of the Chess960 Almanac, made for the head: the dark-square bishop comes first, and the knights count −1, 3, 6 or 8 plus their distance.",
	Source: "zenquaker, “Chess960 III” and the Chess960 Almanac",
	offset: 1,
	rules:  []rule{darkBishop, lightBishop, queen, knights, rooks, king},
}
