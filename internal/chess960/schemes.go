package chess960

// Schemes returns every numbering that the package knows, Scharnagl's first.
// A new numbering is one file with its rules and one entry here.
func Schemes() []*Scheme {
	return []*Scheme{Scharnagl, Scharnagl1To960, Fritz9, Almanac}
}
