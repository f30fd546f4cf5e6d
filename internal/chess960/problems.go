package chess960

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// maxUnknown is the largest number of different unknown letters that an error lists for
// a text of more or fewer than eight letters: such a text is hardly meant as a back rank.
const maxUnknown = 3

// backRankProblems returns a problem for every rule of a back rank that the letters
// break. It returns nothing for the 960 positions, and only for these.
func backRankProblems(rank []rune) []Problem {
	if len(rank) == 0 {
		return []Problem{{Text: "no pieces; a back rank has eight"}}
	}
	var problems []Problem
	if n := len(rank); n != 8 {
		problems = append(problems, Problem{Text: fmt.Sprintf("%s, not eight", plural(n, "letter"))})
	}
	problems = append(problems, unknownLetters(rank, isPieceLetter)...)
	for _, text := range []string{wrongCounts(rank), bishopsOnOneColour(rank), kingNotBetween(rank)} {
		if text != "" {
			problems = append(problems, Problem{Text: text})
		}
	}
	return problems
}

// unknownLetters names each letter that is not known, once, with its places.
func unknownLetters(rank []rune, known func(rune) bool) []Problem {
	var problems []Problem
	var seen []rune
	for _, r := range rank {
		if known(r) || slices.Contains(seen, r) {
			continue
		}
		if seen = append(seen, r); len(seen) > maxUnknown && len(rank) != 8 {
			return append(problems, Problem{Text: "more letters that are no pieces"})
		}
		problems = append(problems, unknownLetter(rank, r))
	}
	return problems
}

func isPieceLetter(r rune) bool { return r <= unicode.MaxASCII && Piece(r).Name() != "" }

func unknownLetter(rank []rune, r rune) Problem {
	if r == '.' {
		return Problem{Text: "no piece " + places(rank, r)}
	}
	if r > unicode.MaxASCII && unicode.IsLetter(r) { // may look like a piece letter
		return Problem{"letter of another alphabet " + places(rank, r), string(r)}
	}
	return Problem{"unknown piece " + places(rank, r), string(r)}
}

// places names the places of r: squares if the text has eight letters, and otherwise
// the number of the first such letter.
func places(rank []rune, r rune) string {
	if len(rank) == 8 {
		return "on " + filesOf(rank, r).Squares()
	}
	return fmt.Sprintf("at letter %d", slices.Index(rank, r)+1)
}

// wrongCounts compares the pieces with a full set: "two queens, one rook
// missing (queens on a1 and d1)".
func wrongCounts(rank []rune) string {
	var extra, missing, where []string
	for _, k := range pieces {
		n := count(rank, k.piece)
		switch {
		case n > k.count:
			extra = append(extra, plural(n, k.name))
			if len(rank) == 8 {
				where = append(where, k.name+"s on "+filesOf(rank, rune(k.piece)).Squares())
			}
		case n < k.count:
			missing = append(missing, plural(k.count-n, k.name)+" missing")
		}
	}
	text := strings.Join(append(extra, missing...), ", ")
	if len(where) > 0 {
		text += " (" + strings.Join(where, "; ") + ")"
	}
	return text
}

func bishopsOnOneColour(rank []rune) string {
	bishops := filesOf(rank, rune(Bishop))
	if len(rank) != 8 || bishops.Len() != 2 {
		return ""
	}
	switch bishops {
	case bishops & DarkFiles:
		return "both bishops stand on dark squares, " + bishops.Squares()
	case bishops & LightFiles:
		return "both bishops stand on light squares, " + bishops.Squares()
	}
	return ""
}

func kingNotBetween(rank []rune) string {
	if count(rank, King) != 1 || count(rank, Rook) != 2 {
		return ""
	}
	king := slices.Index(rank, rune(King))
	left := slices.Index(rank, rune(Rook))
	right := left + 1 + slices.Index(rank[left+1:], rune(Rook))
	switch {
	case left < king && king < right:
		return ""
	case len(rank) != 8:
		return "the king does not stand between the rooks"
	}
	return fmt.Sprintf("the king on %s does not stand between the rooks on %s", File(king).Square(), filesOf(rank, rune(Rook)).Squares())
}

func count(rank []rune, piece Piece) int {
	n := 0
	for _, r := range rank {
		if r == rune(piece) {
			n++
		}
	}
	return n
}

// filesOf returns the files among the first eight letters that hold r.
func filesOf(rank []rune, r rune) Files {
	var s Files
	for i, letter := range rank[:min(len(rank), 8)] {
		if letter == r {
			s |= 1 << i
		}
	}
	return s
}

// plural counts things, up to twelve in words: "one rook", "two queens", "13
// letters".
func plural(n int, thing string) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	number := fmt.Sprint(n)
	if n < len(words) {
		number = words[n]
	}
	if n != 1 {
		thing += "s"
	}
	return number + " " + thing
}
