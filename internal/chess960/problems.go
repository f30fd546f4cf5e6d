package chess960

import (
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
		return []Problem{{Broken: Broken{Kind: "empty"}}}
	}
	var problems []Problem
	if n := len(rank); n != 8 {
		problems = append(problems, Problem{Broken: Broken{Kind: "letters", Number: n}})
	}
	return slices.Concat(problems, unknownLetters(rank, isPieceLetter), wrongCounts(rank), bishopsOnOneColour(rank), kingNotBetween(rank))
}

// onSquares returns the problem that squares of a rank break a rule, and none for no square.
func onSquares(rule Rule, squares Files, rank int) []Problem {
	if squares == 0 {
		return nil
	}
	return []Problem{{Broken: Broken{Kind: rule, Squares: squares.On(rank)}}}
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
			return append(problems, Problem{Broken: Broken{Kind: "moreLetters"}})
		}
		problems = append(problems, unknownLetter(rank, r))
	}
	return problems
}

func isPieceLetter(r rune) bool { return r <= unicode.MaxASCII && Piece(r).Name() != "" }

// unknownLetter names the squares of r if the text has eight letters, and otherwise the number
// of the first such letter.
func unknownLetter(rank []rune, r rune) Problem {
	p := Problem{Broken{Kind: "letter"}, string(r)}
	switch {
	case r == '.':
		p = Problem{Broken: Broken{Kind: "vacant"}}
	case r > unicode.MaxASCII && unicode.IsLetter(r): // may look like a piece letter
		p.Broken.Kind = "alphabet"
	}
	if len(rank) == 8 {
		p.Broken.Squares = filesOf(rank, r).On(1)
	} else {
		p.Broken.Number = slices.Index(rank, r) + 1
	}
	return p
}

// wrongCounts compares the pieces with a full set. If there are too many of a kind, it names
// their squares.
func wrongCounts(rank []rune) (problems []Problem) {
	for i, rule := range []Rule{"king", "queen", "rooks", "bishops", "knights"} { // as pieces
		k := pieces[i]
		if n := count(rank, k.piece); n != k.count {
			b := Broken{Kind: rule, Number: n}
			if n > k.count && len(rank) == 8 {
				b.Squares = filesOf(rank, rune(k.piece)).On(1)
			}
			problems = append(problems, Problem{Broken: b})
		}
	}
	return problems
}

func bishopsOnOneColour(rank []rune) []Problem {
	bishops := filesOf(rank, rune(Bishop))
	switch {
	case len(rank) != 8 || bishops.Len() != 2:
		return nil
	case bishops&LightFiles == 0:
		return onSquares("darkBishops", bishops, 1)
	case bishops&DarkFiles == 0:
		return onSquares("lightBishops", bishops, 1)
	}
	return nil
}

func kingNotBetween(rank []rune) []Problem {
	if count(rank, King) != 1 || count(rank, Rook) != 2 {
		return nil
	}
	king := slices.Index(rank, rune(King))
	left := slices.Index(rank, rune(Rook))
	right := left + 1 + slices.Index(rank[left+1:], rune(Rook))
	switch {
	case left < king && king < right:
		return nil
	case len(rank) != 8:
		return []Problem{{Broken: Broken{Kind: "between"}}}
	}
	return []Problem{{Broken: Broken{Kind: "between", King: Square(king), Squares: filesOf(rank, rune(Rook)).On(1)}}}
}

func count(rank []rune, piece Piece) int { return strings.Count(string(rank), piece.String()) }

// filesOf returns the files among the first eight letters that hold r.
func filesOf(rank []rune, r rune) Files {
	return FilesWhere(func(f File) bool { return int(f) < len(rank) && rank[f] == r })
}
