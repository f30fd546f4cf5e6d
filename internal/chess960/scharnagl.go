package chess960

// Scharnagl is the numbering in worldwide use, 0 to 959; its numbers are the SP
// numbers. The light bishop counts among 4 squares, the dark bishop among 4,
// the queen among the 6 squares left and the knights among the 10 pairs of the
// 5 left after her.
var Scharnagl = &Scheme{
	ID:     "scharnagl",
	Name:   "Scharnagl",
	First:  0,
	Source: "Reinhard Scharnagl, first on the internet, then in “Fischer-Random-Schach (FRC / Chess960)”, 2004, ISBN 3-8334-1322-0",
	rules:  scharnaglRules,
}

// Scharnagl1To960 is Scharnagl's advice for the range 1 to 960: divide by 960
// and keep the remainder. Only 960 differs; it is SP 0.
var Scharnagl1To960 = &Scheme{
	ID:     "scharnagl-1-960",
	Name:   "Scharnagl 1-960",
	First:  1,
	Source: "Reinhard Scharnagl's convention for drawing from 1 to 960; used by DGT clocks (DGT960) and chess-960.org",
	rules:  scharnaglRules,
}

var scharnaglRules = []rule{lightBishop, darkBishop, queen, knights, rooks, king}
