package chess960

// The rules of which the schemes consist. Files are counted from the a-side, which is on
// White's left.
var (
	lightBishop = rule{"light bishop", Bishop, func(free Files) []Files { return single(free & LightFiles) }}
	darkBishop  = rule{"dark bishop", Bishop, func(free Files) []Files { return single(free & DarkFiles) }}
	queen       = rule{"queen", Queen, single}
	knights     = rule{"knights", Knight, pairs}
	rooks       = rule{"rooks", Rook, outerTwo}
	king        = rule{"king", King, single}
)

// single returns one choice for each free file.
func single(free Files) []Files {
	var choices []Files
	for f := range free.All() {
		choices = append(choices, FilesOf(f))
	}
	return choices
}

// pairs returns every two of the free files, ordered by the left one and then
// by the right one. On five free files that is Scharnagl's N5N table, on six
// the order of Fritz9's columns.
func pairs(free Files) []Files {
	var choices []Files
	for left := range free.All() {
		for right := range free.All() {
			if left < right {
				choices = append(choices, FilesOf(left, right))
			}
		}
	}
	return choices
}

// outerTwo returns the only choice for the rooks: the outermost free files, so that the
// king comes between them.
func outerTwo(free Files) []Files {
	return []Files{FilesOf(free.first(), free.last())}
}
