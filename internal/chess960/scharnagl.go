package chess960

// Scharnagl is the numbering in worldwide use, 0 to 959. Its numbers are the SP
// numbers. The light bishop has 4 choices, the dark bishop 4, the queen the 6 free
// squares, and the knights the 10 pairs of the 5 squares that are free then.
var Scharnagl = &Scheme{
	ID: "scharnagl", Option: "sp", Name: "Scharnagl", Label: "SP", Title: "SP number", First: 0,
	About: aboutScharnagl, Source: scharnaglSource, Typed: `sp|s\.? ?p\.?|s[ch]{1,2}arnagl`, rules: scharnaglRules,
}

// Scharnagl1To960 is Scharnagl's advice for the range 1 to 960: divide by 960
// and keep the remainder. Only the number 960 differs: it stands for SP 0.
var Scharnagl1To960 = &Scheme{
	ID: "scharnagl-1-960", Option: "sp-1-960", Name: "Scharnagl 1-960", Label: "Scharnagl 1-960",
	Title: "Scharnagl 1-960", First: 1, About: aboutScharnagl1To960, Source: scharnaglSource, base: Scharnagl,
	rules: scharnaglRules,
}

var scharnaglRules = []rule{lightBishop, darkBishop, queen, knights, rooks, king}
