package chess960

import "slices"

// Schemes returns every numbering that the package knows, Scharnagl's first.
// A new numbering is one file with its rules and one entry here; see CONTRIBUTING.md.
func Schemes() []*Scheme {
	return []*Scheme{Scharnagl, Scharnagl1To960, Fritz9, Almanac}
}

// DistinctSchemes returns the schemes without those that differ from another one only in 960.
func DistinctSchemes() []*Scheme {
	return slices.DeleteFunc(Schemes(), func(s *Scheme) bool { return s.Base() != s })
}
